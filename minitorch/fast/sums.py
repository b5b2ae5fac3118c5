"""sums: choosing, adding up and multiplying many numbers more quickly than NumPy's own function for it does (short cuts).

Each of these gives what the function named in it gives, up to the rounding of sums in another order; small arrays, and
those that do not lie in memory one number after the other, go to that function.
"""

import math
from functools import lru_cache

import numpy as np

from ..backend import array_module
from .blas import single
from .pieces import FLOAT32, are_shared

GUESSED = 1 << 13  # choices, from which a wrong guess costs more than computing with bits
MANY = 1 << 12  # numbers, from which these ways of adding and multiplying are quicker
ROW = 1 << 9  # numbers that are added up one after the other
FREED = 500  # results, from which on NumPy lets go of Python's lock


def either(mask, x, y):
    """np.where(mask, x, y). For large arrays without a branch: a processor guesses badly which way a mask goes.

    The bits of y, changed where the mask is True to those of x.
    """
    if type(mask) is not np.ndarray or mask.size < GUESSED:
        return array_module(mask).where(mask, x, y)
    kind = getattr(x, "dtype", None)
    if mask.dtype.kind != "b" or kind not in BITS or getattr(y, "dtype", None) != kind:
        return np.where(mask, x, y)
    if not all([a.ndim == 0 or a.shape == mask.shape for a in (x, y)]):
        return np.where(mask, x, y)
    bits = BITS[kind]
    x, y = x.view(bits), y.view(bits)
    out = np.negative(mask.view("int8"), dtype=bits)  # all bits, or none
    if y.ndim or y:
        out &= x ^ y
        out ^= y
    else:  # 0, as for the gradient of relu
        out &= x
    return out.view(kind)


BITS = {np.dtype(f"{kind}{size}"): np.dtype(f"i{size}") for kind in "fi" for size in (4, 8)}


# --- adding up ----------------------------------------------------------------------------------------------------------


def rows_of(x, axis):
    """A large array of floats as (rows, the numbers of each), when `axis` names its last dimensions."""
    if type(x) is not np.ndarray or x.size < MANY or x.dtype.char not in "fd" or not x.flags.c_contiguous:
        return None
    lead = 0 if axis is None else x.ndim - len(axis)
    if axis is not None and sorted([a % x.ndim for a in axis]) != list(range(lead, x.ndim)):
        return None
    return x.reshape(math.prod(x.shape[:lead]), -1)


def reshaped(found, x, axis, keepdims):
    """The numbers that a reduction left of x, one for each row, in their shape."""
    lead = 0 if axis is None else x.ndim - len(axis)
    return found.reshape(x.shape[:lead] + ((1,) * (x.ndim - lead) if keepdims else ()))[()]


def add_up(x, axis=None, keepdims=False):
    """x.sum(axis). Several numbers of a large array at a time, and never a long row of them one after the other."""
    if axis is None and not keepdims and type(x) is np.ndarray and x.dtype is FLOAT32 and x.size >= MANY:
        if not x.size % ROW and x.flags.c_contiguous:  # the commonest case, a loss
            return np.add.reduce(np.vecdot(x.reshape(-1, ROW), ones(ROW)), out=np.empty((), FLOAT32))
    rows = rows_of(x, axis)
    if rows is None:
        return array_module(x).add.reduce(x, axis, keepdims=keepdims)
    return reshaped(by_rows(of_each, rows), x, axis, keepdims)


def of_each(x):
    """x.sum(-1) for rows that are not long: as a product with ones."""
    n = x.shape[-1]
    with single():
        return np.dot(x.reshape(-1, n), ones(n, x.dtype.char)).reshape(x.shape[:-1])


def add_up_squares(x, axis=None, keepdims=False):
    """(x * x).sum(axis)"""
    rows = rows_of(x, axis)
    if rows is None:
        return array_module(x).add.reduce(x * x, axis, keepdims=keepdims)
    return reshaped(by_rows(lambda part: np.vecdot(part, part), rows), x, axis, keepdims)


def by_rows(function, rows):
    """function, which adds up the last dimension, of rows that may be long: of stretches of them, which are then added."""
    n = rows.shape[1]
    if n <= 2 * ROW:
        return function(rows)
    whole = n // ROW * ROW
    found = function(rows[:, :whole].reshape(len(rows), -1, ROW)).sum(1)
    return found + function(rows[:, whole:]) if whole < n else found


def products_of(rows, steps):
    """np.vecdot for work on `rows` that in_shares(work, rows, steps) does; where threads share it, one that lets them work."""
    return products if are_shared(rows, steps) else np.vecdot


def products(x, y):
    """np.vecdot(x, y), while other threads work: of fewer results than 500 NumPy keeps Python's lock.

    So a few rows go in parts, as long as they can be halved; that takes almost twice the time.
    """
    parts, size = 1, x.size // x.shape[-1]
    while size * parts <= FREED and x.shape[-1] % (2 * parts) == 0:
        parts *= 2
    if parts == 1:
        return np.vecdot(x, y)
    return np.vecdot(*[a.reshape(*a.shape[:-1], parts, -1) for a in (x, y)]).sum(-1)


@lru_cache(64)
def ones(length, kind="f"):
    """A row of ones, for sums as products."""
    made = np.ones(length, kind)
    made.flags.writeable = False
    return made


def multiply(x, axis=None, keepdims=False):
    """x.prod(axis). Of a large array, the quarters of a row are multiplied with one another, as long as there are any."""
    rows = rows_of(x, axis)
    if rows is None:
        return array_module(x).multiply.reduce(x, axis, x.dtype, keepdims=keepdims)
    while rows.shape[1] > 32 and rows.shape[1] % 4 == 0:
        rows = np.multiply.reduce(rows.reshape(len(rows), 4, -1), 1)
    return reshaped(np.multiply.reduce(rows, 1), x, axis, keepdims)
