"""pooling: max pooling by windows of 2 x 2 that lie side by side, and by a kernel where numba is installed (short cuts).

Of each two numbers beside each other the larger is found, and then the larger of each two below each other: the same
comparisons say which of the four it was. A step of a small CNN takes four fifths of the time of the plain way.
"""

import numpy as np

from ..nn.functional import pooling
from ..nn.functional.windows import at_each_place, sliding
from . import add
from .kernels import exchange
from .table import ShortCut
from .twins import with_twin

MANY = 1 << 12  # numbers
plain = pooling.find_largest


def are_four(x, windows):
    """Whether windows of 2 x 2 lie side by side, in a large array in one block."""
    usual = type(x) is np.ndarray and x.dtype.char in "fd" and x.size >= MANY and x.flags.carray
    if not usual or len(windows) != 4 or not isinstance(windows[0][0][-1], slice):
        return False
    return windows == at_each_place([sliding(n, n // 2, 2, 2, 0, 1) for n in x.shape[-2:]], x)


def of_four(x):
    """(the largest numbers, their places) of such windows; None where there is a nan, and for odd lengths."""
    if any([n % 2 for n in x.shape[-2:]]):
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
    first = np.arange(0, height * width, 2 * width)[:, None] + np.arange(0, width, 2)
    places = first + (over + below * np.int32(width)).reshape(shape)
    found = np.maximum(upper, lower, out=upper).reshape(shape)
    return None if np.isnan(found.max()) else (found, places)


of_four = with_twin(of_four, "minitorch.nn.functional.pooling:find_largest")


def find_largest(x, windows, size):
    """The largest number of every window, and where it stands, in one pass."""
    return (are_four(x, windows) and of_four(x)) or plain(x, windows, size)


def put():
    """Let it be used in the place of the core's; returns what undoes it."""
    exchange([(plain, find_largest)])
    return lambda: exchange([(find_largest, plain)])


add(ShortCut("pooling", "minitorch.nn.functional.pooling:find_largest", put, ("minitorch.nn.functional.pooling:",)))
