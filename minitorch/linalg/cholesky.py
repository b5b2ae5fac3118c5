"""cholesky, cholesky_ex (shelf).

A symmetric positive definite matrix is L @ L.mH with one lower triangular L. Its derivative is triangular work as well:
Murray, Differentiation of the Cholesky decomposition, 2016.
"""

import numpy as np

from .. import return_types
from ..backend import array_module
from ..ops.copy.tril import tril
from ..ops.op import op
from ..ops.view.movedim import adjoint
from .checks import by_columns, check_info, check_matrix, writes
from .solve import _solve_triangular, solve_half


@op(derivative="LinalgCholeskyExBackward0")
def _cholesky_ex(A, upper):
    xp = array_module(A)
    half = A.mT.conj() if upper else A  # the half that is read must be the lower one
    info = xp.zeros(A.shape[:-2], "int32")
    try:
        L = xp.linalg.cholesky(half)
        if xp.isnan(L).any():  # of a matrix with nan: no error there
            L, info = step_by_step(half)
    except np.linalg.LinAlgError:
        L, info = step_by_step(half)
    return by_columns(L.mT.conj() if upper else L), info


def step_by_step(A):
    """(L, info), column by column; info is the number of the first column whose pivot is not positive, else 0."""
    xp = array_module(A)
    L, info = xp.zeros_like(A), xp.zeros(A.shape[:-2], "int32")
    for k in range(A.shape[-1]):
        column = A[..., k:, k] - (L[..., k:, :k] @ L[..., k, :k, None].conj())[..., 0]
        pivot = column[..., 0].real
        good = (info == 0) & (pivot > 0)
        info = xp.where((info == 0) & ~good, k + 1, info)
        root = xp.sqrt(xp.where(good, pivot, 1))[..., None]
        L[..., k:, k] = xp.where(good[..., None], column / root, 0)
    return L, xp.asarray(info).astype("int32")


def cholesky_back(g, upper, out):
    """L**-H S L**-1, where S is the symmetric matrix with the lower half of L.mH @ g: 1/2 (tril + its adjoint)."""
    L, g = (adjoint(out[0]), adjoint(g[0])) if upper else (out[0], g[0])
    lower = tril(adjoint(L) @ g)
    S = (lower + adjoint(tril(lower, -1))) * 0.5
    left = _solve_triangular(adjoint(L), S, True, False)
    return solve_half(L, left, False, left=False)


_cholesky_ex.grad(A=cholesky_back)
return_types.named("linalg_cholesky_ex", "L", "info")


@writes
def cholesky_ex(A, *, upper=False, check_errors=False):
    """(L, info): Cholesky's factor, and 0 or the order of the leading minor that is not positive definite.

    Source: PyTorch, torch.linalg.cholesky_ex.
    """
    check_matrix("linalg.cholesky", A)
    L, info = _cholesky_ex(A, bool(upper))
    if check_errors:
        check_info("linalg.cholesky", info, "the input is not positive-definite")
    return return_types.linalg_cholesky_ex((L, info))


@writes
def linalg_cholesky(A, *, upper=False):
    """The lower triangular L with L @ L.mH = A for a symmetric positive definite A; with upper=True, L.mH.

    >>> import minitorch as mt
    >>> mt.linalg.cholesky(mt.tensor([[4.0, 2.0], [2.0, 2.0]]))
    tensor([[2., 0.],
            [1., 1.]])

    Errors: LinAlgError for a matrix that is not positive definite. Source: PyTorch, torch.linalg.cholesky.
    """
    return cholesky_ex(A, upper=upper, check_errors=True).L
