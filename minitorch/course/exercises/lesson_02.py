"""Exercises of lesson 02: operations and broadcasting."""

from ..define import Case, Exercise, Law, T, Wrong

broadcast_shape = Exercise(
    "broadcast_shape",
    title="The shape two shapes stretch to",
    difficulty=3,
    minutes=10,
    stub='''
        def broadcast_shape(a, b):
            """The shape to which the shapes a and b broadcast, as a tuple; RuntimeError if they do not."""
            ...
    ''',
    solution='''
        def broadcast_shape(a, b):
            """The shape to which the shapes a and b broadcast, as a tuple; RuntimeError if they do not."""
            n = max(len(a), len(b))
            a, b = (1,) * (n - len(a)) + tuple(a), (1,) * (n - len(b)) + tuple(b)
            for i, j in zip(a, b):
                if i != j and 1 not in (i, j):
                    raise RuntimeError(f"sizes {i} and {j} must match")
            return tuple(j if i == 1 else i for i, j in zip(a, b))
    ''',
    why="Shapes are lined up at their right ends, missing sizes count as 1, and a 1 is stretched to the other's size.",
    facts=[
        Case("broadcast_shape((3, 1), (1, 4))", (3, 4)),
        Case("broadcast_shape((2, 3), (3,))", (2, 3)),
        Case("broadcast_shape((), (2, 2))", (2, 2)),
        Case("broadcast_shape((5, 4), (5, 4))", (5, 4)),
        Case("broadcast_shape((0,), (1,))", (0,)),
        Case("broadcast_shape((2, 1), (8, 1, 3))", (8, 2, 3)),
        Case("broadcast_shape((2,), (3,))", raises=RuntimeError),
        Case("broadcast_shape((2, 3), (2,))", raises=RuntimeError),
        Case("broadcast_shape((0,), (3,))", raises=RuntimeError),
        Law("the order of the two does not matter", lambda f, rng: symmetric(f, rng)),
    ],
    wrong=[
        Wrong(
            """
            def broadcast_shape(a, b):
                n = max(len(a), len(b))
                a, b = tuple(a) + (1,) * (n - len(a)), tuple(b) + (1,) * (n - len(b))
                for i, j in zip(a, b):
                    if i != j and 1 not in (i, j):
                        raise RuntimeError("no match")
                return tuple(j if i == 1 else i for i, j in zip(a, b))
            """,
            "You line the shapes up at their left ends. Broadcasting starts from the last dimension: put the 1s in front.",
        ),
        Wrong(
            """
            def broadcast_shape(a, b):
                n = max(len(a), len(b))
                a, b = (1,) * (n - len(a)) + tuple(a), (1,) * (n - len(b)) + tuple(b)
                return tuple(max(i, j) for i, j in zip(a, b))
            """,
            "Taking the larger size lets 2 and 3 through as 3. Only a 1 may be stretched; anything else is an error. And 1 "
            "with 0 gives 0.",
        ),
        Wrong(
            """
            def broadcast_shape(a, b):
                for i, j in zip(a[::-1], b[::-1]):
                    if i != j and 1 not in (i, j):
                        raise RuntimeError("no match")
                return tuple(j if i == 1 else i for i, j in zip(a, b))
            """,
            "zip stops at the shorter shape. The missing sizes count as 1: fill them in, in front.",
        ),
        Wrong(
            """
            def broadcast_shape(a, b):
                n = max(len(a), len(b))
                a, b = (1,) * (n - len(a)) + tuple(a), (1,) * (n - len(b)) + tuple(b)
                if any(i != j and 1 not in (i, j) for i, j in zip(a, b)):
                    return None
                return tuple(j if i == 1 else i for i, j in zip(a, b))
            """,
            "Shapes that do not fit are an error, not None: raise RuntimeError, so that nobody computes on.",
        ),
    ],
    hints=[
        "Write the two shapes under each other, with their right ends in line.",
        "Fill the shorter one with 1s in front. Then look at each pair of sizes: equal, one of them 1, or an error.",
        "The result's size is `j if i == 1 else i` for each pair.",
    ],
)


def symmetric(f, rng):
    shape = tuple(int(n) for n in rng.integers(1, 4, size=3))
    ones = tuple(1 if rng.random() < 0.5 else n for n in shape)[int(rng.integers(0, 3)) :]
    return {"a": shape, "b": ones}, (shape, shape), (f(shape, ones), f(ones, shape))


