"""qr: A = Q R, orthonormal columns times an upper triangle (shelf)."""

from .. import return_types
from ..backend import array_module
from ..ops.copy.tril import triu
from ..ops.join.cat import _cat
from ..ops.op import op
from ..ops.view.movedim import adjoint
from .checks import check_matrix, identity, writes
from .solve import solve_half


@op(derivative="LinalgQrBackward0")
def _qr(A, mode):
    return tuple(array_module(A).linalg.qr(A, mode))


def qr_back(g, mode, out):
    """For A = [A1 A2] = Q [R1 R2]: R2 = Q.mH A2, and A1 = Q R1 with R1 square."""
    (gQ, gR), (Q, R) = g, out
    m, n = Q.shape[-2], R.shape[-1]
    if mode == "complete" and m > n:
        raise RuntimeError("The QR decomposition is not differentiable when mode='complete' and nrows > ncols.")
    if m >= n:
        return thin_back(gQ, gR, Q, R)
    R1, R2, g1, g2 = R[..., :m], R[..., m:], gR[..., :m], gR[..., m:]
    return _cat(Q.ndim - 1, None, thin_back(gQ + Q @ (R2 @ adjoint(g2)), g1, Q, R1), Q @ g2)


def thin_back(gQ, gR, Q, R):
    """(gQ + Q S) R**-H, where S is the Hermitian matrix with the upper half of gR R.mH - Q.mH gQ."""
    half = triu(gR @ adjoint(R) - adjoint(Q) @ gQ)
    S = half + adjoint(half)
    S = S * (1 - identity(R, R.shape[-1]) * 0.5)
    return solve_half(adjoint(R), gQ + Q @ S, False, left=False)


_qr.grad(A=qr_back)
return_types.named("linalg_qr", "Q", "R")


@writes
def linalg_qr(A, mode="reduced"):
    """(Q, R) with A = Q R: orthonormal columns, and an upper triangle.

    mode  "reduced": Q is [..., m, k], R [..., k, n], with k = min(m, n); "complete": [..., m, m], [..., m, n]

    >>> import minitorch as mt
    >>> Q, R = mt.linalg.qr(mt.tensor([[0.0, 2.0], [1.0, 0.0]]))
    >>> Q @ R
    tensor([[0., 2.],
            [1., 0.]])

    Errors: RuntimeError for another mode, and for gradients that are not determined. Source: PyTorch, torch.linalg.qr.
    """
    check_matrix("linalg.qr", A, square=False)
    if mode not in ("reduced", "complete"):
        raise RuntimeError(f"qr received unrecognized mode '{mode}', not 'reduced' (default) or 'complete'")
    return return_types.linalg_qr(_qr(A, mode))
