"""Undo a stretch."""

from ...define import Case, Exercise, T, Wrong

exercise = Exercise(
    "sum_to",
    title="Undo a stretch",
    difficulty=4,
    minutes=12,
    target="minitorch.ops.reduction.sum:sum_to",
    stub='''
        def sum_to(x, shape):
            """Sum x over the dimensions that broadcasting had stretched, so that it has `shape` again."""
            ...
    ''',
    solution='''
        def sum_to(x, shape):
            """Sum x over the dimensions that broadcasting had stretched, so that it has `shape` again."""
            lead = x.ndim - len(shape)
            stretched = [lead + i for i, n in enumerate(shape) if n == 1 and x.shape[lead + i] != 1]
            dims = (*range(lead), *stretched)
            if dims:
                x = mt.ops.reduction.sum._sum(x, dims, True)
            return x.reshape(tuple(shape)) if lead else x
    ''',
    why="Stretching uses one number many times, so going back adds up all the uses: over the dimensions that were put in front, "
    "and over those that were 1.",
    facts=[
        Case("sum_to(mt.ones(2, 3), (3,))", T([2.0, 2.0, 2.0])),
        Case("sum_to(mt.ones(2, 3), (2, 1))", T([[3.0], [3.0]])),
        Case("sum_to(mt.ones(2, 3), (1, 3))", T([[2.0, 2.0, 2.0]])),
        Case("sum_to(mt.ones(2, 3), ())", T(6.0)),
        Case("sum_to(mt.tensor([[1.0, 2.0], [3.0, 4.0]]), (2, 2))", T([[1.0, 2.0], [3.0, 4.0]])),
        Case("sum_to(mt.ones(4, 2, 3), (2, 1))", T([[12.0], [12.0]])),
        Case("sum_to(mt.tensor([[1.0, 2.0], [3.0, 4.0]]), (2,))", T([4.0, 6.0])),
        Case("sum_to(mt.tensor([[1.0, 2.0], [3.0, 4.0]]), (2, 1))", T([[3.0], [7.0]])),
        Case("sum_to(mt.tensor([[5.0]]), (1,))", T([5.0])),
    ],
    wrong=[
        Wrong(
            """
            def sum_to(x, shape):
                lead = x.ndim - len(shape)
                return mt.ops.reduction.sum._sum(x, tuple(range(lead))) if lead else x
            """,
            "The dimensions in front are summed. Those that were 1 in `shape` and are longer in x have been stretched, too.",
        ),
        Wrong(
            """
            def sum_to(x, shape):
                dims = tuple(i for i, n in enumerate(shape) if n == 1)
                return mt.ops.reduction.sum._sum(x, dims, True) if dims else x
            """,
            "You look only for 1s, and count dimensions from the left. x may have more dimensions than `shape`: line them up at "
            "the right.",
        ),
        Wrong(
            """
            def sum_to(x, shape):
                lead = x.ndim - len(shape)
                stretched = [lead + i for i, n in enumerate(shape) if n == 1 and x.shape[lead + i] != 1]
                dims = (*range(lead), *stretched)
                return mt.ops.reduction.sum._sum(x, dims) if dims else x
            """,
            "The right dimensions, but a stretched one has to stay, with size 1: keepdim for those, not for the ones in front.",
        ),
        Wrong(
            """
            def sum_to(x, shape):
                while x.ndim > len(shape):
                    x = x[0]
                for i, n in enumerate(shape):
                    if n == 1:
                        x = x[(slice(None),) * i + (slice(0, 1),)]
                return x
            """,
            "You pick one of the copies. All uses count: add them up.",
        ),
        Wrong(
            """
            def sum_to(x, shape):
                return x.reshape((-1, *shape)).sum(0)
            """,
            "The reshape cuts the numbers into pieces that have the right size, but in memory's order. Sum over the dimensions "
            "that were stretched.",
        ),
    ],
    hints=[
        "Line the two shapes up at the right. Which dimensions does x have more, and which did it stretch?",
        "Sum over both kinds: those in front go away, those that were 1 stay with size 1.",
        "`x.sum(dims, keepdim=True)` for all of them, then `.reshape(shape)` removes the 1s in front.",
    ],
)
