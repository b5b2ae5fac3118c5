"""gates: gelu and silu: x times how sure one is of it (shelf)."""

import math

from ..._tensor import Tensor
from ...dtypes import from_numpy_dtype
from ...ops.inplace.in_place import History, write
from ...ops.one_step import listeners
from ...ops.op import op
from ...ops.pointwise.activation import sigmoid, tanh
from ...ops.pointwise.exp_log import exp
from .activation import single


def floats(x, name):
    """An array of floating numbers, those of 16 bits as float32. Raises for others."""
    if x.dtype.kind in "iubc":
        kind = from_numpy_dtype(x.dtype).title
        raise NotImplementedError(f"\"{name}\" not implemented for '{kind}': convert it with .float() first")
    return single(x)


def applied(function, input, inplace, *options):
    """function(input, *options), or the same written into the input's own memory."""
    if not inplace:
        return function(input, *options)
    if listeners:  # a trace writes down the operations inside
        return input.copy_(function(input.clone(), *options))
    History.allow(input)
    return write(input, function(History.before(input, options), *options))


@op
def _silu(input):
    wide = floats(input, "silu")
    return (wide * sigmoid(wide)).astype(input.dtype, copy=False)


def silu_slope(x):
    s = sigmoid(x)
    return s + x * s * (1 - s)


_silu.grad(input=lambda g, input: g * silu_slope(single(input)))


def silu(input, inplace=False):
    """x sigmoid(x). Source: PyTorch, torch.nn.functional.silu."""
    return applied(_silu, input, inplace)


@op
def _gelu(input):
    wide = floats(input, "gelu")
    return (wide * cdf(wide)).astype(input.dtype, copy=False)


def cdf(x):
    """The probability that a standard normal number is at most x."""
    return (Tensor.erf(x * math.sqrt(0.5)) + 1) * 0.5


def gelu_slope(x):
    """cdf(x) + x times the density of standard normal numbers at x."""
    return cdf(x) + x * (exp(x * x * -0.5) * (1 / math.sqrt(2 * math.pi)))


_gelu.grad(input=lambda g, input: g * gelu_slope(single(input)))


def bent(x):
    """tanh(sqrt(2 / pi) (x + 0.044715 x**3)), which is close to 2 cdf(x) - 1."""
    return tanh((x + x * x * x * 0.044715) * math.sqrt(2 / math.pi))


@op(derivative="GeluBackward0")
def _gelu_tanh(input):
    wide = floats(input, "gelu")
    return (wide * 0.5 * (bent(wide) + 1)).astype(input.dtype, copy=False)


def gelu_tanh_slope(x):
    t = bent(x)
    return (t + 1) * 0.5 + x * (1 - t * t) * (x * x * (3 * 0.044715) + 1) * (0.5 * math.sqrt(2 / math.pi))


_gelu_tanh.grad(input=lambda g, input: g * gelu_tanh_slope(single(input)))


def gelu(input, *, approximate="none"):
    """x times the probability that a standard normal number is below x; "tanh" computes it approximately.

    Source: Hendrycks and Gimpel, "Gaussian Error Linear Units"; PyTorch, torch.nn.functional.gelu.
    """
    if approximate not in ("none", "tanh"):
        raise RuntimeError(f"approximate argument must be either none or tanh, not {approximate}")
    return _gelu(input) if approximate == "none" else _gelu_tanh(input)
