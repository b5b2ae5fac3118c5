"""_view_dtype, ravel: the same bytes as numbers of another dtype; all elements in a row (shelf)."""

from ... import dtypes
from ..._tensor import method
from ...backend import array_module
from ..op import op
from .reshape import view

__all__ = ["ravel"]


@op(view=True)
def _view_dtype(x, dtype):
    if x.itemsize != dtype.itemsize:
        check_view(x, dtype)
    shown = x.view(dtype.numpy)
    return shown if x.size else array_module(x).empty(shown.shape, shown.dtype)


def _view_dtype_of(x, dtype):
    """x.view(dtype). Bits have no gradient."""
    return _view_dtype(x.detach() if x.requires_grad else x, dtype)


def check_view(x, dtype):
    """Raise for numbers of another size where the last dimension cannot be put together of, or divided into, them."""
    times = max(dtype.itemsize // x.itemsize, 1)
    if not x.ndim or (x.size and x.strides[-1] != x.itemsize) or x.shape[-1] % times:
        raise RuntimeError(
            f"to view {dtypes.from_numpy_dtype(x.dtype).title} as {dtype.title} (different element sizes), self.size(-1) must be "
            f"divisible by {times} and self.stride(-1) must be 1, but the shape is {list(x.shape)}"
        )


def ravel(input):
    """All elements as one contiguous dimension: a view where they are contiguous. Source: PyTorch, torch.ravel."""
    return view(input.contiguous(), (-1,))


method(ravel)


method(_view_dtype_of, "_view_dtype")
