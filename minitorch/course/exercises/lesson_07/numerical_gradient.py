"""Measure a gradient with small steps."""

import minitorch as mt

from ...define import Case, Exercise, Law, T, Wrong

exercise = Exercise(
    "numerical_gradient",
    title="Measure a gradient with small steps",
    difficulty=3,
    minutes=10,
    stub='''
        def numerical_gradient(f, x, eps=1e-6):
            """The slope of f, which gives a 0-d tensor, at every element of the float64 tensor x; x is left as it was."""
            ...
    ''',
    solution='''
        def numerical_gradient(f, x, eps=1e-6):
            """The slope of f, which gives a 0-d tensor, at every element of the float64 tensor x; x is left as it was."""
            slopes = mt.zeros(x.shape, dtype=x.dtype)
            for i in np.ndindex(*x.shape):
                before = x[i].item()
                x[i] = before + eps
                above = f(x).item()
                x[i] = before - eps
                below = f(x).item()
                x[i] = before
                slopes[i] = (above - below) / (2 * eps)
            return slopes
    ''',
    why="One element at a time is moved up and down, and then put back. Because both sides are tried, what bends the curve "
    "cancels, and the error is of order eps squared.",
    facts=[
        # x**2 and central differences: exact for every eps
        Case(
            "numerical_gradient(lambda x: (x * x).sum(), mt.tensor([1.0, 3.0], dtype=mt.float64), eps=0.5)",
            T([2.0, 6.0], "float64"),
        ),
        Case(
            "numerical_gradient(lambda x: (x * x).sum(), mt.tensor([[1.0, 3.0], [-2.0, 0.0]], dtype=mt.float64))",
            T([[2.0, 6.0], [-4.0, 0.0]], "float64"),
        ),
        Case(
            "numerical_gradient(lambda x: x[0] * x[1] * x[1], mt.tensor([2.0, 3.0], dtype=mt.float64))",
            T([9.0, 12.0], "float64"),
        ),
        Case("numerical_gradient(lambda x: x.exp(), mt.tensor(0.0, dtype=mt.float64))", T(1.0, "float64")),
        # of x**3 it is 3 x**2 + eps**2
        Case(
            "numerical_gradient(lambda x: (x ** 3).sum(), mt.tensor([1.0, 2.0], dtype=mt.float64), eps=0.1)",
            T([3.01, 12.01], "float64"),
        ),
        Case(
            """
            x = mt.tensor([1.0, 2.0], dtype=mt.float64)
            slopes = numerical_gradient(lambda x: (x * x).sum(), x, eps=0.25)
            x.tolist()
            """,
            [1.0, 2.0],
        ),
        Case(
            """
            x = mt.tensor([0.1, 0.7, 1 / 3], dtype=mt.float64)
            before = x.tolist()
            slopes = numerical_gradient(lambda x: (x * x).sum(), x)
            x.tolist() == before
            """,
            True,
        ),
        Law("of a quadratic form x A x it is (A + A.T) x", lambda f, rng: quadratic_form(f, rng)),
    ],
    wrong=[
        Wrong(
            """
            def numerical_gradient(f, x, eps=1e-6):
                slopes = mt.zeros(x.shape, dtype=x.dtype)
                here = f(x).item()
                for i in np.ndindex(*x.shape):
                    before = x[i].item()
                    x[i] = before + eps
                    slopes[i] = (f(x).item() - here) / eps
                    x[i] = before
                return slopes
            """,
            "You step to one side only, so the bend of the curve stays in the answer: an error of order eps. Step to both "
            "sides and divide by 2 * eps.",
        ),
        Wrong(
            """
            def numerical_gradient(f, x, eps=1e-6):
                slopes = mt.zeros(x.shape, dtype=x.dtype)
                for i in np.ndindex(*x.shape):
                    before = x[i].item()
                    x[i] = before + eps
                    above = f(x).item()
                    x[i] = before - eps
                    below = f(x).item()
                    x[i] = before
                    slopes[i] = (above - below) / eps
                return slopes
            """,
            "From x - eps to x + eps is a way of 2 * eps. You divide by half of it.",
        ),
        Wrong(
            """
            def numerical_gradient(f, x, eps=1e-6):
                slopes = mt.zeros(x.shape, dtype=x.dtype)
                for i in np.ndindex(*x.shape):
                    before = x[i]
                    x[i] = before + eps
                    above = f(x).item()
                    x[i] = before - eps
                    below = f(x).item()
                    x[i] = before
                    slopes[i] = (above - below) / (2 * eps)
                return slopes
            """,
            "`before = x[i]` is a view (lesson 04): when x changes, it changes too. Take the number out with .item().",
        ),
        Wrong(
            """
            def numerical_gradient(f, x, eps=1e-6):
                return mt.ones(x.shape, dtype=x.dtype) * (f(x + eps) - f(x - eps)) / (2 * eps)
            """,
            "You move all elements at once, which measures the sum of all slopes. Move one at a time.",
        ),
        Wrong(
            """
            def numerical_gradient(f, x, eps=1e-6):
                slopes = mt.zeros(x.shape, dtype=x.dtype)
                for i in np.ndindex(*x.shape):
                    before = x[i].item()
                    x[i] = before + eps
                    above = f(x).item()
                    x[i] = before - eps
                    below = f(x).item()
                    slopes[i] = (above - below) / (2 * eps)
                return slopes
            """,
            "You leave each element at x - eps. Put the old number back before you go on to the next.",
        ),
        Wrong(
            """
            def numerical_gradient(f, x, eps=1e-6):
                slopes = mt.zeros(x.shape, dtype=x.dtype)
                for i in np.ndindex(*x.shape):
                    x[i] += eps
                    above = f(x).item()
                    x[i] -= 2 * eps
                    below = f(x).item()
                    x[i] += eps
                    slopes[i] = (above - below) / (2 * eps)
                return slopes
            """,
            "Up, down and up again does not lead back exactly: each step is rounded, and x is left a last digit off. Remember "
            "the number and put that one back.",
        ),
        Wrong(
            """
            def numerical_gradient(f, x, eps=1e-6):
                x = x.clone().requires_grad_()
                f(x).backward()
                return x.grad
            """,
            "This asks autograd for the gradient. The point is to measure it without: only call f, and compare its values.",
        ),
    ],
    hints=[
        "`for i in np.ndindex(*x.shape)` gives every index in turn; `x[i].item()` is the number there, `x[i] = ...` changes it.",
        "For each index: remember the number, try it a little larger, a little smaller, and put it back.",
        "`slopes[i] = (above - below) / (2 * eps)`, where `above = f(x).item()` is taken while x[i] is `before + eps`.",
    ],
)


def quadratic_form(f, rng):
    matrix = rng.integers(-3, 4, size=(3, 3)).astype("float64")
    point = rng.integers(-3, 4, size=3).astype("float64")
    a = mt.tensor(matrix.tolist(), dtype=mt.float64)
    got = f(lambda x: (x * (a * x).sum(1)).sum(), mt.tensor(point.tolist(), dtype=mt.float64))
    return {"A": matrix.tolist(), "x": point.tolist()}, T(((matrix + matrix.T) @ point).tolist(), "float64"), got
