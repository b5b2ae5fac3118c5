"""How far numbers lie apart."""

from ...define import Case, Exercise, T, Wrong

exercise = Exercise(
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
        Case("variance(mt.tensor([[10001.0, 10002.0, 10003.0]]))", T([1.0])),
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
        Wrong(
            """
            def variance(x, correction=1):
                n = x.shape[1]
                return ((x * x).mean(1) - x.mean(1) ** 2) * n / (n - correction)
            """,
            "Right on paper. But far from 0 it takes two huge numbers from each other, and a float32 has no digits left for "
            "the rest. Take the mean off first, then square.",
        ),
    ],
    hints=[
        "First the distance of every number from the mean of its row.",
        "`x.mean(1, keepdim=True)` is a column, so that x - mean works row by row.",
        "(distance * distance).sum(1) / (x.shape[1] - correction)",
    ],
)
