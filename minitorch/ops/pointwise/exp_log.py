"""exp, log, sqrt, rsqrt, square, and exp and log to other bases (core).

Each is one call of NumPy and one derivative from the table in the calculus book. Where the derivative is shorter in
terms of the result (exp, tanh, sigmoid), the formula names `out`, and the input need not be kept. NumPy's functions
hand CuPy's arrays over to CuPy's, so they need not be asked for.
"""

import math

import numpy as np

from ..._tensor import method
from ...backend import ready
from ..op import common, floating, op

__all__ = ["square", "sqrt", "rsqrt", "exp", "exp2", "expm1", "log", "log2", "log10", "log1p"]


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
    return np.sqrt(x)


sqrt.grad(x=lambda g, out: g / (out + out))
method(sqrt)


@op(promote=floating)
def rsqrt(x):
    """1 / sqrt(x). Source: PyTorch, torch.rsqrt."""
    return ready(1, x) / np.sqrt(x)


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
    return np.exp(x)


@op(promote=floating)
def exp2(x):
    """2**x. Source: PyTorch, torch.exp2."""
    return np.exp2(x)


@op(promote=floating)
def expm1(x):
    """e**x - 1, exact also near 0. Source: PyTorch, torch.expm1."""
    return np.expm1(x)


@op(promote=floating)
def log(x):
    """The natural logarithm: -inf at 0, nan below. Source: PyTorch, torch.log."""
    return np.log(x)


@op(promote=floating)
def log2(x):
    """The logarithm to base 2. Source: PyTorch, torch.log2."""
    return np.log2(x)


@op(promote=floating)
def log10(x):
    """The logarithm to base 10. Source: PyTorch, torch.log10."""
    return np.log10(x)


@op(promote=floating, derivative="Log1PBackward0")
def log1p(x):
    """log(1 + x), exact also near 0. Source: PyTorch, torch.log1p."""
    return np.log1p(x)


exp.grad(x=lambda g, out: g * out)
exp2.grad(x=lambda g, out: g * out * math.log(2))
expm1.grad(x=lambda g, out: g * (out + 1))
log.grad(x=lambda g, x: g / x)
log2.grad(x=lambda g, x: g / (x * math.log(2)))
log10.grad(x=lambda g, x: g / (x * math.log(10)))
log1p.grad(x=lambda g, x: g / (x + 1))

for _op in (exp, exp2, expm1, log, log2, log10, log1p):
    method(_op)
