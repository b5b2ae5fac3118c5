"""The formula of a sum."""

import numpy as np

import minitorch as mt

from ...define import Case, Exercise, Law, T, Wrong

exercise = Exercise(
    "sum_formula",
    title="The formula of a sum",
    difficulty=2,
    minutes=6,
    stub='''
        def sum_formula(g, x_shape, dim):
            """The gradient of x for out = x.sum(dim); dim is one number, or None for the sum of everything."""
            ...
    ''',
    solution='''
        def sum_formula(g, x_shape, dim):
            """The gradient of x for out = x.sum(dim); dim is one number, or None for the sum of everything."""
            if dim is not None:
                g = g.unsqueeze(dim)
            return g.expand(x_shape)
    ''',
    why="Every number in a sum counts once, so each gets the whole gradient of its sum. The dimension that was summed comes "
    "back with length 1 and is stretched: the derivative of summing is stretching.",
    facts=[
        Case("sum_formula(mt.tensor(5.0), (3,), None)", T([5.0, 5.0, 5.0])),
        Case("sum_formula(mt.tensor([10.0, 20.0, 30.0]), (2, 3), 0)", T([[10.0, 20.0, 30.0], [10.0, 20.0, 30.0]])),
        Case("sum_formula(mt.tensor([10.0, 20.0]), (2, 3), 1)", T([[10.0, 10.0, 10.0], [20.0, 20.0, 20.0]])),
        Case("sum_formula(mt.tensor([1.0, 2.0]), (2, 2), -1)", T([[1.0, 1.0], [2.0, 2.0]])),
        Case("sum_formula(mt.tensor([1.0, 2.0]), (2, 2), 0)", T([[1.0, 2.0], [1.0, 2.0]])),
        Case("sum_formula(mt.tensor(2.0), (2, 1, 2), None)", T([[[2.0, 2.0]], [[2.0, 2.0]]])),
        Case("sum_formula(mt.tensor([[1.0, 2.0], [3.0, 4.0]]), (2, 1, 2), 1)", T([[[1.0, 2.0]], [[3.0, 4.0]]])),
        Law("every element has the gradient of the sum it is in", lambda f, rng: shares(f, rng)),
    ],
    wrong=[
        Wrong(
            "def sum_formula(g, x_shape, dim):\n    return g.expand(x_shape)",
            "The summed dimension is gone from g, so its shape is lined up with the wrong dimensions. Bring it back with "
            "length 1 first: unsqueeze(dim).",
        ),
        Wrong(
            "def sum_formula(g, x_shape, dim):\n    return mt.ones(x_shape)",
            "1 is the derivative of the sum by each element. It must be multiplied with the gradient that arrives.",
        ),
        Wrong(
            """
            def sum_formula(g, x_shape, dim):
                if dim is None:
                    return g.expand(x_shape) / math.prod(x_shape)
                return g.unsqueeze(dim).expand(x_shape) / x_shape[dim]
            """,
            "Divided by how many there are is the formula of the mean. In a sum every element counts fully.",
        ),
        Wrong(
            """
            def sum_formula(g, x_shape, dim):
                if dim is None:
                    dim = 0
                return g.unsqueeze(dim).expand(x_shape[dim])
            """,
            "You stretch along the summed dimension only and lose the others. The gradient of x has the whole shape of x.",
        ),
        Wrong(
            """
            def sum_formula(g, x_shape, dim):
                return g.unsqueeze(0 if dim is None else dim)
            """,
            "The dimension is back, with length 1. Now stretch it to the shape of x: every element gets its copy.",
        ),
        Wrong(
            """
            def sum_formula(g, x_shape, dim):
                return (g if dim is None else g.unsqueeze(0)).expand(x_shape)
            """,
            "You put the dimension back in front every time. It belongs where it was: at `dim`.",
        ),
    ],
    hints=[
        "If one element of x grows by 1, by how much does its sum grow? So what part of the sum's gradient does it get?",
        "g lacks the dimension that was summed. `g.unsqueeze(dim)` gives it back with length 1; then it can be stretched.",
        "`g.unsqueeze(dim).expand(x_shape)`, without the unsqueeze when dim is None.",
    ],
)


def shares(f, rng):
    shape = tuple(int(n) for n in rng.integers(1, 4, size=3))
    dim = int(rng.integers(-3, 3))
    g = rng.integers(-9, 10, size=shape[: dim % 3] + shape[dim % 3 + 1 :]).astype("float32")
    expected = np.repeat(np.expand_dims(g, dim), shape[dim], dim)
    given = {"g": g.tolist(), "x_shape": shape, "dim": dim}
    return given, T(expected.tolist()), f(mt.tensor(g.tolist()), shape, dim)
