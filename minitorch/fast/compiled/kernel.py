"""kernel: how kernels are declared, and how their work is shared out among threads (short cuts).

A kernel is a loop over arrays of float32 in one block of memory. Its fastmath says that products may be added without
rounding between, and, of sums marked so, that they may be added in another order; nan and infinities stay what they are.
"""

import sys
from contextlib import suppress
from functools import cache
from importlib import import_module
from threading import Lock

import numpy as np

from ... import threads
from ..twins import FLOAT32, Numba, Unavailable
from . import functions, jobs, tiles
from .jobs import AWAKE, POSTED, THREADS, table

WORTH = 8_000  # nanoseconds of work, from which on it is shared out
LEAST = 8_000  # nanoseconds that a thread takes at a time


lock = Lock()  # one thread compiles at a time


@cache
def stamp():
    """A few letters that change with the files that go into kernels of other files.

    Numba looks for a change only in the file that a kernel stands in, and these lay out the table that all kernels write to.
    """
    from hashlib import sha256  # with the first kernel, not with the package

    files = [one.__spec__ for one in (functions, jobs, tiles, sys.modules[__name__])]
    return sha256(b"".join([file.loader.get_data(file.origin) for file in files])).hexdigest()[:8]


def kept(function):
    """The function, which numba keeps on disk under a name that says of which files it was made."""
    function.__qualname__ = f"{function.__name__}.{stamp()}"
    return function


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
                        self.made = self.make(numba, kept(self.function), **folder, **self.options)
            if self.made is None:
                Numba.missing = True
                raise Unavailable
        return self.made


def kernel(types, sums=False):
    """Let numba compile a function for these types; with `sums` the order in which it adds up does not matter."""

    def make(numba, function, **options):
        prepare(numba)
        return numba.njit(f"void({types})", nogil=True, error_model="numpy", **options)(function)

    return lambda function: Kernel(function, make, fastmath={"contract", "reassoc"} if sums else {"contract"})


def prepare(numba):
    """Let kernels call what there is for them."""
    functions.prepare(numba)
    tiles.prepare(numba)
    jobs.prepare(numba)


# --- shared out -------------------------------------------------------------------------------------------------------

WHOLE = """
def share_{name}(_table, _threads, _count, _step, {names}):
    _code, _data = packed(({names},))
    return hand_out(_table, _threads, _count, _step, _code, _data)
"""
LOOP = """
def {name}(start, stop, {names}, out):
    {names}, out = {some}, out[start:stop]
    for i in range(len(out)):
        out[i] = formula({each})
"""


class Shared(Kernel):
    """A kernel that several threads work on: of its things, it does those from `start` to `stop`, its first parameters.

    types  of its other parameters
    """

    def __init__(self, function, types, **options):
        super().__init__(function, self.whole, **options)
        self.types = types

    def whole(self, numba, function, cache=False, **options):
        """What Python calls: with the table, how many threads, things, and things at a time, and the other parameters."""
        prepare(numba)
        function = self.loop(numba, function)
        piece = numba.njit(f"void(i8, i8, {self.types})", error_model="numpy", **options)(function)
        names = ", ".join(parameters(function)[2:])
        known = {"packed": jobs.packed(numba, piece), "hand_out": jobs.hand_out}
        made = written(WHOLE, function, known, names=names)
        return numba.njit(f"i8(i8[::1], i8, i8, i8, {self.types})", nogil=True, cache=cache)(kept(made))

    def loop(self, numba, function):
        """The function of a piece."""
        return function

    def __call__(self, count, cost, *args, least=LEAST):
        """Work on so many things that cost so many nanoseconds each, by several threads if that pays.

        least  nanoseconds that a thread takes at a time
        """
        made, helpers = self.made or self.compiled(), min(threads.count, THREADS) - 1
        if count * cost < WORTH or count < 2 or helpers < 1:
            failed = made(table, 1, count, count, *args)
        else:
            if table[AWAKE] + table[POSTED] < helpers:
                awake().wake(helpers)
            failed = made(table, helpers + 1, count, int(least / cost) + 1, *args)
        if failed:
            raise MemoryError(f"{self.__name__} has no memory for what it works with")


class Pointwise(Shared):
    """A kernel that is declared by its formula for one number."""

    def loop(self, numba, function):
        names = parameters(function)
        formula = numba.njit(error_model="numpy", forceinline=True, **self.options)(function)
        each, some = [", ".join([f"{name}[{what}]" for name in names]) for what in ("i", "start:stop")]
        return written(LOOP, function, {"formula": formula}, names=", ".join(names), each=each, some=some)


def parameters(function):
    return function.__code__.co_varnames[: function.__code__.co_argcount]


def written(text, function, known, **parts):
    """A function by its text, which counts as a part of the file that another is in: numba keeps it as long as that file."""
    text = text.format(name=function.__name__, **parts)
    known["__name__"], made = function.__module__, {}
    exec(compile(text, function.__code__.co_filename, "exec"), known, made)
    return next(iter(made.values()))


def shared(types, sums=False, exact=False):
    """Let numba compile a function(start, stop, ...), whose other parameters have these types.

    sums   the order in which it adds up does not matter      exact  each step is rounded as NumPy rounds it
    """
    fastmath = False if exact else {"contract", "reassoc"} if sums else {"contract"}
    return lambda function: Shared(function, types, fastmath=fastmath)


def pointwise(cost):
    """A kernel that computes number by number, `cost` nanoseconds each: called with arrays, it makes one of its own.

    The last operand tells the shape; it must lie in one block of memory.
    """

    def declare(function):
        types = ", ".join(["f4[::1]"] * (len(parameters(function)) + 1))
        run = Pointwise(function, types, fastmath={"contract"})

        def twin(*arrays):
            x = arrays[-1]
            if not x.flags.carray or any([a.shape != x.shape or a.dtype is not FLOAT32 for a in arrays]):
                return None
            out = np.empty(x.shape, FLOAT32)
            run(x.size, cost, *[block(a).reshape(-1) for a in (*arrays, out)])
            return out

        twin.__name__, twin.__doc__, twin.kernel = function.__name__, function.__doc__, run
        return twin

    return declare


@cache
def awake():
    """Let threads stay awake between kernels."""
    file = import_module(f"{__package__}.spinning")
    file.stay_awake()
    return file


def block(x):
    """The array, if it is of float32 in one block of memory, else a copy that is."""
    if x.flags.carray and x.dtype is FLOAT32:
        return x
    return np.require(x, FLOAT32, "CAW")
