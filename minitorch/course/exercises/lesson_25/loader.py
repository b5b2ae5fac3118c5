"""Loader: A small DataLoader (difficulty 3, 10 minutes)

The sampler and the batch sampler are made once, in `__init__`. Each loop starts a new loop over the batch sampler, so each epoch gets a new order.

1. `__init__` makes a sampler, unless one is given, and a BatchSampler from it. Where can the position of a loop be, if not in self?
2. A method that contains `yield` returns a generator, which has its own local variables.
3. `for indices in self.batch_sampler: yield self.collate_fn([self.dataset[i] for i in indices])`
"""

from ...define import Exercise

exercise = Exercise(
    __doc__,
    target="minitorch.utils.data.dataloader:Loader",
    setup="""
        from minitorch.utils.data import RandomSampler, default_collate
        def lists(loader):
            return [batch.tolist() for batch in loader]
        class Endless:
            def __iter__(self):
                yield from (1, 0)
                raise LookupError("too many are taken")
        class RemembersIndices(list):
            asked = []
            def __getitem__(self, index):
                self.asked.append(index)
                return super().__getitem__(index)
    """,
    facts="""
        >>> loader = Loader([5, 6, 7], 2, sampler=[2, 0, 1])
        >>> lists(loader), lists(loader), len(loader)
        ([[7, 5], [6]], [[7, 5], [6]], 2)
        if ([[7, 5], [6]], [[7, 5], [6]], 1): The shorter last batch counts, too. The batch sampler knows its length.
        if ([[2, 0], [1]], [[2, 0], [1]], 2): These are the indices. A batch is made of samples: self.dataset[i].
        if "'list' object has no attribute 'tolist'": A list of samples is not a batch yet. Call self.collate_fn.
        if "'generator' object is not subscriptable": collate_fn takes a list of samples, and not a generator.
        if "indices must be integers or slices": dataset[i] takes one index. Load the samples one by one.
        if "index out of range": BatchSampler takes the sampler, and not the dataset.
        if "iter() returned non-iterator": `__iter__` returns an iterator. With `yield`, it does.
        if ([[5, 6], [7]], [[5, 6], [7]], 2): If a sampler is given, it sets the order.
        if ([[7, 5], [6]], [[7, 5], [6]], 3): len(loader) is the number of batches. The batch sampler knows it.
        else: In each loop, for each list of indices, load the samples and make *one* batch of them.
        >>> lists(Loader(range(10, 15), batch_size=2)), lists(Loader(range(3), 2, drop_last=True))
        ([[10, 11], [12, 13], [14]], [[0, 1]])
        if ([[10, 11], [12, 13], [14]], [[0, 1], [2]]): Pass drop_last on to the BatchSampler.
        else: Without shuffle and sampler, a SequentialSampler gives the order, and a BatchSampler the lists of `batch_size` indices.
        >>> lists(Loader([5, 6], sampler=[]))
        []
        else: An empty sampler is a sampler, too. Ask for `sampler is None`.
        >>> loader = Loader(range(50), 50, shuffle=True)
        >>> first, second = lists(loader), lists(loader)
        >>> (sorted(first[0]) == list(range(50)), first == second, first == [list(range(50))])
        (True, False, False)
        if (True, True, False): Each loop has the same order. In each loop, loop over the batch sampler again: it draws a new order. Set no seed.
        else: With shuffle=True, a RandomSampler gives the order of the dataset.
        >>> len(Loader(range(10), 2, sampler=RandomSampler(range(3), generator="nothing is drawn"))), len(Loader(range(10), 4, drop_last=True))
        (2, 2)
        if (5, 2): The sampler decides how many samples a loop takes, not the dataset.
        else: len(loader) is the number of batches that a loop yields. The batch sampler knows it without a loop, which would draw an order.
        >>> one, two = [Loader(range(50), 50, True, generator=mt.Generator().manual_seed(3)) for _ in "12"]
        >>> lists(one) == lists(two), lists(Loader(range(50), 50, True)) == lists(Loader(range(50), 50, True))
        (True, False)
        if (True, True): Without a generator, the default one draws: pass None on to RandomSampler.
        else: The given generator draws the order: RandomSampler(dataset, generator=generator).
        >>> list(Loader(range(3), 2, collate_fn=sum)), Loader([(1, 2), (3, 4)], 2).collate_fn is not sum
        ([1, 2], True)
        else: A batch is what self.collate_fn returns.
        >>> data = RemembersIndices([1, 2, 3])
        >>> loader = Loader(data, 1, sampler=[0, 1, 2, 9])
        >>> a = iter(loader)
        >>> [batch.tolist() for batch in (next(a), next(a), next(iter(loader)), next(a))], data.asked
        ([[1], [2], [1], [3]], [0, 1, 0, 2])
        if "index out of range": A sample is loaded when its batch is asked for. Yield each batch in the loop.
        if ([[1], [2], [1], [3]], [0, 1, 2, 0, 1, 2]): Load only the samples of the batch.
        else: Two loops may run at the same time, and each loads a sample when its batch is asked for. Keep nothing about a loop in self.
        >>> next(iter(Loader([5, 6], 2, sampler=Endless()))).tolist()
        [6, 5]
        if "too many are taken": Take a list of indices when its batch is asked for. The sampler may be endless.
        else: The first batch is made of the first list of indices.
        >>> loader = Loader([5, 6], 1, True)
        >>> (loader.dataset, type(loader.sampler).__name__, loader.batch_sampler.sampler is loader.sampler, loader.batch_sampler.batch_size)
        ([5, 6], 'RandomSampler', True, 1)
        else: The attributes are dataset, sampler, batch_sampler and collate_fn, and the batch sampler is made from the sampler.
    """,
)
