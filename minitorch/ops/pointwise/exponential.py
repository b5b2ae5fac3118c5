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

__all__ = ["exp2", "expm1", "log2", "log10", "logaddexp", "logaddexp2", "xlogy", "erf", "erfc", "erfinv"]


# --- to other bases -------------------------------------------------------------------------------------------------

exp2 = elementwise(__name__, "exp2", "2**x.")
expm1 = elementwise(__name__, "expm1", "e**x - 1, exact also near 0.")
log2 = elementwise(__name__, "log2", "The logarithm to base 2.")
log10 = elementwise(__name__, "log10", "The logarithm to base 10.")

exp2.grad(x=lambda g, out: g * out * math.log(2))
expm1.grad(x=lambda g, out: g * (out + 1))
log2.grad(x=lambda g, x: g / (x * math.log(2)))
log10.grad(x=lambda g, x: g / (x * math.log(10)))


# --- logarithms of two ----------------------------------------------------------------------------------------------


@op(promote=floating, tensors=2)
def logaddexp(x, y):
    """log(e**x + e**y), without overflow. Source: PyTorch, torch.logaddexp."""
    return array_module(x).logaddexp(x, y)


@op(promote=floating, tensors=2)
def logaddexp2(x, y):
    """log2(2**x + 2**y), without overflow. Source: PyTorch, torch.logaddexp2."""
    return array_module(x).logaddexp2(x, y)


LOG2 = math.log(2)
logaddexp.grad(x=lambda g, x, y: g / (1 + exp(y - x)), y=lambda g, x, y: g / (1 + exp(x - y)))
logaddexp2.grad(x=lambda g, x, y: g / (1 + exp((y - x) * LOG2)), y=lambda g, x, y: g / (1 + exp((x - y) * LOG2)))


def log_of(y):
    """The logarithm of an operand that may be a number."""
    return log(y) if hasattr(y, "ndim") else math.log(y) if y > 0 else -math.inf if y == 0 else math.nan


@op(promote=floating, tensors=0)
def xlogy(x, y):
    """x * log(y), and 0 where x is 0, even if y is too. Source: PyTorch, torch.xlogy."""
    xp = array_module(y if hasattr(y, "dtype") else x)
    y = xp.asarray(y, getattr(x, "dtype", None))  # NumPy's logarithm of a number would be of float64
    found = x * xp.log(y)
    return xp.where((x == 0) & (y == y), found.dtype.type(0), found)


xlogy.grad(x=lambda g, x, y: masked(g * log_of(y), ~((x == 0) & (y <= 0))), y=lambda g, x, y: g * x / y)


# --- the bell curve -------------------------------------------------------------------------------------------------


@op(promote=floating)
def erf(x):
    """The error function: 2 / sqrt(pi) times the integral of e**-t**2 from 0 to x. Source: PyTorch, torch.erf."""
    return special_functions(x).erf(x).astype(x.dtype, copy=False)


@op(promote=floating)
def erfc(x):
    """1 - erf(x), exact also where that is tiny. Source: PyTorch, torch.erfc."""
    return special_functions(x).erfc(x).astype(x.dtype, copy=False)


@op(promote=floating)
def erfinv(x):
    """The inverse of erf, between -1 and 1. Source: PyTorch, torch.erfinv."""
    found = special_functions(x).erfinv(x).astype(x.dtype, copy=False)
    return array_module(x).copysign(found, x)  # SciPy's loses the sign of -0.0


erf.grad(x=lambda g, x: exp(-x * x) * (2 / math.sqrt(math.pi)) * g)
erfc.grad(x=lambda g, x: exp(-x * x) * (-2 / math.sqrt(math.pi)) * g)
erfinv.grad(x=lambda g, out: exp(out * out) * (math.sqrt(math.pi) / 2) * g)

for _name in __all__:
    method(globals()[_name], _name)
in_place_forms("exp2", "expm1", "log2", "log10", "xlogy", "erf", "erfc", "erfinv")
