"""float_power: pow in double precision (shelf)."""

from ..._tensor import method
from ...dtypes import COMPLEX, complex128, float64
from ..inplace.in_place import in_place_forms
from ..op import NUMBER, common, op, other_names
from .pow import _power, in_base, in_exponent, power_of, power_rule

__all__ = ["float_power"]


def wide(operands):
    """float64, or complex128 where something is complex."""
    return complex128 if common(operands).category == COMPLEX else float64


wide.always = True  # it converts even when the operands agree
_float_power_tensors = op(promote=wide, tensors=0, derivative="PowBackward1")(power_of).grad(
    x=in_base, exponent=in_exponent
)
_float_power = op(promote=wide, derivative="PowBackward0")(_power.forward).grad(x=power_rule)
_float_power.name = "pow"


@other_names(self="input")
def float_power(input, exponent, *, out=None):
    """pow in float64, whatever the dtypes. Source: PyTorch, torch.float_power."""
    return (_float_power if isinstance(exponent, NUMBER) else _float_power_tensors)(input, exponent, out=out)


method(float_power)


_float_power_tensors.name = "pow"
in_place_forms("float_power")
