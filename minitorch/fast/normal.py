"""normal: the distribution function of standard normal numbers, and gelu by it, in float32 (short cuts).

erf(x / sqrt(2)) = tanh(x R(x^2)) with a fraction R, fitted so that the largest error is 1.2e-7, as in PyTorch: NumPy's tanh
works on many numbers at once, where the erf of SciPy takes one after the other, ten times as long. As a continued fraction,
R(s) = A + s (B + C / (s + D + E / (s + F))), it takes eight steps; a polynomial as exact has degree six, and takes twelve.
"""

import sys

import numpy as np

from .pieces import LARGE


def constants(*numbers):
    """Numbers as arrays of float32, which NumPy takes sooner."""
    return [np.array(number, "float32") for number in numbers]


A, B, C = constants(0.7978849016701542, 0.018327809500082597, 0.37284211383983695)
D, E, F = constants(6.164124549950637, 219.64191204088326, 15.102411826378534)
HALF, DENSITY = constants(0.5, (2 * np.pi) ** -0.5)
# NumPy has a power of 2 for many numbers at once on these processors alone; there it takes half of the time of exp
WIDE = sys.platform == "linux" and np._core._multiarray_umath.__cpu_features__.get("AVX512_SKX", False)
power, (TO_POWER,) = (np.exp2, constants(-0.5 / np.log(2))) if WIDE else (np.exp, constants(-0.5))  # e**(-s / 2)


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
    np.tanh(out, out)
    multiply(out, HALF, out)
    return add(out, HALF, out)


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
