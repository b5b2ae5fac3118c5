"""sign, sgn, positive, copysign, heaviside, nan_to_num: signs and steps (shelf)."""

from ..._tensor import method
from ...backend import array_module
from ..index.where import masked
from ..inplace.in_place import in_place_forms
from ..op import common, op
from .arithmetic import abs, zeros_of
from .elementwise import elementwise


def positive(input):
    """input itself. Source: PyTorch, torch.positive."""
    if input._array.dtype.kind == "b":
        raise RuntimeError("The `+` operator, on a bool tensor is not supported.")
    return input


method(positive, "__pos__")


def direction(x):
    """sign and sgn on arrays. NumPy says nan for the sign of nan; PyTorch says 0."""
    xp = array_module(x)
    if x.dtype.kind == "b":
        return x.copy()
    return xp.sign(x) if x.dtype.kind == "c" else xp.subtract(x > 0, x < 0, dtype=x.dtype)


@op(promote=common)
def sign(input):
    """-1, 0 or 1: the sign of a real number. Its derivative is 0. Source: PyTorch, torch.sign."""
    if input.dtype.kind == "c":
        raise NotImplementedError("sign does not take complex numbers: sgn does")
    return direction(input)


@op(promote=common)
def sgn(input):
    """sign for real numbers; input / |input|, or 0, for complex ones. Source: PyTorch, torch.sgn."""
    return direction(input)


def turn(g, input, out):
    """How the direction of input follows input: not at all on the real line, across it in the complex plane."""
    if getattr(input, "_array", input).dtype.kind != "c":
        return zeros_of(g)
    size = abs(input) + (input == 0)  # g is zero there, and stays so
    return (g - (g * out).real * out.conj()) / size * (input != 0)


sign.grad(input=lambda g: zeros_of(g))
sgn.grad(input=turn)
copysign = elementwise(__name__, "copysign", "The size of input with the sign of other.", inputs=2)
copysign.grad(input=lambda g, input, out: g * masked(out / input, input != 0), other=lambda g, other: zeros_of(g))


@op(promote=common, tensors="all")
def heaviside(input, values):
    """0 for negative input, 1 for positive, and `values` at 0. Source: PyTorch, torch.heaviside."""
    return array_module(input).where(input == 0, values, (input > 0).astype(input.dtype))


@op
def _nan_to_num(input, nan, posinf, neginf):
    if input.dtype.kind in "iub":
        return input.copy()
    return array_module(input).nan_to_num(input, nan=nan, posinf=posinf, neginf=neginf)


_nan_to_num.grad(input=lambda g, input: g * (input - input == 0))  # inf - inf and nan - nan are nan


def nan_to_num(input, nan=None, posinf=None, neginf=None, *, out=None):
    """nan, inf and -inf replaced: by 0, the largest and smallest of the dtype, or as told. Source: PyTorch, torch.nan_to_num."""
    return _nan_to_num(input, 0.0 if nan is None else nan, posinf, neginf, out=out)


for _function in (positive, sign, sgn, copysign, heaviside, nan_to_num):
    method(_function)
in_place_forms("sign", "sgn", "copysign", "heaviside", "nan_to_num")
