"""Who holds the result now."""

from ...define import Case, Exercise, Mistake, T, Wrong
from ..edited import edited
from ..fact_words import stops, where

START = """
x = mt.tensor([1.0, 2.0, 3.0], requires_grad=True)
h = x * 2
"""

PARTED = (
    "`h.data = ...` gives a base other memory; a view of the old memory has parted from it. Then the view "
    "itself gets the step: ask parted(x)."
)

SOLUTION = '''
def remember(x, out):
    """x holds by now what the step that made `out` computed: note that in the graph, if makes_a_step(x, out)."""
    if not makes_a_step(x, out):
        return
    same_memory(out, x)
    changed = x if x._base is None or parted(x) else x._base
    previous = changed._edge
    if changed is x:
        x._edge, x._requires_grad = out._edge, out._requires_grad
    else:
        replace_part(x, out)
    settle(changed, previous)
'''

exercise = Exercise(
    "remember_step",
    title="Who holds the result now",
    difficulty=4,
    minutes=8,
    target="minitorch.graph.rewrite:remember",
    installed=True,
    setup="from minitorch.graph.rewrite import makes_a_step, parted, replace_part, same_memory, settle",
    stub='''
        def remember(x, out):
            """x holds by now what the step that made `out` computed: note that in the graph, if makes_a_step(x, out).

            same_memory(out, x) comes first. The tensor whose history changes is x, which takes over the edge and the wish of
            `out`; or, if x is a view and not parted(x), its base: replace_part(x, out). At the end settle(changed, previous):
            that tensor, and the _edge it had before.
            """
            ...
    ''',
    solution=SOLUTION,
    why="From now on x is the result of the new step, whose operand was the old x: the chain goes on. A view has no "
    "memory "
    "of its own. So "
    "its base gets the step, and the view learns of it when somebody asks.",
    facts=[
        Case(
            START + "h.exp_()\nh.sum().backward()\n[round(v, 3) for v in (x.grad / (x * 2).exp()).tolist()]",
            [2.0, 2.0, 2.0],
        ),
        Case(START + "h.mul_(5)\n(h.requires_grad, h.is_leaf, h.grad_fn.name())", (True, False, "MulBackward0")),
        Case(
            """
            y, w = mt.tensor([1.0, 2.0]), mt.tensor([3.0, 4.0], requires_grad=True)
            y.mul_(w)
            y.sum().backward()
            (y.requires_grad, w.grad)
            """,
            (True, T([1.0, 2.0])),
        ),
        Case(
            "x = mt.ones(3, requires_grad=True)\nwith mt.no_grad():\n    x.mul_(2)\n    x[0:1].mul_(2)\n"
            "(x.is_leaf, x.requires_grad, x.tolist())",
            (True, True, [4.0, 2.0, 2.0]),
        ),
        Case(
            START + "h[1:].mul_(mt.tensor([10.0, 100.0]))\nh.sum().backward()\n(type(h.grad_fn).__name__, x.grad)",
            ("CopySlices", T([2.0, 20.0, 200.0])),
        ),
        Case(START + "part = h[1:]\npart.mul_(10)\npart.sum().backward()\nx.grad", T([0.0, 20.0, 20.0])),
        Case(
            """
            store, w = mt.zeros(4), mt.tensor([1.0, 2.0], requires_grad=True)
            store[1:3] = w * 3
            store.sum().backward()
            (store.tolist(), w.grad)
            """,
            ([0.0, 3.0, 6.0, 0.0], T([3.0, 3.0])),
        ),
        Case(
            START + "h.exp_()\nh.add_(1)\nh.sum().backward()",
            raises=RuntimeError,
            match="modified by an inplace operation",
        ),
        Case(START + "h.exp_()\nh.sum().backward()\nx.grad is not None", True),
        Case(
            START + "h.retain_grad()\nh.mul_(5)\n(h * 3).sum().backward()\n(h.grad, x.grad)",
            (T([3.0, 3.0, 3.0]), T([30.0, 30.0, 30.0])),
        ),
        Case(
            START + "h.retain_grad()\nh[:1].mul_(5)\n(h * 3).sum().backward()\n(h.grad, x.grad)",
            (T([3.0, 3.0, 3.0]), T([30.0, 6.0, 6.0])),
        ),
        Case(
            START + "part = h[1:]\npart.retain_grad()\npart.mul_(10)\n(part * 3).sum().backward()\n(part.grad, x.grad)",
            (T([3.0, 3.0]), T([0.0, 60.0, 60.0])),
        ),
        Case(
            START
            + "part = h[:2]\nh.data = mt.zeros(3)\npart.mul_(5)\n(part.sum() + h.sum()).backward()\n(part.tolist(), x.grad)",
            ([10.0, 20.0], T([12.0, 12.0, 2.0])),
        ),
        Case(
            START + "h.add_(1)\nz = h * h\nh.sub_(1)\nz.sum().backward()", raises=RuntimeError, match="output 0 of Sub"
        ),
    ],
    wrong=[
        Wrong(
            edited(SOLUTION, ("\n    if not makes_a_step(x, out):\n        return", "")),
            "Under no_grad() nothing is to be noted: an update would take the wish for a gradient from a weight. Ask "
            "makes_a_step(x, out) "
            "first.",
        ),
        Wrong(
            """
            def remember(x, out):
                if not makes_a_step(x, out):
                    return
                same_memory(out, x)
                previous = x._edge
                x._edge, x._requires_grad = out._edge, out._requires_grad
                settle(x, previous)
            """,
            "A view shows the memory of its base: that one has changed, and its history has to say so. "
            "replace_part(x, out) "
            "gives it the "
            "step.",
        ),
        Wrong(
            edited(SOLUTION, ("return\n    same_memory(out, x)", "return")),
            "A step that saved its own result (exp) watches the count of `out`, which nobody will change. "
            "same_memory(out, "
            "x) makes it watch "
            "that of x.",
        ),
        Wrong(
            edited(
                SOLUTION,
                ("\n    previous = changed._edge", ""),
                ("_edge, x._requires_grad = out._edge, out._requires_grad", "_edge = out._edge"),
                ("changed, previous)", "changed, None)"),
            ),
            "x gets the edge of `out` and not its wish: a tensor that wanted no gradient before does so now. And "
            "settle "
            "needs the edge that "
            "the tensor had before.",
        ),
        Wrong(
            edited(SOLUTION, ("_edge, x._requires_grad = out._edge, out._requires_grad", "_edge = out._edge")),
            "x gets the edge of `out` and not its wish: a tensor that wanted no gradient before does so now. Take over "
            "`_requires_grad`, "
            "too.",
        ),
        Wrong(
            edited(SOLUTION, ("\n    previous = changed._edge", ""), ("changed, previous)", "changed, changed._edge)")),
            "You ask for the previous edge when it has already been replaced. Keep it before you change anything.",
        ),
        Wrong(
            """
            def remember(x, out):
                if not makes_a_step(x, out):
                    return
                same_memory(out, x)
                if x._base is None or parted(x):
                    x._edge, x._requires_grad = out._edge, out._requires_grad
                else:
                    replace_part(x, out)
            """,
            "settle(changed, previous) is missing: it writes down for the errors which step made the numbers of now, "
            "and "
            "moves what "
            "retain_grad noted to the new step.",
        ),
        Wrong(
            edited(SOLUTION, ("is None or parted(x) else x.", "is None else x.")),
            PARTED,
        ),
        Wrong(
            """
            def remember(x, out):
                if not makes_a_step(x, out):
                    return
                same_memory(out, x)
                previous = x._edge
                x._edge, x._requires_grad = out._edge, out._requires_grad
                if x._base is not None and not parted(x):
                    replace_part(x, out)
                settle(x, previous)
            """,
            "Where x is a view, the tensor that was changed is its base: that one is to be settled, with the edge "
            "that it "
            "had, and x is left "
            "alone.",
        ),
        Wrong(
            """
            def remember(x, out):
                if not makes_a_step(x, out):
                    return
                same_memory(out, x)
                changed = x if x._base is None or parted(x) else x._base
                previous = changed._edge
                changed._edge, changed._requires_grad = out._edge, out._requires_grad
                settle(changed, previous)
            """,
            "The base has not become what `out` is: only a part of it was replaced. replace_part(x, out) makes a "
            "step that "
            "says which.",
        ),
    ],
    hints=[
        "Who has changed? x itself, if it is no view (`x._base is None`) or has parted from its base; else the base.",
        "Keep `previous = changed._edge` before you change anything. x takes over `out._edge` and "
        "`out._requires_grad`; for "
        "a base there is "
        "replace_part(x, out).",
        "The order: makes_a_step, same_memory(out, x), the edge or replace_part, settle(changed, previous).",
    ],
    mistakes=[
        stops("object is not callable", "The edge of out is taken over as it is: `x._edge = out._edge`."),
        stops("tuple index out of range", "The edge of out is taken over as it is: `x._edge = out._edge`."),
        Mistake(lambda expected, got, error: isinstance(error, IndexError), PARTED),
        where(([10.0, 20.0], T([12.0, 12.0, 2.0])), PARTED),  # where the new memory lies is chance
        Mistake(
            lambda expected, got, error: "'NoneType' object has no attribute" in str(error),
            "Most tensors are no views: `x._base` is None, and then it is x itself that has "
            "changed. And replace_part is given the view: replace_part(x, out).",
        ),
        Mistake(
            lambda expected, got, error: (
                isinstance(expected, tuple) and len(expected) == 3 and expected[0] is True and got != expected
            ),
            "Where makes_a_step(x, out) says no, nothing may be noted; and x takes over both of `out`, its edge and "
            "its wish.",
        ),
        where(
            (True, False, "MulBackward0"),
            "From now on h is the result of the new step: h takes over the edge and the wish of out.",
        ),
        where(
            (True, T([1.0, 2.0])),
            "y wanted no gradient before, and does so now: another operand did. makes_a_step(x, out) asks for both.",
        ),
        where(
            (True, True, [4.0, 2.0, 2.0]),
            "Under no_grad() nothing is to be noted: makes_a_step(x, out) says no, and x stays what it was.",
        ),
        where(
            [2.0, 2.0, 2.0],
            "The new step is not in the history. If makes_a_step(x, out), x takes over the edge and the wish of out "
            "(not the other way round).",
        ),
        where(
            ("CopySlices", T([2.0, 20.0, 200.0])), "Where x is a view, its base gets the step: replace_part(x, out)."
        ),
        where(
            (T([3.0, 3.0, 3.0]), T([30.0, 6.0, 6.0])),
            "Where x is a view, the tensor that was changed is its base: that one is to be settled, with the edge that it had, and x "
            "is left alone.",
        ),
        where(
            (T([3.0, 3.0]), T([0.0, 60.0, 60.0])),
            "The view itself was given an edge here. Its base alone gets the step; the view learns of it when it is asked, and takes "
            "its retain_grad along from the edge that it had.",
        ),
        where(
            (T([3.0, 3.0, 3.0]), T([30.0, 30.0, 30.0])),
            "retain_grad goes along with the tensor: settle(changed, previous), with the edge from before the change.",
        ),
        stops(
            "does not require grad and does not",
            "A step was recorded, and x knows nothing of it: it may have wanted no gradient before. Ask "
            "makes_a_step(x, out), and take over `out._edge` and `out._requires_grad`.",
        ),
    ],
)
