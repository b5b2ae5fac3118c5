"""kernel: how kernels are declared, and how their work is shared out among threads (short cuts).

A kernel is a loop over arrays of float32 in one block of memory. Its fastmath says that products may be added without
rounding between, and, of sums marked so, that they may be added in another order; nan and infinities stay what they are.
"""

from contextlib import suppress
from functools import cache
from importlib import import_module
from threading import Lock

import numpy as np

from ... import threads
from ..twins import FLOAT32, Numba, Unavailable
from . import functions, tiles

WORTH = 30_000  # nanoseconds of work; for less, handing over to another thread costs more than it saves
STRETCH = 250_000  # nanoseconds that a thread takes at a time, at most: a job that begins or ends needs Python's lock


lock = Lock()  # one thread compiles at a time


class Kernel:
    """A function that numba compiles for one list of types when it is first called, and keeps on disk.

    make     (numba, function, options) -> what is called
    """

    def __init__(self, function, make, **options):
        self.function, self.make, self.options = function, make, options
        self.made = None
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
                        self.made = self.make(numba, self.function, **folder, **self.options)
            if self.made is None:
                Numba.missing = True
                raise Unavailable
        return self.made


def kernel(types, sums=False, exact=False):
    """Let numba compile a function for these types.

    sums   the order in which it adds up does not matter      exact  each step is rounded as NumPy rounds it
    """

    def make(numba, function, **options):
        functions.prepare(numba)
        tiles.prepare(numba)
        return numba.njit(f"void({types})", nogil=True, error_model="numpy", **options)(function)

    fastmath = False if exact else {"contract", "reassoc"} if sums else {"contract"}
    return lambda function: Kernel(function, make, fastmath=fastmath)


def share(work, count, cost):
    """work(start, stop) over `count` things that cost so many nanoseconds each, by several threads if that pays."""
    if count * cost < WORTH or threads.count < 2 or count < 2:
        return work(0, count)
    pieces = min(max(int(count * cost / STRETCH), threads.count), count)
    bounds = [count * i // pieces for i in range(pieces + 1)]
    awake()
    threads.together(lambda i: work(bounds[i], bounds[i + 1]), range(pieces))


@cache
def awake():
    """Let threads stay awake between kernels."""
    with suppress(Unavailable):
        import_module(f"{__package__}.awake").stay_awake()


def block(x):
    """The array, if it is of float32 in one block of memory, else a copy that is."""
    if x.flags.carray and x.dtype is FLOAT32:
        return x
    return np.require(x, FLOAT32, "CAW")


def pointwise(cost, operands=1):
    """A kernel that computes number by number, `cost` nanoseconds each: called with arrays, it makes one of its own.

    The last operand tells the shape; it must lie in one block of memory.
    """

    def declare(function):
        run = kernel(", ".join(["f4[::1]"] * (operands + 1)))(function)

        def twin(*arrays):
            x = arrays[-1]
            if not x.flags.carray or any([a.shape != x.shape or a.dtype is not FLOAT32 for a in arrays]):
                return None
            out = np.empty(x.shape, FLOAT32)
            flat = [block(a).reshape(-1) for a in (*arrays, out)]
            if x.size * cost < WORTH:
                run(*flat)
            else:
                share(lambda start, stop: run(*[a[start:stop] for a in flat]), x.size, cost)
            return out

        twin.__name__, twin.__doc__, twin.kernel = function.__name__, function.__doc__, run
        return twin

    return declare
