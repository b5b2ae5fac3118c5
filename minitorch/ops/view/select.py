"""select, narrow: slices along a dimension (shelf)."""

from ..._tensor import check_dim, method
from ..op import numpy_names
from .narrow import ALL, item

__all__ = ["narrow", "select"]


@numpy_names
def select(input, dim, index):
    """The slice number `index` along dimension `dim`, without that dimension.

    >>> import minitorch as mt
    >>> mt.tensor([[1, 2], [3, 4]]).select(1, 0)
    tensor([1, 3])

    Source: PyTorch, torch.select.
    """
    shape = input._array.shape
    if not shape:
        raise IndexError("select() cannot be applied to a 0-dim tensor.")
    dim, index = check_dim(dim, len(shape)), index.__index__()
    if not -shape[dim] <= index < shape[dim]:
        raise IndexError(f"select(): index {index} out of range for tensor of size {list(shape)} at dimension {dim}")
    return item(input, (ALL,) * dim + (index,))


@numpy_names
def narrow(input, dim, start, length):
    """`length` elements of dimension `dim`, from `start` on.

    >>> import minitorch as mt
    >>> mt.arange(5).narrow(0, 1, 3)
    tensor([1, 2, 3])

    Source: PyTorch, torch.narrow.
    """
    shape = input._array.shape
    if not shape:
        raise RuntimeError("narrow() cannot be applied to a 0-dim tensor.")
    if length < 0:
        raise RuntimeError("narrow(): length must be non-negative.")
    if hasattr(start, "_array") and (start.ndim or start._array.dtype.kind not in "iu"):
        raise RuntimeError("start must be an 0-dim integral Tensor.")
    dim, start = check_dim(dim, len(shape)), start.__index__()
    size = shape[dim]
    if not -size <= start <= size:
        raise IndexError(f"start out of range (expected to be in range of [-{size}, {size}], but got {start})")
    start += size if start < 0 else 0
    if start + length > size:
        raise RuntimeError(f"start ({start}) + length ({length}) exceeds dimension size ({size}).")
    return item(input, (ALL,) * dim + (slice(start, start + length),))


method(select)
method(narrow)
