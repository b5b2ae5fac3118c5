"""kernel: how kernels are declared, and how their work is shared out among threads (short cuts).

A kernel is a loop over arrays of float32 in one block of memory. Its fastmath says that products may be added without
rounding between, and, of sums marked so, that they may be added in another order; nan and infinities stay what they are.
"""

from contextlib import suppress
from functools import cache
from threading import Lock

import numpy as np

from ...ops import threads
from ..twins import FLOAT32, Numba, Unavailable
from . import functions, tiles

WORTH = 200_000  # nanoseconds of work, from which on it is shared out

lock = Lock()  # one thread compiles at a time


@cache
def stamp():
    """A few letters that change with the functions that go into kernels: numba looks for a change in a kernel's own file only."""
    from hashlib import sha256  # with the first kernel, not with the package

    files = functions.__spec__, tiles.__spec__
    return sha256(b"".join([file.loader.get_data(file.origin) for file in files])).hexdigest()[:8]


class Kernel:
    """A function that numba compiles for one list of types when it is first called, and keeps on disk.

    sums  whether the order in which it adds up does not matter
    """

    def __init__(self, function, types, sums=False):
        self.function, self.types, self.made = function, types, None
        self.fastmath = {"contract", "reassoc"} if sums else {"contract"}
        self.__name__, self.__doc__ = function.__name__, function.__doc__

    def __call__(self, *args):
        return (self.made or self.compiled())(*args)

    def compiled(self):
        """The machine code."""
        numba = Numba.get()
        with lock:
            for folder in ({"cache": True}, {}):  # the second where there is none to keep it in
                if self.made is None:
                    with suppress(Exception):
                        self.made = self.make(numba, **folder)
            if self.made is None:
                Numba.missing = True
                raise Unavailable
        return self.made

    def make(self, numba, **folder):
        """What numba makes of the function."""
        functions.prepare(numba)
        tiles.prepare(numba)
        self.function.__qualname__ = f"{self.function.__name__}.{stamp()}"  # under which it is kept
        options = {"nogil": True, "error_model": "numpy", "fastmath": self.fastmath}
        return numba.njit(f"void({self.types})", **options, **folder)(self.function)


def kernel(types, sums=False):
    """Let numba compile a function for these types of its parameters."""
    return lambda function: Kernel(function, types, sums)


def share(work, count, cost):
    """work(start, stop) for all of so many things that take so many nanoseconds each, by several threads if that pays."""
    if count * cost < WORTH or count < threads.count or threads.count == 1:
        work(0, count)
        return
    step = -(-count // threads.count)
    threads.together(lambda start: work(start, min(start + step, count)), range(0, count, step))


def of_arrays(run, cost, arrays, width=1):
    """A new array in the shape of the last of some alike, which `run` fills by numbers, or by rows `width` long, that cost so much."""
    out = np.empty(arrays[-1].shape, FLOAT32)
    shape = -1 if width == 1 else (-1, width)
    given = [block(a).reshape(shape) for a in (*arrays, out)]
    share(lambda start, stop: run(*[a[start:stop] for a in given]), len(given[-1]), cost)
    return out


def are_alike(arrays):
    """Whether arrays are of float32 and one shape, and the last lies in one block of memory."""
    x = arrays[-1]
    return x.flags.carray and all([a.shape == x.shape and a.dtype is FLOAT32 for a in arrays])


def block(x):
    """The array, if it is of float32 in one block of memory, else a copy that is."""
    if x.flags.carray and x.dtype is FLOAT32:
        return x
    return np.require(x, FLOAT32, "CAW")
