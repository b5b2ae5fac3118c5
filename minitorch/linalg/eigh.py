"""eigh, eigvalsh: eigenvalues of symmetric matrices (shelf)."""

from .. import return_types
from ..backend import array_module
from ..ops.op import op
from ..ops.view.diagonal import diag_embed
from ..ops.view.movedim import adjoint
from .checks import by_columns, check_matrix, columns, identity, skew, writes
from .svd import distances, found

__all__ = []


# --- eigenvalues of symmetric matrices -------------------------------------------------------------------------------------


@op(derivative="LinalgEighBackward0", fills=False)
def _eigh(A, UPLO):
    values, vectors = found("linalg.eigh", array_module(A).linalg.eigh, A, UPLO)
    return values, by_columns(vectors)


def eigh_back(g, out):
    """V (diag(gL) + skew(V.mH gV) / 2 / distances of the values) V.mH."""
    (gL, gV), (L, V) = g, out
    if gV is None:
        return columns(V, gL) @ adjoint(V)
    inner = skew(adjoint(V) @ gV) * 0.5 / distances(L) * off_diagonal(L)
    if gL is not None:
        inner = inner + diag_embed(gL)
    return V @ inner @ adjoint(V)


def off_diagonal(values):
    """A matrix of ones with zeros on the diagonal."""
    return 1 - identity(values, values.shape[-1])


_eigh.grad(A=eigh_back)


def half(UPLO):
    """ "L" or "U": which half of a symmetric matrix is read."""
    if not isinstance(UPLO, str) or UPLO.upper() not in ("L", "U"):
        raise RuntimeError(f"Expected UPLO argument to be 'L' or 'U', but got {UPLO}")
    return UPLO.upper()


@writes
def eigh(A, UPLO="L"):
    """(eigenvalues, eigenvectors) of a symmetric or Hermitian matrix: real values in rising order, orthonormal columns.

    UPLO  which half of A is read: "L" the lower, "U" the upper

    >>> import minitorch as mt
    >>> mt.linalg.eigh(mt.tensor([[2.0, 0.0], [0.0, 1.0]])).eigenvalues
    tensor([1., 2.])

    Source: PyTorch, torch.linalg.eigh.
    """
    check_matrix("linalg.eigh", A)
    return return_types.linalg_eigh(_eigh(A, half(UPLO)))


@writes
def eigvalsh(A, UPLO="L"):
    """The eigenvalues of a symmetric or Hermitian matrix, in rising order. Source: PyTorch, torch.linalg.eigvalsh."""
    check_matrix("linalg.eigvalsh", A)
    return _eigh(A, half(UPLO))[0]


return_types.named("linalg_eigh", "eigenvalues", "eigenvectors")
