"""elementwise: functions of one number, applied to every element, and powers."""

import math

import numpy as np

from ..backend import array_module
from ..dtypes import BOOL, FLOATING, INTEGER
from ..tensor import Tensor, method, wrap
from .arithmetic import mul, rsqrt
from .division import div
from .op import NUMBER, common, floating, op
from .select import choose, masked

__all__ = """exp exp2 expm1 log log2 log10 log1p pow float_power sin cos tan asin acos atan arcsin arccos arctan
sinh cosh tanh asinh acosh atanh arcsinh arccosh arctanh atan2 arctan2 sigmoid relu erf erfc floor
ceil round trunc fix frac hypot logaddexp xlogy copysign heaviside nan_to_num deg2rad rad2deg sinc logit""".split()


def elementwise(function, name=None, **options):
    """An op of a NumPy function of one argument, found in the module of the array it is given."""
    ufunc = function.__name__

    def forward(x):
        return getattr(array_module(x), ufunc)(x)

    forward.__name__ = name or ufunc
    forward.__doc__ = f"{ufunc} of every element. Source: PyTorch, torch.{forward.__name__}."
    return op(forward, promote=options.pop("promote", floating), **options)


# --- exponentials, logarithms, powers -----------------------------------------------------------------------------------


@op(promote=floating)
def exp(x):
    """e to the power x. Source: PyTorch, torch.exp."""
    return array_module(x).exp(x)


exp.grad(x=lambda g, out: g * out)


@op(promote=floating)
def log(x):
    """The natural logarithm. Source: PyTorch, torch.log."""
    return array_module(x).log(x)


log.grad(x=lambda g, x: g / x)

exp2, expm1 = elementwise(np.exp2), elementwise(np.expm1)
exp2.grad(x=lambda g, out: g * out * math.log(2))
expm1.grad(x=lambda g, out: g * out + g)

log2, log10, log1p = elementwise(np.log2), elementwise(np.log10), elementwise(np.log1p)
log2.grad(x=lambda g, x: g / (x * math.log(2)))
log10.grad(x=lambda g, x: g / (x * math.log(10)))
log1p.grad(x=lambda g, x: g / (x + 1))


def exponent_dtype(operands):
    """The dtype of a power; whole numbers to a negative power would be no whole numbers."""
    kind, exponent = common(operands), operands[1]
    if kind.category <= INTEGER and not isinstance(exponent, Tensor) and exponent < 0:
        raise RuntimeError("Integers to negative integer powers are not allowed.")
    return kind


@op(promote=exponent_dtype, derivative="PowBackward0")
def pow_number(x, exponent):
    return x**exponent


pow_number.grad(x=lambda g, x, exponent: g * 0 if exponent == 0 else g * (x ** (exponent - 1) * exponent))


@op(promote=common, derivative="PowBackward1")
def pow(x, exponent):
    """x to the power of the exponent, element by element. Source: PyTorch, torch.pow."""
    return integer_power(x, exponent) if getattr(x, "dtype", x) in WHOLE else x**exponent


WHOLE = frozenset(np.dtype(name) for name in "bool uint8 int8 int16 int32 int64".split())


def integer_power(x, exponent):
    """NumPy refuses negative powers of integers; PyTorch rounds them to 0, except those of 1 and -1."""
    xp = array_module(x)
    whole = xp.power(x, xp.maximum(exponent, 0)).astype(x.dtype)
    ones = xp.where(x == 1, 1, xp.where(x == -1, xp.where(exponent % 2 == 0, 1, -1), 0))
    return xp.where(exponent < 0, ones, whole).astype(x.dtype)


def slope_in_exponent(g, x, exponent, out):
    """out * log(x), and 0 where x is 0 and the exponent is not negative."""
    vanishes = (x == 0) & (exponent >= 0)
    return masked(g * (out * log(choose(vanishes, ones_for(x), x))), ~vanishes)


def ones_for(x):
    """A 1 that does not change the dtype it meets."""
    array = getattr(x, "_array", x)
    one = array_module(array).ones((), array.dtype)
    return wrap(one) if isinstance(x, Tensor) else one


pow.grad(
    x=lambda g, x, exponent: masked(g * (exponent * x ** (exponent - 1)), exponent != 0),
    exponent=slope_in_exponent,
)
_pow_tensors = pow.call


def _pow(input, exponent, *, out=None):
    if isinstance(exponent, NUMBER):
        if isinstance(exponent, (int, float)) and exponent == 2 and input.dtype.category != BOOL:
            exponent = int(exponent) if input.dtype.category <= INTEGER and isinstance(exponent, int) else exponent
        return pow_number(input, exponent, out=out)
    if isinstance(input, NUMBER) and isinstance(exponent, Tensor):
        input = wrap(np.asarray(input, common((input, exponent)).numpy))
    return _pow_tensors(input, exponent, out=out)


