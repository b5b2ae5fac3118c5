"""pointwise: relu, sigmoid, tanh, silu and gelu, and their derivatives, as kernels (short cuts).

Each is the formula of the same name in nn/functional/activation.py or ops/pointwise/activation.py; where a derivative has
a gradient g, it comes first.
"""

from . import functions as f
from .kernel import pointwise

ONE, HALF, ZERO = f.ONE, f.HALF, f.ZERO
BEND, CURVE, SLOPE = f.f4(0.044715), f.f4((2 / 3.141592653589793) ** 0.5), f.f4(3 * 0.044715)


@pointwise(0.1)
def relu_back(g, y):
    """g where y is not 0"""
    return g if y != ZERO else ZERO


@pointwise(0.25)
def sigmoid(x):
    """1 / (1 + e**-x)"""
    return f.sigmoid(x)


@pointwise(0.1)
def sigmoid_back(g, y):
    """g (y - y^2)"""
    return g * (y - y * y)


@pointwise(0.2)
def tanh(x):
    """(e**x - e**-x) / (e**x + e**-x)"""
    return f.tanh(x)


@pointwise(0.1)
def tanh_back(g, y):
    """g (1 - y^2)"""
    return g * (ONE - y * y)


@pointwise(0.25)
def silu(x):
    """x sigmoid(x)"""
    return x * f.sigmoid(x)


@pointwise(0.3)
def silu_back(g, x):
    """g (s + x s (1 - s)) with s = sigmoid(x)"""
    s = f.sigmoid(x)
    return g * (s + x * s * (ONE - s))


@pointwise(0.2)
def gelu(x):
    """x cdf(x)"""
    return x * f.cdf(x)


@pointwise(0.4)
def gelu_back(g, x):
    """g (cdf(x) + x pdf(x))"""
    return g * (f.cdf(x) + x * (f.DENSITY * f.exp(x * x * -HALF)))


@pointwise(0.3)
def gelu_tanh(x):
    """x (1 + t) / 2 with t = tanh(sqrt(2 / pi) (x + 0.044715 x^3))"""
    return x * HALF * (f.tanh((x + x * x * x * BEND) * CURVE) + ONE)


@pointwise(0.3)
def gelu_tanh_back(g, x):
    """g times its slope"""
    t = f.tanh((x + x * x * x * BEND) * CURVE)
    bend = (x * x * SLOPE + ONE) * (HALF * CURVE)
    return g * ((t + ONE) * HALF + x * (ONE - t * t) * bend)
