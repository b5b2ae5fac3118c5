"""Where the walk starts."""

import textwrap

from ...define import Case, Exercise, Mistake, T, Wrong
from .words import asks

X = "x = mt.tensor([1.0, 2.0], requires_grad=True)\ny = x * x\n"

EACH = "from minitorch.autograd.backward import one_each\n"
START_AT = "from minitorch.autograd.backward import check_start\n"

ONE_EACH = """
def one_each(gradients, tensors):
    if gradients is None or isinstance(gradients, Tensor):
        gradients = (gradients,) * (len(tensors) if gradients is None else 1)
    if len(gradients) != len(tensors):
        raise RuntimeError(f"got {len(tensors)} tensors and {len(gradients)} gradients")
    return gradients
"""
CHECK = """
def check_start(i, x, g):
    if edge_of(x) is None:
        raise RuntimeError(f"element {i} of tensors does not require grad and does not have a grad_fn")
    if g is not None:
        check_gradient(i, x, g)
    elif x.numel() != 1:
        raise RuntimeError("grad can be implicitly created only for scalar outputs")
"""
START = """
def start(tensors, gradients):
    roots = []
    for i, (x, g) in enumerate(zip(tensors, one_each(gradients, tensors), strict=True)):
        check_start(i, x, g)
        roots.append((edge_of(x), mt.ones_like(x) if g is None else g))
    return roots
"""


def with_rest(text):
    """This start, with the other two as they should be."""
    return ONE_EACH + CHECK + textwrap.dedent(text)


