"""Twice as much."""

from ...define import Case, Exercise, Law, Mistake, Wrong

exercise = Exercise(
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
        Case("double(-1.25)", -2.5),
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
    mistakes=[
        Mistake(
            lambda expected, got, error: got == 2 and expected == 6,
            "This is 2, whatever x is. Multiply x by it.",
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
