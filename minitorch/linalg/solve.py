"""solve_triangular, inv, inverse, solve: inverse matrices and systems of linear equations (shelf).

For Y = A**-1, differentiating A Y = 1 gives dA Y + A dY = 0, so dY = -Y dA Y. All formulas here follow from that line.
"""

from .._tensor import method
from ..backend import array_module
from ..ops.copy.tril import tril, triu
from ..ops.op import op
from ..ops.view.movedim import adjoint
from ..ops.view.squeeze import unsqueeze
from .checks import by_columns, check_matrix, check_same, check_sizes, found, writes

# --- A X = B, where one half of A is zero -----------------------------------------------------------------------------


@op(derivative="LinalgSolveTriangularBackward0")
def _solve_triangular(A, B, upper, unit):
    xp = array_module(A)
    A = triu.forward(A) if upper else tril.forward(A)
    if unit:
        A = xp.where(xp.eye(A.shape[-1], dtype=bool), A.dtype.type(1), A)
    return by_columns(xp.linalg.solve(A, B))


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


@op(derivative="LinalgInvExBackward0")
def _inv(A):
    return by_columns(found(array_module(A).linalg.inv, A, words="linalg.inv: the input matrix is singular"))


_inv.grad(A=lambda g, out: -(adjoint(out) @ g @ adjoint(out)))


@op(derivative="LinalgSolveExBackward0")
def _solve(A, B):
    return by_columns(
        found(array_module(A).linalg.solve, A, B, words="torch.linalg.solve: the input matrix is singular")
    )


def back_to_right(g, A):
    """d X = A**-1 dB: the gradient of B is A**-H g."""
    return _solve(adjoint(A), g)


_solve.grad(A=lambda g, A, out: -(back_to_right(g, A) @ adjoint(out)), B=back_to_right)


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
    return _inv(A)


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
    made = _solve(A, B) if left else _solve(A.mT, B.mT).mT
    return made.squeeze(-1) if vector else made
