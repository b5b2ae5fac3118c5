"""The formula of a product of matrices, for the second."""

import minitorch as mt

from ...define import Case, Exercise, Law, T, Wrong

exercise = Exercise(
    "matmul_formula",
    title="The formula of a product of matrices, for the second",
    difficulty=3,
    minutes=8,
    target="minitorch.ops.matmul.matmul:mm.grad[mat2]",
    stub='''
        def matmul_formula(g, x):
            """The gradient of the matrix w for out = x @ w, when the gradient of out is g."""
            ...
    ''',
    solution='''
        def matmul_formula(g, x):
            """The gradient of the matrix w for out = x @ w, when the gradient of out is g."""
            return x.mT @ g
    ''',
    why="out[n, m] has x[n, k] * w[k, m] in it, so w[k, m] receives the sum over n of x[n, k] * g[n, m]. That is x.T @ g.",
    facts=[
        Case(
            "matmul_formula(mt.tensor([[1.0, 10.0]]), mt.tensor([[2.0, 3.0, 5.0]]))",
            T([[2.0, 20.0], [3.0, 30.0], [5.0, 50.0]]),
        ),
        Case("matmul_formula(mt.tensor([[1.0], [10.0]]), mt.tensor([[2.0], [3.0]]))", T([[32.0]])),
        Case(
            "matmul_formula(mt.tensor([[1.0, 2.0], [3.0, 4.0]]), mt.tensor([[1.0, 1.0], [0.0, 2.0]]))",
            T([[1.0, 2.0], [7.0, 10.0]]),
        ),
        Law("w[k, m] receives the sum over n of x[n, k] * g[n, m]", lambda f, rng: products(f, rng)),
    ],
    wrong=[
        Wrong(
            "def matmul_formula(g, x):\n    return g @ x.mT",
            "The order is wrong: for square matrices the shape fits all the same, and the numbers do not. "
            "The sum runs over the rows n, which must meet in the middle: x.T @ g.",
        ),
        Wrong(
            "def matmul_formula(g, x):\n    return x @ g",
            "w[k, m] needs the sum over n of x[n, k] * g[n, m], so the rows of both must meet: x is to be transposed.",
        ),
        Wrong(
            "def matmul_formula(g, x):\n    return g.mT @ x",
            "This is the transpose of the answer: of shape [m, k], where w is [k, m].",
        ),
        Wrong(
            "def matmul_formula(g, x):\n    return g * x",
            "That is the formula of the product element by element. A product of matrices adds up, and so does its formula.",
        ),
        Wrong(
            "def matmul_formula(g, x):\n    return x.mT @ mt.ones(g.shape, dtype=g.dtype)",
            "You assume that the gradient which arrives is 1 everywhere. It is g.",
        ),
        Wrong(
            "def matmul_formula(g, x):\n    return x.mT",
            "The gradient that arrives is missing: multiply by g, as in every formula.",
        ),
    ],
    hints=[
        "Write down the shapes: x is [n, k], w is [k, m], so g is [n, m]. The answer is to be [k, m].",
        "Which product of x and g, one of them transposed, has the shape [k, m], with the n of both in the middle?",
        "`x.mT @ g`; `.mT` exchanges the last two dimensions.",
    ],
)


def products(f, rng):
    n, k, m = (int(v) for v in rng.integers(1, 5, size=3))
    x, g = rng.integers(-4, 5, size=(n, k)), rng.integers(-4, 5, size=(n, m))
    expected = [[float(sum(x[i, a] * g[i, b] for i in range(n))) for b in range(m)] for a in range(k)]
    got = f(mt.tensor(g.astype("float32").tolist()), mt.tensor(x.astype("float32").tolist()))
    return {"g": g.tolist(), "x": x.tolist()}, T(expected), got
