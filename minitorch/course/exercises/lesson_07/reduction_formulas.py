"""reduction_formulas: Formulas of sum and mean (difficulty 3, 9 minutes)

Each number in a sum counts once, so it gets the whole gradient of its sum. In a mean of n numbers it gets an n-th part. The dimension that was summed comes back with length 1 and is expanded: the gradient of a sum is a broadcast.

1. If one element grows by 1, by how much does its sum grow, and its mean? Which dimensions does `restore` bring back?
2. restore: `g.reshape(...)` with 1 for a reduced dimension. length_of: `math.prod` of the lengths of the reduced dimensions.
   sum_input: `.expand(input_shape)` broadcasts.
3. `g.reshape([1 if d in reduced else n for d, n in enumerate(shape)])`, `math.prod([shape[d] for d in axes(dim, len(shape))])`,
   `restore(g, input_shape, dim, keepdim).expand(input_shape)`, and the same divided by `length_of(input_shape, dim)`.
"""

from ...define import Exercise

exercise = Exercise(
    __doc__,
    target="minitorch.ops.reduction.mean:_mean.grad[input]",
    covers="minitorch.ops.reduction.sum:restore length_of sum_input=minitorch.ops.reduction.sum:_sum.grad[input]",
    called="mean_input",
    solution="""
        def sum_input(g, input_shape, dim, keepdim):
            return restore(g, input_shape, dim, keepdim).expand(input_shape)


        def mean_input(g, input_shape, dim, keepdim):
            return restore(g, input_shape, dim, keepdim).expand(input_shape) / length_of(input_shape, dim)
    """,
    given="x = mt.tensor([[1.0, 5.0, 2.0], [7.0, 3.0, 4.0]], requires_grad=True)",
    facts="""
        >>> tuple(restore(mt.zeros(3), (3, 2, 3), (1, 0), False).shape), tuple(restore(mt.zeros(4), (4, 2, 3), (-2, -1), False).shape)
        ((1, 1, 3), (4, 1, 1))
        else: In `restore`: dim may name several dimensions, in any order, and from the end. Ask of each dimension of `shape` whether it is among axes(dim, len(shape)): then it comes back with length 1.
        >>> tuple(restore(mt.zeros(1, 3), (2, 3), 0, True).shape), tuple(restore(mt.tensor(0.0), (2, 3), None, False).shape)
        ((1, 3), (1, 1))
        else: In `restore`: with keepdim no dimension is missing, so g stays as it is. Without a dim, all come back.
        >>> length_of((2, 3), 1), length_of((2, 3), None), length_of((2, 3, 4), (0, -1)), length_of((2, 3), ())
        (3, 6, 8, 6)
        if (3, 6, 8, 1): In `length_of`: an empty dim means all dimensions, too. Multiply those of axes(dim, len(shape)).
        else: In `length_of`: multiply the lengths of the dimensions axes(dim, len(shape)). dim may be None or a tuple.
        >>> x.sum(1).backward(mt.tensor([5.0, 2.0]))
        >>> x.grad
        T([[5.0, 5.0, 5.0], [2.0, 2.0, 2.0]])
        if T([[1.0, 1.0, 1.0], [1.0, 1.0, 1.0]]): In `sum_input`: the formula is g times the derivative, which is 1.
        else: In `sum_input` the summed dimension is missing from g. Bring it back with length 1 first, `restore`, and expand that.
        >>> x.mean(1).backward(mt.tensor([3.0, 6.0]))
        >>> x.grad
        T([[1.0, 1.0, 1.0], [2.0, 2.0, 2.0]])
        if "expand": In `mean_input`: g has lost the summed dimension. Start from your formula of the sum.
        else: In `mean_input`: divide the formula of the sum by length_of(input_shape, dim), the number of elements in each mean.
        >>> mt.autograd.gradgradcheck(lambda x: x.sum(0) * x.mean(0) * x, x.detach().double().requires_grad_())
        True
        if "mismatch": The numbers are right, but the formulas cannot be differentiated again. Compute with tensors, without detach.
    """,
)
