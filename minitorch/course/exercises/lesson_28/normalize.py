"""normalize: One function for four norms (difficulty 3, 8 minutes)

The mean and the variance keep the dimensions with length 1, so that they broadcast against x. A reshape turns each group into one row.

1. Find out from the first example where eps is added, and from the second what takes the place of the variance for RMS norm.
2. `x.mean(dims, keepdims=True)` works for arrays and tensors, and so does `** 0.5`. `x.var` and `np.sqrt` do not. Square x - mean.
3. `mean = x.mean(dims, keepdims=True) if center else 0.0`, `apart = x - mean`, `var = (apart * apart).mean(dims, keepdims=True)`,
   `return apart / (var + eps) ** 0.5, mean, var`. In in_groups: `rows = x.reshape(len(x), num_groups, -1)`.
"""

from ...define import Exercise

exercise = Exercise(
    __doc__,
    target="minitorch.nn.functional.normalization:normalize",
    covers="minitorch.nn.functional.group_normalization:in_groups",
    setup="from minitorch.nn.functional import layer_norm",
    facts="""
        if "keepdim": Arrays say keepdims=True, and tensors understand it, too.
        if "'sqrt'": Arrays have no method sqrt. The operator ** 0.5 works for both.
        if "'correction'": x.var is not the same for arrays and tensors. The variance is the mean of the squares of x - mean.
        >>> normalize(mt.tensor([[1.0, 3.0], [10.0, 30.0]]), (1,), 0.0)
        (T([[-1.0, 1.0], [-1.0, 1.0]]), T([[2.0], [20.0]]), T([[1.0], [100.0]]))
        if (T([[-0.70710677, 0.70710677]] * 2), T([[2.0], [20.0]]), T([[2.0], [200.0]])): The variance is divided by n - 1 here, and not by n.
        if (T([[-1.0, 1.0], [-1.0, 1.0]]), T([[2.0], [20.0]]), T([[1.0], [10.0]])): The third result is the variance, not its root.
        if (T([[-0.4472136, 0.4472136]] * 2), T([[2.0], [20.0]]), T([[5.0], [500.0]])): The variance is the mean of the squares of x - mean, and not of x.
        else: Return three things: x without its mean, divided by the root of the variance; the mean; the variance. keepdims=True keeps both.
        >>> normalize(np.array([[1.0, 3.0]]), (1,), 3.0)
        (A([[-0.5, 0.5]]), A([[2.0]]), A([[1.0]]))
        if (A([[-0.25, 0.25]]), A([[2.0]]), A([[1.0]])): eps is added to the variance, before the root is taken.
        if (A([[-0.5, 0.5]]), A([[2.0]]), A([[4.0]])): Return the variance without eps.
        else: The variance of 1 and 3 is 1. eps is added to it, and the root of 1 + 3 is 2. For an array, the three results are arrays.
        >>> normalize(mt.tensor([[1.0, 7.0]]), (1,), 0.0, center=False)
        (T([[0.2, 1.4]]), 0.0, T([[25.0]]))
        if (T([[-0.6, 0.6]]), 0.0, T([[25.0]])): Without center, the mean is not subtracted from x either.
        else: With center=False, x stays where it is: the mean of the squares is (1 + 49) / 2, and the second result is 0.0.
        >>> x = mt.tensor([[[1.0, 2.0], [0.0, 4.0]], [[3.0, 6.0], [8.0, 0.0]]])
        >>> normalize(x, (0, 2), 1.0)[0], normalize(x, (0, 2), 1.0)[2]
        (T([[[-0.942809, -0.4714045], [-0.8660254, 0.2886751]], [[0.0, 1.4142137], [1.4433756, -0.8660254]]]), T([[[3.5], [11.0]]]))
        else: Pass all of `dims` to mean, and keep these dimensions with length 1: keepdims=True.
        >>> normalize(mt.tensor([[5000.0, 5001.0]]), (1,), 0.0)[0]
        T([[-1.0, 1.0]])
        else: Subtract the mean before you square: the mean of x * x minus the square of the mean has lost all its digits here.
        >>> x = mt.tensor([[1.0, 2.0, 6.0]], requires_grad=True)
        >>> mt.autograd.grad(normalize(x, (1,), 0.0)[0][0, 0], x)[0]
        T([[0.1763467, -0.2204334, 0.0440867]])
        if "numpy() on Tensor that requires grad": A function of NumPy, such as np.sqrt, takes arrays only. ** 0.5 is for both.
        else: The mean and the variance depend on x: let the gradients flow through them.
        >>> weight, bias = mt.tensor([1.0, 1.0, 2.0, 1.0]), mt.tensor([0.0, 0.0, 0.0, 5.0])
        >>> in_groups(mt.tensor([[[1.0], [3.0], [10.0], [30.0]]]), 2, weight, bias, 0.0), in_groups(mt.tensor([[1.0, 7.0]]), 1, weight[1:3], None, 7.0)
        (T([[[-1.0], [1.0], [-2.0], [6.0]]]), T([[-0.75, 1.5]]))
        if (T([[[-1.0], [-1.0], [2.0], [6.0]]]), T([[-0.75, 1.5]])): The channels of a group stand beside each other: 1 and 3, then 10 and 30.
        else: In `in_groups`: normalize each group, with eps. Then each channel has its own weight and bias, which may be None.
        >>> in_groups(mt.tensor([[[1.0, 1.0, 3.0], [1.0, 3.0, 3.0]], [[0.0, 0.0, 9.0], [0.0, 9.0, 9.0]]]).mT, 1, None, None, 0.0)
        T([[[-1.0, -1.0], [-1.0, 1.0], [1.0, 1.0]]] * 2)
        if "view": In `in_groups`: x may be transposed, and then it has no view of this shape. reshape copies it where it must.
        else: In `in_groups`: all positions of all channels of a group are one set, for each example by itself.
    """,
)
