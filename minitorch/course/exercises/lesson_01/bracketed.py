"""Brackets in brackets."""

from ...define import Exercise, Mistake, Wrong
from ..telling import tells, told, variant

SOLUTION = '''
def bracketed(array, indent, cut, write, width):
    """One bracket: numbers with commas between them, or smaller brackets with as many line breaks as dimensions."""
    places = shown(len(array), cut)
    if array.ndim == 1:
        items = [" ..." if place is None else write(array[place].item()) for place in places]
        return "[" + filled(items, indent + 1, width) + "]"
    items = ["..." if place is None else bracketed(array[place], indent + 1, cut, write, width) for place in places]
    gap = "," + "\\n" * (array.ndim - 1) + " " * (indent + 1)
    return "[" + gap.join(items) + "]"
'''
LONG = "bracketed(np.arange(10, 60), 7, False, str, 2)"
LONG_ROW = "[" + ", ".join(map(str, range(10, 28))) + ",\n        " + ", ".join(map(str, range(28, 46)))
LONG_ROW += ",\n        " + ", ".join(map(str, range(46, 60))) + "]"


def wrong(says, *changes):
    return Wrong(variant(SOLUTION, *changes), says)


exercise = Exercise(
    "bracketed",
    title="Brackets in brackets",
    difficulty=3,
    minutes=7,
    target="minitorch.printing:bracketed",
    setup="from minitorch.printing import filled, shown",
    stub='''
        def bracketed(array, indent, cut, write, width):
            """An array of one or more dimensions in its brackets. The first "["
            stands behind `indent` characters.

            shown(len(array), cut) gives the places to print, with None for what is
            cut.

            One dimension: the items are write(number) of each number, where
            number.item() is Python's, and " ..." for what is cut; filled(items,
            indent + 1, width) puts commas and line breaks between them.
            More: the brackets of its parts, with the gap between them; "..." for
            what is cut.
            """
            ...
    ''',
    solution=SOLUTION,
    why="The rule speaks of itself: a bracket holds smaller brackets, each one dimension less, until one dimension is left. So two "
    "cases are enough for any number of dimensions.",
    facts=[
        told("a row", "bracketed(np.array([1, 2, 3]), 0, False, str, 1)", "[1, 2, 3]"),
        told("a Python number", "bracketed(np.array([1.5, 2.5]), 0, False, repr, 3)", "[1.5, 2.5]"),
        told("a matrix", "bracketed(np.array([[0, 1], [2, 3]]), 0, False, str, 1)", "[[0, 1],\n [2, 3]]"),
        told("a matrix further right", "bracketed(np.array([[0], [2]]), 7, False, str, 1)", "[[0],\n        [2]]"),
        told(
            "three dimensions",
            "bracketed(np.arange(8).reshape(2, 2, 2), 0, False, str, 1)",
            "[[[0, 1],\n  [2, 3]],\n\n [[4, 5],\n  [6, 7]]]",
        ),
        told("a row cut", "bracketed(np.arange(10), 0, True, str, 1)", "[0, 1, 2,  ..., 7, 8, 9]"),
        told(
            "a matrix cut",
            "bracketed(np.arange(1, 8)[:, None], 0, True, str, 1)",
            "[[1],\n [2],\n [3],\n ...,\n [5],\n [6],\n [7]]",
        ),
        told(
            "rows of a matrix cut",
            "bracketed(np.arange(7)[None], 0, True, str, 1)",
            "[[0, 1, 2,  ..., 4, 5, 6]]",
        ),
        told("a long row", LONG, LONG_ROW),
        told(
            "one number deep inside",
            "bracketed(np.array([[[[5]]]]), 0, False, str, 1)",
            "[[[[5]]]]",
        ),
    ],
    wrong=[
        wrong(
            "There is one line break between two brackets, whatever is in them. The gap has as many as each of them has dimensions.",
            ('"\\n" * (array.ndim - 1)', '"\\n"'),
        ),
        wrong(
            "The number that `write` is given is NumPy's. `.item()` makes it Python's.",
            ("array[place].item()", "array[place]"),
        ),
        wrong(
            "The inner bracket stands one character further to the right: it needs `indent + 1`.",
            ("bracketed(array[place], indent + 1,", "bracketed(array[place], indent,"),
        ),
        wrong(
            "A row that needs more than one line goes on below its first number, which stands behind the bracket: "
            "`filled(items, indent + 1, width)`.",
            ("filled(items, indent + 1, width)", "filled(items, indent, width)"),
        ),
        wrong(
            "A row is joined by hand, on a line of any length. `filled(items, indent + 1, width)` breaks it.",
            ("filled(items, indent + 1, width)", '", ".join(items)'),
        ),
        wrong(
            "`cut` is not handed on to the inner brackets: their rows are long, too.",
            ("indent + 1, cut, write", "indent + 1, False, write"),
        ),
        wrong(
            "`places` is not used, so nothing is left out. Where it has None, dots stand for what is cut.",
            ("    places = shown(len(array), cut)", "    places = range(len(array))"),
        ),
        wrong(
            'Among numbers the dots are " ...", with a blank in front of them.',
            ('" ..." if place', '"..." if place'),
        ),
        wrong(
            'Among brackets the dots are "...", without a blank: `gap` has what stands before them.',
            ('["..." if place', '[" ..." if place'),
        ),
        wrong(
            "The brackets of a matrix are joined with a comma and a blank. `gap` has the line breaks.",
            ("gap.join(items)", '", ".join(items)'),
        ),
        wrong(
            "The outer bracket is missing: the parts of a matrix stand in one of their own.",
            ('"[" + gap.join(items) + "]"', "gap.join(items)"),
        ),
        wrong(
            "A row has no brackets. They stand round what `filled` gives.",
            ('"[" + filled(items, indent + 1, width) + "]"', "filled(items, indent + 1, width)"),
        ),
        wrong(
            "The parts of a matrix are written as numbers. Each of them is an array with one dimension less: bracketed(...) again.",
            (
                "bracketed(array[place], indent + 1, cut, write, width) for",
                '"[" + filled([write(x.item()) for x in array[place].reshape(-1)], indent + 2, width) + "]" for',
            ),
        ),
        wrong(
            "Every array is written as a row. Of an array with more dimensions the parts are arrays: bracketed(...) writes them.",
            ("if array.ndim == 1", "if array.ndim"),
        ),
        wrong(
            "A `gap` stands behind the last bracket as well. It belongs between two: `gap.join(...)`.",
            ("gap.join(items)", '"".join([item + gap for item in items])'),
        ),
    ],
    mistakes=[
        Mistake(
            lambda expected, got, error: (
                error is not None
                and expected[0].endswith("cut")
                and isinstance(error, (ValueError, TypeError, RecursionError))
            ),
            "None in `places` is not asked for, and array[None] is the whole array with one dimension more. Dots stand there.",
        ),
        Mistake(
            lambda expected, got, error: (
                isinstance(error, ValueError) and "can only convert an array of size 1" in str(error)
            ),
            "`.item()` is asked of something that is not one number. Only an array of one dimension holds numbers; of others, the "
            "parts are arrays, and bracketed(...) writes them.",
        ),
        Mistake(
            lambda expected, got, error: isinstance(error, TypeError) and "NoneType found" in str(error),
            "A `return` is missing on one of the ways: one of the pieces that are joined is None.",
        ),
        Mistake(
            lambda expected, got, error: isinstance(error, RecursionError),
            "It never stops calling itself. An array of one dimension is the last: its numbers are written.",
        ),
        *tells(
            a_row='A row is "[", then filled(items, indent + 1, width), then "]".',
            a_Python_number="`write` is given Python's number, array[place].item().",
            a_matrix='A matrix is "[", then the brackets of its rows with `gap` between them, then "]".',
            a_matrix_further_right="A new line begins with indent + 1 blanks, below the first inner bracket: `gap` has them.",
            three_dimensions="Each part is an array with one dimension less: bracketed(array[place], indent + 1, cut, write, width).",
            a_row_cut='Where `places` has None, the item is " ...".',
            a_matrix_cut='Where `places` has None, "..." stands in the place of a bracket.',
            rows_of_a_matrix_cut="The inner brackets are cut, too: hand `cut` on.",
            a_long_row="filled(items, indent + 1, width) breaks a long row.",
            one_number_deep_inside="Four dimensions are four brackets.",
        ),
    ],
    hints=[
        "Two cases: array.ndim is 1, or it is more. In both, make a list of texts, one for each of `places`.",
        "In the second case the text of a part is bracketed(array[place], indent + 1, cut, write, width): the function calls itself.",
        'ndim 1: items = [" ..." if place is None else write(array[place].item()) for place in places], in filled(items, indent + 1, '
        'width). Else: "..." or bracketed(...), joined by gap. Both between "[" and "]".',
    ],
)
