"""RandomSampler: Indices in a random order (difficulty 3, 10 minutes)

The sampler knows only how many samples there are. Each epoch of a training program begins with a new order.

1. Which answers can change between two loops? Compute these when they are asked for.
2. Without a generator, use `Generator().manual_seed(drawn_seed())`. One order: mt.randperm(n, generator=generator).
3. `while left > 0: yield from mt.randperm(n, generator=generator).tolist()[:left]; left -= n`. With replacement, draw once.
"""

from ...define import Exercise

exercise = Exercise(
    __doc__,
    target="minitorch.utils.data.sampler:RandomSampler",
    setup="""
        drawn, seeded = lambda *args: list(mt.utils.data.RandomSampler(*args)), lambda: mt.Generator().manual_seed(0)
    """,
    facts="""
        if "has no setter": num_samples is a property, which computes its answer. Store the argument under a different name.
        if "iter() returned non-iterator": `__iter__` returns an iterator. With `yield`, it does.
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
        if (False, True, True, False): The dataset has grown by one sample. Read its length in each loop.
        if (False, True, False, True): Without a generator, a loop takes one number from the default generator: drawn_seed().
        else: Draw in `__iter__`, and not in `__init__`. Without a generator, each loop makes a new one, with the seed drawn_seed(), and keeps it for all its draws.
        >>> [drawn(range(3), False, count, seeded()) for count in (8, 2)]
        [[2, 0, 1, 2, 1, 0, 1, 2], [2, 0]]
        else: A loop yields num_samples indices. If one order is not enough, another one follows. Cut the last one off.
        >>> drawn(range(3), True, 6, seeded()), len(drawn(range(40), True))
        ([2, 0, 2, 0, 1, 0], 40)
        else: With replacement, each index is drawn from all of them: mt.randint(n, (count,), generator=generator).
        >>> data = [5, 6]
        >>> sampler, many = [mt.utils.data.RandomSampler(data, True, count) for count in (None, 8)]
        >>> data.append(7)
        >>> len(sampler), sampler.num_samples, len(many), many.num_samples, sampler.data_source, many.generator
        (3, 3, 8, 8, [5, 6, 7], None)
        if (2, 2, 8, 8, [5, 6, 7], None): The dataset has grown by one sample. Read its length whenever num_samples is asked for.
        else: num_samples and len() are what a loop yields now: the argument, or without it the length of the dataset. The other attributes are called as the arguments are: data_source, generator.
        >>> mt.utils.data.RandomSampler(range(3), True, 0)
        raises ValueError: num_samples
        else: num_samples=0 is not None: ask for `is None`. A sampler of no indices is a mistake: call check_drawing(self).
        >>> mt.utils.data.RandomSampler(range(3), 1)
        raises TypeError: replacement
        else: replacement=1 is not a bool: call check_drawing(self) at the end of `__init__`.
    """,
)
