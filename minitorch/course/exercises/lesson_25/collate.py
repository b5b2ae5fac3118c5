"""collate: A batch from samples (difficulty 2, 7 minutes)

A sample may hold others, so the function calls itself: a batch of pairs is a pair of batches.

1. Look at the first sample: all others are of the same kind.
2. For tuples, `zip(*samples)` gives all first parts, then all second parts, and so on. Each of them is a list of samples again.
3. `mt.stack(samples)` for tensors, `mt.tensor(samples, dtype=mt.float64)` for floats, `[collate(part) for part in zip(*samples)]` for
   tuples.
"""

from ...define import Exercise

exercise = Exercise(
    __doc__,
    target="minitorch.utils.data.dataloader:collate",
    facts="""
        >>> collate([mt.zeros(2), mt.ones(2), mt.ones(2)])
        T([[0.0, 0.0], [1.0, 1.0], [1.0, 1.0]])
        if T([0.0, 0.0, 1.0, 1.0, 1.0, 1.0]): mt.cat joins along a dimension that is there. mt.stack makes a new one.
        if T([[0.0, 1.0, 1.0], [0.0, 1.0, 1.0]]): The batch is the first dimension: row i is sample i.
        else: A list of tensors is stacked: sample i becomes row i.
        >>> collate([3, 5]), collate([0.5, 2.5]), collate([mt.tensor(3), mt.tensor(5)])
        (T([3, 5]), T([0.5, 2.5], "float64"), T([3, 5]))
        if (T([3, 5]), T([0.5, 2.5], "float64"), T([3.0, 5.0])): A batch has the dtype of its samples.
        if (T([3.0, 5.0]), T([0.5, 2.5], "float64"), T([3, 5])): Integers stay integers: their batch is int64.
        if (T([3.0, 5.0], "float64"), T([0.5, 2.5], "float64"), T([3, 5])): Integers stay integers: cross_entropy takes them for classes.
        if (T([3, 5]), T([0.5, 2.5]), T([3, 5])): Python's floats become float64: dtype=mt.float64.
        else: Numbers, int or float, become one tensor of their kind. A tensor without dimensions becomes a row of length 1 in it.
        >>> batch = collate([mt.ones(2, dtype=mt.float64, requires_grad=True)])
        >>> batch.dtype, batch.requires_grad
        (mt.float64, True)
        if (mt.float64, False): The batch keeps the graph of its samples: no detach.
        else: The batch keeps the dtype of its samples, and their graph. mt.stack does both.
        >>> collate([(mt.zeros(2), 7, 0.5), (mt.ones(2), 8, 1.5)])
        [T([[0.0, 0.0], [1.0, 1.0]]), T([7, 8]), T([0.5, 1.5], "float64")]
        if "expected Tensor as element": The samples are tuples. Collate all first parts, then all second parts, and so on.
        if [(T([0.0, 0.0]), T([1.0, 1.0])), (7, 8), (0.5, 1.5)]: These are the parts. Each is a list of samples again: collate it.
        if (T([[0.0, 0.0], [1.0, 1.0]]), T([7, 8]), T([0.5, 1.5], "float64")): Return the collated parts in a list, not in a tuple.
        else: zip(*samples) gives all first parts, then all second parts, and so on. Each of them becomes a batch.
        >>> collate([(1, (mt.ones(1), 2.5)), (3, (mt.zeros(1), 4.5))])
        [T([1, 3]), [T([[1.0], [0.0]]), T([2.5, 4.5], "float64")]]
        else: A part may be a tuple again: call collate for each part.
        >>> collate([(1, 2, 3), (4, 5)])
        raises RuntimeError
        if "zip() argument": Raise RuntimeError, not ValueError.
        else: zip stops at the end of the shortest tuple, and the 3 is silently dropped. Compare the lengths first.
        >>> collate([(1, 2), (3, 4), (5,), (6, 7)])
        raises RuntimeError
        else: All tuples must have the same length. Compare each of them with the first.
    """,
)
