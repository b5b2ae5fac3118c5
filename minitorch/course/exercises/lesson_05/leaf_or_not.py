"""Leaf or not?."""

from ...define import Case, Exercise, Mistake, Wrong

exercise = Exercise(
    "leaf_or_not",
    title="Leaf or not?",
    difficulty=2,
    minutes=6,
    stub='''
        def leaf_or_not():
            """For each of these tensors, before you run them: (is it a leaf?, does it want a gradient?)

            a = mt.ones(2)
            b = a + 1
            w = mt.ones(2, requires_grad=True)
            c = b * w
            d = w > 0
            with mt.no_grad():
                e = w * 2
            f = e + c
            """
            return {
                "a": (True, False),
                "b": (..., ...),
                "c": (..., ...),
                "d": (..., ...),
                "e": (..., ...),
                "f": (..., ...),
            }
    ''',
    solution='''
        def leaf_or_not():
            """For each of these tensors, before you run them: (is it a leaf?, does it want a gradient?)

            a = mt.ones(2)
            b = a + 1
            w = mt.ones(2, requires_grad=True)
            c = b * w
            d = w > 0
            with mt.no_grad():
                e = w * 2
            f = e + c
            """
            return {
                "a": (True, False),
                "b": (True, False),
                "c": (False, True),
                "d": (True, False),
                "e": (True, False),
                "f": (False, True),
            }
    ''',
    why="Only c and f were recorded, because only there an operand wanted a gradient, recording was on, and the result is a float. "
    "Whatever was not recorded is a leaf, even if it was computed.",
    facts=[
        Case("leaf_or_not()['b']", (True, False)),
        Case("leaf_or_not()['c']", (False, True)),
        Case("leaf_or_not()['d']", (True, False)),
        Case("leaf_or_not()['e']", (True, False)),
        Case("leaf_or_not()['f']", (False, True)),
        Case("leaf_or_not()['a']", (True, False)),
    ],
    wrong=[
        Wrong(
            """
            def leaf_or_not():
                return {
                    "a": (True, False), "b": (False, False), "c": (False, True),
                    "d": (False, False), "e": (False, False), "f": (False, True),
                }
        """,
            "You count every computed tensor as a non-leaf. What counts is whether the step was recorded: b, d and e have no "
            "recorded past, so they are leaves.",
        ),
        Wrong(
            """
            def leaf_or_not():
                return {
                    "a": (True, False), "b": (True, False), "c": (False, True),
                    "d": (False, True), "e": (True, False), "f": (False, True),
                }
        """,
            "d is made of bools. A bool cannot move a little, so it never wants a gradient, whatever w wants.",
        ),
        Wrong(
            """
            def leaf_or_not():
                return {
                    "a": (True, False), "b": (True, False), "c": (False, True),
                    "d": (True, False), "e": (False, True), "f": (False, True),
                }
        """,
            "e was computed under no_grad. Nothing was recorded there, although w wants a gradient.",
        ),
        Wrong(
            """
            def leaf_or_not():
                return {
                    "a": (True, False), "b": (True, False), "c": (False, True),
                    "d": (True, False), "e": (True, False), "f": (True, False),
                }
        """,
            "e wants nothing, but c does, and one operand is enough: f is recorded.",
        ),
        Wrong(
            """
            def leaf_or_not():
                return {
                    "a": (True, False), "b": (True, False), "c": (True, True),
                    "d": (True, False), "e": (True, False), "f": (True, True),
                }
        """,
            "A leaf that wants a gradient is one that you made, such as w. c and f were recorded, so they are not leaves.",
        ),
    ],
    mistakes=[
        Mistake(
            lambda expected, got, error: expected == (True, False) and isinstance(got, tuple) and got[:1] == (False,),
            "Was this step recorded? A tensor without a recorded past is a leaf, even if it was computed.",
        ),
        Mistake(
            lambda expected, got, error: expected == (False, True) and isinstance(got, tuple) and got[1:] == (False,),
            "One operand that wants a gradient is enough.",
        ),
    ],
    hints=[
        "For each line ask: was this step recorded? If not, the tensor is a leaf that wants nothing.",
        "A step is recorded when an operand wants a gradient, recording is on, and the result is of a floating dtype.",
        "Two of the five were recorded: (False, True). The others are (True, False).",
    ],
)
