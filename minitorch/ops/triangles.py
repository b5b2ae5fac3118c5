"""triangles: systems with a triangular matrix, and Cholesky's factor, which makes two of them of one.

A symmetric positive definite matrix is L @ L.mH with one lower triangular L. Its derivative is triangular work as well:
Murray, Differentiation of the Cholesky decomposition, 2016.
"""

import numpy as np

from .. import return_types
from .._tensor import method
from ..backend import array_module
from .axes import adjoint
from .imaginary import conj
from .matrices import check_info, check_matrix, check_same, identity, ones_on_diagonal, substitute, writes
from .op import op
from .rearrange import tril, triu

__all__ = ["triangular_solve", "cholesky", "cholesky_solve", "cholesky_inverse"]

# --- A X = B, where one half of A is zero -----------------------------------------------------------------------------


@op(derivative="LinalgSolveTriangularBackward0")
def _solve_triangular(A, B, upper, unit):
    A = triu.forward(A) if upper else tril.forward(A)
    if unit:
        A = ones_on_diagonal(A)
    xp = array_module(A)
    if not xp.diagonal(A, 0, -2, -1).all():
        return substitute(A, B, upper)
    return xp.linalg.solve(A, B)


def triangle(x, upper, unit):
    """The part of x that a triangular matrix holds: with a unit diagonal, what is off it."""
    return triu(x, int(unit)) if upper else tril(x, -int(unit))


def to_the_triangle(g, A, upper, unit, out):
    """d X = -A**-1 dA X: the gradient of A is -(A**-T g) X.T, where A has numbers."""
    return -triangle(_solve_triangular(A.mT, g, not upper, unit) @ out.mT, upper, unit)


_solve_triangular.grad(
    A=to_the_triangle,
    B=lambda g, A, upper, unit: _solve_triangular(A.mT, g, not upper, unit),
)


def solve_half(A, B, upper, left=True, unit=False):
    """X of A X = B, or of X A = B."""
    if left:
        return _solve_triangular(A, B, upper, unit)
    return _solve_triangular(A.mT, B.mT, not upper, unit).mT


@writes
def solve_triangular(A, B, *, upper, left=True, unitriangular=False):
    """The X of A X = B (with left=False of X A = B) for a triangular A: [..., n, n], [..., n, k] -> [..., n, k].

    upper          which half of A counts; the other half is not read
    unitriangular  whether the diagonal is taken to be ones

    >>> import minitorch as mt
    >>> mt.linalg.solve_triangular(mt.tensor([[2.0, 0.0], [1.0, 1.0]]), mt.tensor([[2.0], [3.0]]), upper=False)
    tensor([[1.],
            [2.]])

    Errors: RuntimeError for a matrix that is not square and for sizes that do not fit.
    Source: PyTorch, torch.linalg.solve_triangular.
    """
    check_same("linalg.solve_triangular", A, B)
    check_matrix("linalg.solve_triangular", A)
    check_matrix("linalg.solve_triangular", B, square=False, what="B")
    if A.shape[-1] != B.shape[-2 if left else -1]:
        (m, n), (p, k) = A.shape[-2:], B.shape[-2:]
        raise RuntimeError(
            "linalg.solve_triangular: Incompatible shapes of A and B for the equation "
            f"{'AX = B' if left else 'XA = B'} ({m}x{n} and {p}x{k})"
        )
    return solve_half(A, B, upper, left, unitriangular)


@writes
def triangular_solve(input, A, upper=True, transpose=False, unitriangular=False):
    """(solution, cloned_coefficient): the X of A X = input, or of A.T X = input, and A.

    Source: PyTorch, torch.triangular_solve.
    """
    check_same("triangular_solve", A, input)
    check_matrix("triangular_solve", A)
    check_matrix("triangular_solve", input, square=False, what="b")
    if A.shape[-1] != input.shape[-2]:
        raise RuntimeError(
            f"Incompatible matrix sizes for triangular_solve: each A matrix is {A.shape[-1]} by {A.shape[-1]} but each b "
            f"matrix is {input.shape[-2]} by {input.shape[-1]}"
        )
    turned = A.mT if transpose else A
    found = _solve_triangular(turned, input, upper != transpose, unitriangular)
    batch = (*found.shape[:-2], *A.shape[-2:])
    return return_types.triangular_solve((found, A.expand(batch).clone()))


return_types.named("triangular_solve", "solution", "cloned_coefficient")

# --- Cholesky ----------------------------------------------------------------------------------------------------------


