"""memory: whose memory an array shows, and its bytes. Arrays with one owner share one storage in a file (core)."""

import numpy as np

from ..ops.view.stride import address_of


def owner_of(array):
    """The array that an array is a view of, in the end."""
    base = base_of(array)
    while base is not None:
        array, base = base, base_of(base)
    return array


def base_of(array):
    """The array that an array is a view of; None if it has memory of its own."""
    base = array.base
    if base is not None and not hasattr(base, "dtype"):
        base = getattr(base, "base", None)  # NumPy's as_strided puts an object of its own in between
    return base if hasattr(base, "dtype") else None


def bounds(owner):
    """The addresses where an array's memory starts and ends."""
    start = address_of(owner)
    if isinstance(owner, np.ndarray) and owner.size:
        return np.lib.array_utils.byte_bounds(owner)
    return start, start + owner.nbytes


def memory_of(owner):
    """An array's memory as bytes on the CPU: not a copy, if it is there already."""
    if not isinstance(owner, np.ndarray):
        owner = owner.ravel(order="K").get()
    if not owner.size:
        return memoryview(b"")
    start, end = bounds(owner)
    return memoryview(np.asarray(Bytes(start, end - start, owner)))


class Bytes:
    """NumPy's array protocol for memory of which only the address is known."""

    def __init__(self, start, count, owner):
        self.__array_interface__ = {"data": (start, True), "shape": (count,), "typestr": "|u1", "version": 3}
        self.owner = owner  # its memory may not be freed
