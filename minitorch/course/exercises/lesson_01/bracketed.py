"""Brackets in brackets."""

from ...define import Case, Exercise, Law, Mistake, Wrong

BEGIN = """
        def bracketed(array, indent, cut, write, width):
            places = shown(len(array), cut)
"""
NUMBERS = """
            if array.ndim == 1:
                items = [" ..." if place is None else write(array[place].item()) for place in places]
                return "[" + filled(items, indent + 1, width) + "]"
"""
INNER = """
            items = ["..." if place is None else bracketed(array[place], indent + 1, cut, write, width) for place in places]
"""
GAP = """
            gap = "," + "\\n" * (array.ndim - 1) + " " * (indent + 1)
"""
END = """
            return "[" + gap.join(items) + "]"
"""


def with_these(begin=BEGIN, numbers=NUMBERS, inner=INNER, gap=GAP, end=END):
    return begin + numbers + inner + gap + end


exercise = Exercise(
    "bracketed",
    title="Brackets in brackets",
    difficulty=3,
    minutes=10,
    target="minitorch.printing:bracketed",
    setup="from minitorch.printing import filled, shown\n",
    stub='''
        def bracketed(array, indent, cut, write, width):
            """The numbers of an array in nested brackets, the first of which stands `indent` characters to the right."""
            ...
    ''',
    solution='''
        def bracketed(array, indent, cut, write, width):
            """The numbers of an array in nested brackets, the first of which stands `indent` characters to the right."""
            places = shown(len(array), cut)
            if array.ndim == 1:
                items = [" ..." if place is None else write(array[place].item()) for place in places]
                return "[" + filled(items, indent + 1, width) + "]"
            items = ["..." if place is None else bracketed(array[place], indent + 1, cut, write, width) for place in places]
            gap = "," + "\\n" * (array.ndim - 1) + " " * (indent + 1)
            return "[" + gap.join(items) + "]"
    ''',
    why="One dimension is a row of numbers; more are brackets of brackets, each one character further to the right. Between "
    "two brackets there are as many line breaks as dimensions in each of them, so matrices stand apart from one another.",
    facts=[
        Case("bracketed(np.array([1, 2, 3]), 0, False, str, 1)", "[1, 2, 3]"),
        Case("bracketed(np.array([[1, 2], [3, 4]]), 0, False, str, 1)", "[[1, 2],\n [3, 4]]"),
        Case("bracketed(np.array([[1, 2], [3, 4]]), 7, False, str, 1)", "[[1, 2],\n        [3, 4]]"),
        Case("bracketed(np.array([[[1], [2]], [[3], [4]]]), 0, False, str, 1)", "[[[1],\n  [2]],\n\n [[3],\n  [4]]]"),
        Case("bracketed(np.zeros((2, 1, 1, 1), int), 0, False, str, 1)", "[[[[0]]],\n\n\n [[[0]]]]"),
        Case("bracketed(np.array([1.5, 2.5]), 0, False, lambda x: f'{x:6.2f}', 6)", "[  1.50,   2.50]"),
        Case("bracketed(np.arange(10), 0, True, str, 1)", "[0, 1, 2,  ..., 7, 8, 9]"),
        Case("bracketed(np.arange(10), 0, False, str, 1)", "[0, 1, 2, 3, 4, 5, 6, 7, 8, 9]"),
        Case("bracketed(np.arange(6), 0, True, str, 1)", "[0, 1, 2, 3, 4, 5]"),
        Case(
            "bracketed(np.arange(8).reshape(8, 1), 0, True, str, 1)",
            "[[0],\n [1],\n [2],\n ...,\n [5],\n [6],\n [7]]",
        ),
        Case(
            "bracketed(np.arange(12), 50, False, str, 9)",
            "[0, 1,\n"
            + " " * 51
            + "2, 3,\n"
            + " " * 51
            + "4, 5,\n"
            + " " * 51
            + "6, 7,\n"
            + " " * 51
            + "8, 9,\n"
            + " " * 51
            + "10, 11]",
        ),
        Case("bracketed(np.array([1]), 0, False, lambda x: type(x).__name__, 3)", "[int]"),
        Case(
            "str(mt.tensor([[1.0, -20.5], [0.25, 3]]))", "tensor([[  1.0000, -20.5000],\n        [  0.2500,   3.0000]])"
        ),
        Case(
            "bracketed(np.arange(16).reshape(2, 8), 0, True, lambda x: f'{x:2}', 2)",
            "[[ 0,  1,  2,  ...,  5,  6,  7],\n [ 8,  9, 10,  ..., 13, 14, 15]]",
        ),
        Law("two rows of whole numbers", lambda f, rng: two_rows(f, rng)),
    ],
    wrong=[
        Wrong(
            """
            def bracketed(array, indent, cut, write, width):
                return str(array.tolist())
            """,
            "Python writes all of them on one line, each as it likes. Every number has to pass through `write`, and every row "
            "begins a line.",
        ),
        Wrong(
            with_these(gap='            gap = "," + "\\n" + " " * (indent + 1)\n'),
            "One line break between rows, but one more for each further dimension: matrices stand apart by an empty line.",
        ),
        Wrong(
            with_these(gap='            gap = "," + "\\n" * array.ndim + " " * (indent + 1)\n'),
            "One line break too many: between rows of numbers there is one, between matrices there are two.",
        ),
        Wrong(
            with_these(gap='            gap = "," + "\\n" * (array.ndim - 1) + " " * indent\n'),
            "The inner brackets stand one character to the right of their own bracket: indent + 1.",
        ),
        Wrong(
            with_these(gap='            gap = "," + "\\n" * (array.ndim - 1)\n'),
            "A new line begins with spaces, so that the brackets stand below each other: indent + 1 of them.",
        ),
        Wrong(
            with_these(gap='            gap = ", "\n'),
            "Everything is on one line. Each row begins a new one.",
        ),
        Wrong(
            with_these(
                inner="            items = ["
                '"..." if place is None else bracketed(array[place], indent, cut, write, width) for place in places]\n'
            ),
            "Each level stands one character further to the right: hand indent + 1 to the inner brackets.",
        ),
        Wrong(
            with_these(
                begin="        def bracketed(array, indent, cut, write, width):\n            places = range(len(array))\n"
            ),
            "A tensor that is cut shows the ends of its dimensions only. shown(len(array), cut) says which places.",
        ),
        Wrong(
            with_these(
                numbers="""
            if array.ndim == 1:
                items = [write(array[place].item()) for place in places if place is not None]
                return "[" + filled(items, indent + 1, width) + "]"
"""
            ),
            "Where numbers are left out, three points have to say so: None among the places becomes `' ...'`.",
        ),
        Wrong(
            with_these(
                inner="            items = ["
                "bracketed(array[place], indent + 1, cut, write, width) for place in places if place is not None]\n"
            ),
            "Where rows are left out, three points have to say so: None among the places becomes `'...'`.",
        ),
        Wrong(
            with_these(
                numbers="""
            if array.ndim == 1:
                items = ["..." if place is None else write(array[place].item()) for place in places]
                return "[" + filled(items, indent + 1, width) + "]"
"""
            ),
            "Among numbers the three points have a space of their own before them: `' ...'`.",
        ),
        Wrong(
            with_these(
                numbers="""
            if array.ndim == 1:
                items = [" ..." if place is None else str(array[place].item()) for place in places]
                return "[" + filled(items, indent + 1, width) + "]"
"""
            ),
            "Each number is written by `write`, which knows the notation and the width of this tensor.",
        ),
        Wrong(
            with_these(
                numbers="""
            if array.ndim == 1:
                items = [" ..." if place is None else write(array[place].item()) for place in places]
                return "[" + ", ".join(items) + "]"
"""
            ),
            "A long row runs over the end of the line. filled(items, indent + 1, width) breaks it.",
        ),
        Wrong(
            with_these(
                numbers="""
            if array.ndim == 1:
                items = [" ..." if place is None else write(array[place].item()) for place in places]
                return "[" + filled(items, indent, width) + "]"
"""
            ),
            "The lines after the first begin below the first number, behind the bracket: filled(items, indent + 1, width).",
        ),
        Wrong(
            with_these(
                numbers="""
            if array.ndim == 1:
                items = [" ..." if place is None else write(array[place]) for place in places]
                return "[" + filled(items, indent + 1, width) + "]"
"""
            ),
            "`write` takes Python's numbers: array[place].item(), or the elements of tolist().",
        ),
        Wrong(
            with_these(end="            return gap.join(items)\n"),
            "The brackets of the outer dimensions are missing: every level has a pair of its own.",
        ),
    ],
    mistakes=[
        Mistake(
            lambda expected, got, error: (
                expected == "[0, 1, 2,  ..., 7, 8, 9]" and isinstance(error, ValueError | TypeError)
            ),
            "One of the places is None, for what is left out. It is no index: write ` ...` for it in a row, "
            "and `...` among brackets.",
        ),
        Mistake(
            lambda expected, got, error: (
                isinstance(got, str) and "]" in expected[:-2] and "]," not in got and got.startswith("[[")
            ),
            "Between two brackets stands a comma, and then the line breaks.",
        ),
        Mistake(
            lambda expected, got, error: isinstance(got, str) and "\n  ...," in got,
            "Among brackets the three points have no space of their own before them: it is only for those in "
            "a row of numbers.",
        ),
        Mistake(
            lambda expected, got, error: isinstance(got, str) and not got.startswith("["),
            "A row of numbers has its own pair of brackets.",
        ),
        Mistake(
            lambda expected, got, error: got == "[1.50, 2.50]",
            "`write` has padded each number to the width of its column. Take its text as it is.",
        ),
        Mistake(
            lambda expected, got, error: isinstance(got, str) and "..." in expected and "..." not in got,
            "What is cut is cut in every dimension: hand `cut` on to the inner brackets.",
        ),
    ],
    hints=[
        "A row of numbers is the simplest case. A matrix is a bracket of rows, and this very function writes a row.",
        "If array.ndim is 1, write each number and let `filled` join them. Otherwise call bracketed for array[place] with "
        "indent + 1, and join with a comma, array.ndim - 1 line breaks and indent + 1 spaces.",
        '`items = ["..." if place is None else bracketed(array[place], indent + 1, cut, write, width) for place in places]`, '
        "and in a row `write(array[place].item())`, with ` ...` for None.",
    ],
)


def two_rows(f, rng):
    rows = rng.integers(0, 10, size=(2, int(rng.integers(1, 5))))
    first, second = (", ".join(str(int(x)) for x in row) for row in rows)
    return {"array": rows}, f"[[{first}],\n [{second}]]", f(rows, 0, False, str, 1)
