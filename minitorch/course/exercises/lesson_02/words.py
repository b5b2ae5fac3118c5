"""words: From a seed to words (difficulty 2, 5 minutes)

A generator is a seed and a place in the sequence that belongs to it. The engine keeps the place; to seed is to forget
it.

1. A generator has a seed, an engine that stands somewhere in the sequence, and perhaps a spare number. What is left
   of them after manual_seed?
2. manual_seed keeps the seed, as an int below 2**64, and sets the others to None. words makes the engine where there
   is none, and asks it. long_words draws 2 * n words and joins them pair by pair.
3. `self._seed = int(seed) % 2**64`, `self._engine = self._spare = None`, `return self`; `if self._engine is None:
   self._engine = twister(self._seed)`, `return self._engine.random_raw(n)`; `words[0::2] << 32 | words[1::2]`.
"""

from ...define import Exercise

exercise = Exercise(
    __doc__,
    target="minitorch.random.generator:Generator.words",
    covers="Generator.manual_seed Generator.long_words",
    changes=True,
    forbids={
        "RandomState": "`twister` does this already.",
        "default_rng": "This is another generator of NumPy's, with other words: twister(seed) makes the right one.",
    },
    setup="""
        def seeded(seed):
            return mt.Generator().manual_seed(seed)
    """,
    facts="""
        >>> seeded(1).words(2).tolist()
        [1791095845, 4282876139]
        else: Every sequence is that of seed 0. The generator has a seed of its own: self._seed.
        >>> g = seeded(0)
        >>> g.words(2).tolist() + g.words(1).tolist()
        [2357136044, 2546248239, 3071714933]
        else: These are other words than those of the seed: twister(self._seed) sets the engine up in PyTorch's way, and
            the engine goes on from there.
        >>> seeded(3).initial_seed(), seeded(-1).initial_seed()
        (3, 18446744073709551615)
        else: A seed below 0 counts from the end of the 64 bits: -1 is 2**64 - 1, the remainder after division by 2**64.
        >>> type(seeded(np.int64(3)).initial_seed()).__name__
        'int'
        else: A NumPy integer is no Python int, and 2**64 does not fit into it: int(seed) first.
        >>> g = mt.Generator()
        >>> g._spare = 0.5
        >>> g.manual_seed(0)
        >>> g._spare is None
        True
        else: After manual_seed both _engine and _spare are None, and the generator itself is returned.
        >>> seeded(0)._engine is None
        True
        >>> seeded(0).long_words(1).tolist()
        [10123822223749065263]
        else: Of each pair, the first word gives the upper 32 bits: words << 32 moves it there. The second gives the
            lower ones.
        >>> seeded(0).long_words(2).tolist()[1] // 2**32
        3071714933
        else: A pair is two words that follow each other: words[0::2] are the first ones, words[1::2] the second ones.
    """,
)
