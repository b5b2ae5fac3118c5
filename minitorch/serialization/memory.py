"""memory: whose memory an array shows, and its bytes. Arrays with one owner share one storage in a file (core)."""

import numpy as np

from ..backend import CPU, to_device
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
        base = getattr(base, "base", None)  # NumPy's as_strided puts its own object in between
    return base if hasattr(base, "dtype") else None


def in_whole_steps(array):
    """Whether an offset and strides, in elements and not negative, say where an array lies in its owner's memory."""
    owner = owner_of(array)
    steps = (address_of(array) - address_of(owner), *array.strides)
    dense = owner.flags.owndata or owner.flags.forc
    return dense and all([n >= 0 and n % array.itemsize == 0 for n in steps])


def memory_of(owner):
    """The memory of an array as bytes on the CPU."""
    return to_device(owner.ravel(order="K"), CPU).view(np.uint8)
