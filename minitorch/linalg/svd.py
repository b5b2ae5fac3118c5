"""svd, svdvals, matrix_rank, pinv, lstsq: singular values and what follows from them (shelf)."""

from .. import return_types
from .._tensor import method
from ..backend import array_module
from ..ops.complex.real_imag import complex_array, conj
from ..ops.op import broadcast_error, op
from ..ops.pointwise.arithmetic import abs
from ..ops.reduction.further import largest
from ..ops.view.diagonal import diag_embed, diagonal
from ..ops.view.movedim import adjoint
from ..ops.view.squeeze import unsqueeze
from .checks import by_columns, check_matrix, check_same, columns, distances, found, rows_times, skew, writes

# --- singular values ----------------------------------------------------------------------------------------------------


@op(derivative="LinalgSvdBackward0", fills=False)
def _svd(A, full_matrices):
    U, S, Vh = found("linalg.svd", array_module(A).linalg.svd, A, full_matrices)
    return by_columns(U), S, by_columns(Vh)


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
return_types.named("svd", "U", "S", "V")
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


@writes
def svd(input, some=True):
    """linalg.svd under its old name: (U, S, V) with input = U diag(S) V.mH. Source: PyTorch, torch.svd."""
    U, S, Vh = linalg_svd(input, not some)
    return return_types.svd((U, S, adjoint(Vh)))


method(svd)


# --- the rank -----------------------------------------------------------------------------------------------------------


def threshold(A, sizes, atol, rtol):
    """max(atol, rtol * the largest size): what is not above it counts as 0. Arrays; sizes [..., k] -> [..., 1]."""
    xp = array_module(sizes)
    atol, rtol = [limit if limit is None else xp.asarray(getattr(limit, "_array", limit)) for limit in (atol, rtol)]
    if atol is None:
        atol = xp.zeros(())
    if rtol is None:  # a rounding error for each row, unless atol says what counts
        rtol = xp.where(atol > 0, 0.0, xp.finfo(sizes.dtype).eps * max(A.shape[-2:]))
    return xp.maximum(atol[..., None], rtol[..., None] * largest(sizes, 0, -1, True))


@op
def _rank(A, atol, rtol):
    sizes = found("linalg.svd", lambda a: array_module(A).linalg.svd(a, compute_uv=False), A)
    return (sizes > threshold(A, sizes, atol, rtol)).sum(axis=-1, dtype="int64")


@writes
def matrix_rank(A, tol=None, hermitian=False, *, atol=None, rtol=None):
    """How many singular values are greater than max(atol, rtol * the largest of them).

    >>> import minitorch as mt
    >>> mt.linalg.matrix_rank(mt.tensor([[1.0, 2.0], [2.0, 4.0]]))
    tensor(1)

    Source: PyTorch, torch.linalg.matrix_rank.
    """
    check_matrix("linalg.matrix_rank", A, square=hermitian)
    return _rank(A, atol, rtol) if tol is None else _rank(A, tol, 0.0)


# --- the pseudoinverse --------------------------------------------------------------------------------------------------


@op(derivative="LinalgPinvBackward0")
def _pinv(A, atol, rtol):
    xp = array_module(A)
    if 0 in A.shape:
        return xp.zeros((*A.shape[:-2], A.shape[-1], A.shape[-2]), A.dtype)
    U, S, Vh = found("linalg.svd", lambda a: xp.linalg.svd(a, full_matrices=False), A)
    counts = threshold(A, S, atol, rtol) < S
    scale = xp.where(counts, 1 / xp.where(counts, S, 1), 0).astype(S.dtype)
    return (Vh.mT.conj() * scale[..., None, :]) @ U.mT.conj()


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

    hermitian   whether A is symmetric, which makes no difference here
    atol, rtol  a singular value counts above max(atol, rtol * the largest); rcond is rtol's old name

    >>> import minitorch as mt
    >>> mt.linalg.pinv(mt.tensor([[2.0, 0.0], [0.0, 0.0]]))
    tensor([[0.5000, 0.0000],
            [0.0000, 0.0000]])

    Source: PyTorch, torch.linalg.pinv.
    """
    check_matrix("linalg.pinv", A, square=hermitian)
    return _pinv(A, atol, rtol if rcond is None else rcond)


# --- least squares ------------------------------------------------------------------------------------------------------

return_types.named("linalg_lstsq", "solution", "residuals", "rank", "singular_values")


@writes
def lstsq(A, B, rcond=None):
    """(solution, residuals, rank, singular_values): the X with the smallest norm of A X - B, and of those the smallest.

    residuals and singular_values are empty, as they are with PyTorch's driver "gelsy".

    >>> import minitorch as mt
    >>> mt.linalg.lstsq(mt.tensor([[1.0], [1.0]]), mt.tensor([[1.0], [3.0]])).solution
    tensor([[2.0000]])

    Source: PyTorch, torch.linalg.lstsq.
    """
    check_matrix("linalg.lstsq", A, square=False)
    check_same("torch.linalg.lstsq", A, B)
    vector = B.ndim == 1 or B.shape == A.shape[:-1]
    B = unsqueeze(B, -1) if vector else B
    if A.ndim < B.ndim or A.shape[-2] != B.shape[-2]:
        raise broadcast_error(A.shape, B.shape)
    X, rank = _pinv(A, None, rcond) @ B, _rank(A, None, rcond)
    nothing = abs(X.reshape((-1,))[:0])
    return return_types.linalg_lstsq((X.squeeze(-1) if vector else X, nothing, rank, nothing.detach()))
