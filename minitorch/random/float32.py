"""float32 log, sin, cos and multiply-add, rounded as PyTorch's CPU code rounds them (core).

PyTorch's float32 log, sin and cos here are polynomials (Moshier's Cephes library), each step a multiplication and an
addition with one rounding. NumPy's functions are as good, but differ in the last bit of every seventh number.
"""

import math

import numpy as np


def multiply_add(x, scale, shift):
    """x * scale + shift, rounded only once, as processors do it in one step; in float32 or in float64, as x is."""
    if x.dtype == np.float32:  # float64 has room for the whole product
        return (x.astype(np.float64) * scale + shift.astype(np.float64)).astype(np.float32)
    product = x * scale
    total = product + shift
    if scale == 1 or shift == 0:
        return total
    top = lambda v: v * 134217729.0 - (v * 134217729.0 - v)  # half of v's places, so that products need no rounding
    x_low, scale_low = x - top(x), scale - top(scale)
    lost = x_low * scale_low - (((product - top(x) * top(scale)) - x_low * top(scale)) - top(x) * scale_low)
    back = total - product
    return total + (lost + ((product - (total - back)) + (shift - back)))  # with what two roundings lost (Dekker, 1971)


def polynomial(x, value, *coefficients):
    """The polynomial with these coefficients, the highest power's first."""
    x = x.astype(np.float64)
    for coefficient in np.array(coefficients, np.float32).astype(np.float64):
        value = (x * np.float32(value) + coefficient).astype(np.float32)
    return value


def log32(x):
    """Natural logarithm of float32 numbers in (0, 1]."""
    m, exponent = np.frexp(x)
    small = m < np.float32(math.sqrt(0.5))
    exponent = (exponent - small).astype(np.float32)
    m = np.where(small, m + m, m) - np.float32(1)  # x = (1 + m) * 2**exponent
    log = m * polynomial(
        m, 7.0376836292e-2, -1.1514610310e-1, 1.1676998740e-1, -1.2420140846e-1, 1.4249322787e-1, -1.6668057665e-1,
        2.0000714765e-1, -2.4999993993e-1, 3.3333331174e-1,
    )  # fmt: skip
    log = multiply_add(log, m * m, exponent * np.float32(-2.12194440e-4)) - m * m * np.float32(0.5)
    return multiply_add(exponent, np.float32(0.693359375), m + log)


def sine_cosine32(x):
    """Sine and cosine of float32 angles in [0, 2 pi]."""
    octant = (x * np.float32(4 / math.pi)).astype(np.int32) + 1 & ~1  # an even number: the nearest quarter turn
    turns = octant.astype(np.float32)
    for part in (-0.78515625, -2.4187564849853515625e-4, -3.77489497744594108e-8):  # together -pi / 4
        x = multiply_add(turns, np.float32(part), x)
    square = x * x
    cosine = square * polynomial(square, 2.443315711809948e-5, -1.388731625493765e-3, 4.166664568298827e-2)
    cosine = multiply_add(cosine, square, np.float32(-0.5) * square) + np.float32(1)
    sine = square * polynomial(square, -1.9515295891e-4, 8.3321608736e-3, -1.6666654611e-1)
    sine = multiply_add(sine, x, x)
    odd = octant & 2 != 0
    sine, cosine = np.where(odd, cosine, sine), np.where(odd, sine, cosine)
    return np.where(octant & 4, -sine, sine), np.where(octant + 2 & 4, -cosine, cosine)
