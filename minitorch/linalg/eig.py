"""eig, eigvals (shelf).

Formulas: Giles, An extended collection of matrix derivative results, 2008. Two equal values share a plane of vectors in
which none is special: a gradient that asks for the vectors divides by the distance of the values, here 0. One that
asks for the values alone does not.
"""

from .. import return_types
from ..backend import array_module
from ..ops.op import op
from ..ops.view.diagonal import diag_embed, diagonal
from ..ops.view.movedim import adjoint
from .checks import by_columns, check_matrix, columns, rows_times, writes
from .eigh import off_diagonal
from .solve import _solve_ex
from .svd import distances, found

__all__ = []


# --- eigenvalues of any square matrix ----------------------------------------------------------------------------------------


@op(derivative="LinalgEigBackward0", fills=False)
def _eig(A):
    if not array_module(A).isfinite(A).all():
        raise RuntimeError("torch.linalg.eig: input tensor should not contain infs or NaNs.")
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
    check_matrix("linalg.eigvals", A)
    return _eig(A)[0]


return_types.named("linalg_eig", "eigenvalues", "eigenvectors")
