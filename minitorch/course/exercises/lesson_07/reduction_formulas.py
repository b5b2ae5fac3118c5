"""reduction_formulas: Formulas of sum and mean (difficulty 2, 5 minutes)

Each number in a sum counts once, so it gets the whole gradient of its sum. In a mean of n numbers it gets an n-th part. The
dimension that was summed comes back with length 1 and is expanded: the gradient of a sum is a broadcast.

1. If one element grows by 1, by how much does its sum grow, and its mean? `restore(g, input_shape, dim, keepdim)` brings
   the summed dimensions back with length 1.
2. `.expand(input_shape)` broadcasts to the shape. `length_of(input_shape, dim)` is the number of elements in each mean.
3. `restore(g, input_shape, dim, keepdim).expand(input_shape)`, and the same divided by `length_of(input_shape, dim)`.
"""

from ...define import Exercise

exercise = Exercise(
    __doc__,
    target="minitorch.ops.reduction.mean:_mean.grad[input]",
    covers="sum_input=minitorch.ops.reduction.sum:_sum.grad[input]",
    called="mean_input",
    solution="""
        def sum_input(g, input_shape, dim, keepdim):
            return restore(g, input_shape, dim, keepdim).expand(input_shape)


        def mean_input(g, input_shape, dim, keepdim):
            return restore(g, input_shape, dim, keepdim).expand(input_shape) / length_of(input_shape, dim)
    """,
    facts="""
        >>> x = mt.tensor([[1.0, 5.0, 2.0], [7.0, 3.0, 4.0]], requires_grad=True)
        >>> x.sum().backward(mt.tensor(2.0))
        >>> x.grad
        T([[2.0, 2.0, 2.0], [2.0, 2.0, 2.0]])
        if T([[1.0, 1.0, 1.0], [1.0, 1.0, 1.0]]): In `sum_input`: 1 is the derivative of the sum by each element. The
            formula is g times the derivative.
        if T([[2.0]]): In `sum_input` the dimension is back, with length 1. Now expand it to the
            shape of the input: each element gets the whole gradient of its sum.
        else: Look at `sum_input`: each element gets the whole gradient of its sum. Bring the summed dimension back with
            `restore`, then expand it.
        >>> x = mt.zeros(2, 2, 2, requires_grad=True)
        >>> x.sum((0, 2)).backward(mt.tensor([1.0, 2.0]))
        >>> x.grad
        T([[[1.0, 1.0], [2.0, 2.0]], [[1.0, 1.0], [2.0, 2.0]]])
        if "TypeError: '<=' not supported between instances of 'int' and 'tuple'": In `sum_input` you bring one
            dimension back. `dim` may name several, and with keepdim none is missing: `restore` handles all cases.
        if T([[[1.0, 2.0], [1.0, 2.0]], [[1.0, 2.0], [1.0, 2.0]]]): In `sum_input` the summed dimension is missing
            from g, so g is expanded along the wrong one. Bring it back with length 1 first: `restore`.
        >>> x = mt.tensor([[1.0, 5.0, 2.0], [7.0, 3.0, 4.0]], requires_grad=True)
        >>> x.mean(0).backward(mt.tensor([2.0, 4.0, 6.0]))
        >>> x.grad
        T([[1.0, 2.0, 3.0], [1.0, 2.0, 3.0]])
        if T([[4.0, 8.0, 12.0], [4.0, 8.0, 12.0]]): In `mean_input` you multiply by the number of elements. Each has only a part
            of the mean: divide.
        if T([[2.0, 4.0, 6.0], [2.0, 4.0, 6.0]]): In `mean_input`: this is the formula of the sum. Divide by
            length_of(input_shape, dim).
        if T([[0.6666667, 1.3333333, 2.0], [0.6666667, 1.3333333, 2.0]]): In `mean_input` you divide by the length of one dimension,
            the last. Use length_of(input_shape, dim), the number of elements in each mean.
        if T([[0.3333333, 0.6666667, 1.0], [0.3333333, 0.6666667, 1.0]]): In `mean_input` you divide by the number of all elements.
            length_of(input_shape, dim) is the number of those in each mean.
        else: Look at `mean_input`: the formula of the sum, divided by length_of(input_shape, dim).
        >>> x = mt.tensor([[1.0, 5.0, 2.0], [7.0, 3.0, 4.0]], requires_grad=True)
        >>> x.mean(1).backward(mt.tensor([3.0, 6.0]))
        >>> x.grad
        T([[1.0, 1.0, 1.0], [2.0, 2.0, 2.0]])
        if T([[1.5, 1.5, 1.5], [3.0, 3.0, 3.0]]): In `mean_input` you divide by the length of one dimension, the first. Use
            length_of(input_shape, dim), the number of elements in each mean.
        else: Look at `mean_input`: the formula of the sum, divided by length_of(input_shape, dim).
        >>> x = mt.zeros(2, 3, requires_grad=True)
        >>> x.mean().backward(mt.tensor(6.0))
        >>> x.grad
        T([[1.0, 1.0, 1.0], [1.0, 1.0, 1.0]])
        if "tuple indices must be integers": In `mean_input` you divide by the length of one dimension. dim may be None: use
            length_of(input_shape, dim).
        else: In `mean_input`: if dim is None, all elements are in one mean. length_of(input_shape, dim) counts them.
        >>> x = mt.zeros(2, 2, 3, requires_grad=True)
        >>> x.mean((0, 2)).backward(mt.tensor([6.0, 12.0]))
        >>> x.grad
        T([[[1.0, 1.0, 1.0], [2.0, 2.0, 2.0]], [[1.0, 1.0, 1.0], [2.0, 2.0, 2.0]]])
        if "tuple indices must be integers": In `mean_input` you divide by the length of one dimension. dim may be a tuple: use
            length_of(input_shape, dim).
        else: Look at `mean_input`: the formula of the sum, divided by length_of(input_shape, dim).
        >>> x = mt.tensor([[1.0, 5.0], [7.0, 3.0]], dtype=mt.float64, requires_grad=True)
        >>> mt.autograd.gradgradcheck(lambda x: x.sum(0) * x.mean(1) * x.mean(0), x)
        True
        else: The formulas give the right numbers, but they cannot be differentiated again. Compute with tensors, without
            detach.
    """,
)
