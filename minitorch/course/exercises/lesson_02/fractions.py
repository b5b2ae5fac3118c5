"""From words to fractions."""

import numpy as np

from ...define import Case, Exercise, Law, Mistake, Wrong


def body(line_32, line_64):
    return f"""
            def fractions(n, real, generator):
                if real is np.float64:
                    {line_64}
                else:
                    {line_32}
                return values.astype(real)
    """


exercise = Exercise(
    "fractions",
    title="From words to fractions",
    difficulty=2,
    minutes=4,
    target="minitorch.random.distributions:fractions",
    stub='''
        def fractions(n, real, generator):
            """n numbers spread evenly over [0, 1), of the NumPy type `real`: np.float32 or np.float64."""
            ...
    ''',
    solution='''
        def fractions(n, real, generator):
            """n numbers spread evenly over [0, 1), of the NumPy type `real`: np.float32 or np.float64."""
            if real is np.float64:
                return (generator.long_words(n) % 2**53 / 2**53).astype(real)
            return (generator.words(n) % 2**24 / 2**24).astype(real)
    ''',
    why="As many low bits as the type has places for digits: 24 or 53. Every fraction is then exact, and 1 is never reached.",
    facts=[
        Case(
            "fractions(3, np.float32, mt.Generator().manual_seed(0)).tolist()",
            [0.49625658988952637, 0.7682217955589294, 0.08847743272781372],
            rtol=0,
            atol=0,
        ),
        Case(
            "fractions(2, np.float64, mt.Generator().manual_seed(0)).tolist()",
            [0.9700530018065531, 0.707819864399788],
            rtol=0,
            atol=0,
        ),
        Case(
            "fractions(2, np.float32, mt.Generator()).dtype.name, fractions(2, np.float64, mt.Generator()).dtype.name",
            ("float32", "float64"),
        ),
        Case(
            "fractions(0, np.float32, mt.Generator()).shape, fractions(5, np.float64, mt.Generator()).shape",
            ((0,), (5,)),
        ),
        Law("words whose upper bits are set", lambda f, rng: from_words(f, rng)),
        Law("the largest fraction is still below 1", lambda f, rng: largest(f, rng), times=1),
        Case(
            """
            g = mt.Generator().manual_seed(1)
            fractions(2, np.float32, g)
            fractions(1, np.float64, g)
            g.words(1).tolist()
            """,
            [491263],
        ),
        Case(
            "mt.rand(2, generator=mt.Generator().manual_seed(0)).tolist()",
            [0.49625658988952637, 0.7682217955589294],
            rtol=0,
            atol=0,
        ),
    ],
    wrong=[
        Wrong(
            body("values = generator.words(n) / 2**32", "values = generator.long_words(n) / 2**64"),
            "The upper bits of the word are used here, or all of it. A float32 has 24 places for digits, a float64 has 53. PyTorch "
            "takes so many of the low bits: the remainder after division by 2**24, or 2**53.",
        ),
        Wrong(
            body("values = generator.words(n) % 2**24 / 2**24", "values = generator.words(n) % 2**24 / 2**24"),
            "These are the fractions of a float32. A float64 has 53 bits, and a word only 32: long_words(n) joins two words. If your "
            "code has a branch for it, that one does not run: `real` is np.float64 itself, a type and not a name.",
        ),
        Wrong(
            body(
                "values = generator.words(n) % 2**24 / (2**24 - 1)",
                "values = generator.long_words(n) % 2**53 / (2**53 - 1)",
            ),
            "Divided by 2**24 - 1, the largest would be 1, which is not in [0, 1). Divide by 2**24, or 2**53.",
        ),
        Wrong(
            body("values = generator.words(n) % 2**23 / 2**23", "values = generator.long_words(n) % 2**52 / 2**52"),
            "One bit too few: 24 for float32, 53 for float64.",
        ),
        Wrong(
            body("values = generator.words(n) % 2**24", "values = generator.long_words(n) % 2**53"),
            "These are whole numbers still. Divide by 2**24, or 2**53, to come below 1.",
        ),
        Wrong(
            body("values = generator.words(n) % 2**32 / 2**24", "values = generator.long_words(n) % 2**64 / 2**53"),
            "The upper bits are still there, and the result is larger than 1. Take the remainder by 2**24, or 2**53, first.",
        ),
        Wrong(
            """
            def fractions(n, real, generator):
                if real is np.float64:
                    return generator.long_words(n) % 2**53 / 2**53
                return generator.words(n) % 2**24 / 2**24
            """,
            "The division gives float64 in both cases. `astype(real)` makes it the type that was asked for.",
        ),
        Wrong(
            """
            def fractions(n, real, generator):
                g = mt.Generator().manual_seed(generator.initial_seed())
                if real is np.float64:
                    return (g.long_words(n) % 2**53 / 2**53).astype(real)
                return (g.words(n) % 2**24 / 2**24).astype(real)
            """,
            "A generator of your own starts anew each time. Draw from the one that was given, which stands where it stands.",
        ),
    ],
    mistakes=[
        Mistake(
            lambda expected, got, error: (
                isinstance(got, list) and len(got) == 3 and isinstance(got[0], float) and abs(got[0] - 0.97005) < 1e-4
            ),
            "float32 and float64 have changed places: a float32 takes a word and 24 bits of it, a float64 a long word and 53.",
        ),
        Mistake(
            lambda expected, got, error: (
                isinstance(got, list) and len(got) == 3 and isinstance(got[0], float) and abs(got[0] - 0.50374) < 1e-4
            ),
            "This is 1 minus the fraction. It is the remainder itself, divided.",
        ),
        Mistake(
            lambda expected, got, error: (
                isinstance(got, list) and len(got) == 3 and isinstance(got[0], float) and abs(got[0] - 0.54881) < 1e-4
            ),
            "The upper bits of the word are used here, or all 32. PyTorch takes the low 24: the remainder after division by 2**24.",
        ),
        Mistake(
            lambda expected, got, error: (
                isinstance(got, list) and len(got) == 3 and isinstance(got[0], float) and abs(got[0] - 0.83333) < 1e-4
            ),
            "24 is how many bits there are. Divide by 2**24, and for float64 by 2**53.",
        ),
        Mistake(
            lambda expected, got, error: (
                isinstance(got, list) and len(got) == 3 and isinstance(got[0], float) and got == [0.0, 0.0, 0.0]
            ),
            "// is division without the fraction. To come below 1, divide with /.",
        ),
        Mistake(
            lambda expected, got, error: (
                isinstance(got, list) and len(got) == 3 and isinstance(got[0], float) and abs(got[1] - 0.08847) < 1e-4
            ),
            "A float32 takes one word for each number. Here every second word is thrown away.",
        ),
        Mistake(
            lambda expected, got, error: isinstance(error, TypeError) and "'method'" in str(error),
            "words and long_words are methods: call them with n.",
        ),
        Mistake(
            lambda expected, got, error: isinstance(got, list) and isinstance(got[0], float) and got[0] > 1,
            "The result is larger than 1: the upper bits of the word are still there. Take the remainder by "
            "2**24, or 2**53, before you divide.",
        ),
        Mistake(
            lambda expected, got, error: (
                isinstance(got, list) and isinstance(got[0], float) and 0 < got[0] < 1e-3 and got[1] < 1e-3
            ),
            "These are all close to 0: the bits that were kept are fewer than the number divided by. Take "
            "the low 24 bits of a word for float32, and the low 53 of a long word for float64; the remainder "
            "gives the low ones.",
        ),
        Mistake(
            lambda expected, got, error: (
                isinstance(got, list) and isinstance(got[0], float) and abs(got[0] - 0.7682217955589294) < 1e-7
            ),
            "A float32 takes one word for each number. long_words uses up two.",
        ),
        Mistake(
            lambda expected, got, error: "'list' object" in str(error), "An array is asked for, of the type `real`."
        ),
        Mistake(
            lambda expected, got, error: isinstance(got, list) and isinstance(got[0], list),
            "words(1) is an array of one word. Ask for all n at once: words(n).",
        ),
        Mistake(
            lambda expected, got, error: error is None and isinstance(got, list) and len(got) == 3,
            "These are other fractions. The remainder comes first, of whole numbers: a word % 2**24. Then it is divided by 2**24.",
        ),
    ],
    forbids={
        "uniform": "uniform calls this very function. Begin with the generator's words.",
        "np.random": "NumPy draws other numbers. Begin with the generator's words.",
    },
    hints=[
        "generator.words(n) gives n words of 32 bits, generator.long_words(n) n of 64. How many of their bits fit?",
        "The low 24 bits are the remainder after division by 2**24. Then divide by 2**24. For float64 the number is 53.",
        "`return (generator.words(n) % 2**24 / 2**24).astype(real)`, and the same with long_words and 53.",
    ],
)


class Words:
    """A generator whose words are known."""

    def __init__(self, words):
        self.known = np.array(words, np.uint64)

    def words(self, n):
        return self.known[:n] % 2**32

    def long_words(self, n):
        return self.known[:n]


def from_words(f, rng):
    words = [int(n) for n in rng.integers(2**63, 2**64 - 1, size=4, dtype=np.uint64)]
    expected = [word % 2**24 / 2**24 for word in words], [word % 2**53 / 2**53 for word in words]
    got = f(4, np.float32, Words(words)).tolist(), f(4, np.float64, Words(words)).tolist()
    return {"words": words}, expected, got


def largest(f, rng):
    words = [2**64 - 1]
    expected = [1 - 2**-24], [1 - 2**-53]
    return (
        {"words": words},
        expected,
        (f(1, np.float32, Words(words)).tolist(), f(1, np.float64, Words(words)).tolist()),
    )
