"""eigh, eigvalsh: eigenvalues and eigenvectors of symmetric matrices (shelf).

Formulas: Giles, An extended collection of matrix derivative results, 2008. Two equal values share a plane of vectors in
which none is special: a gradient that asks for the vectors divides by the distance of the values, here 0. One that
asks for the values alone does not.
"""

from .. import return_types
from ..backend import array_module
from ..ops.op import op
from ..ops.view.diagonal import diag_embed
from ..ops.view.movedim import adjoint
from .checks import check_matrix, columns, distances, found, identity, skew, writes


@op(derivative="LinalgEighBackward0", fills=False)
def _eigh(A, UPLO):
    return tuple(found("linalg.eigh", array_module(A).linalg.eigh, A, UPLO))


def eigh_back(g, out):
    """V (diag(gL) + skew(V.mH gV) / 2 / distances of the values) V.mH."""
    (gL, gV), (L, V) = g, out
    if gV is None:
        return columns(V, gL) @ adjoint(V)
    inner = skew(adjoint(V) @ gV) * 0.5 / distances(L) * (1 - identity(L, L.shape[-1]))
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
