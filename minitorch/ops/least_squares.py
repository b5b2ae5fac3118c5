"""least_squares: the pseudoinverse, and the X that comes nearest to A X = B. Both ask which singular values count."""

from .. import return_types
from .._tensor import Tensor, method
from ..backend import array_module
from ..dtypes import FLOATING
from .arithmetic import abs
from .axes import adjoint
from .imaginary import conj
from .matrices import LinAlgError, check_matrix, writes
from .op import op
from .shape import unsqueeze
from .spectra import found

__all__ = ["pinverse"]

# --- what counts ----------------------------------------------------------------------------------------------------------


def threshold(A, sizes, atol, rtol):
    """max(atol, rtol * the largest size): what is not above it counts as 0. Arrays; sizes [..., k] -> [..., 1]."""
    xp = array_module(sizes)
    if rtol is None:
        eps = xp.finfo(sizes.dtype).eps * max(A.shape[-2:])
        positive = xp.asarray(0.0 if atol is None else plain(atol)) > 0
        rtol = xp.where(positive, 0.0, eps)
    largest = sizes.max(axis=-1, keepdims=True, initial=0)
    limits = [xp.asarray(0.0 if limit is None else plain(limit))[..., None] for limit in (atol, rtol)]
    return xp.maximum(limits[0], limits[1] * largest)


def plain(limit):
    """A tolerance as an array or a number."""
    return limit._array if isinstance(limit, Tensor) else limit


def check_limits(name, atol, rtol):
    for which, limit in (("atol", atol), ("rtol", rtol)):
        if isinstance(limit, Tensor) and limit.is_complex():
            raise RuntimeError(f"{name}: {which} tensor of complex type is not supported.")


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
    check_limits("linalg.matrix_rank", atol, rtol)
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
    if A.ndim < 2 or A.dtype.category < FLOATING:
        raise RuntimeError(
            f"linalg.pinv({A.dtype.title}{{{list(A.shape)}}}): expected a tensor with 2 or more dimensions of float, double, "
            "cfloat or cdouble types"
        )
    check_matrix("linalg.pinv", A, square=hermitian)
    rtol = rcond if rcond is not None else rtol
    check_limits("linalg.pinv", atol, rtol)
    return _pinv(A, bool(hermitian), atol, rtol)


def pinverse(input, rcond=1e-15):
    """linalg.pinv under its old name.

    >>> import minitorch as mt
    >>> mt.pinverse(mt.tensor([[4.0]]))
    tensor([[0.2500]])

    Source: PyTorch, torch.pinverse.
    """
    return pinv(input, rcond)


method(pinverse)

# --- the nearest X ------------------------------------------------------------------------------------------------------------

DRIVERS = ("gels", "gelsy", "gelsd", "gelss")


@writes
def lstsq(A, B, rcond=None, *, driver=None):
    """(solution, residuals, rank, singular_values): the X with the smallest norm of A X - B, and of those the smallest.

    residuals        squared distances of the columns, where A has more rows than columns and full rank; else empty
    driver           LAPACK's routine: it decides which of rank and singular_values are given, the others are empty

    >>> import minitorch as mt
    >>> mt.linalg.lstsq(mt.tensor([[1.0], [1.0]]), mt.tensor([[1.0], [3.0]])).solution
    tensor([[2.0000]])

    Source: PyTorch, torch.linalg.lstsq.
    """
    name = "torch.linalg.lstsq"
    if A.ndim < 2:
        raise RuntimeError(f"{name}: input must have at least 2 dimensions.")
    if B.ndim < 1:
        raise RuntimeError(f"{name}: other must have at least 1 dimension.")
    check_matrix("linalg.lstsq", A, square=False)
    if A.dtype is not B.dtype:
        raise RuntimeError(
            f"{name}: Expected input and other to have the same dtype, but got input's dtype {A.dtype.title} and other's "
            f"dtype {B.dtype.title}"
        )
    vector = A.ndim - 1 == B.ndim and A.shape[:-1] == B.shape
    if A.ndim - B.ndim not in (0, 1) or (A.ndim != B.ndim and not vector):
        raise RuntimeError(
            f"{name}: input.dim() must be greater or equal to other.dim() and (input.dim() - other.dim()) <= 1"
        )
    if vector:
        B = unsqueeze(B, -1)
    (m, n), rows = A.shape[-2:], B.shape[-2]
    if m != rows:
        raise RuntimeError(f"{name}: input.size(-2) should match other.size(-{1 if vector else 2})")
    driver = "gelsy" if driver is None else driver
    if driver not in DRIVERS:
        raise RuntimeError(f"{name}: parameter `driver` should be one of (gels, gelsy, gelsd, gelss), but got {driver}")
    X = _pinv(A, False, None, rcond) @ B
    rank = _rank(A, False, None, rcond)
    full = bool((rank == min(m, n)).all())
    if driver == "gels" and not full:
        raise LinAlgError(
            f"{name}: The least squares solution could not be computed because the input matrix does not have full "
            f"rank (error code: {int(rank.min()) + 1})."
        )
    if m > n and driver != "gelsy" and full:
        residuals = (abs(A @ X - B) ** 2).sum(-2)
    else:
        residuals = abs(X.reshape((-1,))[:0])
    values = _values(A.detach(), driver in ("gelsd", "gelss"))
    if driver == "gels":
        rank = rank.new_zeros((0,))
    solution = X.squeeze(-1) if vector else X
    return return_types.linalg_lstsq((solution, residuals, rank, values))


@op
def _values(A, wanted):
    xp = array_module(A)
    return xp.linalg.svd(A, compute_uv=False) if wanted else xp.zeros((0,), A.real.dtype)


return_types.named("linalg_lstsq", "solution", "residuals", "rank", "singular_values")
