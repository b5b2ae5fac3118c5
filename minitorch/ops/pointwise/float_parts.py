"""copysign, heaviside, ldexp, frexp, nextafter, nan_to_num: signs, exponents and neighbours of floating-point numbers (shelf)."""

from ... import return_types
from ..._tensor import Tensor, method
from ...backend import array_module
from ...dtypes import FLOATING, finfo, from_numpy_dtype
from ...ops.inplace.in_place import in_place_forms
from ..copy.to import convert
from ..index.where import masked
from ..inplace.in_place import in_place
from ..op import NUMBER, common, floating, op
from ..promotion import is_half
from ..step_names import step_called
from .arithmetic import mul, zeros_of
from .exp_log import exp2
from .pow import pow
from .round import no_derivative

__all__ = ["copysign", "heaviside", "ldexp", "frexp", "nextafter", "nan_to_num"]


def ldexp(input, other, *, out=None):
    """input * 2**other. Source: PyTorch, torch.ldexp."""
    if not isinstance(input, Tensor):
        raise TypeError(f"ldexp(): argument 'input' (position 1) must be Tensor, not {type(input).__name__}")
    whole = input.is_floating_point() and isinstance(other, Tensor) and other.dtype.category < FLOATING
    if whole and other.dtype.name == "bool":
        raise NotImplementedError("\"ldexp_cpu_exp\" not implemented for 'Bool'")
    made = mul(input, pow(2.0, other), out=out)
    if whole and out is None:  # the exponents do not count in what dtype it is
        made = convert(made, input.dtype)
    return made if out is not None else step_called(made, "LdexpBackward0")


method(ldexp)


# --- signs and steps of two -----------------------------------------------------------------------------------------


@op(promote=floating, derivative=lambda x, y: f"CopysignBackward{int(isinstance(y, NUMBER))}")
def copysign(x, y):
    """The size of x with the sign of y, which 0.0 and -0.0 have too. Source: PyTorch, torch.copysign."""
    return array_module(x).copysign(x, y)


copysign.grad(x=lambda g, x, out: g * masked(out / x, x != 0), y=lambda g, y: zeros_of(g))


def alike(operands):
    """The one dtype of the operands; PyTorch's error when there are two."""
    x, values = operands
    if x.dtype is getattr(values, "dtype", None):
        return x.dtype
    if any([getattr(getattr(one, "dtype", None), "is_complex", False) for one in operands]):
        raise RuntimeError("heaviside is not yet implemented for complex tensors.")
    raise RuntimeError("heaviside is not yet implemented for tensors with different dtypes.")


@op(promote=alike, tensors=2, derivative="NotImplemented")
def heaviside(x, values):
    """0 for negative x, 1 for positive, and `values` at 0. Source: PyTorch, torch.heaviside."""
    if x.dtype.kind == "c":
        raise RuntimeError("heaviside is not yet implemented for complex tensors.")
    xp = array_module(x)
    return xp.where(x == 0, values, xp.where(x > 0, 1, 0).astype(x.dtype))


_refusing = no_derivative("heaviside", "It has none at 0, and elsewhere it is 0: take detach() of the operands.")
heaviside.grad(x=_refusing, values=_refusing)
for _function in (copysign, heaviside):
    method(_function)

return_types.named("frexp", "mantissa", "exponent")


def fractions_only(name):
    """A promotion: to the common dtype, which must be one of fractions."""

    def promote(operands):
        kind = common(operands)
        if kind.category != FLOATING:
            raise NotImplementedError(f"\"{name}_cpu\" not implemented for '{kind.title}': convert to a float first")
        return kind

    promote.always = True
    return promote


@op(promote=fractions_only("nextafter"), tensors=2)
def nextafter(x, other):
    """The number next to x in its dtype, on the way to `other`.

    >>> import minitorch as mt
    >>> mt.nextafter(mt.tensor([1.0]), mt.tensor([2.0])) - 1
    tensor([1.1921e-07])

    Errors: NotImplementedError for integers. Source: PyTorch, torch.nextafter.
    """
    return array_module(x).nextafter(x, other)


nextafter.grad(x=lambda g, x, other: masked(g, x != other), other=lambda g: zeros_of(g))
method(nextafter)
in_place(nextafter.call, "nextafter_")


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
    if not is_half(x):
        return array_module(x).nan_to_num(x, nan=nan, posinf=posinf, neginf=neginf)
    most = float(finfo(from_numpy_dtype(x.dtype)).max)  # NumPy knows neither bfloat16 nor the dtype that is meant
    wide = (nan, most if posinf is None else posinf, -most if neginf is None else neginf)
    return array_module(x).nan_to_num(x.astype("float32"), True, *wide).astype(x.dtype)


_nan_to_num.grad(x=lambda g, x: g * (x - x == 0))  # inf - inf and nan - nan are nan


def nan_to_num(input, nan=None, posinf=None, neginf=None, *, out=None):
    """nan, inf and -inf replaced: by 0 and the largest and smallest numbers of the dtype, or as told.

    Source: PyTorch, torch.nan_to_num.
    """
    return _nan_to_num(input, 0.0 if nan is None else nan, posinf, neginf, out=out)


method(nan_to_num)
in_place_forms("copysign", "heaviside", "ldexp", "nan_to_num")
