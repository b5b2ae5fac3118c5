"""BatchSampler: Indices in batches (difficulty 2, 6 minutes)

The sampler alone decides the order. Indices are taken from it only when they are needed, so it may be endless.

1. Collect indices in a list. When it is full, yield it and begin a new one. What is left over at the end?
2. `itertools.islice(indices, n)` takes at most n items from an iterator. Apply it to `iter(self.sampler)`, which is made once.
3. `batch = list(itertools.islice(indices, self.batch_size))` until it is empty. Yield it if it is full, or if not self.drop_last.
"""

from ...define import Exercise

exercise = Exercise(
    __doc__,
    target="minitorch.utils.data.sampler:BatchSampler.__iter__",
    setup="""
        def batches(n, size, drop_last=False):
            return list(mt.utils.data.BatchSampler(range(n), size, drop_last))
        def three():
            yield from (8, 3, 8)
            raise LookupError("too many are taken")
    """,
    facts="""
        >>> batches(6, 2), batches(3, 3), batches(0, 2)
        ([[0, 1], [2, 3], [4, 5]], [[0, 1, 2]], [])
        if ([[0, 1], [2, 3], [4, 5], []], [[0, 1, 2], []], [[]]): An empty list is not a batch.
        if ([[], [], []], [[]], []): You empty a list that was already yielded. Begin a new list for each batch.
        if ([(0, 1), (2, 3), (4, 5)], [(0, 1, 2)], []): Yield lists, and not tuples.
        if "iter() returned non-iterator": Use `yield` for each batch, and no `return`.
        else: Each batch is a list of batch_size indices, in the order of the sampler.
        >>> batches(5, 2), batches(2, 7)
        ([[0, 1], [2, 3], [4]], [[0, 1]])
        else: Without drop_last, the indices that are left over also form a batch.
        >>> batches(5, 2, True), batches(4, 2, True), batches(2, 7, True)
        ([[0, 1], [2, 3]], [[0, 1], [2, 3]], [])
        else: With drop_last, leave out the last batch if it is not full. Keep it if it is full.
        >>> next(iter(mt.utils.data.BatchSampler(three(), 3, False)))
        [8, 3, 8]
        if "has no len()": Do not ask for the length of the sampler: it may have none.
        if "too many are taken": Take only the indices of the next batch from the sampler: it may be endless.
        else: The indices are those that the sampler gives.
        >>> sampler = mt.utils.data.BatchSampler(range(6), 2, False)
        >>> one = iter(sampler)
        >>> next(one), next(one), next(iter(sampler)), next(one)
        ([0, 1], [2, 3], [0, 1], [4, 5])
        else: Two loops may run at the same time. Keep nothing about a loop in self.
    """,
)
