"""normal: the distribution function of standard normal numbers, and gelu by it, in float32 (short cuts).

(1 + erf(x / sqrt(2))) / 2 = 1 / (1 + e**(-2 x R(x^2))) with a fraction R, fitted so that the largest error is 1.2e-7, as in
PyTorch: NumPy's powers are of many numbers at once, where the erf of SciPy takes one after the other, ten times as long. As
a continued fraction, R(s) = A + s (B + C / (s + D + E / (s + F))), it takes eight steps; a polynomial as exact has degree
six, and takes twelve.
"""

import numpy as np

from .pieces import LARGE, empty, in_shares
from .powers import POWER, power

STEPS = 20  # how long gelu takes, in steps that go through all numbers


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
    np.square(x, square)
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


def gelu(x):
    """x times the probability that a standard normal number is below x: of a large array by several threads."""
    out, square = empty(x.shape), empty(x.shape)
    given, made, spare = x.reshape(-1), out.reshape(-1), square.reshape(-1)

    def work(some):
        with np.errstate(over="ignore", invalid="ignore"):
            part = cdf(given[some], made[some], spare[some])
            np.multiply(part, given[some], part)

    in_shares(work, given, STEPS, 0)
    return out


def gelu_with_slope(x):
    """gelu, and its derivative: that probability plus x times the density at x."""
    out, slope = empty(x.shape), empty(x.shape)
    given, made, slopes = x.reshape(-1), out.reshape(-1), slope.reshape(-1)

    def work(some):
        gelu_and_slope(given[some], made[some], slopes[some])

    in_shares(work, given, STEPS, 0)
    return out, slope


def gelu_and_slope(x, out, slope):
    """Both, of some numbers, written into arrays."""
    with np.errstate(over="ignore", invalid="ignore"):
        cdf(x, out, slope)
        np.multiply(slope, TO_POWER, slope)
        power(slope, slope)
        np.multiply(slope, x, slope)
        np.multiply(slope, DENSITY, slope)
        np.add(slope, out, slope)
        np.multiply(out, x, out)


# erfinv(x) = x P(w - 2.5) with w = -log(1 - x^2), a polynomial fitted so that its error is 6e-9 of it for w below 5
INVERSE = constants(
    1.501409359282494, 0.24664028615345415, -0.004177386781089417, -0.0012527418784471092, 0.0002183444394295431,
    -4.9633478553700925e-06, -3.462704759091462e-06, 4.661706641765877e-07, 2.3232644322950862e-08, -8.791056493009284e-09,
)  # fmt: skip
MIDDLE, MINUS = constants(2.5, -1)


def erfinv(x, exact, out=None):
    """The inverse of erf: off by at most 2.3e-7 of it, rounding and all; near -1 and 1 it is `exact`'s."""
    out, w = np.empty_like(x) if out is None else out, np.subtract(ONE, x)
    with np.errstate(invalid="ignore", divide="ignore", over="ignore"):
        np.multiply(w, np.add(x, ONE, out), w)
        np.log(w, w)
        np.multiply(w, MINUS, w)
        np.subtract(w, MIDDLE, w)
        np.multiply(w, INVERSE[-1], out)
        for factor in INVERSE[-2:0:-1]:
            np.add(out, factor, out)
            np.multiply(out, w, out)
        np.add(out, INVERSE[0], out)
        np.multiply(out, x, out)
    edge = np.flatnonzero(w >= MIDDLE)  # not where x is outside: there w is nan, and so is the answer
    if len(edge):
        out[edge] = exact(x[edge])
    return out


def is_large(x):
    """Whether it is quicker this way: for many numbers, in float32."""
    return type(x) is np.ndarray and x.dtype.char == "f" and x.size >= LARGE
