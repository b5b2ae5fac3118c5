"""pooling: max pooling by windows of 2 x 2 that lie side by side, and by a kernel where numba is installed (short cuts).

Of each two numbers beside each other the larger is found, and then the larger of each two below each other: the same
comparisons say which of the four it was. A step of a small convolutional network takes four fifths of the time of `pool`'s way,
which goes through all windows for the numbers, and again for their places.
"""

import numpy as np

from .._tensor import wrap
from ..graph.grad_mode import is_grad_enabled
from ..nn.functional import pooling
from . import add
from .kernels import exchange
from .table import ShortCut
from .twins import with_twin

MANY = 1 << 12  # numbers
plain = pooling.pool
both = with_twin(lambda x, windows: None, "minitorch.nn.functional.pooling:pool")


def pool(input, windows, kind, return_indices):
    """The largest number of every window of a tensor, and where it stands, in one pass."""
    found = both(input._array, windows)
    if found is None and (return_indices or (input.requires_grad and is_grad_enabled())):
        found = of_four(input._array, windows)
    if found is None:
        return plain(input, windows, kind, return_indices)
    places = wrap(found[1])
    out = pooling._max_pool(input, found[0], places, windows, kind)
    return (out, places) if return_indices else out


def are_pairs(dim, length):
    """Whether windows of two, side by side, are all of a dimension."""
    return length % 2 == 0 and list(dim.offsets) == [0, 1] and list(dim.starts) == list(range(0, length, 2))


def of_four(x, windows):
    """(the largest numbers, their places) of windows of 2 x 2 side by side; None for others, and where there is a nan."""
    usual = type(x) is np.ndarray and x.dtype.char in "fd" and x.size >= MANY and x.flags.c_contiguous
    if not usual or len(windows) != 2 or not all(map(are_pairs, windows, x.shape[-2:])):
        return None
    height, width = x.shape[-2:]
    left, right = x.reshape(-1)[::2], x.reshape(-1)[1::2]
    rows, shape = (-1, 2, width // 2), (*x.shape[:-2], height // 2, width // 2)
    upper, lower = np.ascontiguousarray(np.maximum(left, right).reshape(rows).swapaxes(0, 1))
    over, under = np.ascontiguousarray((right > left).reshape(rows).swapaxes(0, 1))  # where it is the right one
    below = lower > upper
    under &= below
    over &= ~below
    over |= under
    places = over.astype("int64")
    places += below.astype("int32") * np.int32(width)
    places = places.reshape(shape)
    places += np.arange(0, height * width, 2 * width)[:, None] + np.arange(0, width, 2)
    found = np.maximum(upper, lower, out=upper).reshape(shape)
    return None if np.isnan(found).any() else (found, places)


def put():
    """Let it be used in the place of the core's; returns what undoes it."""
    exchange([(plain, pool)])
    return lambda: exchange([(pool, plain)])


add(ShortCut("pooling", "minitorch.nn.functional.pooling:pool", put, ("minitorch.nn.functional.pooling:",)))
