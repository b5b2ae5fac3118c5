"""memory: where the numbers of a tensor lie: data_ptr, storage_offset, and the memory that views share (shelf)."""

from ..._tensor import method
from ...backend import array_module
from ...creation.meta import MetaArray, room
from .stride import address_of

__all__: list = []


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


method(data_ptr)
method(storage_offset)
