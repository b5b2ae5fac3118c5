"""Work this one out."""

from ...define import Case, Exercise, Mistake, Wrong
from ..telling import tells, told, variant

SOLUTION = '''
def infer(size, count):
    """A size in which -1 is replaced by the length that makes `count` elements."""
    known = math.prod([n for n in size if n != -1])
    unknown = len([n for n in size if n == -1])
    if min(size, default=0) < -1 or unknown > 1:
        raise size_error(size, count)
    if (unknown == 0 and known != count) or (unknown == 1 and (known == 0 or count % known)):
        raise size_error(size, count)
    return tuple([count // known if n == -1 else n for n in size])
'''


def wrong(says, *changes):
    return Wrong(variant(SOLUTION, *changes), says)


exercise = Exercise(
    "infer",
    title="Work this one out",
    difficulty=2,
    minutes=5,
    target="minitorch.ops.view.reshape:infer",
    setup="from minitorch.ops.view.reshape import size_error",
    stub='''
        def infer(size, count):
            """The size as a tuple, in which a -1 is replaced by the length that makes `count` elements.

            raise size_error(size, count) where no length does: where the others do not divide count, or are 0; where there is more
            than one -1, or a number below -1; and, without a -1, where the size does not have `count` elements.
            """
            ...
    ''',
    solution=SOLUTION,
    why="What is known multiplies to a number, and the one that is not known is count divided by it, if that goes without a rest.",
    facts=[
        told("minus one", "infer((-1, 2), 6)", (3, 2)),
        told("minus one in the middle", "infer((2, -1, 3), 12)", (2, 2, 3)),
        told("minus one alone", "infer((-1,), 6)", (6,)),
        told("no minus one", "infer((2, 3), 6)", (2, 3)),
        told("a list", "size = [2, -1]\ninfer(size, 6)", (2, 3)),
        told("ones", "infer((1, -1, 1), 5)", (1, 5, 1)),
        told("no dimension", "infer((), 1)", ()),
        told("nothing in it", "infer((0, 3), 0), infer((3, -1), 0)", ((0, 3), (3, 0))),
        Case("infer((4, -1), 6)", raises=RuntimeError, match="is invalid for input of size 6"),
        Case("infer((2, 2), 6)", raises=RuntimeError, match="is invalid for input of size 6"),
        Case("infer((12,), 6)", raises=RuntimeError, match="is invalid for input of size 6"),
        Case("infer((), 2)", raises=RuntimeError, match="is invalid for input of size 2"),
        Case("infer((-1, -1), 4)", raises=RuntimeError, match="only one dimension can be inferred"),
        Case("infer((-2, 3), 6)", raises=RuntimeError, match="invalid shape dimension -2"),
        Case("infer((-2, -3), 6)", raises=RuntimeError, match="invalid shape dimension -2"),
        Case("infer((0, -1), 6)", raises=RuntimeError, match="is invalid for input of size 6"),
        Case("infer((0, -1), 0)", raises=RuntimeError, match="ambiguous"),
        told("a tensor", "mt.arange(12).reshape(-1, 2, 3).shape[0], mt.arange(6).view(3, -1).tolist()[2]", (2, [4, 5])),
    ],
    wrong=[
        wrong(
            "A rest is dropped: 6 elements are no rows of 4. Where the known lengths do not divide count, raise size_error.",
            (" or count % known", ""),
        ),
        wrong(
            "Without a -1 nobody looks whether the size has `count` elements.",
            ("(unknown == 0 and known != count) or ", ""),
        ),
        wrong("Two lengths cannot both be worked out: more than one -1 is an error.", (" or unknown > 1", "")),
        wrong(
            "A -2 is a mistake, and no number to be worked out or multiplied with.",
            ("min(size, default=0) < -1 or ", ""),
        ),
        wrong(
            "Where a known length is 0, nothing can be divided by it: raise size_error.",
            ("known == 0 or count % known", "known and count % known"),
        ),
        wrong(
            "The -1 is among the known lengths, so the product is negative.",
            ("math.prod([n for n in size if n != -1])", "math.prod(size)"),
        ),
        wrong("You add the known lengths up. The number of elements is their product.", ("math.prod(", "sum(")),
        wrong("The size comes back with its -1 in it.", ("count // known if n == -1 else n", "n")),
        wrong(
            "It gives a list. A size is a tuple.",
            (
                "tuple([count // known if n == -1 else n for n in size])",
                "[count // known if n == -1 else n for n in size]",
            ),
        ),
        wrong("`/` gives a float, and a length is an integer: `//`.", ("count // known", "count / known")),
        wrong("All lengths are replaced. Only the -1 is.", ("count // known if n == -1 else n", "count // known")),
    ],
    mistakes=[
        Mistake(
            lambda expected, got, error: isinstance(error, ZeroDivisionError),
            "Where a known length is 0, nothing can be divided by it: raise size_error before.",
        ),
        Mistake(
            lambda expected, got, error: (
                isinstance(error, AttributeError) and "'list'" in str(error) or "append" in str(error)
            ),
            "The size may be a tuple or a list: build a new tuple of it.",
        ),
        Mistake(
            lambda expected, got, error: expected is RuntimeError and error is None,
            "This size has no answer, and none is refused here: size_error is to be raised. The stub lists the five ways in which a "
            "size is wrong; which of them is not asked for?",
        ),
        *tells(
            minus_one="6 elements in rows of 2 are 3 rows: count divided by the product of the others.",
            minus_one_in_the_middle="Only the -1 is replaced, where it stands.",
            minus_one_alone="With nothing else known, the length is count.",
            no_minus_one="Without a -1 the size is what it was.",
            a_list="A list is as good as a tuple; the answer is a tuple.",
            ones="Lengths of 1 are known lengths like others.",
            no_dimension="A size without dimensions has 1 element: the product of nothing is 1. (`min` of nothing is an error, "
            "unless it is given a `default`.)",
            nothing_in_it="A size of 0 elements is right for 0 elements; 0 divided by 3 is 0.",
            a_tensor="Behind x.view and x.reshape stands this function.",
        ),
    ],
    hints=[
        "First what is known: the product of all lengths that are not -1, and how many are -1.",
        "No -1: the product must be count. One: count divided by the product, without a rest, and never by 0. More, or a number below "
        "-1: an error.",
        "`known = math.prod([n for n in size if n != -1])`; `tuple([count // known if n == -1 else n for n in size])`.",
    ],
)
