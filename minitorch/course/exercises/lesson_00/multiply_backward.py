"""Backwards through one multiplication."""

from ...define import Case, Exercise, Law, Mistake, Wrong

exercise = Exercise(
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
        Wrong(
            """
            def multiply_backward(a, b, g):
                g = g * b
                return g, g * a
            """,
            "g has changed before the second gradient is made of it. Both are made of the g that came in.",
        ),
    ],
    mistakes=[
        Mistake(
            lambda expected, got, error: (
                isinstance(got, tuple) and len(got) == 2 and got[0] == got[1] and expected[0] != expected[1]
            ),
            "Both get the same here. The gradient of a is g times b alone, and that of b is g times a alone.",
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
