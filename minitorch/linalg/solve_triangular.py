"""solve_triangular, triangular_solve (shelf)."""

from ..backend import array_module
from ..ops.copy.tril import tril, triu
from ..ops.op import op
from .checks import by_columns, check_matrix, ones_on_diagonal, writes

__all__ = []


# --- A X = B, where one half of A is zero -----------------------------------------------------------------------------


@op(derivative="LinalgSolveTriangularBackward0")
def _solve_triangular(A, B, upper, unit):
    A = triu.forward(A) if upper else tril.forward(A)
    if unit:
        A = ones_on_diagonal(A)
    return by_columns(array_module(A).linalg.solve(A, B))


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
    B = B if B.dtype is A.dtype else B.to(A.dtype)
    check_matrix("linalg.solve_triangular", A)
    check_matrix("linalg.solve_triangular", B, square=False, what="B")
    if A.shape[-1] != B.shape[-2 if left else -1]:
        (m, n), (p, k) = A.shape[-2:], B.shape[-2:]
        raise RuntimeError(
            "linalg.solve_triangular: Incompatible shapes of A and B for the equation "
            f"{'AX = B' if left else 'XA = B'} ({m}x{n} and {p}x{k})"
        )
    return solve_half(A, B, upper, left, unitriangular)
