"""shared_memory: memory that several processes share, and how tensors and storages move there (shelf)."""

import ctypes
import gc
import mmap
import os
import sys
import tempfile
import weakref

import numpy as np

from .._tensor import Tensor
from ..ops.view.memory import memory_below, root
from ..storage import _StorageBase

# --- the memory -------------------------------------------------------------------------------------------------------


class Shared(mmap.mmap):
    """Memory that belongs to a file without a name: who has the file's handle has the memory."""


here: weakref.WeakValueDictionary = weakref.WeakValueDictionary()  # which file it is -> its bytes in this process


def new_memory(size):
    """An array of so many bytes that processes can share."""
    if os.name != "posix":
        return np.ndarray(size, np.uint8, mmap.mmap(-1, size))
    if hasattr(os, "memfd_create"):
        handle = os.memfd_create("minitorch")
    else:
        with tempfile.TemporaryFile() as file:
            handle = os.dup(file.fileno())
    os.ftruncate(handle, size)
    return mapped(handle, size)


def mapped(handle, size):
    """The bytes of a file, the same array each time; a handle is closed when nothing shows the memory any more."""
    state = os.fstat(handle)
    file = state.st_dev, state.st_ino
    whole = here.get(file)
    if whole is not None:
        os.close(handle)
        return whole
    try:
        memory = Shared(handle, size)
    except OSError:  # too many open files
        os.close(handle)
        raise
    memory.handle = handle
    weakref.finalize(memory, os.close, handle)
    whole = here[file] = np.ndarray(size, np.uint8, memory)
    return whole


# --- what moves there ---------------------------------------------------------------------------------------------------


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
    whole = new_memory(max(high - low, 1))
    ctypes.memmove(whole.ctypes.data, low, high - low)
    for each in showing(owner) if held_elsewhere(array_of(one), owner) else [one]:
        relocate(each, whole, low)
    del each
    return sys.getrefcount(owner) > 2  # the name and the question


def held_elsewhere(array, owner):
    """Whether anyone but one tensor or storage holds its array, or the one that this is a part of."""
    alone = 4 if array is owner else 3  # the tensor, the names here (and there), the question
    return sys.getrefcount(array) > alone + (array is owner) or (array is not owner and sys.getrefcount(owner) > 4)


def showing(owner):
    """All tensors and storages in the memory of an array."""
    kinds = Tensor, _StorageBase
    found = [one for one in gc.get_objects() if issubclass(type(one), kinds) and is_whole(one)]
    return [one for one in found if root(array_of(one)) is owner]


def is_whole(one):
    """Whether a tensor or a storage has its array: one that is being made has none yet."""
    return hasattr(one, "_memory" if isinstance(one, _StorageBase) else "_array")


def relocate(one, whole, low):
    """Let a tensor or a storage show the same place in other memory; `low` is where the old memory began."""
    array = array_of(one)
    start = array.ctypes.data - low if array.size else 0
    made = np.ndarray(array.shape, array.dtype, whole, start, array.strides)
    setattr(one, "_memory" if isinstance(one, _StorageBase) else "_array", made)
