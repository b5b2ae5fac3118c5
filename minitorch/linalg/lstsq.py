"""lstsq: least squares (shelf)."""

from .. import return_types
from ..ops.op import broadcast_error
from ..ops.pointwise.arithmetic import abs
from ..ops.view.squeeze import unsqueeze
from .checks import LinAlgError, check_matrix, check_same, writes
from .pinv import _pinv, _rank
from .svd import svdvals

__all__ = []

DRIVERS = ("gels", "gelsy", "gelsd", "gelss")


@writes
def lstsq(A, B, rcond=None, *, driver=None):
    """(solution, residuals, rank, singular_values): the X with the smallest norm of A X - B, and of those the smallest.

    residuals        squared distances of the columns, where A has more rows than columns and full rank; else empty
    driver           LAPACK's routine: it decides which of rank and singular_values are given, the others are empty

    >>> import minitorch as mt
    >>> mt.linalg.lstsq(mt.tensor([[1.0], [1.0]]), mt.tensor([[1.0], [3.0]])).solution
    tensor([[2.0000]])

    All drivers compute pinv(A) @ B. Source: PyTorch, torch.linalg.lstsq.
    """
    name, driver = "torch.linalg.lstsq", driver or "gelsy"
    check_matrix("linalg.lstsq", A, square=False)
    check_same(name, A, B)
    vector = B.ndim == 1 or B.shape == A.shape[:-1]
    B = unsqueeze(B, -1) if vector else B
    if A.ndim < B.ndim or A.shape[-2] != B.shape[-2]:
        raise broadcast_error(A.shape, B.shape)
    if driver not in DRIVERS:
        raise RuntimeError(f"{name}: parameter `driver` should be one of (gels, gelsy, gelsd, gelss), but got {driver}")
    m, n = A.shape[-2:]
    X, rank = _pinv(A, False, None, rcond) @ B, _rank(A, False, None, rcond)
    full = bool((rank == min(m, n)).all())
    if driver == "gels" and not full:
        raise LinAlgError(
            f"{name}: The least squares solution could not be computed because the input matrix does not have full rank."
        )
    nothing = abs(X.reshape((-1,))[:0])
    residuals = (abs(A @ X - B) ** 2).sum(-2) if m > n and driver != "gelsy" and full else nothing
    values = svdvals(A.detach()) if driver in ("gelsd", "gelss") else nothing.detach()
    rank = rank.new_zeros((0,)) if driver == "gels" else rank
    return return_types.linalg_lstsq((X.squeeze(-1) if vector else X, residuals, rank, values))


return_types.named("linalg_lstsq", "solution", "residuals", "rank", "singular_values")
