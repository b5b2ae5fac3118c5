"""copysign, heaviside, ldexp, frexp, nextafter, nan_to_num: signs, exponents and neighbours of floating-point numbers (shelf)."""

from ... import return_types
from ..._tensor import method
from ...backend import array_module
from ...dtypes import FLOATING
from ...ops.inplace.in_place import in_place_forms
from ..copy.to import convert
from ..index.where import masked
from ..op import common, floating, op
from .arithmetic import mul, zeros_of
from .exp_log import exp2
from .pow import pow

__all__ = ["copysign", "heaviside", "ldexp", "frexp", "nextafter", "nan_to_num"]


def ldexp(input, other, *, out=None):
    """input * 2**other. Source: PyTorch, torch.ldexp."""
    made = mul(input, pow(2.0, other), out=out)
    return convert(made, input.dtype) if out is None and input.is_floating_point() else made


method(ldexp)


# --- signs and steps of two -----------------------------------------------------------------------------------------


@op(promote=floating)
def copysign(x, y):
    """The size of x with the sign of y, which 0.0 and -0.0 have too. Source: PyTorch, torch.copysign."""
    return array_module(x).copysign(x, y)


copysign.grad(x=lambda g, x, out: g * masked(out / x, x != 0), y=lambda g, y: zeros_of(g))


@op(promote=common, tensors=2)
def heaviside(x, values):
    """0 for negative x, 1 for positive, and `values` at 0. Source: PyTorch, torch.heaviside."""
    xp = array_module(x)
    return xp.where(x == 0, values, xp.where(x > 0, 1, 0).astype(x.dtype))


for _function in (copysign, heaviside):
    method(_function)

return_types.named("frexp", "mantissa", "exponent")


@op(promote=floating, tensors=2)
def nextafter(x, other):
    """The number next to x in its dtype, on the way to `other`.

    >>> import minitorch as mt
    >>> mt.nextafter(mt.tensor([1.0]), mt.tensor([2.0])) - 1
    tensor([1.1921e-07])

    Source: PyTorch, torch.nextafter.
    """
    return array_module(x).nextafter(x, other)


nextafter.grad(x=lambda g, x, other: masked(g, x != other), other=lambda g: zeros_of(g))
method(nextafter)


@op
def _frexp(x):
    mantissa, exponent = array_module(x).frexp(x)
    finite = x - x == 0
    return mantissa, array_module(x).where(finite, exponent, 0).astype("int32")


_frexp.grad(x=lambda g, out: g[0] / exp2(out[1]))


def frexp(input, *, out=None):
    """(mantissa, exponent): input = mantissa * 2**exponent, the size of the mantissa from 0.5 up to but without 1.

    >>> import minitorch as mt
    >>> mt.frexp(mt.tensor([3.0, 10.0]))
    minitorch.return_types.frexp(
    mantissa=tensor([0.7500, 0.6250]),
    exponent=tensor([2, 4], dtype=minitorch.int32))

    Errors: RuntimeError for integers. Source: PyTorch, torch.frexp.
    """
    if input.dtype.category != FLOATING:
        raise RuntimeError(f"torch.frexp() only supports floating-point dtypes, but got {input.dtype.name}")
    return return_types.frexp(_frexp(input, out=out))


method(frexp)


@op
def _nan_to_num(x, nan, posinf, neginf):
    if x.dtype.kind in "iub":
        return x.copy()
    return array_module(x).nan_to_num(x, nan=nan, posinf=posinf, neginf=neginf)


_nan_to_num.grad(x=lambda g, x: g * (x - x == 0))  # inf - inf and nan - nan are nan


def nan_to_num(input, nan=None, posinf=None, neginf=None, *, out=None):
    """nan, inf and -inf replaced: by 0 and the largest and smallest numbers of the dtype, or as told.

    Source: PyTorch, torch.nan_to_num.
    """
    return _nan_to_num(input, 0.0 if nan is None else nan, posinf, neginf, out=out)


method(nan_to_num)
in_place_forms("copysign", "heaviside", "ldexp", "nan_to_num")