pow.call = _pow


def _power_operator(x, y):
    return _pow(x, y) if isinstance(y, (Tensor, *NUMBER)) else NotImplemented


Tensor.__pow__ = _power_operator
Tensor.__rpow__ = lambda y, x: _pow(x, y) if isinstance(x, NUMBER) else NotImplemented


def float_power(input, exponent):
    """pow, computed in float64. Source: PyTorch, torch.float_power."""
    wide = lambda x: x.to(x.dtype.to_complex() if x.dtype.is_complex else DOUBLE) if isinstance(x, Tensor) else x
    return pow(wide(input), wide(exponent))


DOUBLE = wrap(np.zeros(0)).dtype

# --- angles --------------------------------------------------------------------------------------------------------------

sin, cos, tan = elementwise(np.sin), elementwise(np.cos), elementwise(np.tan)
sin.grad(x=lambda g, x: g * cos(x))
cos.grad(x=lambda g, x: -g * sin(x))
tan.grad(x=lambda g, out: g + g * out * out)

asin, acos, atan = elementwise(np.arcsin, "asin"), elementwise(np.arccos, "acos"), elementwise(np.arctan, "atan")
asin.grad(x=lambda g, x: g * rsqrt(1 - x * x))
acos.grad(x=lambda g, x: -g * rsqrt(1 - x * x))
atan.grad(x=lambda g, x: g / (x * x + 1))

sinh, cosh = elementwise(np.sinh), elementwise(np.cosh)
sinh.grad(x=lambda g, x: g * cosh(x))
cosh.grad(x=lambda g, x: g * sinh(x))


@op(promote=floating)
def tanh(x):
    """The hyperbolic tangent, between -1 and 1. Source: PyTorch, torch.tanh."""
    return array_module(x).tanh(x)


tanh.grad(x=lambda g, out: g - g * out * out)

asinh, acosh = elementwise(np.arcsinh, "asinh"), elementwise(np.arccosh, "acosh")
atanh = elementwise(np.arctanh, "atanh")
asinh.grad(x=lambda g, x: g * rsqrt(x * x + 1))
acosh.grad(x=lambda g, x: g * (rsqrt(x - 1) * rsqrt(x + 1)))
atanh.grad(x=lambda g, x: g / (1 - x * x))


@op(promote=floating)
def atan2(y, x):
    """The angle of the point (x, y). Source: PyTorch, torch.atan2."""
    return array_module(y).arctan2(y, x)


atan2.grad(y=lambda g, x, y: g * x / (x * x + y * y), x=lambda g, x, y: -g * y / (x * x + y * y))

# --- for networks ---------------------------------------------------------------------------------------------------------


@op(promote=floating)
def sigmoid(x):
    """1 / (1 + exp(-x)), between 0 and 1; computed so that exp never overflows. Source: PyTorch, torch.sigmoid."""
    xp = array_module(x)
    small = xp.exp(-xp.abs(x)) if x.dtype.kind != "c" else None
    return 1 / (1 + xp.exp(-x)) if small is None else xp.where(x >= 0, 1, small).astype(x.dtype) / (1 + small)


sigmoid.grad(x=lambda g, out: g * (out - out * out))


@op(promote=common)
def relu(x):
    """x where it is positive, else 0. Its slope at 0 is 0. Source: PyTorch, torch.relu."""
    if x.dtype == bool:
        raise RuntimeError("Boolean inputs not supported for relu")
    return array_module(x).maximum(x, ZERO)


relu.grad(x=lambda g, out: g * (out > 0))
ZERO = np.int8(0)  # takes the dtype of whatever it meets


@op(promote=floating)
def erf(x):
    """The error function. Source: PyTorch, torch.erf; computed by scipy.special."""
    return special(x).erf(x).astype(x.dtype)


erf.grad(x=lambda g, x: g * exp(-x * x) * (2 / math.sqrt(math.pi)))


@op(promote=floating)
def erfc(x):
    """1 - erf(x), exact where that is small. Source: PyTorch, torch.erfc."""
    return special(x).erfc(x).astype(x.dtype)


erfc.grad(x=lambda g, x: g * exp(-x * x) * (-2 / math.sqrt(math.pi)))


def special(x):
    """scipy.special, or CuPy's: loaded when first asked for, because it costs more to import than NumPy."""
    try:
        if array_module(x) is np:
            import scipy.special as functions
        else:
            import cupyx.scipy.special as functions
    except ImportError as error:
        raise ImportError("special functions such as erf need SciPy: pip install scipy") from error
    return functions


# --- rounding ------------------------------------------------------------------------------------------------------------


