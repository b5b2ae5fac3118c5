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

from ..._tensor import Tensor
from ...creation.meta import MetaArray

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


def at_each_place(windows, x):
    """For each place of windows in several dimensions, in order: (which windows have it, which numbers stand there), as
    indices of arrays [..., *size] and [..., *S]. Of an x without numbers there is nothing to go through."""
    if isinstance(x, MetaArray):
        return
    for places in product(*[dim.places for dim in windows]):
        yield together([which for which, _ in places]), together([numbers for _, numbers in places])


def together(indices):
    """Indices of the last dimensions, all of them slices, or all arrays that broadcast."""
    if all([isinstance(index, slice) for index in indices]):
        return (..., *indices)
    return (..., *np.ix_(*[np.r_[index] for index in indices]))


# --- what layers with windows are asked for -----------------------------------------------------------------------------


def check_tensor(name, x, what="input", place=1):
    """Raise for anything that is not a tensor."""
    if not isinstance(x, Tensor):
        raise TypeError(f"{name}(): argument '{what}' (position {place}) must be Tensor, not {type(x).__name__}")


def check_dims(name, input, dims):
    """Raise for an input that is neither [N, C, *S] nor [C, *S], S of `dims` lengths, and for one without places."""
    check_tensor(name, input)
    if input.ndim not in (dims + 1, dims + 2) or 0 in input.shape[-dims - 1 :]:
        named = f"{dims + 1}D or {dims + 2}D (batch mode)"
        raise RuntimeError(f"non-empty {named} tensor expected for input: {name}() got {list(input.shape)}")


def several(name, what, value, dims, least=0):
    """One int, or one for each dimension, as a tuple of one for each."""
    found = list(value) if isinstance(value, (tuple, list)) else [value]
    if not all([hasattr(n, "__index__") for n in found]):
        raise TypeError(f"{name}(): argument '{what}' must be tuple of ints, not {value!r}")
    if len(found) not in (1, dims) or min(found) < least:
        raise RuntimeError(f"{name}: {what} should be an int of at least {least}, or {dims} of them, but got {value}")
    return tuple([n.__index__() for n in found] * (dims if len(found) == 1 else 1))


def settings(name, input, kernel_size, stride, padding, dilation, ceil_mode, dims):
    """For each dimension of a pooling (length, how many windows, kernel, stride, padding, dilation).

    Errors: RuntimeError for sizes that do not fit, TypeError for anything that is not an int.
    """
    kernel = several(name, "kernel_size", kernel_size, dims, 1)
    stride = kernel if stride is None or stride in ((), []) else several(name, "stride", stride, dims, 1)
    padding, dilation = several(name, "padding", padding, dims), several(name, "dilation", dilation, dims, 1)
    check_dims(name, input, dims)
    for k, p, d in zip(kernel, padding, dilation, strict=True):
        if p > ((k - 1) * d + 1) // 2:
            raise RuntimeError(f"pad should be at most half of effective kernel size {k}, but is {p}")
    lengths, how = input.shape[-dims:], list(zip(kernel, stride, padding, dilation, strict=True))
    sizes = [count_of(n, *one, ceil_mode) for n, one in zip(lengths, how, strict=True)]
    if min(sizes) < 1:
        raise RuntimeError(f"Output size is too small: {sizes} of an input {list(input.shape)}")
    return [(n, size, *one) for n, size, one in zip(lengths, sizes, how, strict=True)]


def count_of(n, kernel, stride, padding, dilation, ceil_mode=False):
    """How many windows there are; with ceil_mode one more that reaches beyond the end, if it begins before it."""
    rest = n + 2 * padding - dilation * (kernel - 1) - 1
    size = (rest + (stride - 1 if ceil_mode else 0)) // stride + 1
    return size - 1 if ceil_mode and (size - 1) * stride >= n + padding else size
