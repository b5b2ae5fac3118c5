"""lstsq: least squares (shelf)."""

import numpy as np

from .. import return_types
from .._tensor import wrap
from ..backend import array_module
from ..creation.tensor import as_tensor
from ..ops.complex.real_imag import conj
from ..ops.op import op
from ..ops.pointwise.arithmetic import abs
from ..ops.view.squeeze import unsqueeze
from .checks import LinAlgError, by_columns, check_matrix, writes
from .pinv import _pinv, _rank, pinv_back

__all__ = []

# --- the nearest X ------------------------------------------------------------------------------------------------------------

DRIVERS = ("gels", "gelsy", "gelsd", "gelss")


@writes
def lstsq(A, B, rcond=None, *, driver=None):
    """(solution, residuals, rank, singular_values): the X with the smallest norm of A X - B, and of those the smallest.

    residuals        squared distances of the columns, where A has more rows than columns and full rank; else empty
    driver           LAPACK's routine: it decides which of rank and singular_values are given, the others are empty

    >>> import minitorch as mt
    >>> mt.linalg.lstsq(mt.tensor([[1.0], [1.0]]), mt.tensor([[1.0], [3.0]])).solution
    tensor([[2.0000]])

    Source: PyTorch, torch.linalg.lstsq.
    """
    name = "torch.linalg.lstsq"
    if A.ndim < 2:
        raise RuntimeError(f"{name}: input must have at least 2 dimensions.")
    if B.ndim < 1:
        raise RuntimeError(f"{name}: other must have at least 1 dimension.")
    check_matrix("linalg.lstsq", A, square=False)
    if A.dtype is not B.dtype:
        raise RuntimeError(
            f"{name}: Expected input and other to have the same dtype, but got input's dtype {A.dtype.title} and other's "
            f"dtype {B.dtype.title}"
        )
    vector = B.ndim == 1 or B.shape == A.shape[:-1]
    if A.ndim - B.ndim not in (0, 1):
        raise RuntimeError(
            f"{name}: input.dim() must be greater or equal to other.dim() and (input.dim() - other.dim()) <= 1"
        )
    if vector:
        B = unsqueeze(B, -1)
    (m, n), rows = A.shape[-2:], B.shape[-2]
    if m != rows:
        raise RuntimeError(f"{name}: input.size(-2) should match other.size(-{1 if vector else 2})")
    driver = "gelsy" if driver is None else driver
    if driver not in DRIVERS:
        raise RuntimeError(f"{name}: parameter `driver` should be one of (gels, gelsy, gelsd, gelss), but got {driver}")
    X, rank = solved(A, B, rcond, driver)
    full = driver == "gels" or bool((rank == min(m, n)).all())
    if m > n and driver != "gelsy" and full:
        residuals = (abs(A @ X - B) ** 2).sum(-2)
    else:
        residuals = abs(X.reshape((-1,))[:0])
    values = _values(A.detach(), driver in ("gelsd", "gelss"))
    if driver == "gels":
        rank = rank.new_zeros((0,))
    solution = X.squeeze(-1) if vector else X
    return return_types.linalg_lstsq((solution, residuals, rank, values))


def solved(A, B, rcond, driver):
    """X and the ranks, by LAPACK's routine where NumPy holds the matrices: where A is nearly singular, no other gives the same."""
    if type(A._array) is not np.ndarray or type(B._array) is not np.ndarray or 0 in A.shape or 0 in B.shape:
        return _pinv(A, False, None, rcond) @ B, _rank(A, False, None, rcond)
    a, b = A._array, B._array
    lead = np.broadcast_shapes(a.shape[:-2], b.shape[:-2])
    a, b = np.broadcast_to(a, lead + a.shape[-2:]), np.broadcast_to(b, lead + b.shape[-2:])
    limit = np.finfo(a.dtype).eps * max(a.shape[-2:]) if rcond is None else float(as_tensor(rcond).max())
    made = np.empty((*lead, a.shape[-1], b.shape[-1]), a.dtype)
    ranks = np.empty(lead, "int64")
    for place in np.ndindex(lead):
        made[place], ranks[place] = nearest(a[place], b[place], limit, driver)
    return _solution(A, B, rcond, made), wrap(of_own(ranks, A.shape[:-2]))


def of_own(ranks, lead):
    """The ranks of as many matrices as A has, though more problems were solved with them."""
    first = (0,) * (ranks.ndim - len(lead)) + (...,)
    return ranks[first][(*[slice(n) for n in lead], ...)].copy()


def nearest(a, b, limit, driver):
    """X for one matrix, and its rank."""
    from scipy.linalg import lapack, lstsq

    if driver != "gels":
        X, _, rank, _ = lstsq(a, b, limit, lapack_driver=driver, check_finite=False)
        return X, rank
    below = np.zeros((max(a.shape), b.shape[1]), b.dtype)
    below[: len(b)] = b
    (gels,) = lapack.get_lapack_funcs(("gels",), (a, below))
    _, X, wrong = gels(a, below)
    if wrong:
        raise LinAlgError(
            "torch.linalg.lstsq: The least squares solution could not be computed because the input matrix does not have "
            f"full rank (error code: {wrong})."
        )
    return X[: a.shape[1]], min(a.shape)


@op(derivative="LinalgLstsqBackward0")
def _solution(A, B, rcond, made):
    """What LAPACK has found; its derivative is that of pinv(A) @ B."""
    return by_columns(made)


_solution.grad(
    A=lambda g, A, B, rcond: conj(pinv_back(conj(g @ B.mT), A, _pinv(A, False, None, rcond))),
    B=lambda g, A, rcond: _pinv(A, False, None, rcond).mT @ g,
)


@op
def _values(A, wanted):
    xp = array_module(A)
    return xp.linalg.svd(A, compute_uv=False) if wanted else xp.zeros((0,), A.real.dtype)


return_types.named("linalg_lstsq", "solution", "residuals", "rank", "singular_values")
