"""blas: which products of matrices are computed by one thread alone (short cuts).

OpenBLAS, with which NumPy multiplies, shares out all but the smallest products, and waits for its other threads. A product
of a small layer gains a few hundredths of a millisecond by that; where another program, or another library's threads, hold
the second core, it loses several times the time of the whole step. And threads of ours each want products of their own.
"""

import ctypes
from _thread import allocate_lock
from contextlib import nullcontext
from functools import cache

import numpy as np

SHARED = 1 << 18  # multiplications from which OpenBLAS shares out a product
WORTH = 1 << 22  # multiplications from which that saves a third or more
NAMES = [f"{prefix}openblas_{{}}_num_threads{suffix}" for prefix in ("scipy_", "") for suffix in ("64_", "")]
lock = allocate_lock()


@cache
def functions():
    """OpenBLAS's functions that get and set the number of its threads, or None where NumPy has another library."""
    try:
        library = ctypes.CDLL(np._core._multiarray_umath.__file__)
    except (AttributeError, OSError):
        return None
    for name in NAMES:
        try:
            return library[name.format("get")], library[name.format("set")]
        except AttributeError:
            pass
    return None


class single:
    """Within it every thread computes its products of matrices by itself; gives whether that can be had."""

    __slots__ = ("before",)

    def __enter__(self):
        self.before = None
        if functions() and lock.acquire(False):
            get, set = functions()
            self.before = get()
            set(1)
        return self.before is not None

    def __exit__(self, *error):
        if self.before is not None:
            functions()[1](self.before)
            lock.release()


def product(a, b):
    """a @ b for two matrices."""
    with single() if SHARED < a.shape[0] * a.shape[1] * b.shape[1] < WORTH else nullcontext():
        return a @ b
