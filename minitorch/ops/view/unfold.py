"""unfold: sliding windows as a view (shelf)."""

from ..._tensor import check_dim, method
from ...backend import array_module
from ..op import op
from .as_strided import add_back, positions

__all__ = []


# --- windows -------------------------------------------------------------------------------------------------------------


@op(view=True)
def unfold(x, dimension, size, step):
    """All windows of `size` elements along a dimension, `step` apart; the window's elements are a new last dimension.

    >>> import minitorch as mt
    >>> mt.arange(4).unfold(0, 2, 1)
    tensor([[0, 1],
            [1, 2],
            [2, 3]])

    Source: PyTorch, torch.Tensor.unfold.
    """
    dim = check_dim(dimension, x.ndim)
    length = x.shape[dim] if x.ndim else 1
    if size < 0:
        raise RuntimeError(f"size is {size} but must be >= 0")
    if size > length:
        raise RuntimeError(f"maximum size for tensor at dimension {dim} is {length} but size is {size}")
    if step <= 0:
        raise RuntimeError(f"step is {step} but must be > 0")
    shape, strides = [*x.shape, size], [*x.strides, x.strides[dim] if x.ndim else x.itemsize]
    if x.ndim:
        shape[dim], strides[dim] = (length - size) // step + 1, strides[dim] * step
    return array_module(x).lib.stride_tricks.as_strided(x, shape, strides)


unfold.grad(
    x=lambda g, dimension, size, step, x_shape: add_back(g, x_shape, positions(x_shape, unfold, dimension, size, step))
)
method(unfold)
