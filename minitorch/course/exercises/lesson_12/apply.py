"""Something for everybody."""

from ...define import Case, Exercise, Mistake, Wrong
from ..edited import edited
from ..fact_words import stops
from .trees import SETUP

SOLUTION = '''
def apply(self, fn):
    """Call `fn(module)` for every module of the tree, for all inside a module before the module itself. Returns self.

    It goes from children to children, by the apply of each: what stands in two different modules is visited in both.
    """
    for module in self.children():
        module.apply(fn)
    fn(self)
    return self
'''

exercise = Exercise(
    "apply",
    title="Innermost first",
    difficulty=2,
    minutes=5,
    target="minitorch.nn.module.tree:Tree.apply",
    installed=True,
    setup=SETUP
    + """
def names(net, order):
    paths = {}
    for path, module in net.named_modules():
        paths.setdefault(module, path or "net")
    return [paths.get(module, "another") for module in order]
""",
    stub='''
        def apply(self, fn):
            """Call `fn(module)` for every module of the tree, for all inside a module before the module itself. Returns self.

            It goes from children to children, by the apply of each: what stands in two different modules is visited in both.
            """
            ...
    ''',
    solution=SOLUTION,
    why="Three lines: the children first, each with all that is inside it, then the module. Because the call "
    "comes after the loop, the outer module finds the inner ones done.",
    facts=[
        Case(
            """
            order = []
            net = Block(first=Linear(2, 3), second=Block(inner=Linear(3, 4)))
            net.apply(order.append)
            names(net, order)
            """,
            ["first", "second.inner", "second", "net"],
            changes=True,
        ),
        Case(
            """
            net = Block(first=Linear(2, 3))
            found = net.apply(lambda module: 3)
            (type(found).__name__, found is net)
            """,
            ("Block", True),
            changes=True,
        ),
        Case(
            """
            order = []
            shared = Linear(2, 2)
            net = Block(left=Block(layer=shared), right=Block(layer=shared))
            net.apply(order.append)
            names(net, order)
            """,
            ["left.layer", "left", "left.layer", "right", "net"],
            changes=True,
        ),
        Case(
            """
            order = []
            shared = Linear(2, 2)
            net = Block(first=shared, gone=None, second=shared)
            net.apply(order.append)
            names(net, order)
            """,
            ["first", "net"],
            changes=True,
        ),
        Case(
            """
            order = []
            net = Block()
            net.apply(order.append)
            names(net, order)
            """,
            ["net"],
            changes=True,
        ),
        Case(
            """
            order = []
            net = Block(a=Block(b=Block(c=Block())))
            net.apply(order.append)
            names(net, order)
            """,
            ["a.b.c", "a.b", "a", "net"],
            changes=True,
        ),
        Case(
            """
            calls = []
            net = Block(a=Linear(1, 1), b=Linear(1, 1))
            net.apply(calls.append)
            net.apply(calls.append)
            len(calls)
            """,
            6,
            changes=True,
        ),
        Case(
            """
            order = []
            net = Block(gone=None, a=Block(), none=None, b=Block())
            net.apply(order.append)
            names(net, order)
            """,
            ["a", "b", "net"],
            changes=True,
        ),
        Case(
            """
            class Quiet(Block):
                def apply(self, fn):
                    return self

            order = []
            net = Block(quiet=Quiet(a=Block()), b=Block())
            net.apply(order.append)
            names(net, order)
            """,
            ["b", "net"],
            changes=True,
        ),
    ],
    wrong=[
        Wrong(
            """
            def apply(self, fn):
                for module in self.modules():
                    fn(module)
                return self
            """,
            "The outermost comes first here. A module should find those inside it done already: go through the "
            "children, then call fn for the module itself.",
        ),
        Wrong(
            """
            def apply(self, fn):
                for module in reversed(list(self.modules())):
                    fn(module)
                return self
            """,
            "Turning the walk round also turns the order of neighbours round. Go through the children in their order, "
            "each with all that is inside it, then call fn(self).",
        ),
        Wrong(
            """
            def apply(self, fn):
                for module in self.children():
                    module.apply(fn)
                fn(self)
            """,
            "All is done and nothing is returned. Return the module, so that `net = Net().apply(fn)` works.",
        ),
        Wrong(
            """
            def apply(self, fn):
                fn(self)
                for module in self.children():
                    module.apply(fn)
                return self
            """,
            "You call fn for a module before those inside it. Put the call after the loop.",
        ),
        Wrong(
            edited(SOLUTION, ("module.apply(fn)", "module.apply(fn)\n        return self")),
            "The `return` stands inside the loop, so it ends after the first child.",
        ),
        Wrong(
            """
            def apply(self, fn):
                for child in self._modules.values():
                    if child is None:
                        break
                    child.apply(fn)
                fn(self)
                return self
            """,
            "`break` ends the loop at the first name that has no module. Those after it are still to be visited: "
            "children() leaves None out.",
        ),
        Wrong(
            """
            def apply(self, fn):
                fn(self)
                return self
            """,
            "Only the module itself is visited. Let each of its children apply fn first.",
        ),
        Wrong(
            """
            def apply(self, fn):
                for module in self.children():
                    fn(module)
                fn(self)
                return self
            """,
            "This reaches the children and not their children. Each child has an apply of its own: call that.",
        ),
        Wrong(
            """
            def apply(self, fn):
                for module in self.children():
                    module.apply(fn)
                return self
            """,
            "fn is never called: a module asks its children, and they ask theirs. Call it for the module itself, "
            "after the loop.",
        ),
        Wrong(
            """
            def apply(self, fn):
                for module in self._modules.values():
                    module.apply(fn)
                fn(self)
                return self
            """,
            "A name may be registered with None, and a module under two names. children() leaves out the one and "
            "gives the other once.",
        ),
        Wrong(
            """
            def apply(self, fn):
                for module in self._modules.values():
                    if module is not None:
                        module.apply(fn)
                fn(self)
                return self
            """,
            "A module that stands under two names of the same module is visited twice. children() gives it once.",
        ),
        Wrong(
            """
            def apply(self, fn):
                met = set()
                def visit(one):
                    met.add(one)
                    for inner in one.children():
                        if inner not in met:
                            visit(inner)
                    fn(one)
                visit(self)
                return self
            """,
            "You remember what was met in the whole tree. That is more careful than PyTorch, which goes from children "
            "to children, and it goes past a class with an apply of its own: call `module.apply(fn)` for each child.",
        ),
        Wrong(
            edited(SOLUTION, ("module.apply(fn)", "module.apply(fn)\n        fn(module)")),
            "Each child is visited twice: its own apply calls fn for it already.",
        ),
        Wrong(
            """
            def apply(self, fn):
                for module in self.children():
                    module.apply(fn)
                return fn(self)
            """,
            "You return what fn returns. Asked for is the module, so that `net = Net().apply(fn)` works.",
        ),
        Wrong(
            """
            def apply(self, fn):
                for module in self.children():
                    module.apply(fn(module))
                fn(self)
                return self
            """,
            "`fn(module)` is called here, and its result is handed on as the function. Hand on fn itself: "
            "`module.apply(fn)`.",
        ),
    ],
    mistakes=[
        Mistake(
            lambda expected, got, error: "net" in expected and got and "net" not in got,
            "fn(self) is left out for modules that hold others: it comes for every module, after the loop over its children.",
        ),
        Mistake(
            lambda expected, got, error: (
                sorted(got) == sorted(expected) and got.index("second") < got.index("second.inner")
            ),
            "A module comes before one that is inside it. modules() goes from the outside in: go through the children, each with "
            "its own apply, and then call fn(self).",
        ),
        Mistake(
            lambda expected, got, error: expected.count("left.layer") == 2 and got.count("left.layer") == 1,
            "The layer stands in two modules, and is visited in both. Nothing is remembered from one to the other: children() "
            "leaves out only what stands twice in the same module.",
        ),
        stops(
            "Variable data has to be a tensor",
            "_apply is for functions of tensors, and is the subject of lesson 13. A child visits its own by apply: module.apply(fn).",
        ),
        stops("has no attribute 'fn'", "fn is a function, not a method: fn(self)."),
        Mistake(
            lambda expected, got, error: isinstance(error, RecursionError),
            "It calls itself without end: self.apply is this very method, and modules() gives the module itself as well. "
            "children() gives only those right inside.",
        ),
        Mistake(
            lambda expected, got, error: isinstance(error, TypeError) and "argument" in str(error),
            "fn is called with one thing, the module: fn(self).",
        ),
        Mistake(
            lambda expected, got, error: "'tuple' object has no attribute" in str(error),
            "named_children gives pairs. Take the module out of each, or use children().",
        ),
        Mistake(
            lambda expected, got, error: error is None and isinstance(got, list) and len(got) > len(expected),
            "fn is called too often. Each child visits all that is in it by its own apply; then, once, fn(self).",
        ),
        Mistake(
            lambda expected, got, error: (
                error is None
                and isinstance(got, list)
                and got
                and (len(got) < len(expected) or sorted(got) != sorted(expected))
            ),
            "fn is not called for every module, or for some twice. Each child visits its own by apply; then, once, "
            "fn(self).",
        ),
        Mistake(
            lambda expected, got, error: error is None and isinstance(got, tuple) and got[-1] is False,
            "What comes back is not the module. Return self, so that `net = Net().apply(fn)` works.",
        ),
    ],
    hints=[
        "Each child can do it for itself and all inside it.",
        "First a loop over `self.children()`, then the call for the module at hand, then the return.",
        "`for module in self.children(): module.apply(fn)`, then `fn(self)`, then `return self`.",
    ],
)
