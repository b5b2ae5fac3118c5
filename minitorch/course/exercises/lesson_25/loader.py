"""Loader: All parts together (difficulty 2, 6 minutes)

Each loop over the loader goes through the batch sampler anew. If the sampler is random, each epoch has another order.

1. `__init__` keeps its arguments. The batch sampler knows how many batches there are.
2. `__iter__` is a loop over the batch sampler. It gets a list of indices, and yields a batch.
3. `for indices in self.batch_sampler: yield self.collate_fn([self.dataset[i] for i in indices])`
"""

from ...define import Exercise

exercise = Exercise(
    __doc__,
    target="minitorch.utils.data.dataloader:Loader",
    setup="""
        from minitorch.utils.data import BatchSampler, RandomSampler, default_collate

        def lists(loader):
            return [batch.tolist() for batch in loader]
    """,
    facts="""
        >>> loader = Loader([5, 6, 7], [[2, 0], [1]], default_collate)
        >>> lists(loader), lists(loader), len(loader)
        ([[7, 5], [6]], [[7, 5], [6]], 2)
        if ([[2, 0], [1]], [[2, 0], [1]], 2): These are the indices. A batch is made of samples: self.dataset[i].
        if "'list' object has no attribute 'tolist'": A list of samples is not a batch yet. Call self.collate_fn.
        if ([[7, 5], [6]], [[7, 5], [6]], 3): The length is the number of batches, and not of samples.
        if "iter() returned non-iterator": `__iter__` returns an iterator. With `yield`, it does.
        else: In each loop anew: for each list of indices, load the samples and make *one* batch of them.
        >>> loader = Loader(range(50), BatchSampler(RandomSampler(range(50)), 50, False), default_collate)
        >>> lists(loader) == lists(loader)
        False
        if True: The batches are kept from the first loop. Each loop goes through the batch sampler anew.
        >>> list(Loader(range(3), [[0, 1], [2]], sum)), sorted(vars(Loader([], [], sum)))
        ([1, 2], ['batch_sampler', 'collate_fn', 'dataset'])
        else: The three arguments are attributes of the same names, and a batch is what collate_fn returns.
        >>> lists(Loader({7: 1, 9: 2, 0: 3}, [[9, 7]], default_collate))
        [[2, 1]]
        else: Load only the samples of the batch, by the indices that the batch sampler gives: the dataset may be large.
        >>> loader = Loader([1, 2, 3], [[0], [1], [2], [9]], default_collate)
        >>> a = iter(loader)
        >>> [batch.tolist() for batch in (next(a), next(a), next(iter(loader)), next(a))]
        [[1], [2], [1], [3]]
        if "index out of range": A sample is loaded when its batch is asked for. Yield each batch in the loop.
        else: Two loops may run at the same time. Keep nothing about a loop in self.
        >>> lists(mt.utils.data.DataLoader(range(5), batch_size=2)), len(mt.utils.data.DataLoader(range(5), batch_size=2))
        ([[0, 1], [2, 3], [4]], 3)
        else: DataLoader is a Loader with more options.
    """,
)
