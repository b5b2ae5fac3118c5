"""elementwise: the functions of one number, applied to every element.

Each is one call of NumPy and one derivative from the table in the calculus book. Where the derivative is shorter in
terms of the result (exp, tanh, sigmoid), the formula names `out`, and the input need not be kept. NumPy's functions
hand CuPy's arrays over to CuPy's, so they need not be asked for.
"""

import math

import numpy as np

from .._tensor import method
from ..backend import ready
from ..pieces import LARGE, in_pieces
from .op import common, floating, op
from .select import masked

__all__ = [
    "square", "sqrt", "rsqrt", "exp", "exp2", "expm1", "log", "log2", "log10", "log1p",
    "sin", "cos", "tan", "asin", "arcsin", "acos", "arccos", "atan", "arctan", "deg2rad", "rad2deg",
    "sinh", "cosh", "tanh", "asinh", "arcsinh", "acosh", "arccosh", "atanh", "arctanh", "sigmoid", "relu",
]  # fmt: skip

# --- squares and their roots ----------------------------------------------------------------------------------------


@op(promote=common, derivative="PowBackward0")
def square(x):
    """x * x. Source: PyTorch, torch.square."""
    return x.astype("int64") if x.dtype.kind == "b" else x * x


square.grad(x=lambda g, x: g * (x + x))
method(square)


@op(promote=floating)
def sqrt(x):
    """The square root; nan for negative numbers. Source: PyTorch, torch.sqrt."""
    return np.sqrt(x) if x.size < LARGE else in_pieces(np.sqrt, x)


sqrt.grad(x=lambda g, out: g / (out + out))
method(sqrt)


@op(promote=floating)
def rsqrt(x):
    """1 / sqrt(x). Source: PyTorch, torch.rsqrt."""
    return inverse_root(x) if x.size < LARGE else in_pieces(inverse_root, x)


def inverse_root(x, out=None):
    """1 / sqrt(x) of an array."""
    out = np.empty_like(x) if out is None else out
    np.sqrt(x, out=out)
    return np.divide(ready(1, x), out, out=out)


rsqrt.grad(x=lambda g, out: g * (out * out * out) * -0.5)
method(rsqrt)

# --- exponentials and logarithms ------------------------------------------------------------------------------------


@op(promote=floating)
def exp(x):
    """e**x.

    >>> import minitorch as mt
    >>> mt.exp(mt.tensor([0, 1]))
    tensor([1.0000, 2.7183])

    Source: PyTorch, torch.exp.
    """
    return in_pieces(np.exp, x)


@op(promote=floating)
def exp2(x):
    """2**x. Source: PyTorch, torch.exp2."""
    return in_pieces(np.exp2, x)


@op(promote=floating)
def expm1(x):
    """e**x - 1, exact also near 0. Source: PyTorch, torch.expm1."""
    return in_pieces(np.expm1, x)


@op(promote=floating)
def log(x):
    """The natural logarithm: -inf at 0, nan below. Source: PyTorch, torch.log."""
    return in_pieces(np.log, x)


@op(promote=floating)
def log2(x):
    """The logarithm to base 2. Source: PyTorch, torch.log2."""
    return in_pieces(np.log2, x)


@op(promote=floating)
def log10(x):
    """The logarithm to base 10. Source: PyTorch, torch.log10."""
    return in_pieces(np.log10, x)


@op(promote=floating)
def log1p(x):
    """log(1 + x), exact also near 0. Source: PyTorch, torch.log1p."""
    return in_pieces(np.log1p, x)


exp.grad(x=lambda g, out: g * out)
exp2.grad(x=lambda g, out: g * out * math.log(2))
expm1.grad(x=lambda g, out: g * (out + 1))
log.grad(x=lambda g, x: g / x)
log2.grad(x=lambda g, x: g / (x * math.log(2)))
log10.grad(x=lambda g, x: g / (x * math.log(10)))
log1p.grad(x=lambda g, x: g / (x + 1))

# --- the circle -----------------------------------------------------------------------------------------------------


@op(promote=floating)
def sin(x):
    """The sine of an angle in radians. Source: PyTorch, torch.sin."""
    return in_pieces(np.sin, x)


@op(promote=floating)
def cos(x):
    """The cosine of an angle in radians. Source: PyTorch, torch.cos."""
    return in_pieces(np.cos, x)


@op(promote=floating)
def tan(x):
    """sin(x) / cos(x). Source: PyTorch, torch.tan."""
    return in_pieces(np.tan, x)


@op(promote=floating)
def asin(x):
    """The angle whose sine is x, between -pi/2 and pi/2. Source: PyTorch, torch.asin."""
    return in_pieces(np.arcsin, x)


@op(promote=floating)
def acos(x):
    """The angle whose cosine is x, between 0 and pi. Source: PyTorch, torch.acos."""
    return in_pieces(np.arccos, x)


@op(promote=floating)
def atan(x):
    """The angle whose tangent is x, between -pi/2 and pi/2. Source: PyTorch, torch.atan."""
    return in_pieces(np.arctan, x)


