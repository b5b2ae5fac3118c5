"""normal: the distribution function of standard normal numbers, and gelu by it, in float32 (short cuts).

(1 + erf(x / sqrt(2))) / 2 = 1 / (1 + e**(-2 x R(x^2))) with a fraction R, fitted so that the largest error is 1.2e-7, as in
PyTorch: NumPy's powers are of many numbers at once, where the erf of SciPy takes one after the other, ten times as long. As
a continued fraction, R(s) = A + s (B + C / (s + D + E / (s + F))), it takes eight steps; a polynomial as exact has degree
six, and takes twelve.
"""

import numpy as np

from .pieces import LARGE
from .powers import POWER, power


def constants(*numbers):
    """Numbers as arrays of float32, which NumPy takes sooner."""
    return [np.array(number, "float32") for number in numbers]


def scaled(unit):
    """-2 A, -2 B, -2 C and -1/2, for a power that is e**x at x * unit."""
    return constants(*[unit * r for r in (-1.5957698033403084, -0.036655619000165194, -0.7456842276796739, -0.5)])


A, B, C, TO_POWER = scaled(POWER)
D, E, F = constants(6.164124549950637, 219.64191204088326, 15.102411826378534)
ONE, DENSITY = constants(1, (2 * np.pi) ** -0.5)


def cdf(x, out, square):
    """(1 + erf(x / sqrt(2))) / 2, written into `out`, and x * x into `square`."""
    add, multiply, divide = np.add, np.multiply, np.divide
    multiply(x, x, square)
    add(square, F, out)
    divide(E, out, out)
    add(out, square, out)
    add(out, D, out)
    divide(C, out, out)
    add(out, B, out)
    multiply(out, square, out)
    add(out, A, out)
    multiply(out, x, out)
    power(out, out)
    add(out, ONE, out)
    return divide(ONE, out, out)


def gelu(x, out=None):
    """x times the probability that a standard normal number is below x."""
    with np.errstate(over="ignore", invalid="ignore"):
        out = cdf(x, np.empty_like(x) if out is None else out, np.empty_like(x))
        return np.multiply(out, x, out)


def gelu_slope(x, out=None):
    """Its derivative, that probability plus x times the density at x."""
    out = np.empty_like(x) if out is None else out
    gelu_and_slope(x, np.empty_like(x), out)
    return out


def gelu_and_slope(x, out, slope):
    """Both, written into arrays."""
    with np.errstate(over="ignore", invalid="ignore"):
        cdf(x, out, slope)
        np.multiply(slope, TO_POWER, slope)
        power(slope, slope)
        np.multiply(slope, x, slope)
        np.multiply(slope, DENSITY, slope)
        np.add(slope, out, slope)
        np.multiply(out, x, out)


def is_large(x):
    """Whether it is quicker this way: for many numbers, in float32."""
    return type(x) is np.ndarray and x.dtype.char == "f" and x.size >= LARGE
