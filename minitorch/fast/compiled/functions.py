"""functions: e**x and the like in float32, for kernels: many at once, where libm takes one (short cuts).

Numba compiles them into the kernels that name them, which are made anew when this file changes (kernel.py's stamp).
"""

import numpy as np

f4 = np.float32
HIGH, LOW = f4(89), f4(-104)  # e**x is infinite above, 0 below
TO_BITS = f4(1 / np.log(2))
LN2, LN2_REST = f4(0.693359375), f4(np.log(2) - 0.693359375)  # the first has few bits: its multiples are exact
ROUNDING = f4(1.5 * 2**23)  # a number to which this is added has no bits behind the point
E = tuple([f4(c) for c in (0.00139475951, 0.00836724695, 0.0416662656, 0.166665375, 0.5)])
BIAS, ZERO, HALF, ONE, DENSITY = f4(127), f4(0), f4(0.5), f4(1), f4((2 * np.pi) ** -0.5)
# erf(x / sqrt(2)) = x P(x^2) / Q(x^2), fitted up to x = 5.4: the largest relative error in float32 is 3e-7
P = tuple([f4(c) for c in (4.71820455e-8, 1.26474515e-5, 3.21390748e-4, 9.25793219e-3, 6.60588071e-2, 0.797884524)])
Q = tuple([f4(c) for c in (1.21982500e-6, 7.11730389e-5, 1.83865689e-3, 2.81801168e-2, 0.249458909, 1.0)])
SATURATED, STEEP = f4(5.4), f4(1e-3)
LOWEST_BITS = np.int32(-(2**31))


def split(x):
    """(n, r, r**2 P(r)) with x = n ln 2 + r, |r| at most ln 2 / 2, and e**r = 1 + r + r**2 P(r)."""
    n = (x * TO_BITS + ROUNDING) - ROUNDING
    r = (x - n * LN2) - n * LN2_REST
    p = (((E[0] * r + E[1]) * r + E[2]) * r + E[3]) * r + E[4]
    return n, r, r * r * p


def power_of_two(n):
    """2**n for a whole n from -126 to 127, by its bits."""
    return np.int32(np.int32(n + BIAS) << np.int32(23)).view(np.float32)


def exp(x):
    """e**x; 2**n in two factors, so that the largest and the smallest come out right."""
    bounded = HIGH if x > HIGH else x
    bounded = LOW if bounded < LOW else bounded
    n, r, rest = split(bounded)
    n = ZERO if n != n else n
    half = (n * HALF + ROUNDING) - ROUNDING
    return ((ONE + r) + rest) * power_of_two(half) * power_of_two(n - half)


def sigmoid(x):
    """1 / (1 + e**-x)"""
    return ONE / (ONE + exp(-x))


def cdf(x):
    """The probability that a standard normal number is below x: (1 + erf(x / sqrt(2))) / 2."""
    near = SATURATED if x > SATURATED else x
    near = -SATURATED if near < -SATURATED else near
    s = near * near
    p = ((((P[0] * s + P[1]) * s + P[2]) * s + P[3]) * s + P[4]) * s + P[5]
    q = ((((Q[0] * s + Q[1]) * s + Q[2]) * s + Q[3]) * s + Q[4]) * s + Q[5]
    erf = near * p / q + STEEP * (x - near)
    erf = ONE if erf > ONE else erf
    erf = -ONE if erf < -ONE else erf
    return HALF * erf + HALF


def as_bits(x):
    """A number whose order as an integer is that of x: the largest of many is found several at a time that way."""
    bits = np.float32(x).view(np.int32)
    return np.int32(bits ^ ((bits >> np.int32(31)) & np.int32(0x7FFFFFFF)))


def of_bits(bits):
    """The number again."""
    return np.int32(bits ^ ((bits >> np.int32(31)) & np.int32(0x7FFFFFFF))).view(np.float32)


def largest(row):
    """The largest number; nan where there is one. It is found by the bits, several at a time."""
    top = LOWEST_BITS
    for i in range(len(row)):
        top = max(top, as_bits(row[i]))
    return of_bits(top)


def powers(row, most, to):
    """e**(x - most) of each number, written into `to`; their sum."""
    total = ZERO
    for i in range(len(row)):
        power = exp(row[i] - most)
        to[i] = power
        total += power
    return total


HELPERS = split, power_of_two, exp, sigmoid, cdf, as_bits, of_bits
OVER_ROWS = largest, powers  # the order of their sums does not matter


def prepare(numba):
    """Let kernels call them; what is not a number stays none."""
    for function in (*HELPERS, *OVER_ROWS):
        fastmath = {"contract", "reassoc"} if function in OVER_ROWS else {"contract"}
        globals()[function.__name__] = numba.njit(fastmath=fastmath, forceinline=True, error_model="numpy")(function)
