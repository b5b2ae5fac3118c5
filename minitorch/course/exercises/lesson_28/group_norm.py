"""group_norm: Group norm by reshape (difficulty 2, 6 minutes)

The channels of a group lie one after the other in memory, so a group is a row of a reshaped x.

1. Which shape has one row for each group of each example? Normalize the rows, and go back to the shape of x.
2. `x.reshape(len(x), num_groups, -1)` has these rows. `weight` and `bias` need the shape [C, 1, ...], with as many dimensions
   as x without its first.
3. `hat = normalize(rows, (2,), eps)[0].reshape(x.shape)` and `each = (-1, *[1] * (x.ndim - 2))`; then `hat * weight.reshape(each)`
   unless weight is None, and the same with bias.
"""

from ...define import Exercise

exercise = Exercise(
    __doc__,
    target="minitorch.nn.functional.group_normalization:in_groups",
    setup="""
        from minitorch.nn.functional.normalization import normalize

        F = mt.nn.functional
    """,
    given="""
        x = mt.arange(24.0).reshape(2, 4, 3) * 5 % 11
        weight, bias = mt.tensor([1.0, 2.0, 3.0, 4.0]), mt.tensor([0.0, 0.0, 0.0, 10.0])

        def first(made):
            return [[round(n, 3) for n in row] for row in made.flatten(2)[0].tolist()]
    """,
    facts="""
        if "'NoneType'": weight and bias may be None.
        if "in-place operation": x must stay as it is. Put the result into a new tensor.
        >>> F.group_norm(mt.tensor([[1.0, 3.0, 5.0, 9.0]]), 2)
        T([[-0.999995, 0.999995, -0.9999987, 0.9999987]])
        else: The groups are (1, 3) and (5, 9), and the result has the shape of x.
        >>> first(F.group_norm(x, 2))
        [[-1.504, -0.049, 1.407], [-0.34, 1.116, -0.631], [1.287, -0.643, 0.965], [-0.965, 0.643, -1.287]]  # within 0.002
        if [[-1.225, 0.0, 1.225], [-0.508, 1.397, -0.889], [0.889, -1.397, 0.508], [-0.508, 1.397, -0.889]]: Each channel is
            normalized alone. A group is C / num_groups channels, with all their numbers.
        if [[-1.377, 0.125, 1.628], [-0.175, 1.327, -0.476], [1.027, -0.776, 0.726], [-1.077, 0.426, -1.377]]: All channels are
            in one group here. There are num_groups of them, each with its own mean.
        else: Each example has two groups of 2 x 3 numbers, with a mean and a variance for each. Channels 0 and 1 are the first group.
        >>> first(F.group_norm((mt.arange(16.0) * 5 % 11).reshape(1, 4, 2, 2), 2, weight, bias))
        [[-1.538, -0.038, 1.463, -0.338], [2.325, -1.275, 1.725, -1.875], [1.588, -3.855, 0.68, -4.762], [9.698, 15.745, 8.488, 14.536]]  # within 0.002
        else: Multiply each channel by its weight, and add its bias last. The shape of both needs a one for each dimension after
            the channels.
        >>> x = mt.tensor([[1.0, 3.0]], requires_grad=True)
        >>> y = F.group_norm(x, 1, bias=mt.tensor([0.0, 1.0]), eps=3.0)
        >>> y[0, 0].backward()
        >>> y.detach(), x.grad
        (T([[-0.5, 1.5]]), T([[0.1875, -0.1875]]))
        if "does not require grad": Let the gradients flow: no detach.
        else: Pass eps on. weight may be None where bias is not.
    """,
)
