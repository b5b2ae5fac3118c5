"""From a seed to words."""

from ...define import Case, Exercise, Mistake, Wrong

SETUP = """
from minitorch.random.generator import check_seed, twister


def seeded(seed):
    return mt.Generator().manual_seed(seed)
"""
SEED = '''
        def manual_seed(self, seed):
            """Start the sequence that belongs to `seed`. Returns the generator."""
            check_seed(seed)
            self._seed = int(seed) % 2**64
            self._engine = self._spare = None
            return self
'''
LONG = '''
        def long_words(self, n):
            """The next n numbers of 64 bits, each from two words, as uint64 [n]."""
            words = self.words(2 * n)
            return words[0::2] << 32 | words[1::2]
'''
WORDS = '''
        def words(self, n):
            """The next n words, each an integer below 2**32, as uint64 [n]."""
            if self._engine is None:
                self._engine = twister(self._seed)
            return self._engine.random_raw(n)
'''


def seeding(lines):
    return f"""
        def manual_seed(self, seed):
            check_seed(seed)
            {lines}
"""


def long(lines):
    return f"""
        def long_words(self, n):
            {lines}
"""


def drawing(lines):
    return f"""
        def words(self, n):
            {lines}
"""


exercise = Exercise(
    "words",
    title="From a seed to words",
    difficulty=2,
    minutes=5,
    target="minitorch.random.generator:Generator.words",
    covers={
        "manual_seed": "minitorch.random.generator:Generator.manual_seed",
        "long_words": "minitorch.random.generator:Generator.long_words",
    },
    installed=True,
    setup=SETUP,
    stub='''
        def manual_seed(self, seed):
            """Start the sequence that belongs to `seed`. Returns the generator."""
            check_seed(seed)
            ...

        def long_words(self, n):
            """The next n numbers of 64 bits, each from two words, as uint64 [n]."""
            ...

        def words(self, n):
            """The next n words, each an integer below 2**32, as uint64 [n]."""
            ...
    ''',
    solution=SEED + LONG + WORDS,
    why="A generator is a seed and a place in the sequence that belongs to it. The engine keeps the place; to seed is to "
    "forget it.",
    facts=[
        Case("seeded(0).words(3).tolist()", [2357136044, 2546248239, 3071714933]),
        Case("seeded(1).words(2).tolist()", [1791095845, 4282876139]),
        Case("seeded(0).words(2).dtype.name, seeded(0).words(0).shape", ("uint64", (0,))),
        Case(
            """
            g = seeded(0)
            g.words(2).tolist() + g.words(1).tolist()
            """,
            [2357136044, 2546248239, 3071714933],
            changes=True,
        ),
        Case(
            """
            g = seeded(0)
            g.words(5)
            g.manual_seed(0)
            g.words(2).tolist()
            """,
            [2357136044, 2546248239],
            changes=True,
        ),
        Case(
            """
            a, b = seeded(0), seeded(0)
            a.words(2)
            b.words(1).tolist()
            """,
            [2357136044],
            changes=True,
        ),
        Case("g = mt.Generator()\ng.manual_seed(3) is g", True, changes=True),
        Case("seeded(3).initial_seed(), seeded(-1).initial_seed()", (3, 18446744073709551615)),
        Case("type(seeded(np.int64(3)).initial_seed()).__name__", "int"),
        Case("seeded(2**32 + 1).words(1).tolist(), seeded(2**32 + 1).initial_seed()", ([1791095845], 4294967297)),
        Case("seeded('0')", raises=RuntimeError, match="expected a long"),
        Case(
            """
            g = mt.Generator()
            g._spare = 0.5
            g.manual_seed(0)
            g._spare is None
            """,
            True,
            changes=True,
        ),
        Case("seeded(0)._engine is None", True),
        Case("seeded(0).long_words(1).tolist()", [2357136044 * 2**32 + 2546248239]),
        Case("seeded(0).long_words(2).tolist()[1] // 2**32", 3071714933),
        Case("seeded(0).long_words(3).shape, seeded(0).long_words(2).dtype.name", ((3,), "uint64")),
        Case("mt.rand(2, generator=seeded(0)).tolist()", [0.49625658988952637, 0.7682217955589294]),
        Case(
            """
            g = seeded(0)
            mt.randn(1, generator=g)
            g.manual_seed(0)
            mt.randn(1, generator=g).tolist()
            """,
            [1.5409960746765137],
            changes=True,
        ),
    ],
    wrong=[
        Wrong(
            SEED + LONG + drawing("return twister(self._seed).random_raw(n)"),
            "A new engine for each draw begins at the start of the sequence each time. Keep it in self._engine, "
            "and make it only where "
            "that is None.",
        ),
        Wrong(
            SEED + LONG + drawing("return self._engine.random_raw(n)"),
            "After a seed there is no engine: _engine is None. Make one with twister(self._seed) when the first word is wanted.",
        ),
        Wrong(
            SEED
            + LONG
            + drawing(
                "if self._engine is None:\n                self._engine = twister(0)\n            return self._engine.random_raw(n)"
            ),
            "Every sequence is that of seed 0. The generator has a seed of its own: self._seed.",
        ),
        Wrong(
            seeding("self._seed = int(seed) % 2**64\n            self._engine = self._spare = None") + LONG + WORDS,
            "manual_seed returns the generator, so that mt.Generator().manual_seed(0) is one: return self.",
        ),
        Wrong(
            seeding("self._seed = int(seed) % 2**64\n            self._spare = None\n            return self")
            + LONG
            + WORDS,
            "The old engine is kept, and goes on where it stood. Set _engine to None, and `words` makes one for the new seed.",
        ),
        Wrong(
            seeding("self._seed = int(seed) % 2**64\n            self._engine = None\n            return self")
            + LONG
            + WORDS,
            "A normal number of the old sequence may wait in _spare. Whoever seeds wants it gone: None.",
        ),
        Wrong(
            seeding("self._seed = int(seed)\n            self._engine = self._spare = None\n            return self")
            + LONG
            + WORDS,
            "A seed below 0 counts from the end of the 64 bits: -1 is 2**64 - 1. The remainder after division by 2**64 does that.",
        ),
        Wrong(
            seeding("self._seed = seed % 2**64\n            self._engine = self._spare = None\n            return self")
            + LONG
            + WORDS,
            "A NumPy integer is no Python int, and 2**64 does not fit into it: int(seed) first.",
        ),
        Wrong(
            seeding(
                "self._seed = int(seed) % 2**32\n            self._engine = self._spare = None\n            return self"
            )
            + LONG
            + WORDS,
            "The seed is remembered with its 64 bits, initial_seed() tells it. twister takes what it needs.",
        ),
        Wrong(
            seeding(
                "self._seed = int(seed) % 2**64\n            self._engine = twister(self._seed)\n            self._spare = None\n"
                "            return self"
            )
            + LONG
            + WORDS,
            "The engine is made at once, and NumPy's random module is slow to load. Every import of the package would wait for it: "
            "set None, and let `words` make the engine when it is needed.",
        ),
        Wrong(
            SEED + long("words = self.words(2 * n)\n            return words[1::2] << 32 | words[0::2]") + WORDS,
            "The two words have changed places: the first of a pair gives the upper 32 bits.",
        ),
        Wrong(
            SEED + long("words = self.words(2 * n)\n            return words[:n] << 32 | words[n:]") + WORDS,
            "A pair is two words that follow each other: words[0::2] are the first ones, words[1::2] the second ones.",
        ),
        Wrong(
            SEED + long("words = self.words(n)\n            return words << 32 | words") + WORDS,
            "Each word is used twice. A number of 64 bits needs two words: draw 2 * n.",
        ),
        Wrong(
            SEED + long("words = self.words(2 * n)\n            return words[0::2] + words[1::2]") + WORDS,
            "The first word has to be moved up by 32 bits, words << 32, or the two lie on top of each other.",
        ),
    ],
    mistakes=[
        Mistake(
            lambda expected, got, error: expected == [2357136044, 2546248239] and len(got) == 2,
            "The generator goes on where it was before it was seeded. manual_seed goes back to the start: the engine that stands "
            "further on has to go, self._engine = None.",
        ),
        Mistake(
            lambda expected, got, error: expected == [10123822223749065263] and 0 < abs(got[0] - expected[0]) < 2**12,
            "The last digits are lost: on the way the number was a float64, which has 53 bits. Integers and uint64 have all 64.",
        ),
        Mistake(
            lambda expected, got, error: isinstance(error, AttributeError) and "read-only" in str(error),
            "The fields have an underscore, _seed, _engine and _spare; `seed` is a method.",
        ),
        Mistake(
            lambda expected, got, error: (
                error is None and isinstance(got, tuple) and expected == (3, 18446744073709551615)
            ),
            "A seed below 0 counts from the end of the 64 bits: -1 is 2**64 - 1, the remainder after division by 2**64.",
        ),
        Mistake(
            lambda expected, got, error: isinstance(error, AttributeError) and "has no attribute 'words'" in str(error),
            "manual_seed returns the generator, so that mt.Generator().manual_seed(0) is one: return self.",
        ),
        Mistake(
            lambda expected, got, error: error is None and expected is True and got is False,
            "After manual_seed both _engine and _spare are None, and the generator itself is returned.",
        ),
        Mistake(
            lambda expected, got, error: isinstance(error, AttributeError) and "'function' object" in str(error),
            "twister is a function: twister(self._seed) makes the engine.",
        ),
        Mistake(
            lambda expected, got, error: (
                isinstance(error, AttributeError) and "'int' object has no attribute 'tolist'" in str(error)
            ),
            "random_raw without a number gives one word. n are wanted, as an array: random_raw(n).",
        ),
        Mistake(
            lambda expected, got, error: isinstance(error, ValueError) and "reshape" in str(error),
            "n numbers of 64 bits need 2 * n words.",
        ),
        Mistake(
            lambda expected, got, error: (
                isinstance(got, list)
                and isinstance(expected, list)
                and got
                and isinstance(got[0], int)
                and expected[0] > 2**33
            ),
            "Of each pair, the first word gives the upper 32 bits: words << 32 moves it there. The second gives the lower ones.",
        ),
        Mistake(
            lambda expected, got, error: isinstance(error, AttributeError) and "'list' object" in str(error),
            "An array is asked for, uint64, not a list.",
        ),
        Mistake(
            lambda expected, got, error: (
                isinstance(got, list) and isinstance(expected, list) and got and expected[0] in (2357136044, 1791095845)
            ),
            "These are other words than those of the seed: twister(self._seed) sets the engine up in PyTorch's "
            "way, and the engine goes on from there.",
        ),
        Mistake(
            lambda expected, got, error: isinstance(error, AttributeError) and "'random_raw'" in str(error),
            "self._engine is None until someone makes the engine: twister(self._seed), in `words`, where it is None.",
        ),
        Mistake(
            lambda expected, got, error: isinstance(error, AttributeError) and "'_" in str(error),
            "manual_seed has to set all three fields: _seed, _engine and _spare.",
        ),
        Mistake(
            lambda expected, got, error: isinstance(error, OverflowError),
            "A NumPy integer is no Python int, and 2**64 does not fit into it: int(seed) first.",
        ),
        Mistake(
            lambda expected, got, error: isinstance(expected, int) and isinstance(got, int) and expected == 3071714933,
            "A pair is two words that follow each other: words[0::2] are the first ones, words[1::2] the second ones.",
        ),
        Mistake(
            lambda expected, got, error: isinstance(error, TypeError) and "'float'" in str(error),
            "Words are whole numbers: use <<, | or + and whole numbers only.",
        ),
        Mistake(
            lambda expected, got, error: isinstance(error, AttributeError) and "NoneType" in str(error),
            "It returns None: manual_seed returns the generator, words and long_words an array.",
        ),
    ],
    forbids={
        "RandomState": "`twister` does this already.",
        "default_rng": "This is another generator of NumPy's, with other words: twister(seed) makes the right one.",
    },
    hints=[
        "A generator has a seed, an engine that stands somewhere in the sequence, and perhaps a spare "
        "number. What is left of them after "
        "manual_seed?",
        "manual_seed keeps the seed, as an int below 2**64, and sets the others to None. words makes the "
        "engine where there is none, and "
        "asks it. long_words draws 2 * n words and joins them pair by pair.",
        "`self._seed = int(seed) % 2**64`, `self._engine = self._spare = None`, `return self`; `if "
        "self._engine is None: self._engine = "
        "twister(self._seed)`, `return self._engine.random_raw(n)`; `words[0::2] << 32 | words[1::2]`.",
    ],
)
