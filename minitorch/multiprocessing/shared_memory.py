"""shared_memory: memory that forked processes share, and how tensors and storages move there (shelf)."""

import ctypes
import gc
import mmap
import sys

import numpy as np

from .._tensor import Tensor
from ..ops.view.memory import memory_below, root
from ..storage import _StorageBase
from ..utils.hooks import refuse_computed


def array_of(one):
    """The array of a tensor or a storage."""
    return one._memory if isinstance(one, _StorageBase) else one._array


def is_shared(one):
    """Whether a tensor or a storage lies in memory that processes share."""
    return isinstance(memory_below(array_of(one)), mmap.mmap)


def move(one):
    """Move a tensor or a storage to shared memory, with all tensors and storages that show the same memory.

    Returns whether anything else holds the old memory: an array of NumPy's, or a step that saved it.
    """
    owner = root(array_of(one))
    low, high = np.lib.array_utils.byte_bounds(owner) if owner.size else (0, 0)
    size = max(high - low, 1)
    whole = np.ndarray(size, np.uint8, mmap.mmap(-1, size))
    ctypes.memmove(whole.ctypes.data, low, high - low)
    kinds = Tensor, _StorageBase
    for each in [x for x in gc.get_objects() if issubclass(type(x), kinds) and is_whole(x)]:
        if root(array_of(each)) is owner:
            relocate(each, whole, low)
    del each
    return sys.getrefcount(owner) > 2  # the name and the question


def is_whole(one):
    """Whether a tensor or a storage has its array: one that is being made has none yet."""
    return hasattr(one, "_memory" if isinstance(one, _StorageBase) else "_array")


def relocate(one, whole, low):
    """Let a tensor or a storage show the same place in other memory; `low` is where the old memory began."""
    array = array_of(one)
    start = array.ctypes.data - low if array.size else 0
    made = np.ndarray(array.shape, array.dtype, whole, start, array.strides)
    setattr(one, "_memory" if isinstance(one, _StorageBase) else "_array", made)


def sent(x):
    """What is pickled of a tensor for another process: a copy of its numbers.

    Errors: RuntimeError for a tensor with a graph, and for a shared one, as its memory reaches forked processes alone.
    """
    refuse_computed(x)
    if is_shared(x):
        raise RuntimeError(
            "a tensor in shared memory reaches only processes that are forked: start them with "
            "multiprocessing.get_context('fork'), or send a copy, x.clone()"
        )
    return x.__reduce_ex__(2)
