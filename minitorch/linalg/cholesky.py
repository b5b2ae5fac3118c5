"""cholesky (shelf).

A symmetric positive definite matrix is L @ L.mH with one lower triangular L. Its derivative is triangular work as well:
Murray, Differentiation of the Cholesky decomposition, 2016.
"""

import numpy as np

from ..backend import array_module
from ..ops.complex.real_imag import conj
from ..ops.copy.tril import tril
from ..ops.op import op
from ..ops.view.movedim import adjoint
from .checks import LinAlgError, check_matrix, writes
from .solve import _solve_triangular, solve_half


@op(derivative="LinalgCholeskyExBackward0")
def _cholesky(A, upper):
    half = A.mT.conj() if upper else A  # the half that is read must be the lower one
    try:
        L = array_module(A).linalg.cholesky(half)
    except np.linalg.LinAlgError:
        raise LinAlgError("linalg.cholesky: the input is not positive-definite") from None
    return L.mT.conj() if upper else L


def cholesky_back(g, upper, out):
    """L**-H S L**-1, where S is the symmetric matrix with the lower half of L.mH @ g: 1/2 (tril + its adjoint)."""
    L, g = (adjoint(out), adjoint(g)) if upper else (out, g)
    lower = tril(adjoint(L) @ g)
    S = (lower + adjoint(tril(lower, -1))) * 0.5
    left = _solve_triangular(adjoint(L), S, True, False)
    return solve_half(L, left, False, left=False)


# as of every operation with one result, the conjugate of the gradient comes in and goes out
_cholesky.grad(A=lambda g, upper, out: conj(cholesky_back(conj(g), upper, out)))


@writes
def linalg_cholesky(A, *, upper=False):
    """The lower triangular L with L @ L.mH = A for a symmetric positive definite A; with upper=True, L.mH.

    >>> import minitorch as mt
    >>> mt.linalg.cholesky(mt.tensor([[4.0, 2.0], [2.0, 2.0]]))
    tensor([[2., 0.],
            [1., 1.]])

    Errors: LinAlgError for a matrix that is not positive definite. Source: PyTorch, torch.linalg.cholesky.
    """
    check_matrix("linalg.cholesky", A)
    return _cholesky(A, bool(upper))