@op(promote=floating, derivative="Deg2RadBackward0")
def deg2rad(x):
    """Degrees as radians. Source: PyTorch, torch.deg2rad."""
    return x * x.dtype.type(math.pi / 180)


@op(promote=floating, derivative="Rad2DegBackward0")
def rad2deg(x):
    """Radians as degrees. Source: PyTorch, torch.rad2deg."""
    return x * x.dtype.type(180 / math.pi)


sin.grad(x=lambda g, x: g * cos(x))
cos.grad(x=lambda g, x: -g * sin(x))
tan.grad(x=lambda g, out: g * (1 + out * out))
asin.grad(x=lambda g, x: g * rsqrt(1 - x * x))
acos.grad(x=lambda g, x: -g * rsqrt(1 - x * x))
atan.grad(x=lambda g, x: g / (1 + x * x))
deg2rad.grad(x=lambda g: g * (math.pi / 180))
rad2deg.grad(x=lambda g: g * (180 / math.pi))

# --- the hyperbola --------------------------------------------------------------------------------------------------


@op(promote=floating)
def sinh(x):
    """(e**x - e**-x) / 2. Source: PyTorch, torch.sinh."""
    return in_pieces(np.sinh, x)


@op(promote=floating)
def cosh(x):
    """(e**x + e**-x) / 2. Source: PyTorch, torch.cosh."""
    return in_pieces(np.cosh, x)


@op(promote=floating)
def tanh(x):
    """sinh(x) / cosh(x): a smooth step from -1 to 1.

    >>> import minitorch as mt
    >>> mt.tanh(mt.tensor([-1.0, 0.0, 1.0]))
    tensor([-0.7616,  0.0000,  0.7616])

    Source: PyTorch, torch.tanh.
    """
    return np.tanh(x) if x.size < LARGE else in_pieces(np.tanh, x)


@op(promote=floating)
def asinh(x):
    """The inverse of sinh. Source: PyTorch, torch.asinh."""
    return in_pieces(np.arcsinh, x)


@op(promote=floating)
def acosh(x):
    """The inverse of cosh; nan below 1. Source: PyTorch, torch.acosh."""
    return in_pieces(np.arccosh, x)


@op(promote=floating)
def atanh(x):
    """The inverse of tanh; nan beyond -1 and 1. Source: PyTorch, torch.atanh."""
    return in_pieces(np.arctanh, x)


sinh.grad(x=lambda g, x: g * cosh(x))
cosh.grad(x=lambda g, x: g * sinh(x))
tanh.grad(x=lambda g, out: g * (ready(1, out) - out * out))
asinh.grad(x=lambda g, x: g * rsqrt(x * x + 1))
acosh.grad(x=lambda g, x: g * rsqrt(x * x - 1))
atanh.grad(x=lambda g, x: g / (1 - x * x))

# --- the step, smooth and bent --------------------------------------------------------------------------------------


@op(promote=floating)
def sigmoid(x):
    """1 / (1 + e**-x): a smooth step from 0 to 1.

    >>> import minitorch as mt
    >>> mt.sigmoid(mt.tensor([-1000.0, 0.0, 1000.0]))
    tensor([0.0000, 0.5000, 1.0000])

    Source: PyTorch, torch.sigmoid.
    """
    if x.size >= LARGE:
        return in_pieces(logistic, x)
    one = ready(1, x)
    return one / (one + np.exp(-x))


def logistic(x, out=None):
    """The sigmoid of an array, a step of the formula after the other in one piece of memory."""
    one, out = ready(1, x), np.empty_like(x) if out is None else out
    np.negative(x, out=out)
    np.exp(out, out=out)
    np.add(out, one, out=out)
    return np.divide(one, out, out=out)


@op(promote=common)
def relu(x):
    """x where it is positive, else 0. Its slope at 0 is taken to be 0.

    >>> import minitorch as mt
    >>> mt.relu(mt.tensor([-1.0, 0.0, 2.0]))
    tensor([0., 0., 2.])

    Source: PyTorch, torch.relu.
    """
    if x.dtype.kind == "b":
        raise RuntimeError("Boolean inputs not supported for relu")
    if x.dtype.kind == "c":
        raise NotImplementedError("clamp is not supported for complex types")
    if x.size >= LARGE and x.dtype.kind == "f":
        return np.clip(x, 0, np.inf)  # with a number beside a large array it is quicker than maximum
    return np.maximum(x, ready(0, x))


sigmoid.grad(x=lambda g, out: g * (out - out * out))
relu.grad(x=lambda g, out: masked(g, out != 0))

for _op in (exp, exp2, expm1, log, log2, log10, log1p, sin, cos, tan, deg2rad, rad2deg):
    method(_op)
for _op in (sinh, cosh, tanh, sigmoid, relu):
    method(_op)
arcsin, arccos, arctan = method(asin, "asin", "arcsin"), method(acos, "acos", "arccos"), method(atan, "atan", "arctan")
arcsinh, arccosh = method(asinh, "asinh", "arcsinh"), method(acosh, "acosh", "arccosh")
arctanh = method(atanh, "atanh", "arctanh")
