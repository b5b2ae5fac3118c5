"""pow: x to the power of y (core).

Here the derivative needs care: 0 to the power 0 is 1, log(0) is -inf, and 0 * inf is nan. `masked` keeps what is
meaningless out of the sum.
"""

import numpy as np

from ..._tensor import Tensor, method
from ...backend import array_module
from ...dtypes import INTEGER
from ..index.where import masked
from ..op import NUMBER, common, op
from .arithmetic import zeros_of
from .exp_log import log

__all__ = ["pow"]


# --- pow ------------------------------------------------------------------------------------------------------------


def power_kind(operands):
    """The dtype of a power. An integer to a negative power would be no integer."""
    kind, exponent = common(operands), operands[1]
    if kind.category <= INTEGER and isinstance(exponent, NUMBER) and exponent < 0:
        raise RuntimeError("Integers to negative integer powers are not allowed.")
    return kind


# the powers that are written as something quicker, which also says what -0.0 and -inf give
QUICK = {2: lambda x: x * x, 3: lambda x: x * x * x, 0.5: np.sqrt, -0.5: lambda x: 1 / np.sqrt(x)}
QUICK |= {-1: lambda x: 1 / x, -2: lambda x: 1 / (x * x)}


@op(promote=power_kind, derivative="PowBackward0")
def _power(x, exponent):
    if isinstance(exponent, NUMBER) and exponent in QUICK and x.dtype.kind in "fV":
        return QUICK[exponent](x)
    return x**exponent


def power_rule(g, x, exponent):
    """exponent * x**(exponent - 1), written so that squares cost no power."""
    if exponent == 2:
        return g * (x + x)
    return g * (_power(x, exponent - 1) * exponent) if exponent != 0 else zeros_of(g)


_power.grad(x=power_rule)


def power_of(x, exponent):
    """x**exponent. NumPy refuses negative powers of integers; PyTorch rounds them to 0, except those of 1 and -1."""
    if getattr(x, "dtype", exponent.dtype).kind not in "iu":
        return x**exponent
    xp = array_module(exponent)
    whole = xp.power(x, xp.maximum(exponent, 0))
    inverse = xp.where(x == 1, 1, xp.where(x == -1, 1 - 2 * (exponent % 2), 0))
    return xp.where(exponent < 0, inverse, whole).astype(exponent.dtype)


def in_base(g, x, exponent):
    """The power rule; nothing where the exponent is 0."""
    return masked(g * (exponent * x ** (exponent - 1)), exponent != 0)


def in_exponent(g, x, exponent, out):
    """x**exponent * log(x); nothing where x is 0, unless the exponent is negative."""
    return masked(g * (out * log_of(x)), ~((x == 0) & (exponent.real >= 0)))


def log_of(x):
    """The logarithm of an operand that may be a number."""
    return log(x) if hasattr(x, "ndim") else np.log(x).item()


_power_tensors = op(promote=common, tensors=0, derivative="PowBackward1")(power_of).grad(
    x=in_base, exponent=in_exponent
)
_power_tensors.name = "pow"
_power.name = "pow"


def pow(input, exponent, *, out=None):
    """input to the power of exponent; either may be a number, or both tensors that broadcast.

    >>> import minitorch as mt
    >>> mt.pow(mt.tensor([1.0, 2.0, 3.0]), 2), mt.pow(2, mt.tensor([1, 2, 3]))
    (tensor([1., 4., 9.]), tensor([2, 4, 8]))

    Errors: RuntimeError for an integer to a negative number. Source: PyTorch, torch.pow.
    """
    return (_power if isinstance(exponent, NUMBER) else _power_tensors)(input, exponent, out=out)


method(pow)
method(lambda x, y: _power.operator(x, y) if isinstance(y, NUMBER) else _power_tensors.operator(x, y), "__pow__")
method(lambda y, x: _power_tensors.operator(x, y) if isinstance(x, (Tensor, *NUMBER)) else NotImplemented, "__rpow__")
