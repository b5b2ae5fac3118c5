"""exp2, expm1, log2, log10, logaddexp, xlogy, erf, erfc, erfinv: further exponentials and logarithms (shelf)."""

import math

from ..._tensor import method
from ...backend import array_module
from ..index.where import masked
from ..inplace.in_place import in_place_forms
from ..op import floating, op
from ..special_functions import special_functions
from .elementwise import elementwise
from .exp_log import exp, log

__all__ = ["exp2", "expm1", "log2", "log10", "logaddexp", "xlogy", "erf", "erfc", "erfinv"]


exp2 = elementwise(__name__, "exp2", "2**x.")
expm1 = elementwise(__name__, "expm1", "e**x - 1, exact also near 0.")
log2 = elementwise(__name__, "log2", "The logarithm to base 2.")
log10 = elementwise(__name__, "log10", "The logarithm to base 10.")

exp2.grad(input=lambda g, out: g * out * math.log(2))
expm1.grad(input=lambda g, out: g * (out + 1))
log2.grad(input=lambda g, input: g / (input * math.log(2)))
log10.grad(input=lambda g, input: g / (input * math.log(10)))


@op(promote=floating, tensors="all")
def logaddexp(input, other):
    """log(e**input + e**other), without overflow. Source: PyTorch, torch.logaddexp."""
    return array_module(input).logaddexp(input, other)


logaddexp.grad(
    input=lambda g, input, other: g / (1 + exp(other - input)),
    other=lambda g, input, other: g / (1 + exp(input - other)),
)


def log_of(y):
    """The logarithm of an operand that may be a number."""
    return log(y) if hasattr(y, "ndim") else math.log(y) if y > 0 else -math.inf if y == 0 else math.nan


@op(promote=floating, tensors="any")
def xlogy(input, other):
    """input * log(other), and 0 where input is 0, even if other is too. Source: PyTorch, torch.xlogy."""
    xp = array_module(other if hasattr(other, "dtype") else input)
    other = xp.asarray(other, getattr(input, "dtype", None))  # NumPy's logarithm of a number would be of float64
    found = input * xp.log(other)
    return xp.where((input == 0) & (other == other), found.dtype.type(0), found)


xlogy.grad(
    input=lambda g, input, other: masked(g * log_of(other), ~((input == 0) & (other <= 0))),
    other=lambda g, input, other: g * input / other,
)


@op(promote=floating)
def erf(input):
    """The error function: 2 / sqrt(pi) times the integral of e**-t**2 from 0 to input. Source: PyTorch, torch.erf."""
    return special_functions(input).erf(input).astype(input.dtype, copy=False)


@op(promote=floating)
def erfc(input):
    """1 - erf(input), exact also where that is tiny. Source: PyTorch, torch.erfc."""
    return special_functions(input).erfc(input).astype(input.dtype, copy=False)


@op(promote=floating)
def erfinv(input):
    """The inverse of erf, between -1 and 1. Source: PyTorch, torch.erfinv."""
    found = special_functions(input).erfinv(input).astype(input.dtype, copy=False)
    return array_module(input).copysign(found, input)  # SciPy's loses the sign of -0.0


erf.grad(input=lambda g, input: exp(-input * input) * (2 / math.sqrt(math.pi)) * g)
erfc.grad(input=lambda g, input: exp(-input * input) * (-2 / math.sqrt(math.pi)) * g)
erfinv.grad(input=lambda g, out: exp(out * out) * (math.sqrt(math.pi) / 2) * g)

for _name in __all__:
    method(globals()[_name], _name)
in_place_forms("exp2", "expm1", "log2", "log10", "xlogy", "erf", "erfc", "erfinv")
