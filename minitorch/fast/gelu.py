"""gelu of large arrays of float32, and its derivative, without SciPy's erf (short cuts).

(1 + erf(x / sqrt(2))) / 2 = (1 + tanh(x R(x^2))) / 2 with a fraction R, fitted so that the largest error is 1.3e-7, as in
PyTorch: NumPy's tanh is of many numbers at once, where the erf of SciPy takes one after the other. As a continued fraction,
R(s) = A + s (B + C / (s + D + E / (s + F))), it takes eight steps. gelu takes a fifth of the time, a step of a GPT 16 % less.
"""

import numpy as np

from .._tensor import Tensor
from ..graph.grad_mode import is_grad_enabled
from ..nn.functional import gates
from ..ops.op import op
from . import add
from .kernels import enter
from .pieces import FLOAT32, in_shares
from .table import ShortCut, in_place_of
from .twins import Numba

ROUND = ("minitorch.nn.functional.gates:", "minitorch.ops.pointwise.", "minitorch.ops.op:", "minitorch.ops.call:")
LARGE, STEPS = 1 << 13, 20  # numbers, and how long it takes in steps that go through all of them
# as arrays, which NumPy takes sooner than numbers
A, B, C, D, E, F, HALF, DENSITY = [
    np.array(number, "float32")
    for number in (
        0.7978849016701542, 0.0183278095000826, 0.37284211383983695, 6.164124549950637, 219.64191204088326,
        15.102411826378534, 0.5, (2 * np.pi) ** -0.5,
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
    np.tanh(out, out)
    np.multiply(out, HALF, out)
    np.add(out, HALF, out)


def fits(x):
    """Whether an array is large, of float32, and in one block of memory."""
    return type(x) is np.ndarray and x.dtype is FLOAT32 and x.flags.c_contiguous and x.size >= LARGE


def computed(x, slope=None):
    """gelu of an array that fits, and in `slope` its derivative there: that probability plus x times the density at x."""
    out = np.empty_like(x)
    given, made = x.reshape(-1), out.reshape(-1)
    slopes = np.empty(x.size, FLOAT32) if slope is None else slope.reshape(-1)

    def work(some):
        part, result, line = given[some], made[some], slopes[some]
        cdf(part, result, line)
        if slope is not None:
            np.multiply(line, -HALF, line)
            np.exp(line, line)
            np.multiply(line, part, line)
            np.multiply(line, DENSITY, line)
            np.add(line, result, line)
        np.multiply(result, part, result)

    in_shares(work, given, STEPS)
    return out


def gelu(plain):
    """x times the probability that a standard normal number is below x."""
    return lambda x: computed(x) if fits(x) else plain(x)


@op(derivative="GeluBackward0")
def _gelu_and_slope(input, slope):
    return computed(input, slope)


_gelu_and_slope.grad(input=lambda g, input, slope: g * (gates.gelu_slope(input) if isinstance(g, Tensor) else slope))
plain = gates._gelu


def gelu_for_both(input):
    """gelu of a tensor; where its derivative will be asked for, it is worked out on the way: that takes half of the time."""
    x = input._array
    wanted = (input._requires_grad or input._base is not None) and is_grad_enabled()
    return _gelu_and_slope.call(input, np.empty_like(x)) if wanted and Numba.missing and fits(x) else plain(input)


def put():
    """Let both be used; returns what undoes it."""
    undo, back = enter({"minitorch.nn.functional.gates:gelu": gelu})(), in_place_of(gates, "_gelu", gelu_for_both)()
    return lambda: (undo(), back())


add(ShortCut("gelu", "minitorch.nn.functional.gates:gelu_slope", put, ROUND))
