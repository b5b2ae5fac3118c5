"""fit: The shape and dtype of a gradient (difficulty 1, 4 minutes)

A number of a broadcast operand was used several times, and its gradient is the sum over these uses. A promoted operand
gets its gradient in its own dtype. The engine does both in one place, so no formula has to do it.

1. Two things have to be undone, and there is one call for each.
2. `sum_to(g, shape)` undoes broadcasting, and `.to(dtype)` undoes promotion.
3. `return sum_to(g, shape).to(dtype)`
"""

from ...define import Exercise

exercise = Exercise(
    __doc__,
    target="minitorch.autograd.engine:fit",
    facts="""
        >>> fit(mt.ones(2, 2, dtype=mt.float64), (2,), mt.float32)
        T([2.0, 2.0])
        if T(4.0): You add up everything. Sum over the broadcast dimensions only: sum_to(g, shape).
        if T([2.0, 2.0], 'float64'): The shape is right, and the dtype is still that of g. Convert it: .to(dtype).
        if T([[1.0, 1.0], [1.0, 1.0]]): A gradient that is larger than its operand is summed to the operand's shape,
            sum_to(g, shape).
        else: A gradient that is larger than its operand is summed to the operand's shape, sum_to(g, shape).
        >>> fit(mt.tensor([[1.0, 2.0, 3.0]]), (3,), mt.float32)
        T([1.0, 2.0, 3.0])
        if T([[1.0, 2.0, 3.0]]): The number of elements fits and the shape does not: [1, 3] is not [3]. Compare shapes, or
            always call sum_to.
        else: Here only a dimension of length 1 has to go: from [1, 3] to [3].
        >>> fit(mt.tensor([[1.0, 2.0], [3.0, 4.0]]), (2, 1), mt.float32)
        T([[3.0], [7.0]])
        if T([[4.0], [6.0]]): The sum runs over the wrong dimension. sum_to(g, shape) finds the right ones.
        if T([3.0, 7.0]): The summed dimension stays with length 1: the operand has the shape [2, 1]. Use sum_to.
        else: sum_to(g, shape) finds the dimensions that were broadcast, wherever they are.
        >>> fit(mt.tensor([[1.0, 2.0], [3.0, 4.0]]), (1, 1), mt.float64)
        T([[10.0]], 'float64')
        if T([[10.0]]): The result must have the dtype that is passed in. Here that is float64: .to(dtype).
        >>> x = mt.tensor([[1.0, 2.0]], requires_grad=True)
        >>> fit(x * 2, (2,), mt.float64).requires_grad
        True
        if False: The record of g is lost here, and requires_grad with it. Gradients of gradients need it, so use operations, without detach.
    """,
)
