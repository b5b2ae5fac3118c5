"""memory_format and layout: contiguous_format, channels_last, strided, and arrays in that order (core).

The shape says nothing about it: strides do. Images [N, C, H, W] in `channels_last` lie pixel after pixel, each with all
its channels, and have the strides of a [N, H, W, C] tensor in another order.
"""

import numpy as np

__all__ = "layout memory_format strided contiguous_format preserve_format channels_last channels_last_3d".split()


class Word:
    """A word that PyTorch uses as an argument. It is only ever compared with itself."""

    __slots__ = ("name",)

    def __init__(self, name):
        self.name = name

    def __repr__(self):
        return f"minitorch.{self.name}"

    def __reduce__(self):
        return self.name


class layout(Word):
    """How the elements of a tensor are stored: `strided`, all of them, evenly spaced."""

    __module__ = "minitorch"  # where users find it


class memory_format(Word):
    """In which order the elements of a tensor lie in memory.

    contiguous_format  the last dimension innermost
    preserve_format    as in the tensor that is copied
    channels_last      of four dimensions the second innermost, of five in channels_last_3d

    >>> import minitorch as mt
    >>> mt.zeros(1, 3, 4, 4).contiguous(memory_format=mt.channels_last).stride()
    (48, 1, 12, 3)
    """

    __module__ = "minitorch"  # where users find it


strided = layout("strided")
contiguous_format, preserve_format = memory_format("contiguous_format"), memory_format("preserve_format")
channels_last, channels_last_3d = memory_format("channels_last"), memory_format("channels_last_3d")
RANKS = {channels_last: 4, channels_last_3d: 5}


def lies_in(x, order):
    """Whether the elements of an array lie in memory in this order."""
    if order in RANKS:
        return x.ndim == RANKS[order] and np.moveaxis(x, 1, -1).flags.c_contiguous
    return x.flags.c_contiguous


def in_order(x, parts):
    """What was put together of parts as PyTorch's results lie in memory: row by row, or in the order of all the parts."""
    if x.flags.c_contiguous or any([all([lies_in(part, order) for part in (x, *parts)]) for order in RANKS]):
        return x
    return x.copy(order="C")


def in_rows(x):
    """An array whose elements lie in the order of its indices, the last dimension innermost: itself, or a copy."""
    return x if x.flags.c_contiguous else x.copy(order="C")


def copied(x, order=None):
    """A copy of an array whose elements lie in this order; RuntimeError if its rank does not fit."""
    if order in RANKS:
        if x.ndim != RANKS[order]:
            raise RuntimeError(f"required rank {RANKS[order]} tensor to use {order.name} format")
        return np.moveaxis(np.moveaxis(x, 1, -1).copy(), -1, 1)
    return x.copy(order="K" if order in (None, preserve_format) and 0 not in x.strides else "C")


def converted(x, dtype):
    """A copy of an array in another dtype and the same order; an expanded one has none of its own and lies in rows."""
    return x.astype(dtype, order="K" if 0 not in x.strides else "C")