sum_to = Exercise(
    "sum_to",
    title="Undo a stretch",
    difficulty=4,
    minutes=12,
    target="minitorch.ops.broadcast:sum_to",
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
                x = mt.ops.broadcast._sum(x, dims, True)
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
        Case("sum_to(mt.tensor([[5.0]]), (1,))", T([5.0])),
    ],
    wrong=[
        Wrong(
            """
            def sum_to(x, shape):
                lead = x.ndim - len(shape)
                return mt.ops.broadcast._sum(x, tuple(range(lead))) if lead else x
            """,
            "The dimensions in front are summed. Those that were 1 in `shape` and are longer in x have been stretched, too.",
        ),
        Wrong(
            """
            def sum_to(x, shape):
                dims = tuple(i for i, n in enumerate(shape) if n == 1)
                return mt.ops.broadcast._sum(x, dims, True) if dims else x
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
                return mt.ops.broadcast._sum(x, dims) if dims else x
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
    ],
    hints=[
        "Line the two shapes up at the right. Which dimensions does x have more, and which did it stretch?",
        "Sum over both kinds: those in front go away, those that were 1 stay with size 1.",
        "`x.sum(dims, keepdim=True)` for all of them, then `.reshape(shape)` removes the 1s in front.",
    ],
)

variance = Exercise(
    "variance",
    title="How far numbers lie apart",
    difficulty=2,
    minutes=6,
    stub='''
        def variance(x, correction=1):
            """The variance of every row of the matrix x: the sum of squared distances from the row's mean / (n - correction)."""
            ...
    ''',
    solution='''
        def variance(x, correction=1):
            """The variance of every row of the matrix x: the sum of squared distances from the row's mean / (n - correction)."""
            distance = x - x.mean(1, keepdim=True)
            return (distance * distance).sum(1) / (x.shape[1] - correction)
    ''',
    why="keepdim=True leaves the means as a column, which broadcasts along each row. Without it the means become a row and are "
    "taken off the columns.",
    facts=[
        Case("variance(mt.tensor([[1.0, 2.0, 3.0], [4.0, 4.0, 4.0]]))", T([1.0, 0.0])),
        Case("variance(mt.tensor([[1.0, 2.0, 3.0], [0.0, 10.0, 20.0]]), 0)", T([0.6666667, 66.666667])),
        Case("variance(mt.tensor([[1.0, 3.0], [2.0, 8.0]]))", T([2.0, 18.0])),
        Case("variance(mt.tensor([[0.0, 1.0, 2.0, 3.0]]))", T([1.6666666])),
    ],
    forbids={"var": "x.var is the whole exercise. Build it from mean and sum."},
    wrong=[
        Wrong(
            """
            def variance(x, correction=1):
                distance = x - x.mean(1)
                return (distance * distance).sum(1) / (x.shape[1] - correction)
            """,
            "x.mean(1) is a row with one number per row of x, and broadcasting takes it off the columns. keepdim=True makes it a "
            "column.",
        ),
        Wrong(
            """
            def variance(x, correction=1):
                distance = x - x.mean()
                return (distance * distance).sum(1) / (x.shape[1] - correction)
            """,
            "Every row has its own mean; this takes the mean of everything off.",
        ),
        Wrong(
            """
            def variance(x, correction=1):
                distance = x - x.mean(1, keepdim=True)
                return (distance * distance).mean(1)
            """,
            "You divide by n whatever the correction says. The unbiased variance, the usual one, divides by n - 1.",
        ),
        Wrong(
            """
            def variance(x, correction=1):
                distance = x - x.mean(1, keepdim=True)
                return distance.sum(1) / (x.shape[1] - correction)
            """,
            "Distances above and below the mean cancel out. Square them first.",
        ),
    ],
    hints=[
        "First the distance of every number from the mean of its row.",
        "`x.mean(1, keepdim=True)` is a column, so that x - mean works row by row.",
        "(distance * distance).sum(1) / (x.shape[1] - correction)",
    ],
)

stable = Exercise(
    "log_sum_exp",
    title="A sum of powers that does not overflow",
    difficulty=3,
    minutes=8,
    stub='''
        def log_sum_exp(x):
            """log(sum(exp(x))) of a vector, right also when exp(x) is too large for a float."""
            ...
    ''',
    solution='''
        def log_sum_exp(x):
            """log(sum(exp(x))) of a vector, right also when exp(x) is too large for a float."""
            largest = x.max()
            return (x - largest).exp().sum().log() + largest
    ''',
    why="exp(x) = exp(x - m) * exp(m). With m the largest, no power is above 1 and at least one is 1, so the logarithm is safe; "
    "the factor exp(m) comes out of it as m.",
    facts=[
        Case("log_sum_exp(mt.tensor([0.0, 0.0]))", T(0.6931472)),
        Case("log_sum_exp(mt.tensor([1000.0, 1000.0]))", T(1000.6931)),
        Case("log_sum_exp(mt.tensor([-1000.0, -1000.0]))", T(-999.30685)),
        Case("log_sum_exp(mt.tensor([1.0, 2.0, 3.0]))", T(3.4076059)),
        Case("log_sum_exp(mt.tensor([88.0, 200.0, -5.0]))", T(200.0)),
        Case("log_sum_exp(mt.tensor([5.0]))", T(5.0)),
    ],
    forbids={"logsumexp": "x.logsumexp is the whole exercise.", "logaddexp": "logaddexp does the trick for you."},
    wrong=[
        Wrong(
            """
            def log_sum_exp(x):
                return x.exp().sum().log()
            """,
            "exp(1000) is larger than any float, so the sum is inf. Take the largest number off first.",
        ),
        Wrong(
            """
            def log_sum_exp(x):
                return (x - x.max()).exp().sum().log()
            """,
            "You took the largest number off and forgot to put it back: add it to the logarithm.",
        ),
        Wrong(
            """
            def log_sum_exp(x):
                largest = x.max()
                return (x / largest).exp().sum().log() * largest
            """,
            "Powers turn differences into factors: subtract the largest number, do not divide by it.",
        ),
        Wrong(
            """
            def log_sum_exp(x):
                return x.max()
            """,
            "Close when one number is much larger than the others. For [0, 0] the answer is log 2.",
        ),
    ],
    hints=[
        "exp overflows above 88. What can you take off every x so that no power is larger than 1?",
        "exp(x) = exp(x - m) exp(m). What does the factor exp(m) become under the logarithm?",
        "(x - m).exp().sum().log() + m, with m = x.max()",
    ],
)
