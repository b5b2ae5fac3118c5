"""The other views."""

from ...define import Case, Exercise, Mistake, T, Wrong
from ..edited import edited
from ..fact_words import stops, where

START = """
x = mt.tensor([1.0, 2.0, 3.0, 4.0], requires_grad=True)
h = x * 1
left, right = h[:2], h[2:]
"""

PARTED = (
    "`h.data = ...` gives the base other memory: a view of the old memory has parted from it and keeps the "
    "history it has. Ask parted(view)."
)

SOLUTION = '''
def show_part(view, x):
    """Record, whatever is switched on, that x is the part of its base which the view shows."""
    base, index = view._base, region(view)
    with enable_grad():
        record(part_of, (base, index), (base._array, index), x)


def renew(view):
    """If its base was changed since view._seen, give the view a new history: this part of the base as it is now."""
    if view._counter is None or view._seen == view._counter[0]:
        return
    refuse_handed_on(view)
    view._seen = view._counter[0]
    previous = view._edge
    if view._base.requires_grad and not parted(view):
        show_part(view, view)
        keep_retaining(view, previous)
'''

exercise = Exercise(
    "renew",
    title="The other views",
    difficulty=4,
    minutes=8,
    target="minitorch.graph.rewrite:renew",
    covers={"show_part": "minitorch.graph.rewrite:show_part"},
    installed=True,
    setup="""
        from minitorch.graph.grad_mode import enable_grad
        from minitorch.graph.record import record
        from minitorch.graph.node import Node
        from minitorch.graph.rewrite import keep_retaining, part_of, parted, refuse_handed_on, region


        def from_a_function(x):
            '''x as a Function of the user's would hand it on.'''
            node = type("SameBackward", (Node,), {"derivative": "SameBackward", "as_is": (0,), "hooks": None})()
            x._edge, x._requires_grad = (node, 0), True
            return x
    """,
    stub='''
        def show_part(view, x):
            """Record, whatever is switched on, that x is the part of its base which the view shows:
            record(part_of, (base, index), (base's array, index), x), where index is region(view)."""
            ...


        def renew(view):
            """If its base was changed since view._seen, the count at which the history of the view was right, give it a new one.

            A tensor of inference_mode has no count (_counter is None) and needs nothing. refuse_handed_on(view) raises for some.
            Note the count in _seen before you ask anybody else. If the base wants a gradient and the view has not parted from
            it: show_part(view, view), and keep_retaining(view, previous), with the _edge it had before.
            """
            ...
    ''',
    solution=SOLUTION,
    why="Nobody has to tell the views: each asks when it is asked, by comparing two numbers. A view that nobody "
    "looks at "
    "costs nothing.",
    facts=[
        Case(
            START + "left.mul_(7)\n(type(right.grad_fn).__name__, type(left.grad_fn).__name__)",
            ("AsStridedBackward0", "AsStridedBackward0"),
        ),
        Case(START + "left.mul_(7)\n(right.sum() + left.sum()).backward()\nx.grad", T([7.0, 7.0, 1.0, 1.0])),
        Case(
            START + "left.mul_(7)\n(right * mt.tensor([10.0, 100.0])).sum().backward()\nx.grad",
            T([0.0, 0.0, 10.0, 100.0]),
        ),
        Case(START + "type(right.grad_fn).__name__", "SliceBackward0"),
        Case(START + "left.mul_(7)\nright.grad_fn\nright._seen", 1),
        Case(START + "left.mul_(7)\nnode = right.grad_fn\nright.grad_fn is node", True),
        Case(START + "left.mul_(7)\nleft.mul_(2)\nnode = right.grad_fn\nright.grad_fn is node", True),
        Case(START + "left.mul_(7)\nright.grad_fn\nh.mul_(2)\nright.sum().backward()\nx.grad", T([0.0, 0.0, 2.0, 2.0])),
        Case(
            START + "left.mul_(7)\nwith mt.no_grad():\n    name = type(right.grad_fn).__name__\nname",
            "AsStridedBackward0",
        ),
        Case(
            """
            store, w = mt.zeros(4), mt.ones(4, requires_grad=True)
            part = store[:2]
            wanted = part.requires_grad
            store.copy_(w * 3)
            part.sum().backward()
            (wanted, part.requires_grad, w.grad)
            """,
            (False, True, T([3.0, 3.0, 0.0, 0.0])),
        ),
        Case("store = mt.zeros(4)\npart = store[:2]\nstore.add_(1)\n(part.grad_fn, part.requires_grad)", (None, False)),
        Case("store = mt.zeros(4)\npart = store[:2]\nstore.add_(1)\npart.requires_grad\npart._seen", 1),
        Case("with mt.inference_mode():\n    part = mt.ones(4)[:2]\n(part.requires_grad, part.grad_fn)", (False, None)),
        Case(
            START + "right.retain_grad()\nleft.mul_(7)\n(right * 3).sum().backward()\n(right.grad, x.grad)",
            (T([3.0, 3.0]), T([0.0, 0.0, 3.0, 3.0])),
        ),
        Case(
            START + "h.data = mt.zeros(4)\nleft.mul_(7)\n(type(right.grad_fn).__name__, right.tolist())",
            ("SliceBackward0", [3.0, 4.0]),
        ),
        Case(
            START + "part = from_a_function(h[:2])\nh.mul_(2)\npart.requires_grad",
            raises=RuntimeError,
            match="its base or another view of its base has been modified inplace",
            changes=True,
        ),
    ],
    wrong=[
        Wrong(
            edited(SOLUTION, ("\n    view._seen = view._counter[0]", "")),
            "The view never learns that it is up to date: note the count in `_seen`, or it gets another step each time "
            "somebody asks.",
        ),
        Wrong(
            edited(
                SOLUTION,
                (
                    "with enable_grad():\n        record(part_of, (base, index), (base._array, index), x)",
                    "record(part_of, (base, index), (base._array, index), x)",
                ),
            ),
            "Somebody may ask under no_grad(), and then nothing is recorded, though the view counts as up to date. "
            "Switch "
            "recording on for "
            "this step: `with enable_grad():`.",
        ),
        Wrong(
            edited(SOLUTION, ("_base.requires_grad", "_requires_grad")),
            "The view wanted no gradient when it was made, but its base does by now. Ask the base.",
        ),
        Wrong(
            edited(
                SOLUTION,
                (
                    (
                        "previous = view._edge\n"
                        "    if view._base.requires_grad and not parted(view):\n"
                        "        show_part(view, view)\n"
                        "        keep_retaining(view, previous)"
                    ),
                    "view._edge = view._base._edge\n    view._requires_grad = view._base.requires_grad",
                ),
            ),
            "The view is not its base, only a part of it: with the base's own edge the gradient would have the wrong "
            "shape. "
            "show_part makes "
            "the step between them.",
        ),
        Wrong(
            edited(SOLUTION, ("\n    previous = view._edge", ""), ("\n        keep_retaining(view, previous)", "")),
            "retain_grad noted the view at its old step, where it will not be found any more. keep_retaining(view, "
            "previous) "
            "moves the note.",
        ),
        Wrong(
            edited(SOLUTION, ("requires_grad and not parted(view):", "requires_grad:")),
            PARTED,
        ),
        Wrong(
            edited(
                SOLUTION,
                ("\n    base, index = view._base, region(view)", ""),
                ("base, index), (base._array, index", "view._base,), (view._base._array,"),
            ),
            "The step needs to know which part: the index, region(view), is its second operand.",
        ),
    ],
    hints=[
        "Up to date: `view._counter is None or view._seen == view._counter[0]`. Then there is nothing to do.",
        "The order: refuse_handed_on(view), `view._seen = ...`, `previous = view._edge`, and then ask the base.",
        "show_part: `with enable_grad(): record(part_of, (base, index), (base._array, index), x)`, with base = "
        "view._base "
        "and index = "
        "region(view).",
    ],
    mistakes=[
        Mistake(
            lambda expected, got, error: expected is RuntimeError and error is None,
            "A view that a Function of the user's has handed on must not get a history of ours: `refuse_handed_on(view)` "
            "raises for it.",
        ),
        Mistake(lambda expected, got, error: isinstance(error, IndexError), PARTED),
        where(("SliceBackward0", [3.0, 4.0]), PARTED),  # where the new memory lies is chance
        Mistake(
            lambda expected, got, error: isinstance(error, RecursionError),
            "Asking `view.requires_grad` or `view.grad_fn` asks renew again. Note the count in `_seen` first, and "
            "use `_edge`.",
        ),
        Mistake(
            lambda expected, got, error: isinstance(error, TypeError) and "NoneType" in str(error),
            "A tensor of inference_mode has no count: its `_counter` is None. Ask before you look into it.",
        ),
        Mistake(
            lambda expected, got, error: got is False and expected is True,
            "The second time somebody asks, the view gets yet another step. Note the count of now in `view._seen`.",
        ),
        stops(
            "has no attribute '_array'",
            "A base is asked for what only a view has. `region(view)` takes the view, of which x is to be the part; the base is "
            "view._base.",
        ),
        stops(
            "too many values",
            "`_edge` is a pair, (node, number); `grad_fn` is only the node, and asking for it asks renew again.",
        ),
        where(
            ("AsStridedBackward0", "AsStridedBackward0"),
            "The count has moved on, so the view needs a new step: show_part(view, view), which points the view, and "
            "not its base, to it.",
        ),
        where(
            T([7.0, 7.0, 1.0, 1.0]),
            "The gradient should go from the view to its base as that is now: record(part_of, (base, index), (base's "
            "array, index), x).",
        ),
        where("SliceBackward0", "Nothing has changed since this view was made, so it keeps the step that it has."),
        where(
            "AsStridedBackward0",
            "Somebody asks under no_grad(), and the step has to be recorded all the same: `with enable_grad():`.",
        ),
        where(
            (False, True, T([3.0, 3.0, 0.0, 0.0])),
            "The base wants a gradient by now, and so its view does. Ask the base, not the view.",
        ),
        where(
            1,
            "`_seen` is the number of changes up to which the history of the view is right, view._counter[0]. It is noted first, "
            "whatever comes of the rest.",
        ),
        where((None, False), "The base wants no gradient, so there is nothing to record."),
        stops(
            "cannot unpack non-iterable",
            "`_edge` is a pair, (node, number); `grad_fn` is only the node, and asking for it asks renew again.",
        ),
    ],
)
