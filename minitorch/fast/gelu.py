"""gelu of large arrays of float32, and its derivative, without SciPy's erf (short cuts).

(1 + erf(x / sqrt(2))) / 2 = 1 / (1 + e**(-2 x R(x^2))) with a fraction R, fitted so that the largest error is 1.2e-7, as in
PyTorch: NumPy's powers are of many numbers at once, where the erf of SciPy takes one after the other. As a continued fraction,
R(s) = A + s (B + C / (s + D + E / (s + F))), it takes eight steps. gelu takes a fifth of the time, a step of a GPT 16 % less.
Where the processor has AVX-512, NumPy's powers of 2 take half of the time of those of e.
"""

import sys

import numpy as np

from . import add
from .kernels import enter
from .pieces import FLOAT32, in_shares
from .table import ShortCut

ROUND = ("minitorch.nn.functional.gates:", "minitorch.ops.pointwise.", "minitorch.ops.op:", "minitorch.ops.call:")
LARGE, STEPS = 1 << 13, 20  # numbers, and how long it takes in steps that go through all of them
WIDE = sys.platform == "linux" and np._core._multiarray_umath.__cpu_features__.get("AVX512_SKX", False)
power, UNIT = (np.exp2, 1 / np.log(2)) if WIDE else (np.exp, 1.0)  # power(x * UNIT) is e**x
# -2 A, -2 B, -2 C and -1 / 2 for that power, D, E, F, 1 and 1 / sqrt(2 pi), as arrays, which NumPy takes sooner than numbers
A, B, C, MINUS_HALF, D, E, F, ONE, DENSITY = [
    np.array(number, "float32")
    for number in (
        *[UNIT * n for n in (-1.5957698033403084, -0.036655619000165194, -0.7456842276796739, -0.5)],
        6.164124549950637, 219.64191204088326, 15.102411826378534, 1, (2 * np.pi) ** -0.5,
    )
]  # fmt: skip


def cdf(x, out, square):
    """(1 + erf(x / sqrt(2))) / 2, written into `out`, and x * x into `square`."""
    np.square(x, square)
    np.add(square, F, out)
    np.divide(E, out, out)
    np.add(out, square, out)
    np.add(out, D, out)
    np.divide(C, out, out)
    np.add(out, B, out)
    np.multiply(out, square, out)
    np.add(out, A, out)
    np.multiply(out, x, out)
    power(out, out)
    np.add(out, ONE, out)
    np.divide(ONE, out, out)


def fits(*arrays):
    """Whether arrays are large, of float32, and in one block of memory."""
    x = arrays[0]
    return all(
        [type(a) is np.ndarray and a.dtype is FLOAT32 and a.flags.c_contiguous and a.shape == x.shape for a in arrays]
    ) and (x.size >= LARGE)


def gelu(plain):
    """x times the probability that a standard normal number is below x."""

    def forward(x):
        if not fits(x):
            return plain(x)
        out = np.empty_like(x)
        given, made, square = x.reshape(-1), out.reshape(-1), np.empty(x.size, FLOAT32)

        def work(some):
            cdf(given[some], made[some], square[some])
            np.multiply(made[some], given[some], made[some])

        in_shares(work, given, STEPS)
        return out

    return forward


def to_input(plain):
    """g times that probability plus x times the density at x."""

    def formula(g, x):
        if not fits(x, g):
            return plain(g, x)
        out, spare = np.empty_like(x), np.empty(x.size, FLOAT32)
        given, slopes, made = x.reshape(-1), g.reshape(-1), out.reshape(-1)

        def work(some):
            part, slope = given[some], spare[some]
            cdf(part, made[some], slope)
            np.multiply(slope, MINUS_HALF, slope)
            power(slope, slope)
            np.multiply(slope, part, slope)
            np.multiply(slope, DENSITY, slope)
            np.add(slope, made[some], slope)
            np.multiply(slope, slopes[some], made[some])

        in_shares(work, given, STEPS)
        return out

    return formula


GELU = "minitorch.nn.functional.gates:gelu"
put = enter({GELU: gelu, f"{GELU}.grad[0]": to_input})
add(ShortCut("gelu", "minitorch.nn.functional.gates:gelu_slope", put, ROUND))