exercise = Exercise(
    "start",
    title="Where the walk starts",
    difficulty=3,
    minutes=8,
    target="minitorch.autograd.backward:start",
    covers=("minitorch.autograd.backward:one_each", "minitorch.autograd.backward:check_start"),
    installed=True,
    setup="from minitorch import Tensor\nfrom minitorch.errors import with_note\n"
    "from minitorch.autograd.backward import check_gradient\n"
    "from minitorch.graph.record import edge_of",
    stub='''
        def one_each(gradients, tensors):
            """The gradient for each tensor, in a sequence of the same length: None for all if gradients is None.

            A single tensor is the gradient of a single one. RuntimeError("got 2 tensors and 1 gradients") if the lengths differ.
            """
            ...


        def check_start(i, x, g):
            """Raise RuntimeError unless the walk can start at x, the i-th of the tensors, with g, which is None if not given:

            "element 0 of tensors does not require grad and does not have a grad_fn" if x has no edge (0 stands for i);
            "grad can be implicitly created only for scalar outputs" if g is None and x has not one element;
            "grad can be implicitly created only for real scalar outputs but got minitorch.complex64" if its one is complex.
            A g that was given is looked at by check_gradient(i, x, g).
            """
            ...


        def start(tensors, gradients):
            """A list of (edge, gradient), one pair for each tensor: where a walk starts, and with what.

            A gradient that was not given is 1, in the shape and dtype of its tensor. At hand: edge_of(x).
            """
            ...
    ''',
    solution='''
        def one_each(gradients, tensors):
            """The gradient for each tensor, in a sequence of the same length: None for all if gradients is None."""
            if gradients is None or isinstance(gradients, Tensor):
                gradients = (gradients,) * (len(tensors) if gradients is None else 1)
            if len(gradients) != len(tensors):
                raise RuntimeError(f"got {len(tensors)} tensors and {len(gradients)} gradients")
            return gradients


        def check_start(i, x, g):
            """Raise RuntimeError unless the walk can start at x, the i-th of the tensors, with g, which is None if not given."""
            if edge_of(x) is None:
                raise RuntimeError(f"element {i} of tensors does not require grad and does not have a grad_fn")
            if g is not None:
                check_gradient(i, x, g)
            elif x.numel() != 1:
                raise with_note(
                    RuntimeError("grad can be implicitly created only for scalar outputs"),
                    f"This one has the shape {list(x.shape)}: sum it first, or pass gradient=.",
                )
            elif x.is_complex():
                raise RuntimeError(f"grad can be implicitly created only for real scalar outputs but got {x.dtype}")


        def start(tensors, gradients):
            """A list of (edge, gradient), one pair for each tensor: where a walk starts, and with what."""
            roots = []
            for i, (x, g) in enumerate(zip(tensors, one_each(gradients, tensors), strict=True)):
                check_start(i, x, g)
                if g is None:
                    g = mt.ones_like(x)
                roots.append((edge_of(x), g))
            return roots
    ''',
    why="The end moves by as much as it moves: its gradient is 1. For several numbers only you can say how much each counts.",
    facts=[
        Case(EACH + "list(one_each(None, (1, 2)))", [None, None]),
        Case(EACH + "list(one_each(mt.tensor(5.0), (1,)))", [T(5.0)]),
        Case(EACH + "list(one_each([None, mt.tensor(5.0)], (1, 2)))", [None, T(5.0)]),
        Case(EACH + "one_each(mt.tensor(5.0), (1, 2))", raises=RuntimeError, match="got 2 tensors and 1 gradients"),
        Case(START_AT + "check_start(0, mt.ones(1, requires_grad=True), None)", None),
        Case(START_AT + "check_start(7, mt.ones(1), None)", raises=RuntimeError, match="element 7 of tensors"),
        Case(X + "s = y.sum()\n[(edge, g)] = start((s,), None)\nedge[0] is s.grad_fn, edge[1], g", (True, 0, T(1.0))),
        Case(X + "[(edge, g)] = start((y,), mt.tensor([3.0, 4.0]))\nedge[0] is y.grad_fn, g", (True, T([3.0, 4.0]))),
        Case(
            X + "roots = start((y, y.sum()), [mt.tensor([3.0, 4.0]), None])\n[g for edge, g in roots]",
            [T([3.0, 4.0]), T(1.0)],
        ),
        Case(
            "x = mt.tensor([[2.0]], dtype=mt.float64, requires_grad=True)\n[(edge, g)] = start((x,), None)\n"
            "edge[0] is x, edge[1], list(g.shape), str(g.dtype)",
            (True, 0, [1, 1], "minitorch.float64"),
        ),
        Case(
            X + "len(start((y,), None))",
            raises=RuntimeError,
            match="grad can be implicitly created only for scalar outputs",
        ),
        Case(
            "x = mt.ones(0, requires_grad=True)\nlen(start((x * 1,), None))",
            raises=RuntimeError,
            match="only for scalar outputs",
        ),
        Case("len(start((mt.ones(1),), None))", raises=RuntimeError, match="does not require grad"),
        Case(X + "len(start((y.sum(), mt.ones(1)), None))", raises=RuntimeError, match="element 1 of tensors"),
        Case(X + "len(start((y,), mt.ones(3)))", raises=RuntimeError, match="Mismatch in shape"),
        Case("parts = mt.ones(2, requires_grad=True).split(1)\nstart((parts[1],), None)[0][0][1]", 1),
        Case(X + "len(start((y, y.sum()), mt.ones(2)))", raises=RuntimeError, match="got 2 tensors and 1 gradients"),
        Case(X + "len(start((y,), [mt.ones(2), None]))", raises=RuntimeError, match="got 1 tensors and 2 gradients"),
        Case(X + "[g for edge, g in start((y.sum(), y.mean()), None)]", [T(1.0), T(1.0)]),
        Case(X + "s = y.sum()\nlen(start((s, s), None))", 2),
        Case(X + "len(start((y,), (2.0,)))", raises=TypeError, match="can be either Tensors or None"),
        Case("len(start((mt.ones(2),), mt.ones(2)))", raises=RuntimeError, match="element 0 of tensors"),
    ],
    wrong=[
        Wrong(
            with_rest(
                """
            def start(tensors, gradients):
                roots = []
                for x, g in zip(tensors, one_each(gradients, tensors)):
                    if g is None:
                        g = mt.ones_like(x)
                    roots.append((edge_of(x), g))
                return roots
            """
            ),
            "Nobody looks whether the walk can start: a result of several numbers without a gradient must be refused. Call "
            "check_start(i, x, g) before g is filled in.",
        ),
        Wrong(
            with_rest(
                """
            def start(tensors, gradients):
                roots = []
                for i, (x, g) in enumerate(zip(tensors, one_each(gradients, tensors))):
                    if g is None:
                        g = mt.ones_like(x)
                    check_start(i, x, g)
                    roots.append((edge_of(x), g))
                return roots
            """
            ),
            "check_start comes too late: it sees the ones that you have filled in, and can no longer tell that none were given.",
        ),
        Wrong(
            with_rest(
                """
            def start(tensors, gradients):
                roots = []
                for i, (x, g) in enumerate(zip(tensors, one_each(gradients, tensors))):
                    check_start(i, x, g)
                    roots.append((edge_of(x), g))
                return roots
            """
            ),
            "Where no gradient was given, None goes on the walk. At the end the gradient is 1: mt.ones_like(x).",
        ),
        Wrong(
            with_rest(
                """
            def start(tensors, gradients):
                roots = []
                for i, (x, g) in enumerate(zip(tensors, one_each(gradients, tensors))):
                    check_start(i, x, g)
                    if g is None:
                        g = mt.tensor(1.0)
                    roots.append((edge_of(x), g))
                return roots
            """
            ),
            "A 1 is right, but it must have the shape and the dtype of its tensor: mt.ones_like(x).",
        ),
        Wrong(
            with_rest(
                """
            def start(tensors, gradients):
                roots = []
                for i, (x, g) in enumerate(zip(tensors, one_each(gradients, tensors))):
                    check_start(i, x, g)
                    if g is None:
                        g = mt.zeros_like(x)
                    roots.append((edge_of(x), g))
                return roots
            """
            ),
            "With 0 at the start, every gradient is 0. The end moves by exactly as much as it moves: 1.",
        ),
        Wrong(
            with_rest(
                """
            def start(tensors, gradients):
                roots = []
                for i, (x, g) in enumerate(zip(tensors, one_each(gradients, tensors))):
                    check_start(i, x, g)
                    roots.append((edge_of(x), mt.ones_like(x)))
                return roots
            """
            ),
            "The gradients that were given are ignored. Fill in ones only where there is None.",
        ),
        Wrong(
            with_rest(
                """
            def start(tensors, gradients):
                roots = []
                for i, (x, g) in enumerate(zip(tensors, one_each(gradients, tensors))):
                    check_start(i, x, g)
                    roots.append(((x.grad_fn, 0), mt.ones_like(x) if g is None else g))
                return roots
            """
            ),
            "A leaf has no grad_fn, and of several results the number counts: edge_of(x) gives the whole edge.",
        ),
        Wrong(
            with_rest(
                """
            def start(tensors, gradients):
                roots = []
                for x, g in zip(tensors, one_each(gradients, tensors)):
                    check_start(0, x, g)
                    roots.append((edge_of(x), mt.ones_like(x) if g is None else g))
                return roots
            """
            ),
            "The error should say which of the tensors it is about: check_start wants its number, which enumerate "
            "gives, and puts it into the message.",
        ),
        Wrong(
            with_rest(
                """
            def start(tensors, gradients):
                return [(edge_of(x), mt.ones_like(x)) for x in tensors]
            """
            ),
            "The gradients that were given are ignored, and nobody checks them. Call check_start, and fill in "
            "ones only where there is None.",
        ),
        Wrong(
            with_rest(
                """
            def start(tensors, gradients):
                roots = {}
                for i, (x, g) in enumerate(zip(tensors, one_each(gradients, tensors))):
                    check_start(i, x, g)
                    roots[edge_of(x)] = mt.ones_like(x) if g is None else g
                return list(roots.items())
            """
            ),
            "A dictionary has each edge once. One tensor may stand twice among those that are given, and then counts twice: a list "
            "of pairs.",
        ),
        Wrong(
            ONE_EACH.replace(
                "gradients = (gradients,) * (len(tensors) if gradients is None else 1)",
                "gradients = (gradients,) * len(tensors)",
            )
            + CHECK
            + START,
            "One gradient for two tensors: one_each gives it to both. Only None may stand for all; a tensor is the gradient of one.",
        ),
        Wrong(
            ONE_EACH.replace(
                "    if len(gradients) != len(tensors):\n"
                '        raise RuntimeError(f"got {len(tensors)} tensors and {len(gradients)} gradients")\n',
                "",
            )
            + CHECK
            + START.replace(", strict=True", ""),
            "Nobody notices that there are two tensors and one gradient. one_each raises the RuntimeError for that.",
        ),
        Wrong(
            ONE_EACH.replace(" or isinstance(gradients, Tensor)", "").replace(
                " * (len(tensors) if gradients is None else 1)", " * len(tensors)"
            )
            + CHECK
            + START,
            "gradients may be one tensor, which belongs to the one tensor there is: one_each puts it into a tuple.",
        ),
        Wrong(
            ONE_EACH + CHECK.replace("    if edge_of(x) is None", "    if not x.requires_grad and g is None") + START,
            "Without a past there is nothing to walk, with or without a gradient: check_start asks edge_of(x) is None.",
        ),
        Wrong(
            ONE_EACH + CHECK.replace("x.numel() != 1", "x.ndim != 0") + START,
            "One element is enough, in whatever shape: [[2.0]] can start a walk. Ask x.numel() != 1.",
        ),
        Wrong(
            ONE_EACH
            + CHECK.replace("    if g is not None:\n        check_gradient(i, x, g)\n    elif", "    if g is None and")
            + START,
            "A gradient that was given is not looked at; its shape may be wrong. check_start calls check_gradient(i, x, g) for it.",
        ),
    ],
    mistakes=[
        asks(
            "In `start`: a pair of edge_of(x) and the gradient for each tensor; where none was given, it is 1, in the shape and "
            "dtype of x: "
            "mt.ones_like(x).",
            (True, 0, T(1.0)),
            (True, T([3.0, 4.0])),
            [T([3.0, 4.0]), T(1.0)],
            [T(1.0), T(1.0)],
            (True, 0, [1, 1], "minitorch.float64"),
            1,
        ),
        asks(
            "In `one_each`: as many as there are tensors. None for each if gradients is None; one tensor is put into a tuple; a "
            "list stays "
            "as it is.",
            [None, None],
            [T(5.0)],
            [None, T(5.0)],
        ),
        asks(
            "In `check_start`, or `one_each`: here no walk can start, and a RuntimeError has to be raised. Without an edge; with "
            "another "
            "number than one of elements, 0 among them, and no gradient; with more or fewer gradients than tensors.",
            error=RuntimeError,
        ),
        asks(
            "In `check_start`: a tensor with an edge and one element can start a walk, also a leaf: edge_of(x) says whether there "
            "is an edge.",
            None,
        ),
        asks("In `check_start`: a gradient that was given is looked at by check_gradient(i, x, g).", error=TypeError),
        Mistake(
            lambda expected, got, error: isinstance(error, TypeError) and "iterable" in str(error),
            "gradients may be None, one tensor or a list. one_each(gradients, tensors) makes one entry for each "
            "tensor of any of them.",
        ),
    ],
    hints=[
        "one_each makes a sequence of whatever it is given, and counts. check_start asks two questions. start does three things for "
        "each tensor: check, fill in what is missing, make the pair.",
        "In start: `enumerate(zip(tensors, one_each(gradients, tensors)))`; `mt.ones_like(x)` is the gradient that was not given. In "
        "one_each: `(None,) * len(tensors)` for None, `(gradients,)` for one tensor.",
        "In start call check_start(i, x, g) first, as long as g still says whether it was given. Then roots.append((edge_of(x), g)). "
        "check_start: edge_of(x) is None; then check_gradient where g is given, and x.numel() != 1 where it is not.",
    ],
)
