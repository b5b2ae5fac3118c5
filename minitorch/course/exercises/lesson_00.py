"""Exercises of lesson 00: three small ones in plain Python, to see how an exercise works."""

from ..define import Case, Exercise, Law, Wrong

double = Exercise(
    "double",
    title="Twice as much",
    difficulty=1,
    minutes=2,
    stub='''
        def double(x):
            """Twice the number x."""
            ...
    ''',
    solution='''
        def double(x):
            """Twice the number x."""
            return 2 * x
    ''',
    why="There is not more to it. The point was the card.",
    facts=[
        Case("double(3)", 6),
        Case("double(0)", 0),
        Case("double(-1.5)", -3.0),
        Case("double(2)", 4),
        Law("any whole number", lambda f, rng: any_number(f, rng)),
    ],
    wrong=[
        Wrong(
            """
            def double(x):
                return x * x
            """,
            "This is the square. It agrees with the double at 0 and at 2, which is why one check is never enough.",
        ),
        Wrong(
            """
            def double(x):
                return x + 2
            """,
            "This adds two, whatever x is. The double grows twice as fast as x.",
        ),
        Wrong(
            """
            def double(x):
                return x
            """,
            "This is x itself, once.",
        ),
        Wrong(
            """
            def double(x):
                return 2 * abs(x)
            """,
            "The double of a negative number is negative, too.",
        ),
    ],
    hints=[
        "How often does x go into its double?",
        "Multiply. And give the answer back with `return`: `print` only shows it.",
        "`return 2 * x`",
    ],
)


def any_number(f, rng):
    x = int(rng.integers(-50, 51))
    return {"x": x}, x + x, f(x)


slope = Exercise(
    "slope",
    title="How steep is it here?",
    difficulty=1,
    minutes=4,
    stub='''
        def slope(f, x, h=1e-5):
            """How fast f grows at x, from its values a small step to the left and to the right."""
            ...
    ''',
    solution='''
        def slope(f, x, h=1e-5):
            """How fast f grows at x, from its values a small step to the left and to the right."""
            return (f(x + h) - f(x - h)) / (2 * h)
    ''',
    why="The rise over the run, from h to the left to h to the right. The two sides' errors cancel, so this is far better "
    "than one step to the right. The course checks every gradient formula against it.",
    facts=[
        Case("slope(lambda x: 5 * x + 2, 1.0)", 5.0),
        Case("slope(lambda x: x * x, 3.0)", 6.0),
        Case("slope(lambda x: 1000 * x * x, 0.0)", 0.0),
        Case("slope(lambda x: x ** 3, 2.0)", 12.0),
        Case("slope(lambda x: x ** 3, 2.0, 1.0)", 13.0),
        Case("slope(lambda x: 7.0, 1.0)", 0.0),
        Case("slope(lambda x: -x, 4.0)", -1.0),
        Law("the slope of a x² + b x is 2 a x + b", lambda f, rng: parabola(f, rng)),
    ],
    wrong=[
        Wrong(
            """
            def slope(f, x, h=1e-5):
                    return (f(x + h) - f(x)) / h
            """,
            "A step to one side only. Where the curve bends, the error is as large as the step. Take one to each side.",
        ),
        Wrong(
            """
            def slope(f, x, h=1e-5):
                    return (f(x + h) - f(x - h)) / h
            """,
            "From x - h to x + h the way is 2 * h long, so the slope comes out twice too large.",
        ),
        Wrong(
            """
            def slope(f, x, h=1e-5):
                    return f(x + h) - f(x - h)
            """,
            "This is the rise. The slope is the rise divided by the way, 2 * h.",
        ),
        Wrong(
            """
            def slope(f, x, h=1e-5):
                    return (f(x - h) - f(x + h)) / (2 * h)
            """,
            "Left minus right: a rising function gets a negative slope. Take right minus left.",
        ),
        Wrong(
            """
            def slope(f, x, h=1e-17):
                    return (f(x + h) - f(x - h)) / (2 * h)
            """,
            "This step is too small. Python's numbers have 16 digits, so 1 + 1e-17 is 1, and nothing moves.",
        ),
        Wrong(
            """
            def slope(f, x, h=1e-5):
                    return (f(x + h) - f(x - h)) / 2 * h
            """,
            "`/ 2 * h` divides by 2 and then multiplies by h. Write `/ (2 * h)`.",
        ),
    ],
    hints=[
        "A slope is a rise divided by the way. You have f on both sides of x, at a distance of h.",
        "The rise is f(x + h) - f(x - h). How long is the way between these two places?",
        "`return (f(x + h) - f(x - h)) / (2 * h)`",
    ],
)


def parabola(f, rng):
    a, b, x = (float(n) for n in rng.integers(-5, 6, size=3))
    return {"a": a, "b": b, "x": x}, 2 * a * x + b, f(lambda x: a * x * x + b * x, x)


multiply_backward = Exercise(
    "multiply_backward",
    title="Backwards through one multiplication",
    difficulty=2,
    minutes=4,
    stub='''
        def multiply_backward(a, b, g):
            """For y = a * b, where y has the gradient g: the gradients of a and of b, as a pair."""
            ...
    ''',
    solution='''
        def multiply_backward(a, b, g):
            """For y = a * b, where y has the gradient g: the gradients of a and of b, as a pair."""
            return g * b, g * a
    ''',
    why="When a moves by a little, a * b moves by b times as much. So each factor gets the other one, times what came in.",
    facts=[
        Case("multiply_backward(5.0, 4.0, 1.0)", (4.0, 5.0)),
        Case("multiply_backward(2.0, 3.0, 10.0)", (30.0, 20.0)),
        Case("multiply_backward(0.0, 7.0, 1.0)", (7.0, 0.0)),
        Case("multiply_backward(2.0, -3.0, 0.0)", (0.0, 0.0)),
        Law("nudging a and b says the same", lambda f, rng: nudged(f, rng)),
    ],
    wrong=[
        Wrong(
            """
            def multiply_backward(a, b, g):
                return g * a, g * b
            """,
            "Each factor got its own value. The slope of a * b along a is b: each gets the other.",
        ),
        Wrong(
            """
            def multiply_backward(a, b, g):
                return b, a
            """,
            "Right for g = 1 only. The gradient that comes in is handed on, multiplied: this is the chain rule.",
        ),
        Wrong(
            """
            def multiply_backward(a, b, g):
                return g, g
            """,
            "This is what an addition does. A multiplication stretches each side by the other factor.",
        ),
        Wrong(
            """
            def multiply_backward(a, b, g):
                return g + b, g + a
            """,
            "The chain rule multiplies the slopes of steps that follow each other; it does not add them.",
        ),
        Wrong(
            """
            def multiply_backward(a, b, g):
                return g * a * b
            """,
            "Two numbers went in, so two gradients come out: one for a, one for b.",
        ),
    ],
    hints=[
        "Move a by a tiny bit t: (a + t) * b is a * b + t * b. How much faster than a did y move?",
        "The slope of y along a is b, and along b it is a. Multiply each by the gradient that came in.",
        "`return g * b, g * a`",
    ],
)


def nudged(f, rng):
    a, b, g = (float(n) for n in rng.integers(-6, 7, size=3))
    expected = tuple(g * (((a + s) * (b + t)) - (a - s) * (b - t)) / 2 for s, t in ((1, 0), (0, 1)))
    return {"a": a, "b": b, "g": g}, expected, f(a, b, g)
