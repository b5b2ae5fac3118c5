"""Words as integers, and as a shuffle."""

import math

import numpy as np

import minitorch as mt

from ...define import Exercise, Law, Mistake, Wrong
from ..telling import tells, told, variant

SETUP = """
import math

from minitorch.random import distributions
from minitorch.random.distributions import check_bounds, check_count, chosen, rounded

INT64 = np.dtype("int64")


def seeded(seed):
    return mt.Generator().manual_seed(seed)


def drawn(*args):
    return distributions.randint(*args).tolist()


def shuffled(n, seed):
    return distributions.randperm(n, INT64, seeded(seed)).tolist()


def next_word(g):
    \"\"\"The next word of a generator: it tells how many have been drawn.\"\"\"
    return g.words(1).tolist()[0]
"""

SOLUTION = '''
def randint(low, high, shape, np_dtype, generator=None):
    """Integers drawn evenly from low up to but without high."""
    check_bounds(low, high, np_dtype)
    generator, n, width = chosen(generator), math.prod(shape), high - low
    words = generator.words(n) if width < 2**28 else generator.long_words(n)
    numbers = (words % width).view(np.int64) + low if width < 2**64 else words.view(np.int64)
    return rounded(numbers, np_dtype).reshape(shape)


def randperm(n, np_dtype, generator=None):
    """The numbers 0 ... n-1 in random order: each place in turn swaps with itself or a later one (Fisher and Yates)."""
    check_count(n, np_dtype)
    words = chosen(generator).words(max(n - 1, 0)).tolist()
    order = list(range(n))
    for place, word in enumerate(words):
        other = place + word % (n - place)
        order[place], order[other] = order[other], order[place]
    return np.array(order, np.int64).astype(np_dtype)
'''

SWAP = "        order[place], order[other] = order[other], order[place]\n"

