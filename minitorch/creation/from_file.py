"""from_file: a tensor whose memory is a file (shelf)."""

import os

import numpy as np

from ..dtypes import get_default_dtype
from .arguments import makes
from .tensor import check_dtype, leaf

__all__ = ["from_file"]


def from_file(filename, shared=None, size=0, *, dtype=None, device=None):
    """A vector whose numbers stand in a file and are read when they are touched.

    filename  its path
    shared    True: what is written to the tensor goes to the file, which is made or lengthened where it is too short;
              else it stays in memory
    size      how many numbers

    >>> import minitorch as mt
    >>> mt.from_file("/dev/null", size=0)
    tensor([])

    Errors: RuntimeError where there is no such file, or where it is too short. Source: PyTorch, torch.from_file.
    """
    if not isinstance(filename, str):
        raise TypeError(f"from_file(): argument 'filename' (position 1) must be str, not {type(filename).__name__}")
    kind = (check_dtype(dtype) or get_default_dtype()).numpy
    return leaf(mapped(filename, shared, size, kind) if size else np.empty(0, kind), device, False)


def mapped(filename, shared, size, kind):
    """The first `size` numbers of a file as an array of its memory."""
    length = size * kind.itemsize
    try:
        with open(filename, ("r+b" if os.path.exists(filename) else "w+b") if shared else "rb") as file:
            there = os.fstat(file.fileno()).st_size
            if there < length and not shared:
                raise RuntimeError(
                    f"file <{filename}> size <{there}> is smaller than the required mapping size <{length}>"
                )
            if there < length:
                file.truncate(length)
            return np.asarray(np.memmap(file, kind, "r+" if shared else "c", shape=(size,)))
    except OSError as error:
        way = "read-write" if shared else "read-only"
        raise RuntimeError(
            f"unable to open file <{filename}> in {way} mode: {error.strerror} ({error.errno})"
        ) from None


from_file = makes(from_file, writes=False)
