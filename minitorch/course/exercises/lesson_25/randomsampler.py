"""RandomSampler: Indices in a random order (difficulty 3, 8 minutes)

The sampler knows only how many samples there are. Each epoch of a training program begins with a new order.

1. What must be drawn in each loop, and what must be read in each loop?
2. Without a generator, use `Generator().manual_seed(drawn_seed())`. One order: mt.randperm(n, generator=generator).
3. `while left > 0: order = ...; yield from order.tolist()[:left]; left -= n`. With replacement, mt.randint(n, (left,), generator=generator).
"""

from ...define import Exercise

exercise = Exercise(
    __doc__,
    target="minitorch.utils.data.sampler:RandomSampler.__iter__",
    setup="""
        drawn = lambda *args: list(mt.utils.data.RandomSampler(*args))
        seeded = lambda: mt.Generator().manual_seed(0)
    """,
    facts="""
        >>> orders = [list(one) for one in [mt.utils.data.RandomSampler(range(5), False, None, seeded())] * 2]
        >>> orders[0], orders[1] == orders[0]
        ([4, 0, 1, 3, 2], False)
        if ([4, 0, 1, 3, 2], True): Each loop has the same order. Draw from self.generator, and do not seed it again.
        else: mt.randperm(n, generator=generator).tolist() is an order of all indices, as Python's integers.
        >>> sampler, found = mt.utils.data.RandomSampler(data := list(range(50))), []
        >>> _ = [(mt.manual_seed(0), found.extend([list(sampler), list(sampler), mt.rand(1).item()])) for _ in "12"]
        >>> _ = data.append(7), mt.manual_seed(0), found.extend([list(sampler), drawn(data, False, 200), mt.rand(1).item()])
        >>> found[0] == found[1], found[:3] == found[3:6], found[2] == found[8], sorted(found[6]) == list(range(51))
        (False, True, True, True)
        if (True, True, True, True): Each loop has the same order. Draw a seed in each loop: drawn_seed().
        if (False, True, True, False): The dataset has grown by one sample. Read its length in each loop.
        if (False, True, False, True): Without a generator, a loop takes one number from the default generator: drawn_seed().
        else: Draw a new order in each loop. Without a generator, each loop makes a new one, with the seed drawn_seed(), and keeps it for all its draws.
        >>> [drawn(range(3), False, count, seeded()) for count in (8, 2)]
        [[2, 0, 1, 2, 1, 0, 1, 2], [2, 0]]
        else: A loop yields num_samples indices. If one order is not enough, another one follows. Cut the last one off.
        >>> drawn(range(3), True, 6, seeded()), len(drawn(range(40), True))
        ([2, 0, 2, 0, 1, 0], 40)
        else: With replacement, each index is drawn from all of them: mt.randint(n, (count,), generator=generator).
    """,
)
