"""further: inner, tensordot, baddbmm, cross, matrix_power, pinv, lstsq: products and inverses from what is there (shelf)."""

from string import ascii_letters

from .. import return_types
from .._tensor import check_dim, wrap
from ..backend import array_module
from ..ops.complex.real_imag import conj
from ..ops.further import composed, one_line
from ..ops.index.where import where
from ..ops.inplace.in_place import in_place_forms
from ..ops.matmul.einsum import einsum
from ..ops.op import op
from ..ops.out import takes_out
from ..ops.reduction.norm import norm
from ..ops.reduction.sum import numpy_names
from ..ops.view.expand import broadcast_shapes
from ..ops.view.further import broadcast_tensors
from ..ops.view.movedim import adjoint
from .checks import check_matrix, check_same, found, identity, writes
from .det import slogdet
from .solve import linalg_inv
from .svd import svdvals

# --- products ---------------------------------------------------------------------------------------------------------


@composed
def inner(input, other):
    """The sums of products over the last dimension of both. Source: PyTorch, torch.inner."""
    if not input.ndim or not other.ndim:
        return input * other
    if input.shape[-1] != other.shape[-1]:
        raise RuntimeError(f"inner() the last dimension must match, but got {list(input.shape)}, {list(other.shape)}")
    rows = [x.reshape(x.shape[:-1].numel(), x.shape[-1]) for x in (input, other)]
    return (rows[0] @ rows[1].mT).reshape((*input.shape[:-1], *other.shape[:-1]))


def tensordot(a, b, dims=2):
    """Sums of products over the last `dims` dimensions of a and the first of b, or over those in two lists.

    Source: PyTorch, torch.tensordot.
    """
    mine, yours = (range(-dims, 0), range(dims)) if isinstance(dims, int) else dims
    rows, columns = [*ascii_letters[: a.ndim]], [*ascii_letters[a.ndim : a.ndim + b.ndim]]
    for one, other in zip(mine, yours, strict=True):
        columns[other] = rows[one]
    kept = sorted({*rows} ^ {*columns}, key=ascii_letters.index)
    return einsum(f"{''.join(rows)},{''.join(columns)}->{''.join(kept)}", a, b)


vdot = one_line("vdot", "dot with the first vector conjugated.", lambda input, other: input.conj().dot(other))
dist = one_line("dist", "The norm of the difference.", lambda input, other, p=2: norm(input - other, p))


def blended(input, made, beta, alpha):
    """beta * input + alpha * made; with beta = 0, the input does not count, not even where it is nan."""
    if input.dtype is not made.dtype or broadcast_shapes(input.shape, made.shape) != made.shape:
        raise RuntimeError(f"{input.dtype} {list(input.shape)} cannot be added to {made.dtype} {list(made.shape)}")
    if made._array.dtype.kind in "iub":
        beta, alpha = int(beta), int(alpha)
    return made * alpha if beta == 0 else input * beta + made * alpha


@composed
def addmv(input, mat, vec, beta=1, alpha=1):
    """beta * input + alpha * (mat @ vec). Source: PyTorch, torch.addmv."""
    return blended(input, mat.mv(vec), beta, alpha)


@composed
def baddbmm(input, batch1, batch2, beta=1, alpha=1):
    """beta * input + alpha * (batch1 @ batch2), of stacks of matrices. Source: PyTorch, torch.baddbmm."""
    return blended(input, batch1.bmm(batch2), beta, alpha)


@composed
def addbmm(input, batch1, batch2, beta=1, alpha=1):
    """beta * input + alpha * the sum of the products of two stacks of matrices. Source: PyTorch, torch.addbmm."""
    return blended(input, batch1.bmm(batch2).sum(0), beta, alpha)


@takes_out
@numpy_names
def linalg_cross(input, other, *, dim=-1):
    """The vector product of vectors of length 3 along `dim`. Source: PyTorch, torch.linalg.cross."""
    dim = check_dim(dim, input.ndim)
    if input.ndim != other.ndim or input.dtype is not other.dtype or not input.shape[dim] == other.shape[dim] == 3:
        raise RuntimeError(f"linalg.cross: inputs must have the same dtype and dimensions, and length 3 at {dim}")
    x, y = broadcast_tensors(input, other)
    return x.roll(-1, dim) * y.roll(-2, dim) - x.roll(-2, dim) * y.roll(-1, dim)


