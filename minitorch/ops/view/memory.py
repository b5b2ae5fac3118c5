"""memory: where the numbers of a tensor lie, the memory that views share, and what stays inside it (shelf)."""

import operator

from ..._tensor import method
from ...backend import array_module
from ...creation.meta import MetaArray
from ..meta_forms import room
from .stride import address_of


def data_ptr(x):
    """The address of the first element. Source: PyTorch, torch.Tensor.data_ptr."""
    return address_of(x._array) if x._array.size and x.device.type != "meta" else 0


def root(array):
    """The array that owns the memory."""
    owner = array = getattr(array, "form", array)
    while (array := getattr(array, "base", None)) is not None:
        # as_strided puts an object of its own between two arrays
        owner = array if isinstance(array, type(owner)) else owner
    return owner


def memory_of(array):
    """All the memory that an array is a part of, as a vector of the array's kind of numbers."""
    if isinstance(array, MetaArray):  # as far as it is shown
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
    """How many elements lie before the first in the memory that x shows. Source: PyTorch, torch.Tensor.storage_offset."""
    return start_of(x._array) if x._array.size else 0


method(data_ptr)
method(storage_offset)


def check_bounds(size, stride, offset, itemsize, room):
    """Size, stride and offset as Python ints; an error where a view of them would leave memory of `room` bytes."""
    size, stride = ints_of("as_strided", "size", size), ints_of("as_strided", "stride", stride)
    offset = operator.index(offset)
    if len(size) != len(stride) or any([n < 0 for n in (*size, *stride, offset)]):
        raise RuntimeError(f"as_strided: sizes {size}, strides {stride}, offset {offset} are not as many, or negative")
    need = bytes_of(size, stride, offset, itemsize)
    if need > room:
        raise RuntimeError(f"setStorage: a storage size of {need} is out of bounds for storage of size {room}")
    return size, stride, min(offset, room // itemsize)


def bytes_of(size, stride, offset, itemsize):
    """How much memory a view takes, counted from the memory's start."""
    count = offset + 1 + sum([(n - 1) * step for n, step in zip(size, stride, strict=True)])
    if any([n < 0 for n in size]) or (0 not in size and count * itemsize >= 2**63):
        raise RuntimeError(f"Storage size calculation overflowed with sizes={list(size)} and strides={list(stride)}")
    return 0 if 0 in size else count * itemsize


def ints_of(function, name, values):
    """A tuple of Python ints, or a TypeError."""
    try:
        return tuple([operator.index(value) for value in values])
    except TypeError:
        raise TypeError(f"{function}(): argument '{name}' must be tuple of ints, but got {values!r}") from None
