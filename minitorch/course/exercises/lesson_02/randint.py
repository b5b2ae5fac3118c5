"""Whole numbers from words."""

from ...define import A, Case, Exercise, Mistake, Wrong

SETUP = """
import math

from minitorch.random.distributions import check_bounds, chosen, rounded

INT64, FLOAT32 = np.dtype("int64"), np.dtype("float32")


def seeded(seed):
    return mt.Generator().manual_seed(seed)
"""


def body(words="generator.words(n) if width < 2**28 else generator.long_words(n)", numbers=None, result=None):
    return f"""
        def randint(low, high, shape, np_dtype, generator=None):
            check_bounds(low, high, np_dtype)
            generator, n, width = chosen(generator), math.prod(shape), high - low
            words = {words}
            numbers = {numbers or "(words % width).astype(np.int64) + low"}
            return {result or "rounded(numbers, np_dtype).reshape(shape)"}
"""


exercise = Exercise(
    "randint",
    title="Whole numbers from words",
    difficulty=2,
    minutes=6,
    target="minitorch.random.distributions:randint",
    setup=SETUP,
    stub='''
        def randint(low, high, shape, np_dtype, generator=None):
            """Whole numbers drawn evenly from low up to but without high."""
            check_bounds(low, high, np_dtype)
            ...
    ''',
    solution='''
        def randint(low, high, shape, np_dtype, generator=None):
            """Whole numbers drawn evenly from low up to but without high."""
            check_bounds(low, high, np_dtype)
            generator, n, width = chosen(generator), math.prod(shape), high - low
            words = generator.words(n) if width < 2**28 else generator.long_words(n)
            numbers = (words % width).astype(np.int64) + low if width < 2**64 else words.view(np.int64)
            return rounded(numbers, np_dtype).reshape(shape)
    ''',
    why="The remainder of a word is below the width, and every remainder comes nearly equally often, because a word is so much "
    "larger. The package also takes a width of 2**64, for which a word is a number as it is.",
    facts=[
        Case("randint(0, 10, (5,), INT64, seeded(0))", A([4, 9, 3, 0, 3], "int64")),
        Case("randint(-5, 5, (5,), INT64, seeded(1)).tolist()", [0, 4, -1, 3, -2]),
        Case(
            "randint(0, 10**12, (4,), INT64, seeded(0)).tolist()",
            [223749065263, 183495924928, 634053362427, 526890433895],
        ),
        Case("randint(10, 12, (4,), INT64, seeded(0)).tolist()", [10, 11, 11, 10]),
        Case("randint(0, 2**40, (2,), INT64, seeded(0)).tolist()", [741280623151, 506137267392]),
        Case("randint(0, 10, (5, 1), INT64, seeded(0)).tolist()", [[4], [9], [3], [0], [3]]),
        Case(
            "randint(0, 10, (), INT64, seeded(0)).shape, randint(0, 10, (0, 3), INT64, seeded(0)).shape", ((), (0, 3))
        ),
        Case("randint(0, 10, (3,), FLOAT32, seeded(0)).dtype.name", "float32"),
        Case("randint(0, 10, (3,), np.dtype('int8'), seeded(0)).dtype.name", "int8"),
        Case("randint(0, 10, (3,), np.dtype('uint8'), seeded(0)).tolist()", [4, 9, 3]),
        Case("randint(-1000, -990, (3,), INT64, seeded(0)).tolist()", [-996, -991, -997]),
        Case(
            """
            g = seeded(0)
            randint(0, 10, (2,), INT64, g).tolist() + randint(0, 10, (3,), INT64, g).tolist()
            """,
            [4, 9, 3, 0, 3],
            changes=True,
        ),
        Case("randint(0, 10, (3,), INT64).shape", (3,)),
        Case("randint(5, 5, (1,), INT64)", raises=RuntimeError, match="less than"),
        Case("mt.randint(0, 10, (5,), generator=seeded(0)).tolist()", [4, 9, 3, 0, 3]),
    ],
    wrong=[
        Wrong(
            body(words="generator.words(n)"),
            "A word has 32 bits, too few for a wide range: from a width of 2**28 on, take long_words.",
        ),
        Wrong(
            body(words="generator.long_words(n)"),
            "Two words are used for each number here. PyTorch takes one where the width is below 2**28.",
        ),
        Wrong(body(numbers="(words % width).astype(np.int64)"), "The numbers begin at 0. Add `low`."),
        Wrong(
            body(numbers="(words % high).astype(np.int64) + low"),
            "There are high - low numbers to choose from: divide by the width.",
        ),
        Wrong(
            body(numbers="(words % (width + 1)).astype(np.int64) + low"),
            "`high` itself is not to be drawn: the remainders after division by the width are all below it.",
        ),
        Wrong(
            body(numbers="(words % width) + low"),
            "The words are unsigned, and an unsigned array cannot go below 0: make the remainders int64 before you add `low`.",
        ),
        Wrong(
            body(numbers="words.astype(np.int64) % width + low"),
            "A long word of 64 bits does not fit into int64: take the remainder first, and make that int64.",
        ),
        Wrong(
            body(numbers="(words / 2**32 * width).astype(np.int64) + low"),
            "This spreads the numbers evenly, too, but they are not PyTorch's: those are remainders after division by the width.",
        ),
        Wrong(
            body(result="rounded(numbers, np_dtype)"),
            "The n numbers stand in a row. Give them the shape.",
        ),
        Wrong(
            body(result="numbers.reshape(shape)"),
            "The dtype asked for is not looked at: rounded(numbers, np_dtype).",
        ),
        Wrong(
            body(words="default_generator.words(n)").replace(
                "check_bounds(", "from minitorch.random import default_generator\n            check_bounds(", 1
            ),
            "Draw from the generator that was given. The default one is for those who give none, and `chosen` has seen to it.",
        ),
    ],
    mistakes=[
        Mistake(
            lambda expected, got, error: "'NoneType' object has no attribute" in str(error),
            "Who gives no generator draws from the default one: chosen(generator) sees to that.",
        ),
        Mistake(
            lambda expected, got, error: isinstance(got, list) and expected[0] == 0 and min(got) > 4,
            "`low` is added to the remainder, not subtracted.",
        ),
        Mistake(
            lambda expected, got, error: type(got).__name__ == "Array" and got.values.max() > 10,
            "These are not below `high`. The remainder, %, is below the width; the quotient, //, is not.",
        ),
        Mistake(
            lambda expected, got, error: isinstance(got, list) and max(expected) > 2**31 and min(got) < 0,
            "int32 is too narrow for the remainders of a wide range: make them int64.",
        ),
        Mistake(
            lambda expected, got, error: isinstance(error, OverflowError),
            "The words are unsigned, and an unsigned array cannot go below 0: make the remainders int64 before you add `low`.",
        ),
        Mistake(
            lambda expected, got, error: "cannot reshape array" in str(error),
            "There must be as many words as the shape has places: n of them, math.prod(shape).",
        ),
    ],
    forbids={
        "np.random": "NumPy draws other numbers. Begin with the generator's words.",
        "random_integers": "This calls the very function that you write. Begin with the generator's words.",
    },
    hints=[
        "A word is a large whole number, evenly drawn. How do you get one below `width` from it, with one operation?",
        "The remainder: words % width. It is unsigned, so make it int64, and then add low. Wide ranges, from 2**28 on, need "
        "generator.long_words(n).",
        "`words = generator.words(n) if width < 2**28 else generator.long_words(n)`, "
        "`numbers = (words % width).astype(np.int64) + low`, `return rounded(numbers, np_dtype).reshape(shape)`.",
    ],
)
