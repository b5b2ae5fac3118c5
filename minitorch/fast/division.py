"""division: fmod, remainder and floor_divide of many float32 numbers, to the last bit what NumPy gives (short cuts).

The C library's fmod takes one bit of a quotient after the other. In float64 the quotient of two float32 numbers below 2**24,
its product with the divisor and what is left are exact, so a few steps for many numbers at once give the same. All others
(larger quotients, inf, nan, a divisor of 0) are NumPy's.
"""

import numpy as np

from ..ops.promotion import NUMBER
from ..threads import together
from .pieces import LARGE, PIECE

LARGEST = 2.0**24  # of the quotients


def left(x, y):
    """(fmod of x and y, which of them are not known)."""
    rest, other = x.astype("float64"), y.astype("float64")
    times = np.divide(rest, other)
    np.trunc(times, times)
    odd = ~(np.abs(times) < LARGEST)
    np.multiply(times, other, times)
    np.subtract(rest, times, rest)
    odd |= rest != rest  # of an infinite divisor
    made = rest.astype(x.dtype)
    return np.copysign(made, x, made), odd


def remainder(x, y):
    made, odd = left(x, y)
    made += y * turned(made, y)
    return np.copysign(made, y, made), odd


def floor_divide(x, y):
    rest, odd = left(x, y)
    times = (x - rest) / y - turned(rest, y).astype(x.dtype)
    made = np.floor(times)
    made += times - made > 0.5  # it is nearly whole, and may lie on either side
    np.copyto(made, np.copysign(x.dtype.type(0), x / y), where=times == 0)
    return made, odd


def turned(rest, y):
    """Where what is left has not the sign of the divisor."""
    return (rest != 0) & ((y < 0) != (rest < 0))


def quick(function, exact):
    """What makes the forward of an operation: `function`, or `exact` for the numbers that it does not know."""

    def make(plain):
        def forward(x, y):
            usual = type(x) is np.ndarray and x.dtype.char == "f" and x.size >= LARGE and x.flags.c_contiguous
            alike = type(y) is np.ndarray and y.dtype is x.dtype and y.shape == x.shape and y.flags.c_contiguous
            return in_both(function, exact, x, y) if usual and (alike or isinstance(y, NUMBER)) else plain(x, y)

        return forward

    return make


def in_both(function, exact, x, y):
    """The function of two arrays alike, or of an array and a number, in pieces."""
    out, one = np.empty_like(x), isinstance(y, NUMBER)
    given, made = x.reshape(-1), out.reshape(-1)
    others = np.broadcast_to(np.array(y, x.dtype), given.shape) if one else y.reshape(-1)

    def work(start):
        some = slice(start, start + PIECE)
        with np.errstate(all="ignore"):
            found, odd = function(given[some], others[some])
        if odd.any():
            found[odd] = exact(given[some][odd], others[some][odd])
        made[some] = found

    together(work, range(0, len(given), PIECE))
    return out


KERNELS = {
    "minitorch.ops.pointwise.round:fmod": quick(left, np.fmod),
    "minitorch.ops.pointwise.round:remainder": quick(remainder, np.remainder),
    "minitorch.ops.pointwise.round:floor_divide": quick(floor_divide, np.floor_divide),
    "minitorch.ops.pointwise.round:div_floor": quick(floor_divide, np.floor_divide),
}
