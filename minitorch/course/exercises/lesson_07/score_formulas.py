"""score_formulas: From scores to a loss, and back (difficulty 4, 11 minutes)

The table of derivatives is never built: what it does to a gradient is a product, a sum and a difference. And of the
three steps from scores to a loss nothing is left but probability minus truth, shared among the examples: nothing in
it can overflow, and it is 0 exactly when the answer is sure and right.

1. All four are written out in the text above. The forwards compute with arrays, the formulas with tensors. Sums run
   along `axis` or `dim` and must keep it: `keepdims=True` for arrays, `keepdim=True` for tensors.
2. Take `x.max(axis=axis, keepdims=True)` off first. The scores of the right classes are
   `input[np.arange(len(target)), target]`. The gradient of the loss is p - y, shared among the examples, times g;
   `target.reshape(-1, 1) == mt.arange(input.shape[1])` is True at the right class of every row; `.to(input.dtype)`
   makes 1 and 0 of it.
3. `powers / powers.sum(axis=axis, keepdims=True)`; `out * (g - (g * out).sum(dim, keepdim=True))`;
   `(np.log(np.exp(input).sum(axis=1)) - right).mean()`;
   `(mt.softmax(input, dim=1) - right.to(input.dtype)) * (g / len(target))`.
"""

from ...define import Exercise

exercise = Exercise(
    __doc__,
    target="minitorch.nn.functional.loss:_cross_entropy.grad[input]",
    covers="minitorch.ops.pointwise.softmax:softmax_along "
    "softmax_input=minitorch.ops.pointwise.softmax:_softmax.grad[input] loss_forward=_cross_entropy",
    called="cross_entropy_input",
    changes=True,
    solution="""
        def softmax_along(x, axis):
            powers = np.exp(x - x.max(axis=axis, keepdims=True))
            return powers / powers.sum(axis=axis, keepdims=True)


        def softmax_input(g, dim, out):
            return out * (g - (g * out).sum(dim, keepdim=True))


        def loss_forward(input, target):
            input = input - input.max(axis=1, keepdims=True)
            right = input[np.arange(len(target)), target]
            return (np.log(np.exp(input).sum(axis=1)) - right).mean()


        def cross_entropy_input(g, input, target):
            right = target.reshape(-1, 1) == mt.arange(input.shape[1], device=input.device)
            return (mt.softmax(input, dim=1) - right.to(input.dtype)) * (g / len(target))
    """,
    facts="""
        >>> from minitorch.ops.pointwise.softmax import softmax_along
        >>> softmax_along(np.array([[-900.0, -900.0], [900.0, 900.0]]), -1)
        A([[0.5, 0.5], [0.5, 0.5]])
        if A([[-0.6931472, -0.6931472], [-0.6931472, -0.6931472]]): In `softmax_along` stand the logarithms of the
            probabilities. The probabilities are asked for.
        else: Look at `softmax_along`: e**x divided by the sum along the axis, which keeps its dimension. Take the
            largest of each row off first, x.max(axis=axis, keepdims=True).
        >>> mt.nn.functional.cross_entropy(mt.tensor([[1000.0, 0.0]]), mt.tensor([1]))
        T(1000.0)
        if T(-1000.0): In `loss_forward` the sign is turned round: a loss is minus the logarithm of the probability.
        else: Look at `loss_forward`: for each row the logarithm of the sum of e**x, less the score of the right class;
            then the mean over the rows. Take the largest of each row off first.
        >>> x = mt.tensor([[1000.0, 0.0]], requires_grad=True)
        >>> mt.nn.functional.cross_entropy(x, mt.tensor([1])).backward()
        >>> x.grad
        T([[1.0, -1.0]])
        else: Look at `cross_entropy_input`: probability minus truth, where the probabilities are the softmax of the
            scores along dim 1 and the truth is 1 at the right class; divided by the number of examples, times g.
        >>> x = mt.tensor([[0.5, -1.0, 2.0], [1.0, 0.0, -2.0]], dtype=mt.float64, requires_grad=True)
        >>> target = mt.tensor([2, 0])
        >>> mt.autograd.gradgradcheck(lambda x: mt.nn.functional.cross_entropy(x * 2, target) * x.softmax(0), x)
        True
        else: For the numbers tried before, the formulas are right; small steps measure something else where another
            operation follows. Is the gradient that arrives, g, in each of them, and is nothing detached or computed on
            arrays?
    """,
)
