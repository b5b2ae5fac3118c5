"""pinv, matrix_rank (shelf)."""

from .._tensor import Tensor
from ..backend import array_module, largest
from ..ops.complex.real_imag import conj
from ..ops.op import op
from ..ops.view.movedim import adjoint
from .checks import check_matrix, writes
from .svd import found

__all__ = []


# --- what counts ----------------------------------------------------------------------------------------------------------


def threshold(A, sizes, atol, rtol):
    """max(atol, rtol * the largest size): what is not above it counts as 0. Arrays; sizes [..., k] -> [..., 1]."""
    xp = array_module(sizes)
    if rtol is None:
        eps = xp.finfo(sizes.dtype).eps * max(A.shape[-2:])
        positive = xp.asarray(0.0 if atol is None else plain(atol)) > 0
        rtol = xp.where(positive, 0.0, eps)
    most = largest(sizes, 0, -1, True)
    limits = [xp.asarray(0.0 if limit is None else plain(limit))[..., None] for limit in (atol, rtol)]
    return xp.maximum(limits[0], limits[1] * most)


def plain(limit):
    """A tolerance as an array or a number."""
    return limit._array if isinstance(limit, Tensor) else limit


@writes
def matrix_rank(A, tol=None, hermitian=False, *, atol=None, rtol=None):
    """How many singular values are greater than max(atol, rtol * the largest of them).

    >>> import minitorch as mt
    >>> mt.linalg.matrix_rank(mt.tensor([[1.0, 2.0], [2.0, 4.0]]))
    tensor(1)

    Source: PyTorch, torch.linalg.matrix_rank.
    """
    check_matrix("linalg.matrix_rank", A, square=hermitian)
    atol = tol if tol is not None else atol
    rtol = 0.0 if tol is not None else rtol
    return _rank(A, hermitian, atol, rtol)


@op
def _rank(A, hermitian, atol, rtol):
    xp = array_module(A)
    if hermitian:
        sizes = xp.abs(found("linalg.eigh", xp.linalg.eigvalsh, A))
    else:
        sizes = found("linalg.svd", lambda a: xp.linalg.svd(a, compute_uv=False), A)
    return (sizes > threshold(A, sizes, atol, rtol)).sum(axis=-1, dtype="int64")


# --- the pseudoinverse ------------------------------------------------------------------------------------------------------


@op(derivative="LinalgPinvBackward0")
def _pinv(A, hermitian, atol, rtol):
    xp = array_module(A)
    if 0 in A.shape:
        return xp.zeros((*A.shape[:-2], A.shape[-1], A.shape[-2]), A.dtype)
    if hermitian:
        S, U = found("linalg.eigh", xp.linalg.eigh, A)
        V = U
    else:
        U, S, Vh = found("linalg.svd", lambda a: xp.linalg.svd(a, full_matrices=False), A)
        V = Vh.mT.conj()
    counts = xp.abs(S) > threshold(A, xp.abs(S), atol, rtol)
    scale = xp.where(counts, 1 / xp.where(counts, S, 1), 0).astype(S.dtype)
    return (V * scale[..., None, :]) @ U.mT.conj()


def pinv_back(g, A, out):
    """Golub and Pereyra, The differentiation of pseudo-inverses and nonlinear least squares problems, 1973."""
    gh, turned = adjoint(g), adjoint(out)
    if A.shape[-2] <= A.shape[-1]:
        K = gh @ out
        rest = K @ turned
        return rest - adjoint(out @ K) - (A @ out) @ rest + (turned @ out) @ (gh - K @ A)
    K = out @ gh
    rest = turned @ K
    return rest - adjoint(K @ out) - (rest @ out) @ A + (gh - A @ K) @ out @ turned


_pinv.grad(A=lambda g, A, out: conj(pinv_back(conj(g), A, out)))


@writes
def pinv(A, rcond=None, hermitian=False, *, atol=None, rtol=None):
    """The pseudoinverse of every matrix: [..., m, n] -> [..., n, m]. Singular values that do not count become 0.

    hermitian   whether A is symmetric, which is not checked; only its lower half is read
    atol, rtol  a singular value counts above max(atol, rtol * the largest); rcond is rtol's old name

    >>> import minitorch as mt
    >>> mt.linalg.pinv(mt.tensor([[2.0, 0.0], [0.0, 0.0]]))
    tensor([[0.5000, 0.0000],
            [0.0000, 0.0000]])

    Source: PyTorch, torch.linalg.pinv.
    """
    check_matrix("linalg.pinv", A, square=hermitian)
    rtol = rcond if rcond is not None else rtol
    return _pinv(A, bool(hermitian), atol, rtol)