@composed
def cross(input, other, dim=None):
    """linalg.cross along `dim`, or along the first dimension of length 3. Source: PyTorch, torch.cross."""
    if dim is None and 3 not in broadcast_shapes(input.shape, other.shape):
        raise RuntimeError("no dimension of size 3 in input")
    return linalg_cross(input, other, dim=input.shape.index(3) if dim is None else dim)


@composed
def matrix_power(input, n):
    """A matrix multiplied n times with itself; for a negative n, its inverse. Source: PyTorch, torch.linalg.matrix_power."""
    check_matrix("linalg.matrix_power", input, floats=False)
    if n < 0:
        return matrix_power(linalg_inv(input), -n)
    if n == 0:
        return input.clone().copy_(identity(input.detach(), input.shape[-1]))
    half = matrix_power(input, n // 2) if n > 1 else input
    return input.clone() if n == 1 else half @ half @ input if n % 2 else half @ half


# --- determinants, inverses, ranks ------------------------------------------------------------------------------------


@composed
def logdet(input):
    """The logarithm of the determinant; nan where it is negative. Source: PyTorch, torch.logdet."""
    sign, size = slogdet(input)
    return sign.log() + size if input.is_complex() else where(sign == -1, float("nan"), size)


@op(derivative="LinalgPinvBackward0")
def _pinv(A, atol, rtol):
    xp = array_module(A)
    U, S, Vh = found("linalg.svd", lambda a: xp.linalg.svd(a, full_matrices=False), A)
    counts = least(S, A.shape, atol, rtol) < S
    scale = xp.where(counts, 1 / xp.where(counts, S, 1), 0).astype(S.dtype)
    return (Vh.mT.conj() * scale[..., None, :]) @ U.mT.conj()


def pinv_back(g, A, out):
    """Golub and Pereyra, The differentiation of pseudo-inverses and nonlinear least squares problems, 1973."""
    turned, back = adjoint(out), adjoint(g)
    left, right = back @ out @ turned, turned @ out @ back
    return left - A @ (out @ left) + right - (right @ out) @ A - turned @ g @ turned


_pinv.grad(A=lambda g, A, out: conj(pinv_back(conj(g), A, out)))


def least(S, shape, atol, rtol):
    """max(atol, rtol * the largest singular value): what is not above it counts as 0. Arrays."""
    xp = array_module(S)
    atol, rtol = [x if x is None else xp.asarray(getattr(x, "_array", x))[..., None] for x in (atol, rtol)]
    atol = xp.zeros(1) if atol is None else atol
    rtol = xp.where(atol > 0, 0.0, xp.finfo(S.dtype).eps * max(shape[-2:])) if rtol is None else rtol
    return xp.maximum(atol, rtol * S[..., :1])


@writes
def pinv(A, rcond=None, hermitian=False, *, atol=None, rtol=None):
    """The pseudoinverse of every matrix: [..., m, n] -> [..., n, m]. Source: PyTorch, torch.linalg.pinv."""
    check_matrix("linalg.pinv", A, square=hermitian)
    return _pinv(A, atol, rtol if rcond is None else rcond)


@writes
def matrix_rank(A, tol=None, hermitian=False, *, atol=None, rtol=None):
    """How many singular values are greater than max(atol, rtol * the largest). Source: PyTorch, torch.linalg.matrix_rank."""
    check_matrix("linalg.matrix_rank", A, square=hermitian)
    S = svdvals(A.detach())
    limit = least(S._array, A.shape, tol, 0.0) if tol is not None else least(S._array, A.shape, atol, rtol)
    return (wrap(limit) < S).sum(-1)


@writes
def lstsq(A, B, rcond=None, *, driver=None):
    """(solution, residuals, rank, singular_values), residuals and values empty. Source: PyTorch, torch.linalg.lstsq."""
    check_matrix("linalg.lstsq", A, square=False)
    check_same("torch.linalg.lstsq", A, B)
    vector = B.ndim == 1 or B.shape == A.shape[:-1]
    X = pinv(A, rcond) @ (B.unsqueeze(-1) if vector else B)
    nothing = A.detach().reshape(-1)[:0].abs()
    return return_types.linalg_lstsq((X.squeeze(-1) if vector else X, nothing, matrix_rank(A, rtol=rcond), nothing))


return_types.named("linalg_lstsq", "solution", "residuals", "rank", "singular_values")
in_place_forms("addmv", "baddbmm", "addbmm")
