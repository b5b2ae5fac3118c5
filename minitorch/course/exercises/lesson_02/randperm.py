"""randperm: Integers, and a shuffle (difficulty 3, 6 minutes)

Every order is equally likely: n choices for the first place, n - 1 for the second, and so on, which is n! in all.
That is why a place may swap with itself, and never with an earlier one.

1. randint: which words, how many of them, and what is left when the width is taken away as often as it goes?
2. `words % width` has no sign: `.view(np.int64)`, and then add low. randperm: begin with list(range(n)), and go
   through the n - 1 words with enumerate.
3. `other = place + word % (n - place)`, and then swap: `order[place], order[other] = order[other], order[place]`.
"""

from ...define import Exercise

exercise = Exercise(
    __doc__,
    target="minitorch.random.distributions:randperm",
    covers="randint",
    forbids={
        "np.random": "NumPy draws other numbers. Begin with the generator's words.",
        "shuffle": "That shuffles with other numbers. Begin with the generator's words.",
        "permutation": "That shuffles with other numbers. Begin with the generator's words.",
    },
    setup='''
        from minitorch.random import distributions

        INT64 = np.dtype("int64")

        def seeded(seed):
            return mt.Generator().manual_seed(seed)

        def drawn(*args):
            return distributions.randint(*args).tolist()

        def shuffled(n, seed):
            return distributions.randperm(n, INT64, seeded(seed)).tolist()

        def next_word(g):
            """The next word of a generator: it tells how many have been drawn."""
            return g.words(1).tolist()[0]
    ''',
    stub="""
        def randperm(n, np_dtype, generator=None):
            check_count(n, np_dtype)
            ...
            return np.array(order, np.int64).astype(np_dtype)
    """,
    solution="""
        def randperm(n, np_dtype, generator=None):
            check_count(n, np_dtype)
            words = chosen(generator).words(max(n - 1, 0)).tolist()
            order = list(range(n))
            for place, word in enumerate(words):
                other = place + word % (n - place)
                order[place], order[other] = order[other], order[place]
            return np.array(order, np.int64).astype(np_dtype)
    """,
    facts="""
        >>> drawn(-5, 5, (2, 4), INT64, seeded(0))
        [[-1, 4, -2, -5], [-2, 4, 2, -2]]
        else: The numbers are the remainders of the words, word % width, as numbers with a sign, plus low.
        >>> drawn(0, 2**28, (2,), INT64, seeded(0))
        [130329135, 136432832]
        else: Long words begin at a width of 2**28, with this width itself.
        >>> drawn(-(2**63), 2**63, (2,), INT64, seeded(0))
        [-8322921849960486353, -5253828890213626688]
        else: A width of 2**64 has no remainder: the long words are the numbers, words.view(np.int64).
        >>> shuffled(6, 0)
        [2, 5, 3, 0, 1, 4]
        else: The first place swaps with place + word % (n - place), then the second does, and so on to the last but
            one.
        >>> shuffled(0, 0), shuffled(1, 0)
        ([], [0])
        else: With no number, or one, there is nothing to swap, and no word is drawn: max(n - 1, 0).
        >>> g = seeded(0)
        >>> _ = distributions.randperm(3, INT64, g)
        >>> next_word(g)
        3071714933
        else: A shuffle of n draws n - 1 words, all at once or one by one: the last place has no choice.
        >>> distributions.randperm(3, np.dtype('float32')).dtype.name
        'float32'
    """,
)
