"""svd, svdvals: singular values (shelf)."""

from .. import return_types
from ..backend import array_module
from ..ops.complex.real_imag import complex_array
from ..ops.op import op
from ..ops.view.diagonal import diag_embed, diagonal
from ..ops.view.movedim import adjoint
from ..ops.view.squeeze import unsqueeze
from .checks import check_matrix, columns, distances, found, rows_times, skew, writes


@op(derivative="LinalgSvdBackward0", fills=False)
def _svd(A, full_matrices):
    return tuple(found("linalg.svd", array_module(A).linalg.svd, A, full_matrices))


def svd_back(g, A_shape, full_matrices, out):
    """U (what the values want + what the vectors want) Vh, and what the vectors want outside of the space they span."""
    (gU, gS, gVh), (U, S, Vh) = g, out
    k = S.shape[-1]
    if full_matrices:
        U, Vh = U[..., :k], Vh[..., :k, :]
        gU, gVh = gU if gU is None else gU[..., :k], gVh if gVh is None else gVh[..., :k, :]
    if gU is None and gVh is None:
        return columns(U, gS) @ Vh
    E, turns = distances(S * S), []
    inner = diag_embed(gS) if gS is not None else 0
    if gU is not None:
        turns.append(skew(adjoint(U) @ gU))
        inner = columns(turns[0] / E, S) + inner
    if gVh is not None:
        turns.append(skew(Vh @ adjoint(gVh)))
        inner = rows_times(S, turns[-1] / E) + inner
    if complex_array(U) and len(turns) == 2:
        inner = inner + diag_embed(diagonal(turns[0], 0, -2, -1) / (S * 2))
    left = U @ inner
    if gU is not None and A_shape[-2] > k:
        free = gU / unsqueeze(S, -2)
        left = left + free - U @ (adjoint(U) @ free)
    made = left @ Vh
    if gVh is not None and A_shape[-1] > k:
        free = gVh / unsqueeze(S, -1)
        made = made + U @ (free - (free @ adjoint(Vh)) @ Vh)
    return made


_svd.grad(A=svd_back)
return_types.named("linalg_svd", "U", "S", "Vh")


@writes
def linalg_svd(A, full_matrices=True):
    """(U, S, Vh) with A = U diag(S) Vh: S in falling order, the columns of U and the rows of Vh orthonormal.

    full_matrices  whether U and Vh are square; otherwise they have min(m, n) columns and rows

    >>> import minitorch as mt
    >>> mt.linalg.svd(mt.tensor([[0.0, 2.0], [1.0, 0.0]])).S
    tensor([2., 1.])

    Errors: LinAlgError for a matrix with nan or inf. Source: PyTorch, torch.linalg.svd.
    """
    check_matrix("linalg.svd", A, square=False)
    return return_types.linalg_svd(_svd(A, bool(full_matrices)))


@writes
def svdvals(A):
    """The singular values of every matrix, in falling order. Source: PyTorch, torch.linalg.svdvals."""
    return linalg_svd(A, False).S
