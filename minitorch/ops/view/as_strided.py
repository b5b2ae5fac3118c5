"""as_strided, unfold: views with given strides, and sliding windows (shelf)."""

import math

from ..._tensor import check_dim, method
from ...backend import array_module
from ..index.bounds import like, zeros
from ..index.take import put
from ..op import op
from .memory import check_bounds, memory_of, start_of


def positions(shape, view, *args):
    """For every element of a view, its place among the elements of a tensor of `shape`, counted through in order."""
    return view.forward(array_module(None).arange(math.prod(shape)).reshape(shape), *args)


def add_back(g, shape, index):
    """Zeros of `shape` with g added at `index`: places that were seen several times get several gradients."""
    return put(zeros(g, shape), like(g, index), g, True)


@op(view=True)
def _as_strided(input, size, stride, offset):
    show = array_module(input).lib.stride_tricks.as_strided
    return show(memory_of(input)[offset:], size, [n * input.itemsize for n in stride])


def as_strided(input, size, stride, storage_offset=None):
    """A view of input's memory with any size, strides and offset (in elements). Elements may be seen more than once.

    It has no derivative: unfold, diagonal and indices do.

    Source: PyTorch, torch.as_strided.
    """
    array = input._array
    offset = start_of(array) if storage_offset is None else storage_offset
    return _as_strided(input, *check_bounds(size, stride, offset, array.itemsize, memory_of(array).nbytes))


method(as_strided)


@op(view=True)
def unfold(input, dimension, size, step):
    """All windows of `size` elements along a dimension, `step` apart; the window's elements are a new last dimension.

    >>> import minitorch as mt
    >>> mt.arange(4).unfold(0, 2, 1)
    tensor([[0, 1],
            [1, 2],
            [2, 3]])

    Source: PyTorch, torch.Tensor.unfold.
    """
    dim = check_dim(dimension, input.ndim)
    length = input.shape[dim] if input.ndim else 1
    if size < 0:
        raise RuntimeError(f"size is {size} but must be >= 0")
    if size > length:
        raise RuntimeError(f"maximum size for tensor at dimension {dim} is {length} but size is {size}")
    if step <= 0:
        raise RuntimeError(f"step is {step} but must be > 0")
    shape, strides = [*input.shape, size], [*input.strides, input.strides[dim] if input.ndim else input.itemsize]
    if input.ndim:
        shape[dim], strides[dim] = (length - size) // step + 1, strides[dim] * step
    return array_module(input).lib.stride_tricks.as_strided(input, shape, strides)


unfold.grad(
    input=lambda g, dimension, size, step, input_shape: add_back(
        g, input_shape, positions(input_shape, unfold, dimension, size, step)
    )
)
method(unfold)
