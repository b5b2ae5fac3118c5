"""svd_lowrank, pca_lowrank (shelf).

Halko, Martinsson and Tropp, Finding structure with randomness, 2011, algorithms 4.4 and 5.1. What is drawn comes from the
default generator, so a seed settles the result.
"""

from .._tensor import Tensor
from ..ops.matmul.matmul import matmul
from ..ops.reduction.mean import mean
from ..ops.view.transpose import adjoint
from ..random.sampling import randn
from .qr import linalg_qr
from .svd import linalg_svd

__all__ = ["svd_lowrank", "pca_lowrank"]


def main_directions(A, q, niter):
    """Orthonormal columns that span, nearly, what A makes of q random vectors; each round turns them to the larger ones."""
    Q = linalg_qr(matmul(A, randn(A.shape[-1], q, dtype=A.dtype, device=A.device))).Q
    for _ in range(niter):
        Q = linalg_qr(matmul(adjoint(A), Q)).Q
        Q = linalg_qr(matmul(A, Q)).Q
    return Q


def svd_lowrank(A, q=6, niter=2, M=None):
    """(U, S, V) with A - M nearly U diag(S) V.mH: the q largest singular values, if there are that many of any size.

    q      how many random directions; somewhat more than the rank that is expected
    niter  rounds that make the directions better
    M      subtracted from A; it broadcasts

    >>> import minitorch as mt
    >>> U, S, V = mt.svd_lowrank(mt.ones(30, 20), q=1)
    >>> mt.allclose(U * S @ V.mT, mt.ones(30, 20), atol=1e-5)
    True

    Source: PyTorch, torch.svd_lowrank.
    """
    if not isinstance(A, Tensor):
        raise TypeError(f"svd_lowrank(): argument 'A' (position 1) must be Tensor, not {type(A).__name__}")
    q, niter = 6 if q is None else q, 2 if niter is None else niter
    if M is not None:
        A = A - M.broadcast_to(tuple(A.shape))
    wide = A.shape[-2] < A.shape[-1]
    if wide:
        A = adjoint(A)
    Q = main_directions(A, q, niter)
    U, S, Vh = linalg_svd(matmul(adjoint(Q), A), full_matrices=False)
    U, V = matmul(Q, U), adjoint(Vh)
    return (V, S, U) if wide else (U, S, V)


def pca_lowrank(A, q=None, center=True, niter=2):
    """svd_lowrank of the rows less their mean: the columns of V are the principal components.

    center  whether the mean is subtracted

    >>> import minitorch as mt
    >>> mt.pca_lowrank(mt.tensor([[0.0, 1.0], [0.0, 3.0]]), q=1)[1]
    tensor([1.4142])

    Errors: ValueError for a q that is no possible rank, and for a negative niter. Source: PyTorch, torch.pca_lowrank.
    """
    m, n = A.shape[-2:]
    if q is None:
        q = min(6, m, n)
    elif not 0 <= q <= min(m, n):
        raise ValueError(f"q(={q}) must be non-negative integer and not greater than min(m, n)={min(m, n)}")
    if niter < 0:
        raise ValueError(f"niter(={niter}) must be non-negative integer")
    return svd_lowrank(A - mean(A, -2, True) if center else A, q, niter)
