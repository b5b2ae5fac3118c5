"""powers: square, and exponents that are tensors (shelf).

Here the derivative needs care: 0 to the power 0 is 1, log(0) is -inf, and 0 * inf is nan. `masked` keeps what is
meaningless out of the sum.
"""

from ..._tensor import method
from ...backend import array_module
from ..index.where import masked
from ..inplace.in_place import in_place_forms
from ..op import common, op
from .exponential import log_of


@op(promote=common, derivative="PowBackward0")
def square(input):
    """input * input. Source: PyTorch, torch.square."""
    return input.astype("int64") if input.dtype.kind == "b" else input * input


square.grad(input=lambda g, input: g * (input + input))
method(square)


def power_of(input, exponent):
    """input**exponent. NumPy refuses negative powers of integers; PyTorch rounds them to 0, except those of 1 and -1."""
    if getattr(input, "dtype", exponent.dtype).kind not in "iu":
        return input**exponent
    xp = array_module(exponent)
    whole = xp.power(input, xp.maximum(exponent, 0))
    inverse = xp.where(input == 1, 1, xp.where(input == -1, 1 - 2 * (exponent % 2), 0))
    return xp.where(exponent < 0, inverse, whole).astype(exponent.dtype)


def in_base(g, input, exponent):
    """The power rule; nothing where the exponent is 0."""
    return masked(g * (exponent * input ** (exponent - 1)), exponent != 0)


def in_exponent(g, input, exponent, out):
    """input**exponent * log(input); nothing where input is 0, unless the exponent is negative."""
    return masked(g * (out * log_of(input)), ~((input == 0) & (exponent.real >= 0)))


# a base and an exponent that are tensors, or one of them a number
_power_tensors = op(power_of, promote=common, tensors="any", derivative="PowBackward1")
_power_tensors.grad(input=in_base, exponent=in_exponent)
_power_tensors.name = "pow"


method(_power_tensors, "_power_tensors")
in_place_forms("square")
