"""special: functions that no calculator has a key for, and a few with a hole in their definition.

erf, digamma and their kin come from scipy.special, which is loaded when one of them is first called: it takes longer to
import than NumPy.
"""

import math

from .._tensor import method
from ..backend import array_module, special_functions
from ..pieces import in_pieces
from .elementwise import cos, exp, sin
from .op import floating, op
from .select import choose, masked

__all__ = ["erf", "erfc", "erfinv", "lgamma", "digamma", "polygamma", "logit", "sinc", "nan_to_num"]

# --- the bell curve -------------------------------------------------------------------------------------------------


@op(promote=floating)
def erf(x):
    """The error function: 2 / sqrt(pi) times the integral of e**-t**2 from 0 to x. Source: PyTorch, torch.erf."""
    return in_pieces(special_functions(x).erf, x).astype(x.dtype, copy=False)


@op(promote=floating)
def erfc(x):
    """1 - erf(x), exact also where that is tiny. Source: PyTorch, torch.erfc."""
    return in_pieces(special_functions(x).erfc, x).astype(x.dtype, copy=False)


@op(promote=floating)
def erfinv(x):
    """The inverse of erf, between -1 and 1. Source: PyTorch, torch.erfinv."""
    return in_pieces(special_functions(x).erfinv, x).astype(x.dtype, copy=False)


erf.grad(x=lambda g, x: g * exp(-x * x) * (2 / math.sqrt(math.pi)))
erfc.grad(x=lambda g, x: g * exp(-x * x) * (-2 / math.sqrt(math.pi)))
erfinv.grad(x=lambda g, out: g * exp(out * out) * (math.sqrt(math.pi) / 2))

# --- the gamma function ---------------------------------------------------------------------------------------------


@op(promote=floating)
def lgamma(x):
    """The logarithm of |gamma(x)|; gamma(n) is (n - 1)!. Source: PyTorch, torch.lgamma."""
    return special_functions(x).gammaln(x).astype(x.dtype)


@op(promote=floating)
def digamma(x):
    """The derivative of lgamma. Source: PyTorch, torch.digamma."""
    functions, xp = special_functions(x), array_module(x)
    found = functions.psi(x)
    found = xp.where(x == 0, -1 / x, found)
    return xp.where((x < 0) & (x == xp.floor(x)), math.nan, found).astype(x.dtype)


@op(derivative="PolygammaBackward0")
def _polygamma(n, x):
    return special_functions(x).polygamma(n, x).astype(x.dtype)


lgamma.grad(x=lambda g, x: g * digamma(x))
digamma.grad(x=lambda g, x: g * _polygamma(1, x))
_polygamma.grad(x=lambda g, n, x: g * _polygamma(n + 1, x))


def polygamma(n, input):
    """The n-th derivative of digamma. Source: PyTorch, torch.polygamma."""
    if n < 0:
        raise RuntimeError("polygamma(n, x) does not support negative n.")
    return digamma(input) if n == 0 else _polygamma(n, input if input.is_floating_point() else input * 1.0)


for _function in (erf, erfc, erfinv, lgamma, digamma):
    method(_function)
method(lambda self, n: polygamma(n, self), "polygamma")

# --- with a hole, or bounds -----------------------------------------------------------------------------------------


@op(promote=floating)
def sinc(x):
    """sin(pi x) / (pi x), and 1 at 0. Source: PyTorch, torch.sinc."""
    angle = x * x.dtype.type(math.pi)
    return array_module(x).where(angle == 0, x.dtype.type(1), array_module(x).sin(angle) / angle)


def sinc_slope(g, x):
    """(cos(a) * a - sin(a)) / (a * x) for the angle a = pi x, and 0 at 0."""
    a = x * math.pi
    return masked(g * ((cos(a) * a - sin(a)) / (a * x)), x != 0)


sinc.grad(x=sinc_slope)
method(sinc)


@op(promote=floating)
def _logit(x):
    return array_module(x).log(x / (1 - x))


@op(promote=floating, derivative="LogitBackward0")
def _logit_inside(x, eps):
    xp = array_module(x)
    x = xp.minimum(xp.maximum(x, eps), 1 - eps)
    return xp.log(x / (1 - x))


_logit.grad(x=lambda g, x: choose((x >= 0) & (x <= 1), g / (x * (1 - x)), math.nan))
_logit_inside.grad(x=lambda g, x, eps: masked(g / (x * (1 - x)), (x >= eps) & (x <= 1 - eps)))


def logit(input, eps=None, *, out=None):
    """log(x / (1 - x)), the inverse of sigmoid; with eps, x is first moved into [eps, 1 - eps].

    >>> import minitorch as mt
    >>> mt.logit(mt.tensor([0.5, 1.0]), eps=0.1)
    tensor([0.0000, 2.1972])

    Source: PyTorch, torch.logit.
    """
    return _logit(input, out=out) if eps is None else _logit_inside(input, eps, out=out)


method(logit)


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
