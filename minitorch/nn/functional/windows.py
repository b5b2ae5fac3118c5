"""windows: which numbers of a dimension stand in its windows: windows that slide, and windows that divide it evenly (core).

A pooling looks at all windows at once: at the first number of each, then at the second of each, and so on. So a window is
described by its places. `places[k]` says of the k-th number of every window which windows have it, and where it is found:
of 6 numbers, in windows of 3 that move by 2 with one zero of padding at each end,

    numbers           0  1  2  3  4  5       windows   (., 0, 1)  (1, 2, 3)  (3, 4, 5)

    places[0]         windows 1, 2  have the numbers 1, 3        (the first one's is padding)
    places[1]         windows 0, 1, 2       the numbers 0, 2, 4
    places[2]         windows 0, 1, 2       the numbers 1, 3, 5
"""

from collections import namedtuple
from functools import lru_cache
from itertools import product

import numpy as np

# starts   where each window begins; a negative one begins in the padding
# offsets  how far each number of a window is from its beginning; those that are padding in all windows are left out
# places   for each of the offsets: (the windows whose number there is no padding, which of the n numbers it is)
Windows = namedtuple("Windows", "starts offsets places")


@lru_cache(1024)
def sliding(n, size, kernel, stride, padding, dilation):
    """`size` windows of `kernel` numbers over n numbers with `padding` at each end."""
    starts = [i * stride - padding for i in range(size)]
    return made(n, starts, [start + kernel * dilation for start in starts], dilation)


@lru_cache(1024)
def even(n, size):
    """`size` windows that divide n numbers as evenly as can be. They overlap by a number where n is no multiple of size."""
    return made(n, [i * n // size for i in range(size)], [-(-(i + 1) * n // size) for i in range(size)], 1)


def made(n, starts, ends, step):
    """Windows from each start to before its end, their numbers `step` apart."""
    if not starts:
        return Windows([], [], [])
    first = max(-(max(starts) // step), 0)  # before it all is padding
    last = min(
        (n - 1 - min(starts)) // step, max([end - start - 1 for start, end in zip(starts, ends, strict=True)]) // step
    )
    offsets, places = [k * step for k in range(first, last + 1)], []
    for offset in offsets:
        pairs = [(i, s + offset) for i, (s, end) in enumerate(zip(starts, ends, strict=True)) if s + offset < end]
        pairs = [(i, number) for i, number in pairs if 0 <= number < n]
        places.append((regular([i for i, _ in pairs]), regular([number for _, number in pairs])))
    return Windows(starts, offsets, places)


def regular(indices):
    """Indices as a slice, where they are evenly spaced; NumPy then reads them without a copy."""
    step = indices[1] - indices[0] if len(indices) > 1 else 1
    if not indices or step < 1 or indices != list(range(indices[0], indices[-1] + 1, step)):
        return np.array(indices, "int64") if indices else slice(0, 0)
    return slice(indices[0], indices[-1] + 1, step)


def at_each_place(windows):
    """For each place of windows in several dimensions, in order: (which windows have it, which numbers stand there), as
    indices of arrays [..., *size] and [..., *S]."""
    for places in product(*[dim.places for dim in windows]):
        yield together([which for which, _ in places]), together([numbers for _, numbers in places])


def together(indices):
    """Indices of the last dimensions, all of them slices, or all arrays that broadcast."""
    if all([isinstance(index, slice) for index in indices]):
        return (..., *indices)
    arrays = [np.r_[index] for index in indices]
    return (..., *np.ix_(*arrays))
