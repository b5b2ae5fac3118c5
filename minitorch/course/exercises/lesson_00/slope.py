"""How steep is it here?."""

from ...define import Case, Exercise, Law, Mistake, Wrong

exercise = Exercise(
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
        Case("slope(lambda x: x * x, 0.25)", 0.5),
        Case("slope(lambda x: x ** 3, 0.0)", 0.0),
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
            def slope(f, x, h=1e-5):
                    return (f(x) - f(x - h)) / h
            """,
            "You look to the left only. Where the curve bends, the error is as large as the step. Take one to each side.",
        ),
        Wrong(
            """
            def slope(f, x, h=1e-5):
                    return round((f(x + h) - f(x - h)) / (2 * h))
            """,
            "A slope need not be a whole number. Return it as it comes; rounding is for printing.",
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
    mistakes=[
        Mistake(
            lambda expected, got, error: expected < 0 and abs(got + expected) < 1e-3,
            "The sign is lost: where f falls, the slope is below 0.",
        ),
        Mistake(
            lambda expected, got, error: expected == 5 and abs(got - 2.5) < 1e-3,
            "This is half of it. The difference of two values is divided by the way between the two places, and by no more.",
        ),
        Mistake(
            lambda expected, got, error: isinstance(got, float) and abs(got) > 1000 and abs(expected) < 100,
            "Brackets: the difference of the two values is divided, (f(x + h) - f(x - h)) / (2 * h). Without "
            "them only the second value is divided; and f is asked at two places, not at their difference.",
        ),
        Mistake(
            lambda expected, got, error: expected == 13.0 and isinstance(got, float) and abs(got - 12.0) < 0.01,
            "The step that was given is not used: h may be another than 1e-5.",
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
