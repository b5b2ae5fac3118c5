"""The old numbers."""

import textwrap

from ...define import Case, Exercise, Mistake, T, Wrong
from ..edited import edited
from ..fact_words import where

RECORDED = """\
def is_recorded(*operands):
    return is_grad_enabled() and any([isinstance(x, mt.Tensor) and x.requires_grad for x in operands])


"""
BEFORE = """\
def before(x, args):
    if not is_recorded(x, *args):
        return x
    old = wrap(x._array.copy())
    old._edge, old._requires_grad = x._edge, x._requires_grad
    past_hooks(x, old)
    return old
"""


def copied(source, says):
    """A wrong `before`, behind a right is_recorded."""
    return Wrong(RECORDED + textwrap.dedent(source).strip("\n"), says)


def asked(says, *changes):
    """A wrong is_recorded, before a right `before`."""
    return Wrong(edited(RECORDED, *changes) + BEFORE, says)


exercise = Exercise(
    "before",
    title="The old numbers",
    difficulty=3,
    minutes=5,
    target="minitorch.graph.rewrite:before",
    covers=("minitorch.graph.rewrite:is_recorded",),
    setup="""
        from minitorch._tensor import wrap
        from minitorch.graph.grad_mode import is_grad_enabled
        from minitorch.graph.rewrite import past_hooks
    """,
    stub='''
        def is_recorded(*operands):
            """Whether a step with these operands is recorded: recording is on, and at least one is a tensor that wants a
            gradient. (They may be numbers, too, or anything.)"""
            ...


        def before(x, args):
            """What a change of x is computed from: x itself, unless the step is recorded: is_recorded(x, *args).

            Then a tensor that stands for x as it is now: a copy of its array, with x's own edge and x's wish for a gradient. Call
            past_hooks(x, old) before you return it.
            """
            ...
    ''',
    solution='''
        def is_recorded(*operands):
            """Whether a step with these operands is recorded: recording is on, and at least one is a tensor that wants a
            gradient. (They may be numbers, too, or anything.)"""
            return is_grad_enabled() and any([isinstance(x, mt.Tensor) and x.requires_grad for x in operands])


        def before(x, args):
            """What a change of x is computed from: x itself, unless the step is recorded; then x as it is now, apart."""
            if not is_recorded(x, *args):
                return x
            old = wrap(x._array.copy())
            old._edge, old._requires_grad = x._edge, x._requires_grad
            past_hooks(x, old)
            return old
    ''',
    why="A formula may save x. It has to find the numbers that were multiplied, so the copy is made before they are "
    "overwritten, and "
    "only where a formula will run. The edge is x's own: the copy is no step.",
    facts=[
        Case("before(mt.ones(2), ())", T([1.0, 1.0])),
        Case("x = mt.ones(2)\nbefore(x, ()) is x", True),
        Case("x = mt.ones(2)\nbefore(x, (3.0, mt.ones(2))) is x", True),
        Case("h = mt.ones(2, requires_grad=True) * 2\nwith mt.no_grad():\n    same = before(h, ()) is h\nsame", True),
        Case(
            """
            h = mt.tensor([1.0, 2.0], requires_grad=True) * 2
            old = before(h, ())
            (old is h, old.tolist(), old.requires_grad, old.grad_fn is h.grad_fn)
            """,
            (False, [2.0, 4.0], True, True),
        ),
        Case(
            """
            h = mt.tensor([1.0, 2.0], requires_grad=True) * 2
            old = before(h, ())
            h.data.add_(100)
            (old.tolist(), old._version)
            """,
            ([2.0, 4.0], 0),
            changes=True,
        ),
        Case(
            """
            x, w = mt.tensor([1.0, 2.0]), mt.ones(2, requires_grad=True)
            old = before(x, (w,))
            (old is x, old.tolist(), old.requires_grad, old.is_leaf)
            """,
            (False, [1.0, 2.0], False, True),
        ),
        Case(
            """
            x, w = mt.tensor([2.0, 3.0]), mt.ones(2, requires_grad=True)
            old = before(x, (5, w))
            product = (old * w).sum()
            x.mul_(100)
            product.backward()
            w.grad
            """,
            T([2.0, 3.0]),
            changes=True,
        ),
        Case(
            """
            x = mt.tensor([1.0, 2.0, 3.0, 4.0], requires_grad=True)
            h = x * 1
            part, seen = h[:2], []
            part.register_hook(seen.append)
            old = before(part, (10.0,))
            (old * 10.0).sum().backward()
            (seen, x.grad, old.grad_fn is part.grad_fn)
            """,
            ([], T([10.0, 10.0, 0.0, 0.0]), False),
        ),
        Case(
            """
            h = mt.tensor([1.0, 2.0], requires_grad=True) * 2
            part = h[:1]
            old = before(part, (3.0,))
            (old.tolist(), old.grad_fn is part.grad_fn, old._base is None)
            """,
            ([2.0], True, True),
        ),
    ],
    wrong=[
        copied(
            """
            def before(x, args):
                if not is_recorded(x, *args):
                    return x
                old = wrap(x._array.copy())
                old._edge, old._requires_grad = x._edge, x._requires_grad
                return old
            """,
            "past_hooks(x, old) is missing, given the two the other way round, or called before `old` has x's edge (it puts another "
            "in its place): with hooks on a view, its base's new history goes "
            "round them.",
        ),
        copied(
            """
            def before(x, args):
                return x
            """,
            "The numbers of x are about to be overwritten, and a formula that saves x would find the new ones. Where "
            "the "
            "step is recorded, "
            "return a copy.",
        ),
        copied(
            """
            def before(x, args):
                old = wrap(x._array.copy())
                old._edge, old._requires_grad = x._edge, x._requires_grad
                past_hooks(x, old)
                return old
            """,
            "A copy every time doubles the memory of each update, although nobody will look at the old numbers. Copy "
            "only if "
            "is_recorded(x, *args).",
        ),
        copied(
            """
            def before(x, args):
                if not is_recorded(x, *args):
                    return x
                old = wrap(x._array)
                old._edge, old._requires_grad = x._edge, x._requires_grad
                past_hooks(x, old)
                return old
            """,
            "The new tensor shows the same memory, so it changes together with x. Copy the array.",
        ),
        copied(
            """
            def before(x, args):
                if not is_recorded(x, *args):
                    return x
                old = x.clone()
                past_hooks(x, old)
                return old
            """,
            "With clone() the copy has another past than x: it is a step more in the graph, or, behind detach(), cut off. "
            "`wrap(x._array.copy())`, with x's own edge.",
        ),
        copied(
            """
            def before(x, args):
                if not is_recorded(x, *args):
                    return x
                return wrap(x._array.copy())
            """,
            "The copy has no history: whatever x was computed from is cut off. Give it x's `_edge` and "
            "`_requires_grad`.",
        ),
        copied(
            """
            def before(x, args):
                if not is_recorded(x):
                    return x
                old = wrap(x._array.copy())
                old._edge, old._requires_grad = x._edge, x._requires_grad
                past_hooks(x, old)
                return old
            """,
            "x may want no gradient while another operand does: in `x.mul_(w)` the formula of w needs the old x. Ask "
            "is_recorded(x, *args).",
        ),
        copied(
            """
            def before(x, args):
                if not is_recorded(x, *args):
                    return x
                old = wrap(x._array.copy())
                old._edge, old._requires_grad = x._edge, True
                past_hooks(x, old)
                return old
            """,
            "Here x wanted no gradient (another operand did), and its copy does. Take over x's own wish, "
            "`x._requires_grad`.",
        ),
        copied(
            """
            def before(x, args):
                if not is_recorded(x, *args):
                    return x
                old = wrap(x._array.copy())
                old._edge, old._requires_grad = x._edge, x._requires_grad
                past_hooks(x, old)
            """,
            "The copy is made and not returned.",
        ),
        asked(
            "In `is_recorded`: under no_grad() nothing is recorded, whatever the operands want. Ask is_grad_enabled() too.",
            ("is_grad_enabled() and ", ""),
        ),
        asked(
            "In `is_recorded`: one operand that wants a gradient is enough: `any`.",
            ("any([", "all(["),
        ),
        asked(
            "In `is_recorded`: an operand may be a number, which has no requires_grad. Ask isinstance(x, mt.Tensor) first.",
            ("isinstance(x, mt.Tensor) and ", ""),
        ),
        asked(
            "In `is_recorded`: you ask whether the operands are tensors, and not whether they want a gradient.",
            (" and x.requires_grad", ""),
        ),
    ],
    hints=[
        "is_recorded: is_grad_enabled(), and any of the operands. before: if the step is not recorded, return x. Else "
        "something that stands for x as it is now.",
        "`any([... for x in operands])`, where x must be a Tensor first. `wrap(array)` makes a tensor round an array; "
        "`x._array.copy()` is memory of its own.",
        "`old._edge, old._requires_grad = x._edge, x._requires_grad`, then `past_hooks(x, old)`, then return old.",
    ],
    mistakes=[
        Mistake(
            lambda expected, got, error: isinstance(error, TypeError) and "positional argument" not in str(error),
            "`_edge` is a pair, a node and a number: take over `x._edge` as it is, and make the copy with `wrap(x._array.copy())`.",
        ),
        Mistake(
            lambda expected, got, error: "second time" in str(error) or "does not require grad" in str(error),
            "The old tensor must have x's own edge: `old._edge, old._requires_grad = x._edge, x._requires_grad`.",
        ),
        Mistake(
            lambda expected, got, error: expected is True and got is False,
            "Nothing is recorded here, so nobody will want the old numbers: return x itself, without a copy. "
            "is_recorded is False where no operand wants a gradient.",
        ),
        where(
            (False, [2.0, 4.0], True, True),
            "The old tensor has x's numbers, x's wish for a gradient and x's own edge, all three.",
        ),
        where(([2.0, 4.0], 0), "The old tensor has memory of its own, and a count of its own."),
        where(
            (False, [1.0, 2.0], False, True),
            "Here x wants no gradient and has no past; neither has what stands for it. Take over x's own.",
        ),
        where(
            ([], T([10.0, 10.0, 0.0, 0.0]), False),
            "A view with hooks is rewritten, and its hooks belong to the old value. past_hooks(x, old) is given both, "
            "x and what stands for it.",
        ),
    ],
)
