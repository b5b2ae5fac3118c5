"""product_formulas: Formulas of the matrix product (difficulty 2, 4 minutes)

An element of the first matrix acts on one row of the result, through a row of the second matrix. Summed over the columns,
this gives the product of g and the transposed second matrix.

1. Write down the shapes. input is [n, k] and mat2 is [k, m], so g is [n, m]. The gradients must be [n, k] and [k, m].
2. Which product of g and the other matrix, one of them transposed, has the right shape?
3. `g @ mat2.mT` and `input.mT @ g`
"""

from ...define import Exercise

exercise = Exercise(
    __doc__,
    target="minitorch.ops.matmul.matmul:mm.grad[mat2]",
    covers="mm_input=mm.grad[input]",
    called="mm_mat2",
    given="""
        x = mt.tensor([[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]], requires_grad=True)
        w = mt.tensor([[1.0], [10.0], [100.0]], requires_grad=True)
        g = mt.tensor([[1.0], [2.0]])
        a = mt.tensor([[0.5, -1.0], [2.0, 0.3]], dtype=mt.float64, requires_grad=True)
        b = mt.tensor([[1.0, 0.7], [0.25, -3.0]], dtype=mt.float64, requires_grad=True)
    """,
    facts="""
        >>> mt.mm(x, w.detach()).backward(g)
        >>> x.grad
        T([[1.0, 10.0, 100.0], [2.0, 20.0, 200.0]])
        else: Look at `mm_input`: g is [n, m] and mat2 is [k, m]. Which product of the two has the shape [n, k]?
        >>> mt.mm(x.detach(), w).backward(g)
        >>> w.grad
        T([[9.0], [12.0], [15.0]])
        else: Look at `mm_mat2`: input is [n, k] and g is [n, m]. Which product of the two has the shape [k, m]?
        >>> mt.autograd.gradcheck(mt.mm, (a, b))
        True
        else: For square matrices the shapes do not tell. Use matrices with three different lengths to find the formulas.
        >>> slopes = lambda x, w: mt.autograd.grad(mt.mm(x, w).exp().sum(), (x, w), create_graph=True)
        >>> mt.autograd.gradcheck(lambda x, w: mt.cat([g.flatten() for g in slopes(x, w)]), (a, b))
        True
        if "mismatch": The numbers are right, but the formulas cannot be differentiated again. Compute with tensors, without detach.
    """,
)
