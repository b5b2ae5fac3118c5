"""eigh, eigvalsh, eig, eigvals: eigenvalues and eigenvectors of square matrices (shelf).

Formulas: Giles, An extended collection of matrix derivative results, 2008. Two equal values share a plane of vectors in
which none is special: a gradient that asks for the vectors divides by the distance of the values, here 0. One that
asks for the values alone does not.
"""

from .. import return_types
from ..backend import array_module
from ..ops.op import op
from ..ops.view.diagonal import diag_embed, diagonal
from ..ops.view.movedim import adjoint
from .checks import by_columns, check_matrix, columns, distances, found, identity, rows_times, skew, writes
from .solve import _solve_ex


def off_diagonal(values):
    """A matrix of ones with zeros on the diagonal."""
    return 1 - identity(values, values.shape[-1])


# --- symmetric matrices -------------------------------------------------------------------------------------------------


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


_eigh.grad(A=eigh_back)
return_types.named("linalg_eigh", "eigenvalues", "eigenvectors")


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
    if UPLO not in ("L", "U", "l", "u"):
        raise RuntimeError(f"Expected UPLO argument to be 'L' or 'U', but got {UPLO}")
    return return_types.linalg_eigh(_eigh(A, UPLO.upper()))


@writes
def eigvalsh(A, UPLO="L"):
    """The eigenvalues of a symmetric or Hermitian matrix, in rising order. Source: PyTorch, torch.linalg.eigvalsh."""
    return eigh(A, UPLO).eigenvalues


# --- any square matrix --------------------------------------------------------------------------------------------------


@op(derivative="LinalgEigBackward0", fills=False)
def _eig(A):
    kind = "complex64" if A.dtype.name in ("float32", "complex64") else "complex128"
    values, vectors = found("linalg.eig", array_module(A).linalg.eig, A)
    return values.astype(kind, copy=False), by_columns(vectors.astype(kind, copy=False))


def eig_back(g, out):
    """V**-H (diag(gL) + (V.mH gV - V.mH V diag(Re(V.mH gV))) / distances of the values, conjugated) V.mH."""
    (gL, gV), (L, V) = g, out
    Vh = adjoint(V)
    if gV is None:
        return _solve_ex(Vh, rows_times(gL, Vh))[0]
    turn = Vh @ gV
    inner = turn - Vh @ columns(V, diagonal(turn, 0, -2, -1).real)
    inner = inner / distances(L.conj()) * off_diagonal(L)
    if gL is not None:
        inner = inner + diag_embed(gL)
    return _solve_ex(Vh, inner @ Vh)[0]


_eig.grad(A=eig_back)
return_types.named("linalg_eig", "eigenvalues", "eigenvectors")


@writes
def eig(A):
    """(eigenvalues, eigenvectors) of a square matrix, both complex: A V = V diag(L), columns of length 1, in no order.

    >>> import minitorch as mt
    >>> mt.linalg.eig(mt.tensor([[0.0, -1.0], [1.0, 0.0]])).eigenvalues
    tensor([0.+1.j, 0.-1.j])

    Source: PyTorch, torch.linalg.eig.
    """
    check_matrix("linalg.eig", A)
    return return_types.linalg_eig(_eig(A))


@writes
def eigvals(A):
    """The eigenvalues of a square matrix, complex and in no order. Source: PyTorch, torch.linalg.eigvals."""
    return eig(A).eigenvalues
