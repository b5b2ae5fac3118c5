"""stride, storage_offset, data_ptr, contiguous, is_contiguous: how elements lie in memory (core)."""

import numpy as np

from ..._tensor import check_dim, method
from ...creation.memory_format import contiguous_format, lies_in, preserve_format
from ..copy.clone import clone

__all__ = []


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


def address_of(array):
    """Where the first element of an array lies in memory."""
    array = getattr(array, "form", array)
    return array.ctypes.data if isinstance(array, np.ndarray) else array.data.ptr


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


for _function in (stride, is_contiguous, contiguous):
    method(_function)
