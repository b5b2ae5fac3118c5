"""pointwise: relu, sigmoid, tanh, silu and gelu, and their derivatives, as kernels (short cuts).

Each is the formula of the same name in nn/functional/activation.py or ops/pointwise/activation.py; where a derivative has
a gradient g, it comes first. Layer norm, gelu and softmax of 256 x 1024 numbers take half of the time that they take on NumPy.
"""

from . import functions as f
from .kernel import are_alike, kernel, of_arrays

ONE, HALF, ZERO = f.ONE, f.HALF, f.ZERO
BEND, CURVE, SLOPE = f.f4(0.044715), f.f4((2 / 3.141592653589793) ** 0.5), f.f4(3 * 0.044715)


def pointwise(cost):
    """A kernel that computes number by number, `cost` nanoseconds each: called with arrays alike, it makes one of its own."""

    def declare(function):
        operands = function.__code__.co_argcount
        run = kernel(", ".join(["f4[::1]"] * operands))(function)

        def twin(*arrays):
            return of_arrays(run, cost, arrays) if are_alike(arrays) else None

        twin.__name__, twin.__doc__, twin.kernel = function.__name__, function.__doc__, run
        return twin

    return declare


@pointwise(0.1)
def relu_back(g, y, out):
    """g where y is not 0"""
    for i in range(len(out)):
        out[i] = g[i] if y[i] != ZERO else ZERO


@pointwise(0.25)
def sigmoid(x, out):
    """1 / (1 + e**-x)"""
    for i in range(len(out)):
        out[i] = f.sigmoid(x[i])


@pointwise(0.1)
def sigmoid_back(g, y, out):
    """g (y - y^2)"""
    for i in range(len(out)):
        out[i] = g[i] * (y[i] - y[i] * y[i])


@pointwise(0.2)
def tanh(x, out):
    """(e**x - e**-x) / (e**x + e**-x)"""
    for i in range(len(out)):
        out[i] = f.tanh(x[i])


@pointwise(0.1)
def tanh_back(g, y, out):
    """g (1 - y^2)"""
    for i in range(len(out)):
        out[i] = g[i] * (ONE - y[i] * y[i])


@pointwise(0.25)
def silu(x, out):
    """x sigmoid(x)"""
    for i in range(len(out)):
        out[i] = x[i] * f.sigmoid(x[i])


@pointwise(0.3)
def silu_back(g, x, out):
    """g (s + x s (1 - s)) with s = sigmoid(x)"""
    for i in range(len(out)):
        s = f.sigmoid(x[i])
        out[i] = g[i] * (s + x[i] * s * (ONE - s))


@pointwise(0.2)
def gelu(x, out):
    """x cdf(x)"""
    for i in range(len(out)):
        out[i] = x[i] * f.cdf(x[i])


@pointwise(0.4)
def gelu_back(g, x, out):
    """g (cdf(x) + x pdf(x))"""
    for i in range(len(out)):
        out[i] = g[i] * (f.cdf(x[i]) + x[i] * (f.DENSITY * f.exp(x[i] * x[i] * -HALF)))


@pointwise(0.3)
def gelu_tanh(x, out):
    """x (1 + t) / 2 with t = tanh(sqrt(2 / pi) (x + 0.044715 x^3))"""
    for i in range(len(out)):
        out[i] = x[i] * HALF * (f.tanh((x[i] + x[i] * x[i] * x[i] * BEND) * CURVE) + ONE)


@pointwise(0.3)
def gelu_tanh_back(g, x, out):
    """g times its slope"""
    for i in range(len(out)):
        t = f.tanh((x[i] + x[i] * x[i] * x[i] * BEND) * CURVE)
        bend = (x[i] * x[i] * SLOPE + ONE) * (HALF * CURVE)
        out[i] = g[i] * ((t + ONE) * HALF + x[i] * (ONE - t * t) * bend)
