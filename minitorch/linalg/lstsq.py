"""lstsq: least squares (shelf)."""

from .. import return_types
from ..ops.op import broadcast_error
from ..ops.pointwise.arithmetic import abs
from ..ops.view.squeeze import unsqueeze
from .checks import check_matrix, check_same, writes
from .pinv import _pinv, _rank

__all__ = []


@writes
def lstsq(A, B, rcond=None):
    """(solution, residuals, rank, singular_values): the X with the smallest norm of A X - B, and of those the smallest.

    residuals and singular_values are empty, as those of PyTorch's driver "gelsy" are; the others are not here.

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
    X, rank = _pinv(A, False, None, rcond) @ B, _rank(A, False, None, rcond)
    nothing = abs(X.reshape((-1,))[:0])
    return return_types.linalg_lstsq((X.squeeze(-1) if vector else X, nothing, rank, nothing.detach()))


return_types.named("linalg_lstsq", "solution", "residuals", "rank", "singular_values")
