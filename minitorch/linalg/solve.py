"""solve_triangular, inv, inverse, solve: inverse matrices and systems of linear equations (shelf).

For Y = A**-1, differentiating A Y = 1 gives dA Y + A dY = 0, so dY = -Y dA Y. All formulas here follow from that line.
"""

import numpy as np

from .._tensor import method
from ..backend import array_module
from ..ops.copy.tril import tril, triu
from ..ops.op import op
from ..ops.view.movedim import adjoint
from ..ops.view.squeeze import unsqueeze
from .checks import check_info, check_matrix, check_same, check_sizes, writes

SINGULAR = "the input matrix is singular"


# --- A X = B, where one half of A is zero -----------------------------------------------------------------------------


@op(derivative="LinalgSolveTriangularBackward0")
def _solve_triangular(A, B, upper, unit):
    xp = array_module(A)
    A = triu.forward(A) if upper else tril.forward(A)
    if unit:
        A = xp.where(xp.eye(A.shape[-1], dtype=bool), A.dtype.type(1), A)
    return xp.linalg.solve(A, B)


def to_the_triangle(g, A, upper, unit, out):
    """d X = -A**-1 dA X: the gradient of A is -(A**-T g) X.T, where A has numbers; a unit diagonal has none."""
    whole = _solve_triangular(A.mT, g, not upper, unit) @ out.mT
    return -(triu(whole, int(unit)) if upper else tril(whole, -int(unit)))


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
    B = B if B.dtype is A.dtype else B.to(A.dtype)
    check_matrix("linalg.solve_triangular", A)
    check_matrix("linalg.solve_triangular", B, square=False, what="B")
    check_sizes("linalg.solve_triangular", A, B, left)
    return solve_half(A, B, upper, left, unitriangular)


# --- any square A -------------------------------------------------------------------------------------------------------


def solved(A, B):
    """(A**-1 B, info) of arrays; A**-1 where B is None. For a singular matrix nan, and its info is not 0."""
    xp = array_module(A)
    compute = lambda matrix: xp.linalg.inv(matrix) if B is None else xp.linalg.solve(matrix, B)
    try:
        return compute(A), xp.zeros(A.shape[:-2], "int32")
    except np.linalg.LinAlgError:
        info = (xp.linalg.det(A) == 0).astype("int32")
        singular = info[..., None, None] != 0
        made = compute(xp.where(singular, xp.eye(A.shape[-1], dtype=A.dtype), A))
        return xp.where(singular, made.dtype.type(np.nan), made), info


@op(derivative="LinalgInvExBackward0")
def _inv_ex(A):
    return solved(A, None)


def inv_back(g, out):
    """-Y.mH g Y.mH."""
    turned = adjoint(out[0])
    return -(turned @ g[0] @ turned)


_inv_ex.grad(A=inv_back)


@op(derivative="LinalgSolveExBackward0")
def _solve_ex(A, B):
    return solved(A, B)


def back_to_right(g, A):
    """d X = A**-1 dB: the gradient of B is A**-H g."""
    return _solve_ex(adjoint(A), g[0])[0]


_solve_ex.grad(
    A=lambda g, A, out: -(back_to_right(g, A) @ adjoint(out[0])),
    B=back_to_right,
)


@writes
def linalg_inv(A):
    """The inverse of every matrix: [..., n, n] -> [..., n, n].

    >>> import minitorch as mt
    >>> mt.linalg.inv(mt.tensor([[2.0, 0.0], [0.0, 4.0]]))
    tensor([[0.5000, 0.0000],
            [0.0000, 0.2500]])

    Errors: LinAlgError for a singular matrix. Source: PyTorch, torch.linalg.inv.
    """
    check_matrix("linalg.inv", A)
    made, info = _inv_ex(A)
    check_info("linalg.inv", info, SINGULAR)
    return made


@writes
def inverse(input):
    """linalg.inv under its old name. Source: PyTorch, torch.inverse."""
    return linalg_inv(input)


method(inverse)


@writes
def linalg_solve(A, B, *, left=True):
    """The X of A X = B, or with left=False of X A = B: [..., n, n], [..., n, k] or [..., n] -> the shape of B.

    >>> import minitorch as mt
    >>> mt.linalg.solve(mt.tensor([[2.0, 0.0], [0.0, 4.0]]), mt.tensor([2.0, 2.0]))
    tensor([1.0000, 0.5000])

    Errors: LinAlgError for a singular A; RuntimeError for sizes that do not fit. Source: PyTorch, torch.linalg.solve.
    """
    check_matrix("linalg.solve", A)
    check_same("linalg.solve", A, B)
    vector = B.ndim == 1 or (A.ndim - 1 == B.ndim and B.shape == A.shape[:-1])
    B = unsqueeze(B, -1) if vector else B
    check_sizes("linalg.solve", A, B, left)
    made, info = _solve_ex(A, B) if left else _solve_ex(A.mT, B.mT)
    check_info("torch.linalg.solve", info, SINGULAR)
    made = made if left else made.mT
    return made.squeeze(-1) if vector else made