def whole_unless_float(function, name=None):
    """An op that rounds: whole numbers stay as they are, and no gradient gets through."""

    def forward(x):
        if x.dtype == bool:
            raise RuntimeError(f'"{forward.__name__}_cpu" not implemented for \'Bool\'')
        return getattr(array_module(x), function)(x) if x.dtype.kind not in "iu" else x.copy()

    forward.__name__ = name or function
    forward.__doc__ = f"{forward.__name__} of every element. Source: PyTorch, torch.{forward.__name__}."
    return op(forward, promote=common).grad(x=lambda g: g * 0)


floor, ceil, trunc = whole_unless_float("floor"), whole_unless_float("ceil"), whole_unless_float("trunc")
round_to_whole = whole_unless_float("rint", "round")


def round(input, *, decimals=0, out=None):
    """The nearest whole number (halves go to the even one), or with `decimals` digits. Source: PyTorch, torch.round."""
    if decimals == 0:
        return round_to_whole(input, out=out)
    if input.dtype.category < FLOATING:
        raise RuntimeError('"round_cpu" with decimals is not implemented for integers')
    scale = 10.0 ** (decimals if decimals > 0 else -decimals)
    return round_to_whole(input * scale) / scale if decimals > 0 else round_to_whole(input / scale) * scale


def frac(input):
    """What is behind the point: x - trunc(x). Source: PyTorch, torch.frac."""
    if input.dtype.category < FLOATING:
        raise RuntimeError(f'"frac_cpu" not implemented for {input.dtype.name!r}')
    return input - trunc(input)


# --- of two operands ------------------------------------------------------------------------------------------------------


@op(promote=floating)
def hypot(x, y):
    """sqrt(x**2 + y**2) without overflow. Source: PyTorch, torch.hypot."""
    return array_module(x).hypot(x, y)


hypot.grad(x=lambda g, x, out: g * x / out, y=lambda g, y, out: g * y / out)


@op(promote=floating)
def logaddexp(x, y):
    """log(exp(x) + exp(y)) without overflow. Source: PyTorch, torch.logaddexp."""
    return array_module(x).logaddexp(x, y)


logaddexp.grad(x=lambda g, x, out: g * exp(x - out), y=lambda g, y, out: g * exp(y - out))


@op(promote=floating)
def xlogy(x, y):
    """x * log(y), and 0 where x is 0. Source: PyTorch, torch.xlogy."""
    xp = array_module(y)
    return xp.where((x == 0) & (y == y), 0, x * xp.log(y)).astype(xp.result_type(x, y))


xlogy.grad(
    x=lambda g, x, y: masked(g * log(choose(x == 0, ones_for(y), y)), (x != 0) | (y > 0)),
    y=lambda g, x, y: g * x / y,
)


@op(promote=floating)
def copysign(x, y):
    """The absolute value of x with the sign of y. Source: PyTorch, torch.copysign."""
    return array_module(x).copysign(x, y)


copysign.grad(x=lambda g, x, out: masked(g * (out / x), x != 0), y=lambda g: g * 0)


@op(promote=common)
def heaviside(x, values):
    """0 for negative x, 1 for positive, `values` at 0. Source: PyTorch, torch.heaviside."""
    return array_module(x).heaviside(x, values).astype(x.dtype)


@op
def _nan_to_num(x, nan, posinf, neginf):
    if x.dtype.kind in "iub":
        return x.copy()
    return array_module(x).nan_to_num(x, nan=nan, posinf=posinf, neginf=neginf)


_nan_to_num.grad(x=lambda g, x: masked(g, (x - x) == 0))


def nan_to_num(input, nan=0.0, posinf=None, neginf=None):
    """nan, inf and -inf replaced: by 0 and the largest and smallest numbers, or as told. Source: PyTorch, torch.nan_to_num."""
    return _nan_to_num(input, 0.0 if nan is None else nan, posinf, neginf)


def deg2rad(input):
    """Degrees as radians. Source: PyTorch, torch.deg2rad."""
    return mul(input, math.pi / 180)


def rad2deg(input):
    """Radians as degrees. Source: PyTorch, torch.rad2deg."""
    return mul(input, 180 / math.pi)


def sinc(input):
    """sin(pi x) / (pi x), and 1 at 0. Source: PyTorch, torch.sinc."""
    angle = input * math.pi
    zero = angle == 0
    return choose(zero, ones_for(angle), div(sin(angle), choose(zero, ones_for(angle), angle)))


def logit(input, eps=None):
    """log(x / (1 - x)), the inverse of sigmoid; with eps, x is first moved into [eps, 1 - eps]."""
    x = input if eps is None else input.clamp(eps, 1 - eps)
    return log(x / (1 - x))


arcsin, arccos, arctan, arctan2 = asin, acos, atan, atan2
arcsinh, arccosh, arctanh, fix = asinh, acosh, atanh, trunc

for _name in __all__:
    method(globals()[_name], _name)
