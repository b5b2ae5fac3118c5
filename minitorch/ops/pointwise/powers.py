"""powers: square, exponents that are tensors, and float_power, pow in double precision (shelf).

Here the derivative needs care: 0 to the power 0 is 1, log(0) is -inf, and 0 * inf is nan. `masked` keeps what is
meaningless out of the sum.
"""

from ..._tensor import method
from ...backend import array_module
from ...dtypes import COMPLEX, complex128, float64
from ..index.where import masked
from ..inplace.in_place import in_place_forms
from ..op import NUMBER, common, op
from .exponential import log_of
from .pow import _power, power_rule


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


def wide(operands):
    """float64, or complex128 where something is complex."""
    return complex128 if common(operands).category == COMPLEX else float64


wide.always = True  # it converts even when the operands agree


def of_tensors(promote):
    """x**exponent for a base and an exponent that are tensors, or one of them a number."""
    made = op(power_of, promote=promote, tensors="any", derivative="PowBackward1").grad(
        input=in_base, exponent=in_exponent
    )
    made.name = "pow"
    return made


_power_tensors, _float_power_tensors = of_tensors(common), of_tensors(wide)
_float_power = op(promote=wide, derivative="PowBackward0")(_power.forward).grad(input=power_rule)
_float_power.name = "pow"


def float_power(input, exponent, *, out=None):
    """pow in float64, whatever the dtypes. Source: PyTorch, torch.float_power."""
    return (_float_power if isinstance(exponent, NUMBER) else _float_power_tensors)(input, exponent, out=out)


method(_power_tensors, "_power_tensors")
method(float_power)
in_place_forms("square", "float_power")
