"""RandomSampler: Indices in a random order (difficulty 3, 10 minutes)

The sampler knows only how many samples there are. Each loop of a training program begins with one draw of an order.

1. Keep the arguments in `__init__`. What must be drawn anew in each loop, and what is read anew?
2. Without a generator, `Generator().manual_seed(drawn_seed())` is made in `__iter__`. One order: mt.randperm(n, generator=generator).
3. `while left > 0: order = ...; yield from order.tolist()[:left]; left -= n`. With replacement, mt.randint(n, (left,), generator=generator).
"""

from ...define import Exercise

exercise = Exercise(
    __doc__,
    target="minitorch.utils.data.sampler:RandomSampler",
    keeps=("num_samples", "__len__"),
    setup="""
        drawn = lambda *args: list(mt.utils.data.RandomSampler(*args))
        seeded = lambda: mt.Generator().manual_seed(0)
    """,
    facts="""
        if "property 'num_samples'": num_samples is ready, and reads the attribute `_num_samples`. Set this one.
        >>> orders = [list(one) for one in [mt.utils.data.RandomSampler(range(5), False, None, seeded())] * 2]
        >>> orders[0], orders[1] == orders[0]
        ([4, 0, 1, 3, 2], False)
        if ([4, 0, 1, 3, 2], True): Each loop has the same order. Draw in `__iter__`, from the given generator, and do not seed it again.
        else: mt.randperm(n, generator=generator).tolist() is an order of all indices, as Python's integers.
        >>> sampler, found = mt.utils.data.RandomSampler(data := list(range(50))), []
        >>> _ = [(mt.manual_seed(0), found.extend([list(sampler), list(sampler), mt.rand(1).item()])) for _ in "12"]
        >>> _ = data.append(7), mt.manual_seed(0), found.extend([list(sampler), drawn(data, False, 200), mt.rand(1).item()])
        >>> found[0] == found[1], found[:3] == found[3:6], found[2] == found[8], sorted(found[6]) == list(range(51))
        (False, True, True, True)
        if (True, True, True, True): Each loop has the same order. Draw a seed in each loop: drawn_seed().
        if (False, True, True, False): The dataset grew by one sample. Ask for its length in each loop.
        if (False, True, False, True): Without a generator, a loop takes one number from the default generator: drawn_seed().
        else: Draw in `__iter__`, and not in `__init__`. Without a generator, each loop has a new one, with the seed drawn_seed().
        >>> [drawn(range(3), False, count, seeded()) for count in (8, 2)]
        [[2, 0, 1, 2, 1, 0, 1, 2], [2, 0]]
        else: num_samples indices are asked for. One order after the other gives them, and the last one is cut off.
        >>> drawn(range(3), True, 6, seeded()), len(drawn(range(40), True))
        ([2, 0, 2, 0, 1, 0], 40)
        else: With replacement, each index is drawn from all of them: mt.randint(n, (count,), generator=generator).
        >>> mt.utils.data.RandomSampler(range(3), False, 0)
        raises ValueError: num_samples
        else: A number of 0 must be refused: call check_drawing(self) at the end of `__init__`.
    """,
)
