"""One notation for all numbers of a tensor."""

import numpy as np

import minitorch as mt

from ...define import Case, Exercise, Law, Mistake, Wrong

GIVEN = "from minitorch.printing import fixed, scientific, wants_scientific, whole\n"
BEGIN = """
        def fraction_style(array):
            values = array[np.isfinite(array) & (array != 0)].astype(np.float64)
            if not values.size:
                return whole, 1
"""
SIZES = """
            smallest, largest = np.abs(values).min(), np.abs(values).max()
"""
STYLE = """
            style = whole if (values == np.ceil(values)).all() else fixed
"""
UNEQUAL = """
            unequal = largest / smallest > 1000 or largest > 1e8 or (style is fixed and smallest < 1e-4)
"""
CHOICE = """
            if wants_scientific(unequal):
                style = scientific
"""
END = """
            return style, max(len(style(x)) for x in values.tolist())
"""


def with_these(begin=BEGIN, sizes=SIZES, style=STYLE, unequal=UNEQUAL, choice=CHOICE, end=END):
    return begin + sizes + style + unequal + choice + end


exercise = Exercise(
    "fraction_style",
    title="One notation for all numbers",
    difficulty=3,
    minutes=10,
    target="minitorch.printing:fraction_style",
    setup=GIVEN,
    stub='''
        def fraction_style(array):
            """whole, fixed or scientific, whichever suits all the floats of an array, and the width that a column needs."""
            values = array[np.isfinite(array) & (array != 0)].astype(np.float64)
            if not values.size:
                return whole, 1
            ...
    ''',
    solution='''
        def fraction_style(array):
            """whole, fixed or scientific, whichever suits all the floats of an array, and the width that a column needs."""
            values = array[np.isfinite(array) & (array != 0)].astype(np.float64)
            if not values.size:
                return whole, 1
            smallest, largest = np.abs(values).min(), np.abs(values).max()
            style = whole if (values == np.ceil(values)).all() else fixed
            unequal = largest / smallest > 1000 or largest > 1e8 or (style is fixed and smallest < 1e-4)
            if wants_scientific(unequal):
                style = scientific
            return style, max(len(style(x)) for x in values.tolist())
    ''',
    why="All numbers of a tensor are written alike, so the smallest and the largest decide for all. The width is that of the "
    "longest text, and a minus sign is a part of it.",
    facts=[
        Case(
            """
            style, width = fraction_style(np.array([1.0, -20.0]))
            style(1.0), style(-20.0), width
            """,
            ("1.", "-20.", 4),
        ),
        Case(
            """
            style, width = fraction_style(np.array([0.5, -20.25, 3.0]))
            style(0.5), style(-20.25), style(3.0), width
            """,
            ("0.5000", "-20.2500", "3.0000", 8),
        ),
        Case("fraction_style(np.array([0.5, 500.0]))[0](0.5)", "0.5000"),
        Case("fraction_style(np.array([0.5, 501.0]))[0](0.5)", "5.0000e-01"),
        Case("fraction_style(np.array([0.5, -501.0]))[0](0.5)", "5.0000e-01"),
        Case("fraction_style(np.array([1.0, 1000.0]))[0](1.0)", "1."),
        Case("fraction_style(np.array([1.0, 1001.0]))[0](1.0)", "1.0000e+00"),
        Case("fraction_style(np.array([1e8]))[0](1e8)", "100000000."),
        Case("fraction_style(np.array([2e8]))[0](2e8)", "2.0000e+08"),
        Case("fraction_style(np.array([-2e8]))[0](2e8)", "2.0000e+08"),
        Case("fraction_style(np.array([0.0001]))[0](0.0001)", "0.0001"),
        Case("fraction_style(np.array([0.00005]))[0](0.00005)", "5.0000e-05"),
        Case("fraction_style(np.array([0.0, 2000.0]))[0](2000.0)", "2000."),
        Case("fraction_style(np.array([0.0, float('inf')]))[1]", 1),
        Case("fraction_style(np.array([0.5]))[1:]", (6,)),
        Case(
            """
            style, width = fraction_style(np.array([[0.5, -501.0], [1.0, 2.0]]))
            style(1.0), width
            """,
            ("1.0000e+00", 11),
        ),
        Case("str(mt.tensor([1.0, -2.5, float('inf')]))", "tensor([ 1.0000, -2.5000,     inf])"),
        Law("with sci_mode=True", lambda f, rng: with_mode(f, True, [1.0, 2.0], "1.0000e+00"), times=1),
        Law("with sci_mode=False", lambda f, rng: with_mode(f, False, [1.0, 20000.5], "1.0000"), times=1),
        Law("whole numbers have no decimals", lambda f, rng: whole_numbers(f, rng)),
    ],
    wrong=[
        Wrong(
            with_these(sizes="            smallest, largest = values.min(), values.max()\n"),
            "Compare the numbers without their signs: -501 is larger than 0.5 for this. Use np.abs.",
        ),
        Wrong(
            with_these(
                unequal="            unequal = largest / smallest >= 1000 or largest >= 1e8 or smallest < 1e-4\n"
            ),
            "1000 times as large, and 1e8, are still written plainly: the scientific form begins above them.",
        ),
        Wrong(
            with_these(unequal="            unequal = largest / smallest > 1000\n"),
            "The scientific form is also for numbers above 1e8 and, where there are decimals, for numbers below 1e-4.",
        ),
        Wrong(
            with_these(unequal="            unequal = largest / smallest > 1000 or largest > 1e8\n"),
            "With four decimals, 0.00005 would print as 0.0001. Numbers below 1e-4 need the scientific form.",
        ),
        Wrong(
            with_these(unequal="            unequal = largest / smallest > 1000 or smallest < 1e-4\n"),
            "Numbers above 1e8 get the scientific form as well.",
        ),
        Wrong(
            with_these(unequal="            unequal = largest > 1e8 or (style is fixed and smallest < 1e-4)\n"),
            "0.5 beside 501 needs the scientific form, although neither is extreme: compare the largest with the smallest.",
        ),
        Wrong(
            with_these(choice="            if unequal:\n                style = scientific\n"),
            "The option sci_mode has the last word: ask wants_scientific(...) with what the numbers say.",
        ),
        Wrong(
            with_these(choice=""),
            "The scientific form is never chosen: large, small and very unequal numbers need it.",
        ),
        Wrong(
            with_these(style="            style = whole if (values == np.ceil(values)).any() else fixed\n"),
            "One whole number among them is not enough: `whole` would cut the decimals of the others off. All must be whole.",
        ),
        Wrong(
            with_these(style="            style = fixed\n"),
            "When all are whole, they get no decimals: [1., 2.].",
        ),
        Wrong(
            with_these(end="            return style, len(style(largest))\n"),
            "The longest text need not be the largest number's: -20.25 is longer than 30.25 by its sign. Measure every text.",
        ),
        Wrong(
            with_these(end="            return style, min(len(style(x)) for x in values.tolist())\n"),
            "This is the width of the shortest. The column must hold the longest.",
        ),
        Wrong(
            with_these(end="            return style, max(len(str(x)) for x in values.tolist())\n"),
            "Measure the text that will be printed, style(x), and not Python's own form of the number.",
        ),
        Wrong(
            with_these(end="            return style\n"),
            "Two things are asked for: the style, and the width that a column needs in it.",
        ),
        Wrong(
            with_these(end="            return style.__name__, max(len(style(x)) for x in values.tolist())\n"),
            "Return the function itself, not its name: the printer calls it with each number.",
        ),
    ],
    mistakes=[
        Mistake(
            lambda expected, got, error: "object is not callable" in str(error),
            "The style comes first, as a function that can be called with a number, and then the width.",
        ),
        Mistake(
            lambda expected, got, error: error is None and expected == ("1.", "-20.", 4) and got == ("1.", "-20.", 3),
            "The column must hold the minus sign, too: measure style(x) of every number with its sign.",
        ),
    ],
    hints=[
        "Three questions: are all of them whole? Which is the smallest and which the largest, without their signs? Does the "
        "longest text fit?",
        "Start from `whole` or `fixed`. Then see whether the numbers are unequal (largest / smallest above 1000), large (above "
        "1e8) or, where there are decimals, small (below 1e-4), and ask wants_scientific(...) with the answer.",
        "`style = whole if (values == np.ceil(values)).all() else fixed`; `if wants_scientific(unequal): style = scientific`; "
        "the width is `max(len(style(x)) for x in values.tolist())`.",
    ],
)


def with_mode(f, mode, values, expected):
    """The first number, written while the option sci_mode is set."""
    mt.set_printoptions(sci_mode=mode)
    try:
        style, _ = f(np.array(values))
        return {"array": np.array(values), "sci_mode": mode}, expected, style(values[0])
    finally:
        mt.set_printoptions(profile="default")


def whole_numbers(f, rng):
    values = rng.integers(-9, 10, size=int(rng.integers(1, 6))) * 10.0 + 5
    style, width = f(values)
    expected = [f"{int(x)}." for x in values]
    return {"array": values}, (expected, max(map(len, expected))), ([style(x) for x in values.tolist()], width)
