"""float32 log, sin, cos and multiply-add, rounded as PyTorch's CPU code rounds them (shelf).

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
    if np.all(scale == 1) or np.all(shift == 0):
        return total
    top = lambda v: v * 134217729.0 - (v * 134217729.0 - v)  # half of v's places, so that products need no rounding
    x_low, scale_low = x - top(x), scale - top(scale)
    lost = x_low * scale_low - (((product - top(x) * top(scale)) - x_low * top(scale)) - top(x) * scale_low)
    back = total - product
    return total + (lost + ((product - (total - back)) + (shift - back)))  # with what two roundings lost (Dekker, 1971)


def polynomial(x, coefficients):
    """The polynomial with these coefficients, the highest power's first, by one multiply_add for each (Horner)."""
    value = coefficients[0]
    for coefficient in coefficients[1:]:
        value = multiply_add(x, value, coefficient)
    return value


LOG = np.array(
    [7.0376836292e-2, -1.1514610310e-1, 1.1676998740e-1, -1.2420140846e-1, 1.4249322787e-1, -1.6668057665e-1,
     2.0000714765e-1, -2.4999993993e-1, 3.3333331174e-1], np.float32,
)  # fmt: skip


def log32(x):
    """Natural logarithm of positive float32 numbers, each of which is (1 + m) * 2**exponent with a small m."""
    m, exponent = np.frexp(x)  # x = m * 2**exponent, with m from 0.5 up to 1
    small = m < np.float32(math.sqrt(0.5))
    m = np.where(small, 2 * m, m) - 1
    return log_of_parts(m, exponent - small)


def log_of_parts(m, exponent):
    """log(1 + m) + exponent * log(2), where log(1 + m) is m - m**2 / 2 + m**3 * polynomial(m, LOG)."""
    exponent, square = exponent.astype(np.float32), m * m
    rest = m * polynomial(m, LOG)
    rest = multiply_add(rest, square, exponent * np.float32(-2.12194440e-4)) - square * np.float32(0.5)
    return multiply_add(exponent, np.float32(0.693359375), m + rest)  # log(2) in two parts, of which one is exact


def log(x):
    """Natural logarithm, in float32 as PyTorch rounds it."""
    return log32(x) if x.dtype == np.float32 else np.log(x)


SINE = np.array([-1.9515295891e-4, 8.3321608736e-3, -1.6666654611e-1], np.float32)
COSINE = np.array([2.443315711809948e-5, -1.388731625493765e-3, 4.166664568298827e-2], np.float32)
QUARTER = (-1.5703125, -4.837512969970703125e-4, -7.54978995489188216e-8)  # together -pi / 2


def sine_cosine32(x):
    """Sine and cosine of float32 angles from 0 to 2 pi: those of the rest, after as many quarter turns as fit best."""
    quarters, sine, cosine = after_quarters(x)
    odd, back = quarters % 2 == 1, quarters % 4 >= 2
    sine, cosine = np.where(odd, cosine, sine), np.where(odd, -sine, cosine)
    return np.where(back, -sine, sine), np.where(back, -cosine, cosine)


def after_quarters(x):
    """How many quarter turns an angle has, to the nearest, and the sine and the cosine of the rest."""
    quarters = ((x * np.float32(4 / math.pi)).astype(np.int32) + 1) // 2
    for part in QUARTER:
        x = multiply_add(quarters.astype(np.float32), np.float32(part), x)
    square = x * x
    sine = multiply_add(square * polynomial(square, SINE), x, x)
    cosine = multiply_add(square * polynomial(square, COSINE), square, np.float32(-0.5) * square) + np.float32(1)
    return quarters, sine, cosine


def sine_cosine(x):
    """Sine and cosine, in float32 as PyTorch rounds them."""
    return sine_cosine32(x) if x.dtype == np.float32 else (np.sin(x), np.cos(x))
