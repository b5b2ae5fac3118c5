"""Where hooks hang."""

from ...define import Case, Exercise, Mistake, T, Wrong
from ..edited import edited
from ..fact_words import stops, where

PAIR = """
x = mt.tensor([1.0, 2.0], requires_grad=True)
y = x * 3
"""

RETAIN = """
def retain_grad(self):
    edge = edge_of(self)
    if edge is None:
        raise RuntimeError("can't retain_grad on Tensor that has requires_grad=False")
    if not self.is_leaf:
        hooks_of(edge[0]).retained[edge[1]] = weakref.ref(self)
"""

REGISTER = """
def register_hook(self, hook):
    edge = edge_of(self)
    if edge is None:
        raise RuntimeError("cannot register a hook on a tensor that doesn't require gradient")
    if self.is_leaf:
        return hooks_of_leaf(self).gradient.register(hook)
    node, number = edge
    return hooks_of(node).results.setdefault(number, Hooks()).register(hook)
"""

SOLUTION = '''
def retain_grad(self):
    """Note this tensor, weakly, in `retained` of its node, under the number of its result. A leaf needs no note."""
    edge = edge_of(self)
    if edge is None:
        raise RuntimeError("can't retain_grad on Tensor that has requires_grad=False")
    if self._edge is not None:
        hooks_of(edge[0]).retained[edge[1]] = weakref.ref(self)


def register_hook(self, hook):
    """Put the hook among those of its leaf (`gradient`), or of its result of the node (`results`).

    Returns the handle.
    """
    edge = edge_of(self)
    if edge is None:
        raise RuntimeError("cannot register a hook on a tensor that doesn't require gradient")
    if self._edge is None:
        return hooks_of_leaf(self).gradient.register(hook)
    node, number = edge
    return hooks_of(node).results.setdefault(number, Hooks()).register(hook)
'''

