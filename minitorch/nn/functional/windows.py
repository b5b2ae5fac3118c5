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
    starts = range(-padding, (size - 1) * stride - padding + 1, stride)
    first, last = max(-(starts[-1] // dilation), 0), min(kernel - 1, (n - 1 + padding) // dilation)
    offsets, places = range(first * dilation, last * dilation + 1, dilation), []
    for offset in offsets:
        begin = max(-((offset - padding) // stride), 0)  # the first window that has it
        count = max(min(size, (n - 1 + padding - offset) // stride + 1) - begin, 0)
        number = begin * stride - padding + offset
        end = number + (count - 1) * stride + 1 if count else number
        places.append((slice(begin, begin + count), slice(number, end, stride)))
    return Windows(starts, offsets, places)


@lru_cache(64)
def even(n, size):
    """`size` windows that divide n numbers as evenly as can be. They overlap by a number where n is no multiple of size."""
    starts = np.arange(size) * n // max(size, 1)
    lengths = -(-(np.arange(size) + 1) * n // max(size, 1)) - starts
    offsets, places = range(int(lengths.max(initial=0))), []
    for offset in offsets:
        which = np.flatnonzero(lengths > offset)
        places.append((regular(which), regular(starts[which] + offset)))
    return Windows(starts, offsets, places)


def regular(indices):
    """Indices as a slice, where they are evenly spaced; NumPy then reads them without a copy."""
    step = int(indices[1] - indices[0]) if len(indices) > 1 else 1
    if step < 1 or (np.diff(indices) != step).any():
        return indices
    return slice(int(indices[0]), int(indices[-1]) + 1, step)


def at_each_place(windows):
    """For each place of windows in several dimensions, in order: (which windows have it, which numbers stand there), as
    indices of arrays [..., *size] and [..., *S]."""
    for places in product(*[dim.places for dim in windows]):
        yield together([which for which, _ in places]), together([numbers for _, numbers in places])


def together(indices):
    """Indices of the last dimensions, all of them slices, or all arrays that broadcast."""
    if all([isinstance(index, slice) for index in indices]):
        return (..., *indices)
    return (..., *np.ix_(*[np.r_[index] for index in indices]))
