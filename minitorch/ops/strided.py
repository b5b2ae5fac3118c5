"""strided: views with strides of their own choosing: diagonals, windows, and what the memory looks like."""

import numpy as np

from .._tensor import Tensor, check_dim, method, wrap
from ..backend import array_module
from ..layouts import contiguous_format, lies_in, preserve_format
from .convert import clone
from .gather import zeros
from .op import op
from .picking import put, take
from .slicing import put_back

__all__ = ["diagonal", "diag_embed", "diag", "diagflat", "as_strided"]

# --- what the memory looks like ------------------------------------------------------------------------------------------


def stride(x, dim=None):
    """How many elements to step over to get to the next index, of every dimension or of one.

    >>> import minitorch as mt
    >>> mt.zeros(2, 3).stride(), mt.zeros(2, 3).t().stride()
    ((3, 1), (1, 3))

    Source: PyTorch, torch.Tensor.stride.
    """
    array = x._array
    if array.size or any(array.strides):
        steps = tuple([n // array.itemsize for n in array.strides])
    else:  # NumPy gives an array of nothing strides of 0; PyTorch counts a length of 0 as 1
        steps, step = (), 1
        for n in reversed(array.shape):
            steps, step = (step, *steps), step * max(n, 1)
    return steps if dim is None else steps[check_dim(dim, array.ndim)]


def data_ptr(x):
    """The address of the first element. Source: PyTorch, torch.Tensor.data_ptr."""
    return address_of(x._array) if x._array.size else 0


def address_of(array):
    """Where the first element of an array lies in memory."""
    return array.ctypes.data if isinstance(array, np.ndarray) else array.data.ptr


def root(array):
    """The array that owns the memory."""
    owner = array
    while (
        array := getattr(array, "base", None)
    ) is not None:  # as_strided puts an object of its own between two arrays
        owner = array if isinstance(array, type(owner)) else owner
    return owner


def memory_of(array):
    """All the memory that an array is a part of, as a vector of the array's kind of numbers."""
    memory = root(array)
    flat = array_module(array).lib.stride_tricks.as_strided(memory, (memory.size,), (memory.itemsize,))
    if memory.dtype == array.dtype:
        return flat
    whole = memory.nbytes - memory.nbytes % array.itemsize
    return flat.view("uint8")[:whole].view(array.dtype)


def start_of(array):
    """How many elements lie before the first in that memory."""
    return (address_of(array) - address_of(root(array))) // array.itemsize


def storage_offset(x):
    """How many elements lie before the first in the memory that x shares with its base.

    Source: PyTorch, torch.Tensor.storage_offset.
    """
    if x._base is None or not x._array.size:
        return 0
    return (data_ptr(x) - data_ptr(x._base)) // x._array.itemsize


def is_contiguous(x, memory_format=None):
    """Whether the elements lie in memory in order, without gaps. Source: PyTorch, torch.Tensor.is_contiguous."""
    return x._array.flags.c_contiguous if memory_format is None else lies_in(x._array, memory_format)


def contiguous(x, memory_format=None):
    """x itself if its elements lie in order, otherwise a copy in which they do. Source: PyTorch, torch.Tensor.contiguous."""
    if memory_format is None:
        return x if x._array.flags.c_contiguous else clone(x, contiguous_format)
    if lies_in(x._array, memory_format):
        return x
    if memory_format is preserve_format:
        raise RuntimeError("preserve memory format is unsupported by the contiguous operator")
    return clone(x, memory_format)


for _function in (stride, data_ptr, storage_offset, is_contiguous, contiguous):
    method(_function)

# --- diagonals -----------------------------------------------------------------------------------------------------------


@op(view=True)
def diagonal(x, offset=0, dim1=0, dim2=1):
    """The diagonal of the matrices in dim1 and dim2, as the last dimension; `offset` steps above the main one.

    >>> import minitorch as mt
    >>> mt.tensor([[1, 2], [3, 4]]).diagonal()
    tensor([1, 4])

    Source: PyTorch, torch.diagonal.
    """
    first, second = check_dim(dim1, x.ndim), check_dim(dim2, x.ndim)
    if first == second:
        raise RuntimeError(f"diagonal dimensions cannot be identical {dim1}, {dim2}")
    rows, columns = x.shape[first], x.shape[second]
    down, right = max(-offset, 0), max(offset, 0)
    length = max(min(rows - down, columns - right), 0)
    start = [slice(None)] * x.ndim
    start[first], start[second] = slice(min(down, rows), None), slice(min(right, columns), None)
    x = x[tuple(start)]
    rest = [d for d in range(x.ndim) if d not in (first, second)]
    shape = (*[x.shape[d] for d in rest], length)
    strides = (*[x.strides[d] for d in rest], x.strides[first] + x.strides[second])
    return array_module(x).lib.stride_tricks.as_strided(x, shape, strides)


diagonal.grad(x=lambda g, offset, dim1, dim2, x_shape: put_back(g, diagonal, (offset, dim1, dim2), x_shape))
method(diagonal)


@op
def diag_embed(x, offset=0, dim1=-2, dim2=-1):
    """Matrices with the last dimension of x on a diagonal, zeros elsewhere. Source: PyTorch, torch.diag_embed."""
    ndim = x.ndim + 1
    first, second = check_dim(dim1, ndim), check_dim(dim2, ndim)
    if first == second:
        raise RuntimeError(f"diagonal dimensions cannot be identical {dim1}, {dim2}")
    side = x.shape[-1] + abs(offset)
    shape = list(x.shape[:-1])
    for d in sorted((first, second)):
        shape.insert(d, side)
    return put_back.forward(x, diagonal, (offset, first, second), tuple(shape))


diag_embed.grad(x=lambda g, offset, dim1, dim2: diagonal(g, offset, dim1, dim2))
method(diag_embed)


def diag(input, diagonal=0, *, out=None):
    """The diagonal of a matrix as a vector, or a matrix with a vector on its diagonal. Source: PyTorch, torch.diag."""
    if input.ndim not in (1, 2):
        raise RuntimeError(f"diag(): Supports 1D or 2D tensors. Got {input.ndim}D")
    made = diag_embed(input, diagonal) if input.ndim == 1 else clone(input.diagonal(diagonal))
    return made if out is None else out.copy_(made)


def diagflat(input, offset=0):
    """A matrix with all elements of input on its diagonal. Source: PyTorch, torch.diagflat."""
    return diag_embed(input.reshape((-1,)), offset)


method(diag)
method(diagflat)

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


def positions(shape, view, *args):
    """For every element of a view, its place among the elements of a tensor of `shape`, counted through in order."""
    xp = array_module(None)
    count = 1
    for n in shape:
        count *= n
    return view.forward(xp.arange(count).reshape(shape), *args)


def like(g, index):
    """An index array as g's kind: a tensor beside a tensor."""
    index = array_module(getattr(g, "_array", g)).asarray(index)
    return wrap(index) if isinstance(g, Tensor) else index


def add_back(g, shape, index):
    """Zeros of `shape` with g added at `index`: places that were seen several times get several gradients."""
    return put(zeros(g, shape), like(g, index), g, True)


unfold.grad(
    x=lambda g, dimension, size, step, x_shape: add_back(g, x_shape, positions(x_shape, unfold, dimension, size, step))
)
method(unfold)


@op(view=True)
def _as_strided(x, size, stride, offset, layout):
    show = array_module(x).lib.stride_tricks.as_strided
    return show(memory_of(x)[offset:], size, [n * x.itemsize for n in stride])


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
    x=lambda g, size, stride, offset, layout, x_shape: strided_back(g, x_shape, layout, size, stride, offset)
)


def as_strided(input, size, stride, storage_offset=None):
    """A view of input's memory with any size, strides and offset (in elements). Elements may be seen more than once.

    Source: PyTorch, torch.as_strided.
    """
    size, stride = tuple(size), tuple(stride)
    if len(size) != len(stride):
        raise RuntimeError(f"mismatch in length of strides and shape: {list(stride)} and {list(size)}")
    if any([n < 0 for n in stride]):
        raise RuntimeError(f"as_strided: Negative strides are not supported at the moment, got strides: {list(stride)}")
    array = input._array
    start, room = start_of(array), root(array).nbytes
    offset = start if storage_offset is None else storage_offset
    last = offset + sum([(n - 1) * step for n, step in zip(size, stride, strict=True)])
    if 0 not in size and last >= room // array.itemsize:
        raise RuntimeError(
            f"setStorage: sizes {list(size)}, strides {list(stride)}, storage offset {offset}, and itemsize "
            f"{array.itemsize} requiring a storage size of {(last + 1) * array.itemsize} are out of bounds for storage of "
            f"size {room}"
        )
    return _as_strided(input, size, stride, offset, (tuple([n // array.itemsize for n in array.strides]), start))


method(as_strided)
