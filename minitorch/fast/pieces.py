"""pieces: a large array is worked on a piece at a time, by as many threads as there are cores (short cuts).

NumPy computes on one core, and a formula of several steps writes a whole array after each of them. A piece fits into
the processor's own memory, so its steps cost little more than one; and NumPy lets other threads work meanwhile.
"""

import numpy as np

from .. import threads
from ..threads import together

FLOAT32 = np.dtype("float32")
LARGE = 1 << 16  # numbers; below it, handing over costs more than it saves
PIECE = 1 << 15
STRETCH = 1 << 18  # where there are many steps: shorter calls would wait for each other more often
MUCH = 1 << 22  # numbers, times the steps that go through them, from which it is worth it to wake other threads
BUFFER = 1 << 9  # numbers
LATER = 96  # percent of an equal share, for the threads that have to be woken


class where_they_are:
    """Within it NumPy reads rows of this length where they are, if a number or another row goes with each.

    It copies rows that are shorter than its buffer there first, which takes as long again. A class: a generator's detours
    take three microseconds, as long as NumPy takes for ten thousand numbers.
    """

    __slots__ = ("before", "length")

    def __init__(self, length):
        self.length = length

    def __enter__(self):
        self.before = np.setbufsize(BUFFER) if self.length >= BUFFER else None

    def __exit__(self, *error):
        if self.before is not None:
            np.setbufsize(self.before)


def empty(shape):
    """np.empty in float32, beginning at a multiple of 32 bytes if that can be had: NumPy writes a quarter sooner there."""
    made = np.empty(shape, FLOAT32)
    if made.__array_interface__["data"][0] % 32:  # the next one, while it is there: they lie 16 bytes more apart
        made = np.empty(shape, FLOAT32)
    return made


def are_alike(arrays):
    """Whether arrays are NumPy's, of one kind of float and one shape, and each in one block of memory."""
    kind, shape = arrays[0].dtype, arrays[0].shape
    if kind.char not in "fd":
        return False
    return all(
        [type(x) is np.ndarray and x.dtype is kind and x.shape == shape and x.flags.c_contiguous for x in arrays]
    )


def are_shared(rows, steps):
    """Whether work of so many steps on all of the rows is worth several threads."""
    return threads.count > 1 and rows.size * steps >= MUCH


def in_shares(work, rows, steps, row=None):
    """work(slice) for all of the rows; if they are many by several threads, each of which goes through a share of its own.

    steps  how often the numbers are gone through, about
    row    how many numbers lie in a row, for where_they_are

    For work of many steps: a thread that comes back from NumPy waits for others that are just calling it, so calls are to
    be few and long. The first share is the largest, as it takes a while to wake the other threads.
    """
    size, length = rows.size, len(rows)
    if row is None:
        row = rows.shape[-1] if rows.ndim > 1 else 0
    count, step = threads.count if size * steps >= MUCH else 1, max(STRETCH * length // max(size, 1), 1)
    if step >= length and count == 1:  # all at once, and without a call too many: each is slow between large arrays
        before = np.setbufsize(BUFFER) if row >= BUFFER else None
        try:
            return work(slice(0, length))
        finally:
            if before is not None:
                np.setbufsize(before)
    if count == 1:
        return share(work, 0, length, step, row)
    later = length * LATER // (100 * count)
    if rows.ndim == 1:
        later -= later % 16  # so that each share begins where the processor writes best
    ends = [0, *[max(length - later * number, 0) for number in reversed(range(count))]]
    together(lambda number: share(work, ends[number], ends[number + 1], step, row), range(count))


def share(work, start, stop, step, row):
    """work(slice) for some of the rows, so many at a time."""
    with where_they_are(row):
        for first in range(start, stop, step):
            work(slice(first, min(first + step, stop)))


def in_pieces(function, x, row=1):
    """function(x), in pieces if x is large: for a function that treats each number, or each `row` of them, by itself.

    function  takes an array and out=, the array to write the answer to, as np.exp does; the answer has x's dtype

    >>> import numpy as np
    >>> float(in_pieces(np.sqrt, np.full(100_000, 4.0)).sum())
    200000.0
    """
    if type(x) is not np.ndarray or x.size < LARGE or not x.flags.c_contiguous:
        return function(x)
    out = np.empty_like(x)
    given, answers = (x.reshape(-1), out.reshape(-1)) if row == 1 else (x.reshape(-1, row), out.reshape(-1, row))
    step = PIECE if row == 1 else max(2 * PIECE // row, 1)

    def work(start):
        function(given[start : start + step], out=answers[start : start + step])

    together(work, range(0, len(given), step))
    return out


def by_rows(function, x, axis):
    """`along` of the core, some rows at a time if x is large and `axis` its last dimension."""
    if axis % max(x.ndim, 1) != x.ndim - 1 or x.shape[axis] <= 1 or hasattr(function, "in_pieces"):
        return function(x, axis)  # the last: it makes its own

    def rows(part, out=None):
        found = function(part, -1)
        if out is None:
            return found
        out[...] = found
        return out

    return in_pieces(rows, x, x.shape[axis])