exercise = Exercise(
    "register_hook",
    title="Where hooks hang",
    difficulty=3,
    minutes=7,
    target="minitorch.autograd.hooks:register_hook",
    covers={"retain_grad": "minitorch.autograd.hooks:retain_grad"},
    installed=True,
    setup="""
        import weakref

        from minitorch.autograd.hooks import Hooks, hooks_of, hooks_of_leaf
        from minitorch.graph.record import edge_of
    """,
    stub='''
        def retain_grad(self):
            """Note this tensor, weakly, in `retained` of its node, under the number of its result. A leaf needs no note.

            RuntimeError("can't retain_grad on Tensor that has requires_grad=False") where no gradient will come.
            """
            ...


        def register_hook(self, hook):
            """Put the hook among those of its leaf (`gradient`), or of its result of the node (`results`); return the handle.

            RuntimeError("cannot register a hook on a tensor that doesn't require gradient") where no gradient will come.
            """
            ...
    ''',
    solution=SOLUTION,
    why="A hook hangs where the walk comes by: on the node that made the tensor, under the number of the result, or "
    "on the "
    "leaf. "
    "Nothing hangs on the tensor in the middle, so that it may go. What retain_grad notes is weak for the same reason.",
    facts=[
        Case(
            "x = mt.tensor([1.0, 2.0], requires_grad=True)\nx.register_hook(lambda g: g * 10)\n(x * x).sum().backward()\nx.grad",
            T([20.0, 40.0]),
        ),
        Case(PAIR + "y.register_hook(lambda g: g * 10)\n(y * y).sum().backward()\nx.grad", T([180.0, 360.0])),
        Case(
            """
            x = mt.tensor([1.0, 2.0, 3.0], requires_grad=True)
            first, second, third = (x * 1).unbind()
            second.register_hook(lambda g: g * 10)
            third.register_hook(lambda g: g * 100)
            (first + second + third).backward()
            x.grad
            """,
            T([1.0, 10.0, 100.0]),
        ),
        Case(
            PAIR + "handles = [x.register_hook(lambda g: g * 10), y.register_hook(lambda g: g * 10)]\n"
            "[handle.remove() for handle in handles]\n(y * y).sum().backward()\nx.grad",
            T([18.0, 36.0]),
        ),
        Case(
            PAIR + "seen = []\ny.register_hook(lambda g: g + 1)\ny.register_hook(lambda g: seen.append(g.tolist()))\n"
            "x.register_hook(lambda g: g + 1)\nx.register_hook(lambda g: seen.append(g.tolist()))\ny.sum().backward()\nseen",
            [[2.0, 2.0], [7.0, 7.0]],
        ),
        Case(
            PAIR + "y.retain_grad()\n(y * y).sum().backward()\n(y.grad.tolist(), y.retains_grad)", ([6.0, 12.0], True)
        ),
        Case(
            PAIR + "x.retain_grad()\n(y * y).sum().backward()\n(x.grad.tolist(), x.retains_grad)", ([18.0, 36.0], False)
        ),
        Case(
            """
            x = mt.tensor([1.0, 2.0], requires_grad=True)
            first, second = (x * 1).unbind()
            second.retain_grad()
            (first * 3 + second * 5).backward()
            (first.retains_grad, second.retains_grad, second.grad.item())
            """,
            (False, True, 5.0),
        ),
        Case(
            PAIR + "import weakref\ny.retain_grad()\nz = y + 1\nwatch = weakref.ref(y)\ndel y\nwatch() is None",
            True,
        ),
        Case(
            "handle = mt.ones(2).register_hook(print)",
            raises=RuntimeError,
            match="cannot register a hook on a tensor that doesn't require",
        ),
        Case("mt.ones(2).retain_grad()", raises=RuntimeError, match="can't retain_grad"),
        Case("(mt.ones(2) * 2).detach().retain_grad()", raises=RuntimeError, match="can't retain_grad"),
    ],
    wrong=[
        Wrong(
            edited(
                SOLUTION,
                ("self._edge is not None", "not self.is_leaf"),
                ("_edge is None", "is_leaf"),
                (
                    (
                        "node, number = edge\n"
                        "    return hooks_of(node).results.setdefault(number, Hooks()).register(hook)"
                    ),
                    (
                        "hooks_of(edge[0]).results[edge[1]] = Hooks()\n"
                        "    return hooks_of(edge[0]).results[edge[1]].register(hook)"
                    ),
                ),
            ),
            "Every registration puts an empty collection there, so a second hook throws out the first. Make one only "
            "if "
            "there is none: "
            "`setdefault(number, Hooks())`.",
        ),
        Wrong(
            edited(
                SOLUTION,
                ("self._edge is not None", "not self.is_leaf"),
                ("_edge is None", "is_leaf"),
                (
                    (
                        "node, number = edge\n"
                        "    return hooks_of(node).results.setdefault(number, Hooks()).register(hook)"
                    ),
                    "return hooks_of(edge[0]).results.setdefault(0, Hooks()).register(hook)",
                ),
            ),
            "Your hooks hang on result 0 of the node. A step may have several results: the edge says which one this "
            "tensor is.",
        ),
        Wrong(
            RETAIN
            + """
def register_hook(self, hook):
    edge = edge_of(self)
    if edge is None:
        raise RuntimeError("cannot register a hook on a tensor that doesn't require gradient")
    if self.is_leaf:
        hooks_of_leaf(self).gradient.register(hook)
    else:
        hooks_of(edge[0]).results.setdefault(edge[1], Hooks()).register(hook)
""",
            "The hook is there, but nobody can take it away: return what `register` gives you, the handle.",
        ),
        Wrong(
            RETAIN
            + """
def register_hook(self, hook):
    if not self.requires_grad:
        raise RuntimeError("cannot register a hook on a tensor that doesn't require gradient")
    return hooks_of_leaf(self).gradient.register(hook)
""",
            "A tensor in the middle has no leaf's hooks that the walk would ask for. There the hook belongs on the "
            "node: "
            "`hooks_of(node).results`.",
        ),
        Wrong(
            RETAIN
            + """
def register_hook(self, hook):
    if not self.requires_grad:
        raise RuntimeError("cannot register a hook on a tensor that doesn't require gradient")
    if self.is_leaf:
        return hooks_of_leaf(self).accumulated.register(hook)
    node, number = edge_of(self)
    return hooks_of(node).results.setdefault(number, Hooks()).register(hook)
""",
            "Of a leaf, `accumulated` is called after its gradient was added, with the leaf itself. A hook that sees "
            "the "
            "gradient "
            "belongs among `gradient`.",
        ),
        Wrong(
            RETAIN
            + """
def register_hook(self, hook):
    if not self.requires_grad:
        raise RuntimeError("cannot register a hook on a tensor that doesn't require gradient")
    if self.is_leaf:
        return hooks_of_leaf(self).gradient.register(hook)
    return hooks_of(self.grad_fn).pre.register(hook)
""",
            "`pre` is for hooks of the node, which are given a tuple with the gradients of all its results. A "
            "tensor's own "
            "hooks are in "
            "`results`, under the number of the result.",
        ),
        Wrong(
            edited(
                SOLUTION,
                (
                    "if self._edge is not None:\n        hooks_of(edge[0]).retained[edge[1]] = weakref.ref(self)",
                    "if not self.is_leaf:\n        hooks_of(edge[0]).retained[edge[1]] = self",
                ),
                ("_edge is None", "is_leaf"),
            ),
            "`retained` holds weak references: with the tensor itself in it, the graph would keep alive every tensor "
            "that it "
            "is asked to "
            "watch. Put `weakref.ref(self)` there.",
        ),
        Wrong(
            edited(
                SOLUTION,
                (
                    "if self._edge is not None:\n        hooks_of(edge[0]).retained[edge[1]] = weakref.ref(self)",
                    "if not self.is_leaf:\n        hooks_of(edge[0]).retained[edge[1]] = lambda: self",
                ),
                ("_edge is None", "is_leaf"),
            ),
            "A function that returns the tensor holds it, too. A weak reference, `weakref.ref(self)`, lets it go.",
        ),
        Wrong(
            edited(
                SOLUTION,
                (
                    "if self._edge is not None:\n        hooks_of(edge[0]).retained[edge[1]] = weakref.ref(self)",
                    "if not self.is_leaf:\n        hooks_of(edge[0]).retained[0] = weakref.ref(self)",
                ),
                ("_edge is None", "is_leaf"),
            ),
            "You note every tensor as result 0 of its node. A step may have several results: the edge says which one "
            "this is.",
        ),
        Wrong(
            """
def retain_grad(self):
    if self.is_leaf:
        raise RuntimeError("can't retain_grad on Tensor that has requires_grad=False")
    hooks_of(self.grad_fn).retained[edge_of(self)[1]] = weakref.ref(self)
"""
            + REGISTER,
            "A leaf that wants a gradient keeps it anyway: for it retain_grad has nothing to do, and is no error. "
            "The error "
            "is for tensors "
            "that no gradient will reach.",
        ),
        Wrong(
            edited(
                SOLUTION,
                (
                    (
                        "if edge is None:\n"
                        '        raise RuntimeError("can\'t retain_grad on Tensor that has requires_grad=False")\n'
                        "    if self._edge is not None:"
                    ),
                    "if edge is not None and not self.is_leaf:",
                ),
                ("_edge is None", "is_leaf"),
            ),
            "Asking to keep a gradient that will never come is a mistake of the caller, and retain_grad says "
            "nothing. Raise "
            "the "
            "RuntimeError where `edge_of(self)` is None.",
        ),
        Wrong(
            edited(
                SOLUTION,
                ("self._edge is not None", "not self.is_leaf"),
                (
                    (
                        "if edge is None:\n"
                        '        raise RuntimeError("cannot register a hook on a tensor that doesn\'t require gradient")\n'
                        "    if self._edge is None:"
                    ),
                    "if self.is_leaf:",
                ),
            ),
            "A tensor that wants no gradient is a leaf, too, and takes a hook that will never be called. Raise the "
            "RuntimeError where "
            "`edge_of(self)` is None.",
        ),
        Wrong(
            edited(
                SOLUTION,
                ("self._edge is not None", "not self.is_leaf"),
                ("\n    if self._edge is None:\n        return hooks_of_leaf(self).gradient.register(hook)", ""),
            ),
            "The edge of a leaf ends in the leaf itself, which is no node and has other hooks: "
            "`hooks_of_leaf(self).gradient`.",
        ),
    ],
    hints=[
        "`edge_of(self)` is None, or (node, number of the result), or for a leaf (the leaf, 0). `self.is_leaf` tells "
        "the "
        "last two apart.",
        "Of a node: `hooks_of(node).results` is a dictionary from the number to `Hooks()`; `retained` one from the "
        "number to "
        "a weak "
        "reference.",
        "`return hooks_of(node).results.setdefault(number, Hooks()).register(hook)`; and "
        "`hooks_of(node).retained[number] = "
        "weakref.ref(self)`.",
    ],
    mistakes=[
        stops(
            "has no attribute 'append'",
            "`Hooks` is a dictionary: `register(hook)` puts the hook into it and returns the handle.",
        ),
        Mistake(
            lambda expected, got, error: "'NoneType' object has no attribute 'remove'" in str(error),
            "The hook is there, but nobody can take it away: return what `register` gives you, the handle.",
        ),
        Mistake(
            lambda expected, got, error: isinstance(error, KeyError),
            "There are no hooks under that number yet: `results.setdefault(number, Hooks())` makes a place for them.",
        ),
        Mistake(
            lambda expected, got, error: "'Tensor' object is not callable" in str(error),
            "`retained` holds weak references, which are called to get the tensor: put `weakref.ref(self)` there.",
        ),
        stops(
            "no attribute 'hooks'",
            "The edge of a leaf ends in the leaf itself, which is no node: for a leaf retain_grad has nothing to do, and its hooks "
            "are those that hooks_of_leaf gives.",
        ),
        stops(
            "positional argument",
            "The hook is called with other arguments than a gradient, so it hangs among the wrong ones: those of a "
            "tensor are in `results` of its node, or `gradient` of its leaf.",
        ),
        stops(
            "has no attribute 'all'",
            "`results[number]` is a `Hooks()`, and `retained` is a dictionary of its own: is one in the place of the "
            "other?",
        ),
        where(
            T([20.0, 40.0]),
            "A hook on a leaf sees its gradient, and what it returns is accumulated: it belongs among "
            "`hooks_of_leaf(self).gradient`.",
        ),
        where(
            T([180.0, 360.0]),
            "A hook on a result belongs on the node that made it: `hooks_of(node).results`, under the number of the "
            "result.",
        ),
        stops(
            "hook returned",
            "This collection shows its hooks a tuple. A tensor's own hooks are in `results` of its node, or `gradient` "
            "of its leaf.",
        ),
        where(T([1.0, 10.0, 100.0]), "Each of the three results has hooks of its own, under its number in `results`."),
        Mistake(
            lambda expected, got, error: got == ([6.0, 12.0], False),
            "The gradient is in .grad, and the node knows nothing of the wish. Note the tensor in `retained`: then the walk keeps the "
            "gradient when all hooks have run, whenever they were registered.",
        ),
        stops(
            "cannot unpack non-iterable NoneType",
            "A leaf has no step behind it: its `_edge` is None. `edge_of(self)` is (leaf, 0) for it.",
        ),
        where(
            ([6.0, 12.0], True),
            "The tensor's gradient is not kept: `retained` of the node needs `weakref.ref(self)`, under the number of "
            "the result.",
        ),
        where(([18.0, 36.0], False), "For a leaf retain_grad has nothing to do: it keeps its gradient anyway."),
        stops(
            "has no attribute '_grad'",
            "What is kept is the gradient of a tensor: `retained` needs a weak reference to the tensor itself, "
            "`weakref.ref(self)`.",
        ),
        stops(
            "incorrect number of values",
            "This collection shows its hooks a tuple. A tensor's own hooks are in `results` of its node, or `gradient` "
            "of its leaf.",
        ),
        stops(
            "expected tuple",
            "This collection shows its hooks a tuple. A tensor's own hooks are in `results` of its node, or `gradient` "
            "of its leaf.",
        ),
    ],
)
