"""sum_to: Undo a broadcast (difficulty 3, 7 minutes)

Broadcasting uses one number many times. Its gradient is the sum of the gradients of all its uses.

1. Line the two shapes up at the right. Which dimensions does only x have, and which were stretched from 1?
2. Sum over both kinds. Those in front disappear. Those that were 1 stay, with length 1.
3. With lead = x.ndim - len(shape): for every 1 in `shape`, at index i, `x = x.sum(lead + i, keepdim=True)`. Then, if
   lead is not 0, `x.sum(tuple(range(lead)))`.
"""

from ...define import Exercise

exercise = Exercise(
    __doc__,
    target="minitorch.ops.reduction.sum:sum_to",
    alone=True,
    forbids=dict.fromkeys(
        ("sum_to_size", "backward", "autograd", "_expand"),
        "sum_to_size and the backward pass call this function, so it cannot use them: sum over the dimensions yourself.",
    ),
    solution="""
        def sum_to(x, shape):
            lead = x.ndim - len(shape)
            for dim, length in enumerate(shape, lead):
                if length == 1:
                    x = x.sum(dim, keepdim=True)
            return x.sum(tuple(range(lead))) if lead else x
    """,
    facts="""
        if "out of range": After a sum without keepdim, the dimensions move up, and the last one no longer exists. Use keepdim=True.
        if "expected np.ndarray": NumPy's sum over all dimensions is a number, and not an array. Sum the tensor itself: x.sum(dim).
        >>> sum_to(mt.tensor([[1.0, 2.0], [3.0, 4.0]]), (2, 2))
        T([[1.0, 2.0], [3.0, 4.0]])
        else: Equal shapes need no sum. And x.sum(()) adds up everything, so ask first whether there is a dimension to sum.
        >>> sum_to(mt.tensor([[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]), (2, 1))
        T([[6.0], [15.0]])
        if T([[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]): You sum only the dimensions in front. Those that are 1 in `shape` were stretched, too.
        if T([6.0, 15.0]): This dimension is 1 in `shape`, so it stays, with length 1: keepdim=True.
        else: A number that was used three times gets the sum of its three gradients: no mean, and no reshape before the sum.
        >>> sum_to(mt.ones(3), ()), sum_to(mt.tensor([[1.0, 2.0], [3.0, 4.0]]), (2,))
        (T(3.0), T([4.0, 6.0]))
        if (T(3.0), T([3.0, 7.0])): Line the shapes up at the right, not from the left: dimension 0 is missing in `shape`.
        else: The dimensions that are missing in `shape` must disappear: x.sum(0), without keepdim, and not a mean. For () all are missing.
        >>> sum_to(mt.ones(5, 4, 2, 3, dtype=mt.float64), (2, 1))
        T([[60.0], [60.0]], 'float64')
        if T([[30.0], [30.0], [30.0], [30.0]], 'float64'): After a sum without keepdim the dimensions move up: the next one is 0 again.
        if T([[120.0]], 'float64'): After a sum without keepdim the dimensions move up: the next one in front is 0 again.
        if T([[[40.0, 40.0, 40.0]]], 'float64'): Two dimensions are missing in front here, not one.
        else: Line the shapes up at the right: entry i of `shape` is dimension i + x.ndim - len(shape). Those in front disappear: x.sum(0). The dtype stays.
        >>> sum_to(mt.arange(24.0).reshape(2, 3, 4), (1, 3, 1)), sum_to(mt.tensor([[1.0, 2.0]]), (2,)), sum_to(mt.ones(0, 2), (1, 2))
        (T([[[60.0], [92.0], [124.0]]]), T([1.0, 2.0]), T([[0.0, 0.0]]))
        else: Entry i of `shape` is dimension i + x.ndim - len(shape) of x. Sum over each dimension that is 1 in `shape`, even if x has length 0 there. The dimensions in front disappear, even one of length 1.
    """,
)
