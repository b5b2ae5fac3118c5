"""as_strided, unfold: views with given strides, and sliding windows (shelf)."""

import math

from ..._tensor import check_dim, method
from ...backend import array_module
from ..index.bounds import like, zeros
from ..index.take import put, take
from ..inplace.shapes import reshape_in_place
from ..op import op
from .memory import check_bounds, memory_of, start_of


def positions(shape, view, *args):
    """For every element of a view, its place among the elements of a tensor of `shape`, counted through in order."""
    return view.forward(array_module(None).arange(math.prod(shape)).reshape(shape), *args)


def add_back(g, shape, index):
    """Zeros of `shape` with g added at `index`: places that were seen several times get several gradients."""
    return put(zeros(g, shape), like(g, index), g, True)


@op(view=True)
def _as_strided(input, size, stride, offset, layout):
    show = array_module(input).lib.stride_tricks.as_strided
    return show(memory_of(input)[offset:], size, [n * input.itemsize for n in stride])


def places_in(shape, layout, size, stride, offset):
    """For every element of the strided view, its place among those of the tensor it was made from, or -1."""
    xp = array_module(None)
    strides, start = layout
    mine = start + address(xp, shape, strides)
    wanted = offset + address(xp, size, stride)
    table = xp.full(int(max(mine.max(initial=0), wanted.max(initial=0))) + 1, -1)
    table[mine.ravel()[::-1]] = xp.arange(mine.size)[::-1]
    return table[wanted]


def address(xp, shape, strides):
    """What the strides make of every index."""
    total = xp.zeros(shape, xp.int64)
    for d, (n, step) in enumerate(zip(shape, strides, strict=True)):
        total += (xp.arange(n) * step).reshape((-1,) + (1,) * (len(shape) - 1 - d))
    return total


def strided_back(g, shape, layout, size, stride, offset):
    """The gradient of as_strided: every element's gradient goes to where the element came from."""
    index = places_in(shape, layout, size, stride, offset).reshape(-1)
    inside = (index >= 0).nonzero()[0]
    return put(zeros(g, shape), like(g, index[inside]), take(g, like(g, inside)), True)


_as_strided.grad(
    input=lambda g, size, stride, offset, layout, input_shape: strided_back(
        g, input_shape, layout, size, stride, offset
    )
)


def as_strided(input, size, stride, storage_offset=None):
    """A view of input's memory with any size, strides and offset (in elements). Elements may be seen more than once.

    Source: PyTorch, torch.as_strided.
    """
    return _as_strided(input, *layout_of(input, size, stride, storage_offset))


def layout_of(input, size, stride, storage_offset=None):
    """The operands of such a view, checked: size, strides, offset, and (strides, offset) of the tensor it is made from."""
    array = input._array
    start = start_of(array)
    offset = start if storage_offset is None else storage_offset
    checked = check_bounds(size, stride, offset, array.itemsize, memory_of(array).nbytes)
    return *checked, (tuple([n // array.itemsize for n in array.strides]), start)


method(as_strided)
reshape_in_place("as_strided")


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
