"""powers: x to the power of y, and the other functions of two numbers.

Here the derivative needs care: 0 to the power 0 is 1, log(0) is -inf, and 0 * inf is nan. `masked` keeps what is
meaningless out of the sum.
"""

import math

import numpy as np

from .._tensor import Tensor, method
from ..backend import array_module
from ..dtypes import COMPLEX, INTEGER, complex128, float64
from ..pieces import LARGE, in_pieces
from .arithmetic import mul, zeros_of
from .elementwise import exp, log
from .op import NUMBER, common, floating, op
from .select import masked

__all__ = [
    "pow", "float_power", "atan2", "arctan2", "hypot", "logaddexp", "logaddexp2", "xlogy", "copysign", "heaviside",
    "ldexp",
]  # fmt: skip

# --- pow ------------------------------------------------------------------------------------------------------------


def power_kind(operands):
    """The dtype of a power. A whole number to a negative power would be no whole number."""
    kind, exponent = common(operands), operands[1]
    if kind.category <= INTEGER and isinstance(exponent, NUMBER) and exponent < 0:
        raise RuntimeError("Integers to negative integer powers are not allowed.")
    return kind


# the powers that are written as something quicker, which also says what -0.0 and -inf give
QUICK = {2: lambda x: x * x, 3: lambda x: x * x * x, 0.5: np.sqrt, -0.5: lambda x: 1 / np.sqrt(x)}
QUICK |= {-1: lambda x: 1 / x, -2: lambda x: 1 / (x * x)}


@op(promote=power_kind, derivative="PowBackward0")
def _power(x, exponent):
    if isinstance(exponent, NUMBER) and exponent in QUICK and x.dtype.kind == "f":
        return QUICK[exponent](x)
    if x.size < LARGE or x.dtype.kind != "f" or getattr(exponent, "ndim", 0):
        return x**exponent
    return in_pieces(lambda part, out=None: np.power(part, exponent, out=out), x)


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


def wide(operands):
    """float64, or complex128 where something is complex."""
    return complex128 if common(operands).category == COMPLEX else float64


wide.always = True  # it converts even when the operands agree


def second(x, exponent):
    """PyTorch numbers its steps: two tensors, or the base a number."""
    return f"PowBackward{1 + isinstance(x, NUMBER)}"


_power_tensors = op(promote=common, tensors=0, derivative=second)(power_of).grad(x=in_base, exponent=in_exponent)
_float_power_tensors = op(promote=wide, tensors=0, derivative=second)(power_of).grad(x=in_base, exponent=in_exponent)
_float_power = op(promote=wide, derivative="PowBackward0")(_power.forward).grad(x=power_rule)
_power_tensors.name = _float_power_tensors.name = "pow"
_power.name = _float_power.name = "pow"


def pow(input, exponent, *, out=None):
    """input to the power of exponent; either may be a number, or both tensors that broadcast.

    >>> import minitorch as mt
    >>> mt.pow(mt.tensor([1.0, 2.0, 3.0]), 2), mt.pow(2, mt.tensor([1, 2, 3]))
    (tensor([1., 4., 9.]), tensor([2, 4, 8]))

    Errors: RuntimeError for an integer to a negative number. Source: PyTorch, torch.pow.
    """
    return (_power if isinstance(exponent, NUMBER) else _power_tensors)(input, exponent, out=out)


def float_power(input, exponent, *, out=None):
    """pow in float64, whatever the dtypes. Source: PyTorch, torch.float_power."""
    return (_float_power if isinstance(exponent, NUMBER) else _float_power_tensors)(input, exponent, out=out)


method(pow)
method(float_power)
Tensor.__pow__ = lambda x, y: _power.operator(x, y) if isinstance(y, NUMBER) else _power_tensors.operator(x, y)
Tensor.__rpow__ = lambda y, x: _power_tensors.operator(x, y) if isinstance(x, (Tensor, *NUMBER)) else NotImplemented


def ldexp(input, other, *, out=None):
    """input * 2**other. Source: PyTorch, torch.ldexp."""
    if not isinstance(input, Tensor):
        raise TypeError(f"ldexp(): argument 'input' (position 1) must be Tensor, not {type(input).__name__}")
    return mul(input, pow(2.0, other), out=out)


method(ldexp)

# --- triangles ------------------------------------------------------------------------------------------------------


@op(promote=floating, tensors=2)
def atan2(y, x):
    """The angle of the point (x, y), between -pi and pi. Source: PyTorch, torch.atan2."""
    return array_module(y).arctan2(y, x)


@op(promote=floating, tensors=2)
def hypot(x, y):
    """sqrt(x**2 + y**2), without overflow. Source: PyTorch, torch.hypot."""
    return array_module(x).hypot(x, y)


def turning(x, y):
    """How fast the angle of (x, y) turns: 1 / (x**2 + y**2); at the origin, which has no angle, 0."""
    square = x * x + y * y
    return masked(1 / square, square != 0)


atan2.grad(y=lambda g, x, y: g * (x * turning(x, y)), x=lambda g, x, y: g * (-y * turning(x, y)))
hypot.grad(x=lambda g, x, out: g * (x / out), y=lambda g, y, out: g * (y / out))
arctan2 = method(atan2, "atan2", "arctan2")
method(hypot)

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


def numbered(x, y):
    """PyTorch numbers its steps: two tensors, the first a number, the second a number."""
    return f"XlogyBackward{isinstance(x, NUMBER) + 2 * isinstance(y, NUMBER)}"


@op(promote=floating, tensors=0, derivative=numbered)
def xlogy(x, y):
    """x * log(y), and 0 where x is 0, even if y is too. Source: PyTorch, torch.xlogy."""
    y = in_dtype_of(x, y)
    xp = array_module(y)
    found = x * xp.log(y)
    return xp.where((x == 0) & (y == y), found.dtype.type(0), found)


xlogy.grad(x=lambda g, x, y: masked(xlogy(g, y), ~((x == 0) & (y <= 0))), y=lambda g, x, y: g * (x / y))

# --- signs and steps of two -----------------------------------------------------------------------------------------


@op(promote=floating, derivative=lambda x, y: f"CopysignBackward{int(isinstance(y, NUMBER))}")
def copysign(x, y):
    """The size of x with the sign of y, which 0.0 and -0.0 have too. Source: PyTorch, torch.copysign."""
    return array_module(x).copysign(x, y)


copysign.grad(x=lambda g, x, out: g * masked(out / x, x != 0), y=lambda g: zeros_of(g))


def alike(operands):
    """The one dtype of the operands; PyTorch's error when there are two."""
    x, values = operands
    if x.dtype is getattr(values, "dtype", None):
        return x.dtype
    raise RuntimeError("heaviside is not yet implemented for tensors with different dtypes.")


@op(promote=alike, tensors=2)
def heaviside(x, values):
    """0 for negative x, 1 for positive, and `values` at 0. Source: PyTorch, torch.heaviside."""
    if x.dtype.kind == "c":
        raise RuntimeError("heaviside is not yet implemented for complex tensors.")
    xp = array_module(x)
    return xp.where(x == 0, values, xp.where(x > 0, 1, 0).astype(x.dtype))


def no_derivative(g):
    """Raises, as PyTorch does."""
    raise RuntimeError("derivative for aten::heaviside is not implemented: it has none at 0, and elsewhere it is 0")


heaviside.grad(x=no_derivative, values=no_derivative)
for _function in (logaddexp, logaddexp2, xlogy, copysign, heaviside):
    method(_function)
