"""trace: the sum of a matrix's diagonal (shelf)."""

from .._tensor import method
from ..ops.view.diagonal import diagonal
from .checks import writes


@writes
def trace(input):
    """The sum of a matrix's diagonal.

    >>> import minitorch as mt
    >>> mt.trace(mt.tensor([[1, 2], [3, 4]]))
    tensor(5)

    Source: PyTorch, torch.trace.
    """
    if input.ndim != 2:
        raise RuntimeError(f"trace: expected a matrix, but got tensor with dim {input.ndim}")
    return diagonal(input).sum()


method(trace)