@op(derivative="LinalgCholeskyExBackward0")
def _cholesky_ex(A, upper):
    xp = array_module(A)
    half = A.mT.conj() if upper else A  # the half that is read must be the lower one
    info = xp.zeros(A.shape[:-2], "int32")
    try:
        L = xp.linalg.cholesky(half)
    except np.linalg.LinAlgError:
        L, info = step_by_step(half)
    return (L.mT.conj() if upper else L), info


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

NOT_POSITIVE = (
    "The factorization could not be completed because the input is not positive-definite (the leading minor of order "
    "{} is not positive-definite)."
)


@writes
def cholesky_ex(A, *, upper=False, check_errors=False):
    """(L, info): Cholesky's factor, and 0 or the order of the leading minor that is not positive definite.

    Source: PyTorch, torch.linalg.cholesky_ex.
    """
    check_matrix("linalg.cholesky", A)
    L, info = _cholesky_ex(A, bool(upper))
    if check_errors:
        check_info("linalg.cholesky_ex", info, NOT_POSITIVE)
    return return_types.linalg_cholesky_ex((L, info))


return_types.named("linalg_cholesky_ex", "L", "info")


def factor(name, A, upper):
    check_matrix(name, A)
    L, info = _cholesky_ex(A, bool(upper))
    check_info(name, info, NOT_POSITIVE)
    return L


@writes
def linalg_cholesky(A, *, upper=False):
    """The lower triangular L with L @ L.mH = A for a symmetric positive definite A; with upper=True, L.mH.

    >>> import minitorch as mt
    >>> mt.linalg.cholesky(mt.tensor([[4.0, 2.0], [2.0, 2.0]]))
    tensor([[2., 0.],
            [1., 1.]])

    Errors: LinAlgError for a matrix that is not positive definite. Source: PyTorch, torch.linalg.cholesky.
    """
    return factor("linalg.cholesky", A, upper)


@writes
def cholesky(input, upper=False):
    """linalg.cholesky under its old name. Source: PyTorch, torch.cholesky."""
    return factor("cholesky", input, upper)


@op
def _cholesky_solve(B, L, upper):
    first, second = (adjoint(L), L) if upper else (L, adjoint(L))
    return _solve_triangular.forward(second, _solve_triangular.forward(first, B, False, False), True, False)


@op
def _cholesky_inverse(L, upper):
    return _cholesky_solve.forward(identity(L, L.shape[-1]), L, upper)


def to_the_factor(common, L, upper):
    """The gradient of L from that of L @ L.mH; -common is the latter. As PyTorch's it fills the whole matrix."""
    common = common + adjoint(common)
    return -(L @ common) if upper else -(common @ L)


_cholesky_solve.grad(
    B=lambda g, L, upper: conj(_cholesky_solve(conj(g), L, upper)),
    L=lambda g, L, upper, out: conj(
        to_the_factor(_cholesky_solve(conj(g), L, upper) @ adjoint(out), L, upper),
    ),
)
_cholesky_inverse.grad(L=lambda g, L, upper, out: conj(to_the_factor(out @ conj(g) @ out, L, upper)))


@writes
def cholesky_solve(input, input2, upper=False):
    """The X of A X = B for the A whose Cholesky factor is `input2` and the B that is `input`.

    >>> import minitorch as mt
    >>> mt.cholesky_solve(mt.tensor([[8.0]]), mt.tensor([[2.0]]))
    tensor([[2.]])

    Source: PyTorch, torch.cholesky_solve.
    """
    B, L = input, input2
    for name, x in (("b", B), ("u", L)):
        if x.ndim < 2:
            raise RuntimeError(f"{name} should have at least 2 dimensions, but has {x.ndim} dimensions instead")
    check_matrix("cholesky_solve", L)
    check_same("cholesky_solve", L, B)
    if L.shape[-1] != B.shape[-2]:
        raise RuntimeError(
            f"Incompatible matrix sizes for cholesky_solve: each A matrix is {L.shape[-1]} by {L.shape[-1]} but each b "
            f"matrix is {B.shape[-2]} by {B.shape[-1]}"
        )
    return _cholesky_solve(B, L, bool(upper))


@writes
def cholesky_inverse(input, upper=False):
    """The inverse of the A whose Cholesky factor is `input`. Source: PyTorch, torch.cholesky_inverse."""
    check_matrix("cholesky_inverse", input)
    return _cholesky_inverse(input, bool(upper))


for _function in (triangular_solve, cholesky, cholesky_solve, cholesky_inverse):
    method(_function)
