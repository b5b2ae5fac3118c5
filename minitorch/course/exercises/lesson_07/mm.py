"""mm: A product of matrices, and its way back (difficulty 3, 8 minutes)

out[n, m] has x[n, k] * w[k, m] in it, so w[k, m] receives the sum over n of x[n, k] * g[n, m], which is x.T @ g. And
an operator that says NotImplemented lets Python ask the other operand.

1. Write down the shapes: input is [n, k], mat2 is [k, m], so g is [n, m]. The gradients are to be [n, k] and [k, m].
   The other two are questions first, and a line of work.
2. Which product of g and the other matrix, one of them transposed, has the right shape? `isinstance(y, Tensor)` asks
   whether y is a tensor.
3. `g @ mat2.mT` and `input.mT @ g`; `.mT` exchanges the last two dimensions. mm_forward: `input.ndim == 2 and mat2.ndim
   == 2 and input.shape[1] == mat2.shape[0]`. _operator: `return NotImplemented`, not raise; then mm or matmul.
"""

from ...define import Exercise

exercise = Exercise(
    __doc__,
    target="minitorch.ops.matmul.matmul:_operator",
    covers="mm_input=mm.grad[input] mm_mat2=mm.grad[mat2] mm_forward=mm",
    facts="""
        >>> mt.mm(mt.ones(3), mt.ones(3, 2))
        raises RuntimeError: must be a matrix
        else: An error is expected here. In `mm_forward` raise mm_error(input.shape, mat2.shape) unless both are
            matrices and the inner lengths agree.
        >>> mt.ones(2, 2, dtype=mt.bool) @ mt.ones(2, 2, dtype=mt.bool)
        raises NotImplementedError: no products of bools
        else: Look at `mm_forward`: product(input, mat2), in that order, and no other product.
        >>> mt.tensor([[1.0, 2.0], [3.0, 4.0]]) @ mt.tensor([1.0, 10.0])
        T([21.0, 43.0])
        else: In `_operator` the factors are exchanged, and a product of matrices depends on their order.
        >>> list((mt.ones(5, 2, 3) @ mt.ones(3, 4)).shape)
        [5, 2, 4]
        else: In `mm_forward` the inner lengths must agree, input.shape[1] and mat2.shape[0]; the outer ones need not.
        >>> repr(_operator(mt.ones(2, 2), 3))
        'NotImplemented'
        else: In `_operator`: y may be anything. Where it is no tensor, return NotImplemented, and Python asks y's
            class.
        >>> x = mt.tensor([[0.5, -1.0, 2.0]], dtype=mt.float64, requires_grad=True)
        >>> w = mt.tensor([[1.0], [0.25], [-3.0]], dtype=mt.float64, requires_grad=True)
        >>> mt.autograd.gradgradcheck(lambda x, w: (x @ w).exp(), (x, w))
        True
        else: In `mm_mat2` stands the transpose of the answer: of shape [m, k], where mat2 is [k, m].
    """,
)
