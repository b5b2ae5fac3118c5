"""pow: x to the power of y (core).

An exponent that is a tensor waits on the shelf, in powers.py.
"""

import numpy as np

from ..._tensor import Tensor, method
from ...dtypes import INTEGER
from ..op import NUMBER, common, op
from .arithmetic import zeros_of

__all__ = ["pow"]


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
def _power(input, exponent):
    if isinstance(exponent, NUMBER) and exponent in QUICK and input.dtype.kind in "fV":
        return QUICK[exponent](input)
    return input**exponent


def power_rule(g, input, exponent):
    """exponent * input**(exponent - 1), written so that squares cost no power."""
    if exponent == 2:
        return g * (input + input)
    return g * (_power(input, exponent - 1) * exponent) if exponent != 0 else zeros_of(g)


_power.grad(input=power_rule)


_power.name = "pow"


def pow(input, exponent, *, out=None):
    """input to the power of exponent; either may be a number, or both tensors that broadcast.

    >>> import minitorch as mt
    >>> mt.pow(mt.tensor([1.0, 2.0, 3.0]), 2), mt.pow(2, mt.tensor([1, 2, 3]))
    (tensor([1., 4., 9.]), tensor([2, 4, 8]))

    Errors: RuntimeError for an integer to a negative number. Source: PyTorch, torch.pow.
    """
    return (_power if isinstance(exponent, NUMBER) else Tensor._power_tensors)(input, exponent, out=out)


method(pow)


def _operator(x, y):
    """x ** y. Python asks y's class when this one says NotImplemented."""
    return _power.operator(x, y) if isinstance(y, NUMBER) else pow(x, y) if isinstance(y, Tensor) else NotImplemented


method(_operator, "__pow__")
method(lambda y, x: pow(x, y) if isinstance(x, (Tensor, *NUMBER)) else NotImplemented, "__rpow__")