exercise = Exercise(
    "randperm",
    title="Integers, and a shuffle",
    difficulty=3,
    minutes=6,
    target="minitorch.random.distributions:randperm",
    covers={"randint": "minitorch.random.distributions:randint"},
    installed=True,
    setup=SETUP,
    stub='''
        def randint(low, high, shape, np_dtype, generator=None):
            """math.prod(shape) integers drawn evenly from low up to but without high."""
            check_bounds(low, high, np_dtype)
            generator = chosen(generator)
            ...
            return rounded(numbers, np_dtype).reshape(shape)


        def randperm(n, np_dtype, generator=None):
            """The numbers 0 ... n-1 in random order: each place in turn swaps with itself or a later one (Fisher and Yates)."""
            check_count(n, np_dtype)
            ...
            return np.array(order, np.int64).astype(np_dtype)
    ''',
    solution=SOLUTION,
    why="Every order is equally likely: n choices for the first place, n - 1 for the second, and so on, which is n! in all. That "
    "is why a place may swap with itself, and never with an earlier one.",
    facts=[
        told("from below 0", "drawn(-5, 5, (2, 4), INT64, seeded(0))", [[-1, 4, -2, -5], [-2, 4, 2, -2]]),
        told("from above 0", "drawn(10, 12, (6,), INT64, seeded(5))", [11, 10, 11, 11, 10, 10]),
        told("one number", "drawn(3, 4, (), INT64, seeded(0))", 3),
        told("a wide range", "drawn(0, 2**40, (2,), INT64, seeded(0))", [741280623151, 506137267392]),
        told("where long words begin", "drawn(0, 2**28, (2,), INT64, seeded(0))", [130329135, 136432832]),
        told(
            "all of 64 bits",
            "drawn(-(2**63), 2**63, (2,), INT64, seeded(0))",
            [-8322921849960486353, -5253828890213626688],
        ),
        told(
            "words used up", "g = seeded(0)\n_ = distributions.randint(0, 9, (2,), INT64, g)\nnext_word(g)", 3071714933
        ),
        told("another dtype", "distributions.randint(0, 9, (2,), np.dtype('uint8')).dtype.name", "uint8"),
        told(
            "numbers that are refused",
            "try:\n    said = drawn(3, 3, (1,), INT64)\nexcept RuntimeError:\n    said = 'refused'\nsaid",
            "refused",
        ),
        told("six places", "shuffled(6, 0)", [2, 5, 3, 0, 1, 4]),
        told("five places", "shuffled(5, 3)", [1, 0, 3, 4, 2]),
        told("ten places", "shuffled(10, 1)", [5, 6, 1, 2, 0, 8, 9, 3, 7, 4]),
        told("nothing to shuffle", "shuffled(0, 0), shuffled(1, 0)", ([], [0])),
        told("words of a shuffle", "g = seeded(0)\n_ = distributions.randperm(3, INT64, g)\nnext_word(g)", 3071714933),
        told("a shuffle in float", "distributions.randperm(3, np.dtype('float32')).dtype.name", "float32"),
        told("the default generator", "_ = mt.manual_seed(0)\nmt.randperm(6).tolist()", [2, 5, 3, 0, 1, 4]),
        Law("every order comes", lambda piece, rng: all_orders(piece, rng), times=1),
    ],
    wrong=[
        Wrong(
            variant(SOLUTION, ("(words % width).view(np.int64) + low if", "(words % width).view(np.int64) if")),
            "The numbers begin at 0, and not at low. Add low to the remainders.",
        ),
        Wrong(
            variant(SOLUTION, ("words % width", "words % high")),
            "The remainder is taken by `high`. There are high - low numbers to choose from: the width.",
        ),
        Wrong(
            variant(
                SOLUTION, ("generator.words(n) if width < 2**28 else generator.long_words(n)", "generator.words(n)")
            ),
            "From a width of 2**28 on, PyTorch takes long words. A word of 32 bits cannot reach all numbers of a wide range.",
        ),
        Wrong(
            variant(
                SOLUTION,
                ("generator.words(n) if width < 2**28 else generator.long_words(n)", "generator.long_words(n)"),
            ),
            "Long words are for a width of 2**28 or more. Below it, each number takes one word.",
        ),
        Wrong(
            variant(
                SOLUTION, ("generator.words(n) if width < 2**28 else", "generator.words(n) if width <= 2**28 else")
            ),
            "Long words begin at a width of 2**28, with this width itself.",
        ),
        Wrong(
            variant(SOLUTION, (" if width < 2**64 else words.view(np.int64)", "")),
            "A width of 2**64 is all the numbers there are, and NumPy has no remainder by it: there the words are the "
            "numbers, words.view(np.int64).",
        ),
        Wrong(
            variant(SOLUTION, ("(words % width).view(np.int64) + low", "(words % width) + low")),
            "Words have no sign. Added to a low below 0 they are made floats, or stop: read them as numbers with a sign "
            "first, .view(np.int64).",
        ),
        Wrong(
            variant(SOLUTION, ("place + word % (n - place)", "word % n")),
            "Here each place swaps with any other, an earlier one too. Some orders then come more often than others. Choose "
            "among the places from this one on: place + word % (n - place).",
        ),
        Wrong(
            variant(SOLUTION, ("place + word % (n - place)", "word % (n - place)")),
            "The remainder counts from the place itself: add it to `place`.",
        ),
        Wrong(
            variant(SOLUTION, ("place + word % (n - place)", "place + 1 + word % (n - place - 1)")),
            "A place may also swap with itself. Without that, no number ever stays where it was: there are n - place places "
            "to choose from.",
        ),
        Wrong(
            variant(SOLUTION, (SWAP, "        order[place] = order[other]\n")),
            "The number that stood here is lost, and another comes twice. Swap the two.",
        ),
        Wrong(
            variant(SOLUTION, (".words(max(n - 1, 0))", ".words(n)")),
            "One word too many is used up: the last place has nothing left to swap with. Draw n - 1 words, and none for n = 0.",
        ),
        Wrong(
            variant(SOLUTION, ("max(n - 1, 0)", "n - 1")),
            "For n = 0 there would be -1 words to draw. Draw none: max(n - 1, 0).",
        ),
    ],
    mistakes=[
        Mistake(
            lambda expected, got, error: isinstance(error, (TypeError, ValueError)) and "NumPy boolean" in str(error),
            "A word is compared here. What is asked for is its remainder.",
        ),
        Mistake(
            lambda expected, got, error: isinstance(error, IndexError) and "out of range" in str(error),
            "The other place lies behind the end: from `place` on there are n - place places to choose from.",
        ),
        *tells(
            from_below_0="The numbers are the remainders of the words, word % width, as numbers with a sign, plus low.",
            from_above_0="The numbers are the remainders of the words, word % width, plus low. The width is high - low.",
            one_number="The shape () has one number, math.prod(()) is 1.",
            a_wide_range="From a width of 2**28 on, the numbers come from long words: generator.long_words(n).",
            where_long_words_begin="Long words begin at a width of 2**28, with this width itself.",
            all_of_64_bits="A width of 2**64 has no remainder: the long words are the numbers, words.view(np.int64).",
            words_used_up="Each number takes one word: draw n of them, once.",
            six_places="The first place swaps with place + word % (n - place), then the second does, and so on to the last but one.",
            five_places="The first place swaps with place + word % (n - place), then the second does, and so on to the last but one.",
            ten_places="The first place swaps with place + word % (n - place), then the second does, and so on to the last but one.",
            nothing_to_shuffle="With no number, or one, there is nothing to swap, and no word is drawn: max(n - 1, 0).",
            words_of_a_shuffle="A shuffle of n draws n - 1 words, all at once or one by one: the last place has no choice.",
            the_default_generator="Without a generator, the default one is drawn from: chosen(generator).",
        ),
        Mistake(
            lambda expected, got, error: isinstance(expected, int) and isinstance(got, int) and got < expected,
            "Not every order can come. A place swaps with itself or with a later one, whichever the word says.",
        ),
    ],
    forbids={
        "np.random": "NumPy draws other numbers. Begin with the generator's words.",
        "shuffle": "That shuffles with other numbers. Begin with the generator's words.",
        "permutation": "That shuffles with other numbers. Begin with the generator's words.",
    },
    hints=[
        "randint: which words, how many of them, and what is left when the width is taken away as often as it goes?",
        "`words % width` has no sign: `.view(np.int64)`, and then add low. randperm: begin with list(range(n)), and go through "
        "the n - 1 words with enumerate.",
        "`other = place + word % (n - place)`, and then swap: `order[place], order[other] = order[other], order[place]`.",
    ],
)


def all_orders(piece, rng):
    """How many of the orders of three things come in a hundred shuffles."""
    found = {tuple(piece(3, np.dtype("int64"), mt.Generator().manual_seed(seed)).tolist()) for seed in range(100)}
    return {"n": 3, "shuffles": 100}, math.factorial(3), len(found)
