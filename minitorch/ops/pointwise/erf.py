"""erf, erfc, erfinv: the error function (shelf)."""

import math

from ..._tensor import method
from ...backend import array_module
from ..inplace.in_place import in_place_forms
from ..op import floating, op
from ..special_functions import special_functions
from .exp_log import exp

__all__ = ["erf", "erfc", "erfinv"]


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

for _function in (erf, erfc, erfinv):
    method(_function)
in_place_forms("erf", "erfc", "erfinv")
