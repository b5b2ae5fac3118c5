"""The formula of tanh, from its result."""

import numpy as np

import minitorch as mt

from ...define import Case, Exercise, Law, T, Wrong

exercise = Exercise(
    "tanh_formula",
    title="The formula of tanh, from its result",
    difficulty=2,
    minutes=5,
    target="minitorch.ops.pointwise.activation:tanh.grad[x]",
    stub='''
        def tanh_formula(g, out):
            """The gradient of x for out = tanh(x), when the gradient of out is g."""
            ...
    ''',
    solution='''
        def tanh_formula(g, out):
            """The gradient of x for out = tanh(x), when the gradient of out is g."""
            return g - g * out * out
    ''',
    why="The derivative of tanh is 1 - tanh squared, and tanh is the result already: nothing is computed twice, and the "
    "input need not be kept.",
    facts=[
        Case("tanh_formula(mt.tensor([1.0, 1.0, 1.0]), mt.tensor([0.0, 0.5, -1.0]))", T([1.0, 0.75, 0.0])),
        Case("tanh_formula(mt.tensor([2.0, -10.0]), mt.tensor([0.5, 0.1]))", T([1.5, -9.9])),
        Case("tanh_formula(mt.tensor(3.0), mt.tensor(0.5))", T(2.25)),
        Law("small steps measure the same", lambda f, rng: tanh_steps(f, rng)),
    ],
    wrong=[
        Wrong(
            "def tanh_formula(g, out):\n    return 1 - out * out",
            "This is the derivative of tanh alone. The gradient that arrives, g, must be multiplied with it.",
        ),
        Wrong(
            "def tanh_formula(g, out):\n    return g * (1 - out)",
            "The derivative of tanh is 1 - tanh squared. You left the square out.",
        ),
        Wrong(
            "def tanh_formula(g, out):\n    return g * (1 - out.tanh() ** 2)",
            "`out` is tanh(x) already; you take tanh of it once more. The formula never sees x.",
        ),
        Wrong(
            "def tanh_formula(g, out):\n    return g * (1 + out * out)",
            "1 + square is the derivative of tan. For tanh the sign is minus: it flattens out at both ends.",
        ),
        Wrong(
            "def tanh_formula(g, out):\n    return g * out",
            "A result that is its own derivative is exp. For tanh it is 1 - tanh squared.",
        ),
        Wrong(
            "def tanh_formula(g, out):\n    return g * (out - out * out)",
            "out - out squared is the derivative of the sigmoid. For tanh it is 1 - out squared.",
        ),
    ],
    hints=[
        "Every formula is g times the derivative. What is the derivative of tanh?",
        "It is 1 - tanh(x)**2, and tanh(x) is the result, `out`.",
        "`g * (1 - out * out)`, or the same without a number in it: `g - g * out * out`.",
    ],
)


def tanh_steps(f, rng):
    x, g, eps = rng.normal(size=4), rng.normal(size=4), 1e-6
    slope = (np.tanh(x + eps) - np.tanh(x - eps)) / (2 * eps)
    expected = T((g * slope).tolist(), "float64")
    out = mt.tensor(np.tanh(x).tolist(), dtype=mt.float64)
    return (
        {"x": x.round(4).tolist(), "g": g.round(4).tolist()},
        expected,
        f(mt.tensor(g.tolist(), dtype=mt.float64), out),
    )
