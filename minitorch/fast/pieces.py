"""pieces: work on the rows of a large array, shared out among as many threads as there are cores (short cuts).

NumPy computes on one core, and lets other threads of Python's work meanwhile. On two cores that halves the time of a norm,
of softmax and of gelu.
"""

import numpy as np

from ..ops import threads
from ..ops.call import quietly

FLOAT32 = np.dtype("float32")
STRETCH = 1 << 16  # numbers that are worked on at a time: what lies between fits into the cache
MUCH = 1 << 21  # numbers, times the steps that go through them, from which it is worth it to wake other threads
BUFFER = 1 << 9  # numbers


class where_they_are:
    """Within it NumPy reads rows of this length where they are, if a number or another row goes with each.

    It copies rows that are shorter than its buffer there first, which takes as long again.
    """

    __slots__ = ("before", "length")

    def __init__(self, length):
        self.length = length

    def __enter__(self):
        self.before = np.setbufsize(BUFFER) if self.length >= BUFFER else None

    def __exit__(self, *error):
        if self.before is not None:
            np.setbufsize(self.before)


def are_alike(arrays):
    """Whether arrays are NumPy's, of one kind of float and one shape, and each in one block of memory."""
    kind, shape = arrays[0].dtype, arrays[0].shape
    if kind.char not in "fd":
        return False
    return all(
        [type(x) is np.ndarray and x.dtype is kind and x.shape == shape and x.flags.c_contiguous for x in arrays]
    )


def in_shares(work, rows, steps):
    """work(slice) for all of the rows; if they are many, by several threads.

    steps  how often the numbers are visited, about
    """
    size, count = rows.size, len(rows)
    shared = size * steps >= MUCH and threads.count > 1
    stretch = 2 * STRETCH if shared else STRETCH  # threads wait for each other between calls: few and long ones
    step = max(min(stretch * count // max(size, 1), -(-count // threads.count) if shared else count), 1)

    def part(start):
        with where_they_are(rows.shape[-1] if rows.ndim > 1 else 0):
            work(slice(start, min(start + step, count)))

    starts = range(0, count, step)
    if shared:
        threads.together(lambda start: quietly(part, start), starts)
    else:
        for start in starts:
            part(start)
