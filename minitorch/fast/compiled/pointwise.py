"""pointwise: relu, sigmoid, tanh, silu and gelu, and their derivatives, as kernels (short cuts).

Each is the formula of the same name in nn/functional/activation.py or ops/pointwise/activation.py; where a derivative has
a gradient g, it comes first.
"""

from . import functions as f
from .kernel import pointwise

ONE, HALF, ZERO = f.ONE, f.HALF, f.ZERO
BEND, CURVE, SLOPE = f.f4(0.044715), f.f4((2 / 3.141592653589793) ** 0.5), f.f4(3 * 0.044715)


@pointwise(0.1, operands=2)
def relu_back(g, y, out):
    """g where y is not 0"""
    for i in range(len(y)):
        out[i] = g[i] if y[i] != ZERO else ZERO


@pointwise(0.25)
def sigmoid(x, out):
    """1 / (1 + e**-x)"""
    for i in range(len(x)):
        out[i] = f.sigmoid(x[i])


@pointwise(0.1, operands=2)
def sigmoid_back(g, y, out):
    """g (y - y^2)"""
    for i in range(len(y)):
        out[i] = g[i] * (y[i] - y[i] * y[i])


@pointwise(0.2)
def tanh(x, out):
    """(e**x - e**-x) / (e**x + e**-x)"""
    for i in range(len(x)):
        out[i] = f.tanh(x[i])


@pointwise(0.1, operands=2)
def tanh_back(g, y, out):
    """g (1 - y^2)"""
    for i in range(len(y)):
        out[i] = g[i] * (ONE - y[i] * y[i])


@pointwise(0.25)
def silu(x, out):
    """x sigmoid(x)"""
    for i in range(len(x)):
        out[i] = x[i] * f.sigmoid(x[i])


@pointwise(0.3, operands=2)
def silu_back(g, x, out):
    """g (s + x s (1 - s)) with s = sigmoid(x)"""
    for i in range(len(x)):
        s = f.sigmoid(x[i])
        out[i] = g[i] * (s + x[i] * s * (ONE - s))


@pointwise(0.2)
def gelu(x, out):
    """x cdf(x)"""
    for i in range(len(x)):
        out[i] = x[i] * f.cdf(x[i])


@pointwise(0.4, operands=2)
def gelu_back(g, x, out):
    """g (cdf(x) + x pdf(x))"""
    for i in range(len(x)):
        out[i] = g[i] * (f.cdf(x[i]) + x[i] * (f.DENSITY * f.exp(x[i] * x[i] * -HALF)))


@pointwise(0.3)
def gelu_tanh(x, out):
    """x (1 + t) / 2 with t = tanh(sqrt(2 / pi) (x + 0.044715 x^3))"""
    for i in range(len(x)):
        t = f.tanh((x[i] + x[i] * x[i] * x[i] * BEND) * CURVE)
        out[i] = x[i] * HALF * (t + ONE)


@pointwise(0.3, operands=2)
def gelu_tanh_back(g, x, out):
    """g times its slope"""
    for i in range(len(x)):
        t = f.tanh((x[i] + x[i] * x[i] * x[i] * BEND) * CURVE)
        bend = (x[i] * x[i] * SLOPE + ONE) * (HALF * CURVE)
        out[i] = g[i] * ((t + ONE) * HALF + x[i] * (ONE - t * t) * bend)
