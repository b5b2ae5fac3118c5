"""The slope of the slope."""

import minitorch as mt

from ...define import Case, Exercise, Law, Mistake, T, Wrong

exercise = Exercise(
    "second_derivative",
    title="The slope of the slope",
    difficulty=2,
    minutes=4,
    stub='''
        def second_derivative(f, x):
            """The second derivative of f at every element of x; f works element by element."""
            ...
    ''',
    solution='''
        def second_derivative(f, x):
            """The second derivative of f at every element of x; f works element by element."""
            (slope,) = mt.autograd.grad(f(x).sum(), x, create_graph=True)
            (curvature,) = mt.autograd.grad(slope.sum(), x)
            return curvature
    ''',
    why="The first gradient is asked for with `create_graph=True`, so it is a result like any other: it has a "
    "graph, and "
    "can be differentiated. The sums are there because every element has its own, independent function.",
    facts=[
        Case(
            "second_derivative(lambda x: x ** 3, mt.tensor([1.0, 2.0, -1.0], requires_grad=True))", T([6.0, 12.0, -6.0])
        ),
        Case("second_derivative(lambda x: x.exp(), mt.tensor([0.0, 1.0], requires_grad=True))", T([1.0, 2.7182817])),
        Case("second_derivative(lambda x: x.sin(), mt.tensor(0.5, requires_grad=True))", T(-0.47942555)),
        Case(
            """
            x = mt.tensor([1.0, 2.0], requires_grad=True)
            second_derivative(lambda x: x ** 4, x)
            x.grad is None
            """,
            True,
        ),
        Law("of a polynomial a x**3 + b x**2 it is 6 a x + 2 b", lambda f, rng: polynomial(f, rng)),
    ],
    mistakes=[
        Mistake(
            lambda expected, got, error: "scalar" in str(error),
            "A gradient starts from one number. Every element has its own function, so their sum will do: "
            "`f(x).sum()`, and again "
            "`slope.sum()`.",
        ),
        Mistake(
            lambda expected, got, error: error is None and expected is True,
            "x.grad is to be left alone: `mt.autograd.grad` returns the gradient instead of adding it up there.",
        ),
        Mistake(
            lambda expected, got, error: error is None,
            "It is the slope of the slope that is asked for: differentiate f(x), with create_graph=True, then "
            "differentiate what came "
            "out by x once more.",
        ),
    ],
    wrong=[
        Wrong(
            """
            def second_derivative(f, x):
                (slope,) = mt.autograd.grad(f(x).sum(), x)
                (curvature,) = mt.autograd.grad(slope.sum(), x)
                return curvature
            """,
            "The first gradient was computed without a record of how. Ask for it with create_graph=True.",
        ),
        Wrong(
            """
            def second_derivative(f, x):
                (slope,) = mt.autograd.grad(f(x).sum(), x, create_graph=True)
                return slope.detach()
            """,
            "This is the first derivative. Differentiate it once more.",
        ),
        Wrong(
            """
            def second_derivative(f, x):
                (slope,) = mt.autograd.grad(f(x).sum(), x)
                return slope * slope
            """,
            "The second derivative is not the square of the first: it says how the first one changes.",
        ),
        Wrong(
            """
            def second_derivative(f, x):
                f(x).sum().backward(create_graph=True)
                x.grad.sum().backward()
                return x.grad.detach()
            """,
            "backward() adds the second derivative to the first, which already stands in x.grad. autograd.grad "
            "returns "
            "each by itself and leaves x.grad alone.",
        ),
    ],
    forbids=dict.fromkeys(
        ("hessian", "hvp", "vhp", "jacobian", "vjp", "jvp"),
        "That one does it all. Here it is to be built from `mt.autograd.grad`, of which that is made, too.",
    ),
    hints=[
        "You need two gradients, one after the other. `mt.autograd.grad(y, x)` returns a tuple with the gradient of y.",
        "The second call differentiates the result of the first, so the first must be recorded: create_graph=True.",
        "`(slope,) = mt.autograd.grad(f(x).sum(), x, create_graph=True)`, and then the same line for `slope.sum()`.",
    ],
)


def polynomial(f, rng):
    a, b = float(rng.integers(1, 5)), float(rng.integers(1, 5))
    points = [float(v) for v in rng.integers(-3, 4, size=4)]
    x = mt.tensor(points, requires_grad=True)
    expected = T([6 * a * v + 2 * b for v in points])
    return {"a": a, "b": b, "x": points}, expected, f(lambda x: a * x**3 + b * x**2, x)
