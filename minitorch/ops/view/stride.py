"""stride, storage_offset, data_ptr, contiguous, is_contiguous: how elements lie in memory (core)."""

import numpy as np

from ..._tensor import check_dim, method
from ...backend import array_module
from ...memory_format import contiguous_format, lies_in, preserve_format
from ...meta import MetaArray, room
from ..copy.clone import clone

__all__ = []


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
    else:  # NumPy gives an array of nothing strides of 0
        steps = strides_of(array.shape)
    return steps if dim is None else steps[check_dim(dim, array.ndim)]


def strides_of(shape):
    """The strides of a contiguous tensor of this shape, counted in elements; a length of 0 counts as 1."""
    steps, step = (), 1
    for n in reversed(shape):
        steps, step = (step, *steps), step * max(n, 1)
    return steps


def data_ptr(x):
    """The address of the first element. Source: PyTorch, torch.Tensor.data_ptr."""
    return address_of(x._array) if x._array.size and x.device.type != "meta" else 0


def address_of(array):
    """Where the first element of an array lies in memory."""
    array = getattr(array, "form", array)
    return array.ctypes.data if isinstance(array, np.ndarray) else array.data.ptr


def root(array):
    """The array that owns the memory."""
    owner = array = getattr(array, "form", array)
    while (array := getattr(array, "base", None)) is not None:
        # as_strided puts an object of its own between two arrays
        owner = array if isinstance(array, type(owner)) else owner
    return owner


def memory_of(array):
    """All the memory that an array is a part of, as a vector of the array's kind of numbers."""
    if type(array) is MetaArray:  # as far as it is shown
        return room(start_of(array) + extent(array), array.dtype)
    memory = root(array)
    flat = array_module(array).lib.stride_tricks.as_strided(memory, (extent(memory),), (memory.itemsize,))
    if memory.dtype == array.dtype:
        return flat
    whole = flat.nbytes - flat.nbytes % array.itemsize
    return flat.view("uint8")[:whole].view(array.dtype)


def memory_below(array):
    """What holds an array's numbers: None if it does so itself."""
    while hasattr(array, "base"):  # also of what stands between an array and as_strided of it
        array = array.base
    return array


def extent(array):
    """How many elements lie between the first of an array and the last, both with it: gaps count, repetitions do not."""
    reach = sum([(n - 1) * step for n, step in zip(array.shape, array.strides, strict=True)])
    return 1 + reach // array.itemsize if array.size else 0


def start_of(array):
    """How many elements lie before the first in that memory."""
    return (address_of(array) - address_of(root(array))) // array.itemsize


def storage_offset(x):
    """How many elements lie before the first in the memory that x shows a part of.

    Source: PyTorch, torch.Tensor.storage_offset.
    """
    return start_of(x._array) if x._array.size else 0


def is_contiguous(x, memory_format=None):
    """Whether the elements lie in memory in order, without gaps. Source: PyTorch, torch.Tensor.is_contiguous."""
    return x._array.flags.c_contiguous if memory_format is None else lies_in(x._array, memory_format)


def contiguous(x, *, memory_format=None):
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
