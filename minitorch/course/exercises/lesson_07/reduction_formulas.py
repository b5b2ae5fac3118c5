"""reduction_formulas: Formulas of sum and mean (difficulty 2, 5 minutes)

Every number in a sum counts once, so each gets the whole gradient of its sum; in a mean of n, an nth part of it. The
dimension that was reduced comes back with length 1 and is stretched: the derivative of summing is stretching.

1. If one element of x grows by 1, by how much does its sum grow, and its mean? `restore(g, input_shape, dim, keepdim)`
   brings the reduced dimensions back with length 1, so that g can be stretched.
2. `.expand(input_shape)` stretches. `length_of(input_shape, dim)` counts what went into each mean.
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
        if T([[1.0, 1.0, 1.0], [1.0, 1.0, 1.0]]): In `sum_input`: 1 is the derivative of the sum by each element. It
            must be multiplied with the gradient that arrives.
        if T([[2.0]]): In `sum_input` the dimension is back, with length 1. Now stretch it to the shape of x: every
            element gets the whole gradient of its sum.
        else: Look at `sum_input`: every element gets the whole gradient of the sum that it is in, wherever `dim` was,
            with or without keepdim: bring the dimension back with `restore`, then stretch.
        >>> x = mt.zeros(2, 2, 2, requires_grad=True)
        >>> x.sum((0, 2)).backward(mt.tensor([1.0, 2.0]))
        >>> x.grad
        T([[[1.0, 1.0], [2.0, 2.0]], [[1.0, 1.0], [2.0, 2.0]]])
        if "TypeError: '<=' not supported between instances of 'int' and 'tuple'": In `sum_input` you bring one
            dimension back. `dim` may name several, and with keepdim none is gone: `restore` knows all cases.
        if T([[[1.0, 2.0], [1.0, 2.0]], [[1.0, 2.0], [1.0, 2.0]]]): In `sum_input` the summed dimension is gone from g,
            so its shape is lined up with the wrong dimensions. Bring it back with length 1 first: `restore`.
        >>> x = mt.tensor([[1.0, 5.0], [7.0, 3.0]], dtype=mt.float64, requires_grad=True)
        >>> mt.autograd.gradgradcheck(lambda x: x.sum(0) * x.mean(1) * x.mean(0), x)
        True
        else: In `mean_input` you multiply by how many there are. Each has only a part of the mean: divide.
    """,
)
