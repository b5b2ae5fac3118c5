"""addmm: What a linear layer computes (difficulty 2, 4 minutes)

The product is made once, and blend adds the bias, stretched over its rows. 0 * nan is nan, so beta = 0 is asked for,
not multiplied with.

1. blend asks, then multiplies and adds. addmm_forward makes the product and hands it to blend.
2. `times(made, alpha)`, and to it `times(x, beta)`, but only if beta is not 0. Before that check_addend(x, made).
3. `scaled + times(x, beta) if beta else scaled`, in the end `.astype(made.dtype, copy=False)`; before it `beta, alpha
   = int(beta), int(alpha)` for integers. addmm_forward: `blend(input, mm.forward(mat1, mat2), beta, alpha)`.
"""

from ...define import Exercise

exercise = Exercise(
    __doc__,
    target="minitorch.ops.matmul.addmm:addmm",
    covers="blend",
    called="addmm_forward",
    solution="""
        def blend(x, made, beta, alpha):
            check_addend(x, made)
            if made.dtype.kind in "iu":
                beta, alpha = int(beta), int(alpha)
            scaled = times(made, alpha)
            return (scaled + times(x, beta) if beta else scaled).astype(made.dtype, copy=False)


        def addmm_forward(input, mat1, mat2, beta=1, alpha=1):
            check_pair(mat1, mat2)
            return blend(input, mm.forward(mat1, mat2), beta, alpha)
    """,
    facts="""
        >>> mt.addmm(mt.ones(2, 2), mt.ones(2, 3), mt.ones(3, 2), beta=2, alpha=10)
        T([[32.0, 32.0], [32.0, 32.0]])
        if T([[4.0, 4.0], [4.0, 4.0]]): In `addmm_forward` beta and alpha are not handed on.
        if T([[5.0, 5.0], [5.0, 5.0]]): In `blend` alpha is not looked at: the product is multiplied by it.
        if T([[16.0, 16.0], [16.0, 16.0]]): In `blend` the factors are exchanged: beta belongs to x, alpha to the
            product.
        >>> mt.addmm(mt.tensor(1.0), mt.ones(2, 1), mt.ones(1, 1), alpha=0.5)
        T([[1.5], [1.5]])
        >>> mt.addmm(mt.tensor([[3]]), mt.tensor([[2]]), mt.tensor([[5]]), beta=0.5, alpha=1.5)
        T([[10]])
        else: Look at `blend`: for integers beta and alpha are cut to int first, and the dtype stays.
        >>> mt.addmm(mt.tensor([[math.nan]]), mt.ones(1, 2), mt.ones(2, 1), beta=0)
        T([[2.0]])
        else: In `blend`: with beta = 0, x must not count at all, and 0 * nan is nan. Add it only if beta is not 0.
        >>> mt.addmm(mt.ones(3, 2), mt.ones(1, 2), mt.ones(2, 2))
        raises RuntimeError: must match the existing size
        else: In `blend` nobody looks whether x can be added: check_addend(x, made) comes first.
        >>> mt.addmm(mt.ones(2), mt.ones(2, 2), mt.ones(2, 2, dtype=mt.float64))
        raises RuntimeError: mat1 and mat2 must have the same dtype
        else: In `addmm_forward` the two matrices may differ in dtype: check_pair(mat1, mat2) raises the error.
        >>> mt.addmm(mt.ones(2), mt.ones(2, 3), mt.ones(2, 3))
        raises RuntimeError: cannot be multiplied (2x3 and 2x3)
        else: In `addmm_forward` NumPy's own @ is taken, with NumPy's error for shapes that do not fit. mm.forward(mat1,
            mat2) raises PyTorch's.
    """,
)
