"""Loader: All parts together (difficulty 2, 7 minutes)

A loop asks the loader for a new iterator. So each epoch goes through the batch sampler anew, in another order.

1. In `__init__`, the sampler depends on `shuffle`, and the batch sampler is made from it.
2. `__iter__` is a loop over the batch sampler. It gets a list of indices, and yields a batch.
3. `for indices in self.batch_sampler: yield self.collate_fn([self.dataset[i] for i in indices])`
"""

from ...define import Exercise

exercise = Exercise(
    __doc__,
    forbids={"DataLoader": "DataLoader is the whole exercise. Use a sampler, BatchSampler and collate_fn."},
    setup="""
        from minitorch.utils.data import BatchSampler, RandomSampler, SequentialSampler, default_collate as collate

        def lists(loader):
            return [batch.tolist() for batch in loader]
    """,
    solution='''
        class Loader:
            def __init__(self, dataset, batch_size, shuffle=False, drop_last=False, collate_fn=collate, generator=None):
                """`collate_fn` makes a batch from a list of samples. With `shuffle`, the generator draws the order."""
                self.dataset, self.collate_fn = dataset, collate_fn
                sampler = RandomSampler(dataset, generator=generator) if shuffle else SequentialSampler(dataset)
                self.batch_sampler = BatchSampler(sampler, batch_size, drop_last)

            def __len__(self):
                """The number of batches."""
                return len(self.batch_sampler)

            def __iter__(self):
                """Yield the batches. A sample is loaded when its batch is asked for. Each loop draws a new order."""
                for indices in self.batch_sampler:
                    yield self.collate_fn([self.dataset[i] for i in indices])
    ''',
    facts="""
        >>> loader = Loader([5, 6, 7], 2)
        >>> lists(loader), lists(loader), len(loader), len(Loader([5, 6, 7], 2, drop_last=True))
        ([[5, 6], [7]], [[5, 6], [7]], 2, 1)
        if ([[0, 1], [2]], [[0, 1], [2]], 2, 1): These are the indices. A batch is made of samples: self.dataset[i].
        if "has no attribute 'tolist'": A list of samples is not a batch yet. Call self.collate_fn.
        if ([[5, 6], [7]], [], 2, 1): The second loop finds nothing. Begin anew in each `__iter__`.
        else: For each list of indices, load the samples and collate them. The length is the number of batches.
        >>> loader = Loader(range(50), 50, shuffle=True)
        >>> (first,), (second,) = lists(loader), lists(loader)
        >>> sorted(first) == list(range(50)), first == sorted(first), first == second
        (True, False, False)
        if (True, False, True): The order is drawn only once. Each loop draws a new one.
        else: With shuffle=True, each sample comes once in each loop, in a random order: RandomSampler.
        >>> lists(Loader(range(5), 2, True, generator=mt.Generator().manual_seed(0))), list(Loader(range(3), 2, collate_fn=sum))
        ([[4, 0], [1, 3], [2]], [1, 2])
        if ([[4, 0], [1, 3], [2]], [T([0, 1]), T([2])]): The batch is what collate_fn returns.
        else: The generator goes to the RandomSampler. The batch is what collate_fn returns.
        >>> loader = Loader([1, 2, "no number"], 2)
        >>> [(a.tolist(), next(iter(loader)).tolist()) for a, _ in zip(loader, [0])]
        [([1, 2], [1, 2])]
        if "TypeError": A sample is loaded when its batch is asked for. Yield each batch in the loop.
        else: Two loops may run at the same time. Keep nothing about a loop in self.
    """,
)
