"""exp, log, log1p, sqrt, rsqrt (core).

Each is one call of NumPy and one derivative from the table in the calculus book. Where the derivative is shorter in
terms of the result (exp, tanh, sigmoid), the formula names `out`, and the input need not be kept. NumPy's functions
hand CuPy's arrays over to CuPy's, so they need not be asked for.
"""

import numpy as np

from ..._tensor import method
from ...backend import ready
from ..op import floating, op

__all__ = ["sqrt", "rsqrt", "exp", "log", "log1p"]


# --- squares and their roots ----------------------------------------------------------------------------------------


@op(promote=floating)
def sqrt(input):
    """The square root; nan for negative numbers. Source: PyTorch, torch.sqrt."""
    return np.sqrt(input)


sqrt.grad(input=lambda g, out: g / (out + out))
method(sqrt)


@op(promote=floating)
def rsqrt(input):
    """1 / sqrt(input). Source: PyTorch, torch.rsqrt."""
    return ready(1, input) / np.sqrt(input)


rsqrt.grad(input=lambda g, out: g * (out * out * out) * -0.5)
method(rsqrt)


# --- exponentials and logarithms ------------------------------------------------------------------------------------


@op(promote=floating)
def exp(input):
    """e**input.

    >>> import minitorch as mt
    >>> mt.exp(mt.tensor([0, 1]))
    tensor([1.0000, 2.7183])

    Source: PyTorch, torch.exp.
    """
    return np.exp(input)


@op(promote=floating)
def log(input):
    """The natural logarithm: -inf at 0, nan below. Source: PyTorch, torch.log."""
    return np.log(input)


@op(promote=floating, derivative="Log1PBackward0")
def log1p(input):
    """log(1 + input), exact also near 0. Source: PyTorch, torch.log1p."""
    return np.log1p(input)


exp.grad(input=lambda g, out: g * out)
log.grad(input=lambda g, input: g / input)
log1p.grad(input=lambda g, input: g / (input + 1))

for _op in (exp, log, log1p):
    method(_op)
