"""logaddexp, logaddexp2, xlogy (shelf)."""

import math

from ..._tensor import method
from ...backend import array_module
from ...ops.inplace.in_place import in_place_forms
from ..index.where import masked
from ..op import floating, op
from .exp_log import exp, log

__all__ = ["logaddexp", "logaddexp2", "xlogy"]


# --- logarithms of two ----------------------------------------------------------------------------------------------


@op(promote=floating, tensors=2)
def logaddexp(x, y):
    """log(e**x + e**y), without overflow. Source: PyTorch, torch.logaddexp."""
    xp = array_module(x)
    if x.dtype.kind != "c":
        return xp.logaddexp(x, y)
    larger, smaller = xp.where(x.real > y.real, x, y), xp.where(x.real > y.real, y, x)
    both_infinite = (x.real == y.real) & xp.isinf(x.real)
    return xp.where(both_infinite, xp.log(xp.exp(x) + xp.exp(y)), larger + xp.log1p(xp.exp(smaller - larger)))


@op(promote=floating, tensors=2)
def logaddexp2(x, y):
    """log2(2**x + 2**y), without overflow. Source: PyTorch, torch.logaddexp2."""
    return array_module(x).logaddexp2(x, y)


LOG2 = math.log(2)
logaddexp.grad(x=lambda g, x, y: g / (1 + exp(y - x)), y=lambda g, x, y: g / (1 + exp(x - y)))
logaddexp2.grad(x=lambda g, x, y: g / (1 + exp((y - x) * LOG2)), y=lambda g, x, y: g / (1 + exp((x - y) * LOG2)))


def in_dtype_of(x, y):
    """y, as an array if it is a number: NumPy's logarithm of a number would be of float64."""
    return y if hasattr(y, "dtype") else array_module(x).asarray(y, x.dtype)


def log_of(y):
    """The logarithm of an operand that may be a number."""
    return log(y) if hasattr(y, "ndim") else math.log(y) if y > 0 else -math.inf if y == 0 else math.nan


@op(promote=floating, tensors=0)
def xlogy(x, y):
    """x * log(y), and 0 where x is 0, even if y is too. Source: PyTorch, torch.xlogy."""
    y = in_dtype_of(x, y)
    xp = array_module(y)
    found = x * xp.log(y)
    return xp.where((x == 0) & (y == y), found.dtype.type(0), found)


xlogy.grad(x=lambda g, x, y: masked(g * log_of(y), ~((x == 0) & (y <= 0))), y=lambda g, x, y: g * x / y)
for _function in (logaddexp, logaddexp2, xlogy):
    method(_function)
in_place_forms("xlogy")
