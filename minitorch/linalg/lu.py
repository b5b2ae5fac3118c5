"""lu, lu_factor, lu_solve, lu_unpack (shelf)."""

from .. import return_types
from ..backend import array_module
from ..ops.copy.tril import tril, triu
from ..ops.join.cat import _cat
from ..ops.op import op
from ..ops.reduction.prod import like
from ..ops.view.movedim import adjoint
from .checks import array_of, by_columns, check_info, check_matrix, check_same, eliminate, writes
from .solve_triangular import solve_half

__all__ = []


# --- A = P L U ----------------------------------------------------------------------------------------------------------


@op(derivative="LinalgLuFactorExBackward0")
def _lu_factor(A):
    LU, pivots, info = eliminate(A)
    return by_columns(LU), pivots, info


def exchanges(pivots, rows):
    """The matrix P of row exchanges, as an array: A = P L U. pivots: [..., k], counted from 1."""
    xp = array_module(pivots)
    order = xp.broadcast_to(xp.arange(rows), (*pivots.shape[:-1], rows)).copy()
    for k in range(pivots.shape[-1]):
        other = pivots[..., k : k + 1].astype("int64") - 1
        moved = xp.take_along_axis(order, other, -1)
        xp.put_along_axis(order, other, order[..., k : k + 1].copy(), -1)
        order[..., k : k + 1] = moved
    return order[..., None, :] == xp.arange(rows)[:, None]


def lower(LU):
    """L: what elimination noted below the diagonal, with ones on it."""
    m, n = LU.shape[-2:]
    k = m if m < n else n
    part = tril(LU[..., :k], -1)
    one = array_module(array_of(LU)).eye(m, k, dtype=array_of(LU).dtype)
    return part + like(LU, one)


def upper(LU):
    m, n = LU.shape[-2:]
    return triu(LU[..., : m if m < n else n, :])


def lu_back(g, out):
    """P L**-H (tril(L.mH gL, -1) + triu(gU U.mH)) U**-H, and what follows the k rows and columns."""
    g, (LU, pivots, _) = g[0], out
    m, n = LU.shape[-2:]
    k = m if m < n else n
    L, U = lower(LU), upper(LU)
    gL, gU = tril(g[..., :k], -1), triu(g[..., :k, :])
    L1, U1 = L[..., :k, :], U[..., :k]
    left, right = adjoint(L1) @ gL[..., :k, :], gU[..., :k] @ adjoint(U1)
    if m > k:
        right = right - adjoint(L[..., k:, :]) @ gL[..., k:, :]
    if n > k:
        left = left - gU[..., k:] @ adjoint(U[..., k:])
    inner = solve_half(adjoint(U1), tril(left, -1) + triu(right), False, left=False)
    if n > k:
        inner = _cat(LU.ndim - 1, None, inner, gU[..., k:])
    made = solve_half(adjoint(L1), inner, True, unit=True)
    if m > k:
        made = _cat(LU.ndim - 2, None, made, solve_half(adjoint(U1), gL[..., k:, :], False, left=False))
    P = exchanges(array_of(pivots), m).astype(array_of(LU).dtype)
    return like(LU, P) @ made


_lu_factor.grad(A=lu_back)


def factored(A, pivot):
    """(LU, pivots, info)."""
    check_matrix("linalg.lu_factor", A, square=False)
    if not pivot:
        raise RuntimeError("linalg.lu_factor: LU without pivoting is not implemented on the CPU")
    return _lu_factor(A)


SINGULAR = "U[{0},{0}] is zero and using it on lu_solve would result in a division by zero."


@writes
def lu_factor(A, *, pivot=True):
    """(LU, pivots): both factors in one matrix, and with which row each was exchanged, counted from 1.

    >>> import minitorch as mt
    >>> mt.linalg.lu_factor(mt.tensor([[1.0, 2.0], [2.0, 2.0]])).pivots
    tensor([2, 2], dtype=minitorch.int32)

    Errors: RuntimeError for a singular matrix. Source: PyTorch, torch.linalg.lu_factor.
    """
    LU, pivots, info = factored(A, pivot)
    check_info("torch.linalg.lu_factor", info, SINGULAR, RuntimeError)
    return return_types.linalg_lu_factor((LU, pivots))


return_types.named("linalg_lu_factor", "LU", "pivots")


def unpacked(LU, pivots):
    """(P, L, U) of what elimination left."""
    P = exchanges(pivots._array, LU.shape[-2]).astype(LU._array.dtype)
    return like(LU, P), lower(LU), upper(LU)


@writes
def linalg_lu(A, *, pivot=True):
    """(P, L, U) with A = P L U: rows exchanged, a lower triangle with ones on its diagonal, an upper triangle.

    >>> import minitorch as mt
    >>> mt.linalg.lu(mt.tensor([[1.0, 2.0], [2.0, 2.0]])).U
    tensor([[2., 2.],
            [0., 1.]])

    Source: PyTorch, torch.linalg.lu.
    """
    return return_types.linalg_lu(unpacked(*factored(A, pivot)[:2]))


return_types.named("linalg_lu", "P", "L", "U")


@writes
def linalg_lu_solve(LU, pivots, B, *, left=True, adjoint=False):
    """The X of A X = B, or X A = B, or with adjoint=True the same of A.mH, from A's factors.

    Source: PyTorch, torch.linalg.lu_solve.
    """
    check_matrix("linalg.lu_solve", LU)
    check_same("linalg.lu_solve", LU, B)
    if LU.shape[-1] != B.shape[-2 if left else -1]:
        raise RuntimeError(
            f"linalg.lu_solve: Incompatible shapes of A and B for the equation {'AX = B' if left else 'XA = B'} "
            f"({LU.shape[-1]}x{LU.shape[-1]} and {B.shape[-2]}x{B.shape[-1]})"
        )
    P, L, U = unpacked(LU, pivots)
    if not left:  # X A = B is A.mH X.mH = B.mH
        return turned(solve_factored(P, L, U, turned(B), not adjoint))
    return solve_factored(P, L, U, B, adjoint)


turned = adjoint


def solve_factored(P, L, U, B, backwards):
    """(P L U)**-1 B, or (P L U)**-H B."""
    if backwards:
        return P @ solve_half(turned(L), solve_half(turned(U), B, False), True, unit=True)
    return solve_half(U, solve_half(L, P.mT @ B, False, unit=True), True)
