"""normal: the distribution function of standard normal numbers, and gelu by it, in float32 (short cuts).

erf(z) = tanh(z Q(z^2)) with a polynomial Q of seven coefficients, fitted so that the largest relative error in float32 is
3e-7: NumPy's tanh works on many numbers at once, where the erf of SciPy takes one after the other, ten times as long.
"""

import numpy as np

from .pieces import LARGE

# from the highest power of x / sqrt(2) to the lowest, and the same of x
Q = (1.41851746e-7, -5.66846665e-6, 8.76372682e-5, -6.19784489e-4, -1.91831016e-4, 1.02769056e-1, 1.12837927)
ROOT = 0.5**0.5
OF_X = tuple([q * ROOT ** (2 * len(Q) - 1 - 2 * i) for i, q in enumerate(Q)])
DENSITY = (2 * np.pi) ** -0.5


def cdf(x, out, square):
    """(1 + erf(x / sqrt(2))) / 2, written into `out`, and x * x into `square`.

    Far from 0 the polynomial is inf, and the tanh 1.
    """
    np.multiply(x, x, square)
    np.multiply(square, OF_X[0], out)
    for factor in OF_X[1:-1]:
        np.add(out, factor, out)
        np.multiply(out, square, out)
    np.add(out, OF_X[-1], out)
    np.multiply(out, x, out)
    np.tanh(out, out)
    np.multiply(out, 0.5, out)
    return np.add(out, 0.5, out)


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
        np.multiply(slope, -0.5, slope)
        np.exp(slope, slope)
        np.multiply(slope, x, slope)
        np.multiply(slope, DENSITY, slope)
        np.add(slope, out, slope)
        np.multiply(out, x, out)


def is_large(x):
    """Whether it is quicker this way: for many numbers, in float32."""
    return type(x) is np.ndarray and x.dtype.char == "f" and x.size >= LARGE
