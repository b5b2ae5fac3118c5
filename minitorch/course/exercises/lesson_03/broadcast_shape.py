"""To what two shapes broadcast."""

from ...define import Case, Exercise, Mistake, Wrong
from ..telling import tells, told, variant

SOLUTION = '''
def broadcast_shape(a, b):
    """The shape to which the shapes a and b broadcast, as a tuple; RuntimeError if they do not."""
    ndim = max(len(a), len(b))
    left, right = (1,) * (ndim - len(a)) + tuple(a), (1,) * (ndim - len(b)) + tuple(b)
    result = ()
    for m, n in zip(left, right):
        if m != n and 1 not in (m, n):
            raise broadcast_error(a, b)
        result += (n if m == 1 else m,)
    return result
'''


def wrong(says, *changes):
    return Wrong(variant(SOLUTION, *changes), says)


NO_NUMPY = (
    "NumPy has the rule already, and here it is yours to write: line the shapes up, and go through their lengths."
)
exercise = Exercise(
    "broadcast_shape",
    title="To what two shapes broadcast",
    difficulty=3,
    minutes=6,
    target="minitorch.ops.view.expand:broadcast_shape",
    setup="from minitorch.ops.op import broadcast_error",
    stub='''
        def broadcast_shape(a, b):
            """The shape to which the shapes a and b broadcast, as a tuple.

            If they do not, raise broadcast_error(a, b), which has PyTorch's words.
            NumPy's functions for it (broadcast_shapes, broadcast ...) are the rule
            itself, and not allowed here.
            """
            ...
    ''',
    solution=SOLUTION,
    why="With 1s put in front of the shorter shape, both have the same number of dimensions, and the rule is one question for each "
    "pair: equal, or is one of the two 1?",
    facts=[
        told("equal shapes", "broadcast_shape((2, 3), (2, 3))", (2, 3)),
        told("a column and a row", "broadcast_shape((3, 1), (1, 4))", (3, 4)),
        told("a shorter right", "broadcast_shape((2, 3), (3,))", (2, 3)),
        told("a shorter left", "broadcast_shape((3,), (2, 3))", (2, 3)),
        told("a missing one", "broadcast_shape((2, 3), (2, 1))", (2, 3)),
        told("on paper", "broadcast_shape((8, 1, 3), (2, 1))", (8, 2, 3)),
        told("no dimensions", "broadcast_shape((), (4, 2)), broadcast_shape((4, 2), ())", ((4, 2), (4, 2))),
        told("no dimensions at all", "broadcast_shape((), ())", ()),
        told("a length of 0", "broadcast_shape((0, 3), (1,)), broadcast_shape((1,), (0,))", ((0, 3), (0,))),
        told("lists and sizes", "broadcast_shape([2, 1], mt.Size((3,)))", (2, 3)),
        told("a tuple", "type(broadcast_shape([2, 1], [3])) is tuple", True),
        Case("broadcast_shape((2, 3), (2,))", raises=RuntimeError, match="must match the size of tensor b"),
        Case("broadcast_shape((2, 3), (4, 3))", raises=RuntimeError, match="must match the size of tensor b"),
        Case("broadcast_shape((2,), (0,))", raises=RuntimeError, match="must match the size of tensor b"),
        Case("broadcast_shape((6,), (3,))", raises=RuntimeError, match="must match the size of tensor b"),
    ],
    forbids={
        "broadcast_shapes": NO_NUMPY,
        "broadcast_arrays": NO_NUMPY,
        "broadcast_to": NO_NUMPY,
        "broadcast": NO_NUMPY,
    },
    wrong=[
        wrong(
            "The shapes are lined up at their left ends. Broadcasting lines them up at the right: the 1s go in front.",
            ("(1,) * (ndim - len(a)) + tuple(a)", "tuple(a) + (1,) * (ndim - len(a))"),
            ("(1,) * (ndim - len(b)) + tuple(b)", "tuple(b) + (1,) * (ndim - len(b))"),
        ),
        wrong(
            "The longer length is taken, and a length of 0 is shorter than 1: a 1 is stretched to the other's length, whatever "
            "that is.",
            ("n if m == 1 else m,", "max(m, n),"),
        ),
        wrong(
            "No pair is refused: for two lengths that differ, neither of them 1, `raise broadcast_error(a, b)`.",
            ("        if m != n and 1 not in (m, n):\n            raise broadcast_error(a, b)\n", ""),
        ),
        wrong(
            "A 1 is refused, too. Where one of the two lengths is 1, it is stretched.",
            ("if m != n and 1 not in (m, n)", "if m != n"),
        ),
        wrong(
            "Only a 1 on the left is stretched. Either of the two may be the 1.",
            ("1 not in (m, n)", "m != 1"),
        ),
        wrong(
            "Only a 1 on the right is stretched. Either of the two may be the 1.",
            ("1 not in (m, n)", "n != 1"),
        ),
        wrong(
            "A multiple fits no better than any other length: 6 and 3 do not broadcast. Only a 1 is stretched.",
            ("1 not in (m, n)", "m % n and n % m if m and n else 1 not in (m, n)"),
        ),
        wrong(
            "`zip` ends with the shorter shape, so the dimensions that one of the two lacks are gone. Put 1s in front of it.",
            ("    left, right = (1,) * (ndim - len(a)) + tuple(a), (1,) * (ndim - len(b)) + tuple(b)\n", ""),
            (
                "zip(left, right):",
                "list(zip(reversed(tuple(a)), reversed(tuple(b))))[::-1]:",
            ),
        ),
        wrong(
            "The shape comes out turned round: whoever starts at the right ends has to turn the result round at last.",
            ("    return result", "    return result[::-1]"),
        ),
        wrong(
            "The 1s are put in front of the second shape only. The first may be the shorter one.",
            ("(1,) * (ndim - len(a)) + tuple(a), ", "tuple(a), "),
        ),
        wrong(
            "The shape is a list. `tuple(...)` around it makes it what the package uses.",
            ("    return result", "    return list(result)"),
        ),
        wrong(
            "The error is returned. It has to be raised: `raise broadcast_error(a, b)`.",
            ("            raise broadcast_error", "            return broadcast_error"),
        ),
    ],
    mistakes=[
        Mistake(
            lambda expected, got, error: isinstance(error, TypeError) and "can only concatenate" in str(error),
            "A shape may be a list or a Size as well: `tuple(a)` makes a tuple of it, to which others can be added.",
        ),
        Mistake(
            lambda expected, got, error: isinstance(error, RuntimeError) and expected is not RuntimeError,
            "Shapes that fit are refused. Line them up at the right ends; a missing length counts as 1, and a 1 fits everything.",
        ),
        *tells(
            equal_shapes="(2, 3) and (2, 3) give (2, 3), the lengths in this order.",
            a_column_and_a_row="Of each pair of lengths, a 1 takes the other's: (3, 1) and (1, 4) give (3, 4).",
            a_shorter_right="The second shape is shorter. What it lacks is in front, and counts as 1.",
            a_shorter_left="The first shape is shorter. What it lacks is in front, and counts as 1.",
            a_missing_one="A 1 takes the other's length, in whichever dimension it stands.",
            on_paper="Lined up at the right: 3 and 1 give 3, 1 and 2 give 2, and 8 has nothing beside it.",
            no_dimensions="() has no lengths at all: each of them counts as 1, and the other shape is the answer.",
            no_dimensions_at_all="() and () give ().",
            a_length_of_0="0 and 1 give 0: the 1 takes the other's length, whatever that is.",
            lists_and_sizes="A shape may be a list or a Size as well: `tuple(a)` makes a tuple of it.",
            a_tuple="The answer is a tuple, also for lists.",
        ),
        Mistake(
            lambda expected, got, error: error is None and expected is RuntimeError,
            "Two lengths that differ, neither of them 1, do not fit: raise broadcast_error(a, b).",
        ),
    ],
    hints=[
        "Make both shapes equally long first. Which lengths are missing, and at which end?",
        "(1,) * k is a tuple of k ones. Then go through the pairs with zip: three cases, equal, one is 1, neither.",
        "left = (1,) * (ndim - len(a)) + tuple(a), right likewise; for m, n in zip(left, right): raise if m != n and 1 not in "
        "(m, n), else n if m == 1 else m.",
    ],
)
