"""Loader: All parts together (difficulty 2, 5 minutes)

Each loop over the loader goes through the batch sampler anew. If the sampler is random, each epoch has another order.

1. Where can the position of a loop be, if not in self? Each call of `__iter__` must make a new iterator.
2. A method that contains `yield` returns a generator, which has its own local variables.
3. `for indices in self.batch_sampler: yield self.collate_fn([self.dataset[i] for i in indices])`
"""

from ...define import Exercise

exercise = Exercise(
    __doc__,
    target="minitorch.utils.data.dataloader:Loader.__iter__",
    setup="""
        from minitorch.utils.data import BatchSampler, RandomSampler, default_collate
        from minitorch.utils.data.dataloader import Loader

        def lists(loader):
            return [batch.tolist() for batch in loader]

        def one():
            yield [1]
            raise LookupError("too many are taken")
    """,
    facts="""
        >>> loader = Loader([5, 6, 7], [[2, 0], [1]], default_collate)
        >>> lists(loader), lists(loader)
        ([[7, 5], [6]], [[7, 5], [6]])
        if ([[2, 0], [1]], [[2, 0], [1]]): These are the indices. A batch is made of samples: self.dataset[i].
        if "'list' object has no attribute 'tolist'": A list of samples is not a batch yet. Call self.collate_fn.
        if "'generator' object is not subscriptable": collate_fn takes a list of samples, and not a generator.
        if "indices must be integers or slices": dataset[i] takes one index. Load the samples one by one.
        if "iter() returned non-iterator": `__iter__` returns an iterator. With `yield`, it does.
        else: In each loop anew: for each list of indices, load the samples and make *one* batch of them.
        >>> loader = Loader(range(50), BatchSampler(RandomSampler(range(50)), 50, False), default_collate)
        >>> lists(loader) == lists(loader)
        False
        if True: The batches are kept from the first loop. Each loop goes through the batch sampler anew.
        >>> list(Loader(range(3), [[0, 1], [2]], sum))
        [1, 2]
        else: A batch is what self.collate_fn returns.
        >>> lists(Loader({7: 1, 9: 2, 0: 3}, [[9, 7]], default_collate))
        [[2, 1]]
        else: Load only the samples of the batch, by the indices that the batch sampler gives: the dataset may be large.
        >>> loader = Loader([1, 2, 3], [[0], [1], [2], [9]], default_collate)
        >>> a = iter(loader)
        >>> [batch.tolist() for batch in (next(a), next(a), next(iter(loader)), next(a))]
        [[1], [2], [1], [3]]
        if "index out of range": A sample is loaded when its batch is asked for. Yield each batch in the loop.
        else: Two loops may run at the same time. Keep nothing about a loop in self.
        >>> next(iter(Loader([5, 6], one(), default_collate))).tolist()
        [6]
        if "too many are taken": Take a list of indices when its batch is asked for. The batch sampler may be endless.
        else: The first batch is made of the first list of indices.
    """,
)
