"""The formula of a quotient, for what it is divided by."""

import minitorch as mt

from ...define import Case, Exercise, Law, T, Wrong

exercise = Exercise(
    "div_formula",
    title="The formula of a quotient, for what it is divided by",
    difficulty=2,
    minutes=5,
    target="minitorch.ops.pointwise.arithmetic:_div.grad[y]",
    stub='''
        def div_formula(g, x, y):
            """The gradient of y for out = x / y, when the gradient of out is g."""
            ...
    ''',
    solution='''
        def div_formula(g, x, y):
            """The gradient of y for out = x / y, when the gradient of out is g."""
            return -g * (x / y) / y
    ''',
    why="The derivative of x / y with respect to y is -x / y**2. Dividing twice instead of by a square keeps a very small "
    "or large y from running out of range on the way.",
    facts=[
        Case("div_formula(mt.tensor([1.0, 1.0]), mt.tensor([3.0, 10.0]), mt.tensor([2.0, 5.0]))", T([-0.75, -0.4])),
        Case("div_formula(mt.tensor([2.0, -1.0]), mt.tensor([3.0, -4.0]), mt.tensor([-2.0, 4.0]))", T([-1.5, -0.25])),
        Case("div_formula(mt.tensor(5.0), mt.tensor(0.0), mt.tensor(3.0)).abs()", T(0.0)),
        Law("small steps measure the same", lambda f, rng: div_steps(f, rng)),
    ],
    wrong=[
        Wrong(
            "def div_formula(g, x, y):\n    return g / y",
            "This is the formula for x. When y grows, the quotient shrinks: differentiate x / y with respect to y.",
        ),
        Wrong(
            "def div_formula(g, x, y):\n    return g * x / (y * y)",
            "The size is right and the sign is not: a larger y makes x / y smaller (for positive numbers).",
        ),
        Wrong(
            "def div_formula(g, x, y):\n    return -g * x / y",
            "The derivative of 1 / y is -1 / y**2. You divide by y once only.",
        ),
        Wrong(
            "def div_formula(g, x, y):\n    return -g / (y * y)",
            "This is the formula of 1 / y. Here the numerator is x, and it stays as a factor.",
        ),
        Wrong(
            "def div_formula(g, x, y):\n    return -x / (y * y)",
            "This is the derivative alone. Multiply it by the gradient that arrives, g.",
        ),
        Wrong(
            "def div_formula(g, x, y):\n    return -g * y / (x * x)",
            "You have x and y the wrong way round: out = x / y.",
        ),
    ],
    hints=[
        "Write x / y as x times 1 / y, and differentiate 1 / y.",
        "The derivative of 1 / y is -1 / y**2; x stays as a factor, and g is multiplied as always.",
        "`-g * x / (y * y)`.",
    ],
)


def div_steps(f, rng):
    x, g, y, eps = rng.normal(size=3), rng.normal(size=3), rng.uniform(0.5, 2, size=3), 1e-6
    slope = (x / (y + eps) - x / (y - eps)) / (2 * eps)
    given = {"g": g.round(4).tolist(), "x": x.round(4).tolist(), "y": y.round(4).tolist()}
    tensors = [mt.tensor(v.tolist(), dtype=mt.float64) for v in (g, x, y)]
    return given, T((g * slope).tolist(), "float64"), f(*tensors)
