"""lgamma, digamma, polygamma, igamma, i0, i1, logit, ndtr, ndtri: functions that SciPy computes (shelf).

scipy.special is loaded when one of them is first called: it takes longer to import than NumPy.
"""

import math

from .._tensor import method
from ..backend import array_module
from ..ops.comparison.clamp import clamp
from ..ops.index.where import choose
from ..ops.inplace.in_place import in_place_forms
from ..ops.op import floating, op
from ..ops.out import takes_out
from ..ops.pointwise.arithmetic import neg
from ..ops.pointwise.exp_log import exp, log
from ..ops.pointwise.exponential import erf
from ..ops.special_functions import special_functions

__all__ = ["lgamma", "digamma", "polygamma", "igamma", "igammac", "i0", "logit"]


# --- the gamma function and its integrals -------------------------------------------------------------------------------


@op(promote=floating)
def lgamma(x):
    """The logarithm of |gamma(x)|; gamma(n) is (n - 1)!. Source: PyTorch, torch.lgamma."""
    return special_functions(x).gammaln(x).astype(x.dtype)


@op(promote=floating)
def digamma(x):
    """The derivative of lgamma. Source: PyTorch, torch.digamma."""
    return array_module(x).where(x == 0, -1 / x, special_functions(x).psi(x)).astype(x.dtype, copy=False)


@op(derivative="PolygammaBackward0")
def _polygamma(n, x):
    return special_functions(x).polygamma(n, x).astype(x.dtype)


lgamma.grad(x=lambda g, x: g * digamma(x))
digamma.grad(x=lambda g, x: g * _polygamma(1, x))
_polygamma.grad(x=lambda g, n, x: g * _polygamma(n + 1, x))


@takes_out
def polygamma(n, input):
    """The n-th derivative of digamma. Source: PyTorch, torch.polygamma."""
    if n < 0:
        raise RuntimeError("polygamma(n, x) does not support negative n.")
    return digamma(input) if n == 0 else _polygamma(n, input if input.is_floating_point() else input * 1.0)


@op(promote=floating, tensors=2)
def igamma(x, other):
    """The share of the integral of t**(x-1) * e**-t that lies below `other`: 0 at 0, 1 at infinity.

    >>> import minitorch as mt
    >>> mt.igamma(mt.tensor([1.0]), mt.tensor([1.0]))
    tensor([0.6321])

    Errors: NotImplementedError where x is to get a gradient. Source: PyTorch, torch.igamma.
    """
    return special_functions(x).gammainc(x, other).astype(x.dtype)


@op(promote=floating, tensors=2)
def igammac(x, other):
    """The share that lies above: 1 - igamma. Source: PyTorch, torch.igammac."""
    return special_functions(x).gammaincc(x, other).astype(x.dtype)


def density(g, x, other):
    """What stands below the integral, over gamma(x)."""
    return g * exp((x - 1) * log(other) - other - lgamma(x))


def unknown(g):
    """For the first parameter there is no formula: PyTorch raises, too."""
    raise NotImplementedError("the derivative for 'igamma: input' is not implemented.")


igamma.grad(x=unknown, other=density)
igammac.grad(x=unknown, other=lambda g, x, other: neg(density(g, x, other)))


# --- Bessel functions, which grow like e**|x| -------------------------------------------------------------------------


@op(promote=floating)
def i0(x):
    """The modified Bessel function of order 0: the sum of (x / 2)**(2 k) / k!**2 over all k.

    >>> import minitorch as mt
    >>> mt.i0(mt.tensor([0.0, 1.0]))
    tensor([1.0000, 1.2661])

    Source: PyTorch, torch.i0.
    """
    return special_functions(x).i0(x).astype(x.dtype, copy=False)


@op(promote=floating, derivative="SpecialI1Backward0")
def i1(x):
    """The modified Bessel function of order 1. Source: PyTorch, torch.special.i1."""
    return special_functions(x).i1(x).astype(x.dtype, copy=False)


def slope_of_i1(g, x, out):
    """i0 - i1 / x, and 1/2 at 0."""
    far = abs(x) > 1e-7
    near = choose(far, x, 1.0)
    return g * choose(far, i0(near) - out / near, 0.5)


i0.grad(x=lambda g, x: g * i1(x))
i1.grad(x=slope_of_i1)


# --- logit, the inverse of sigmoid ------------------------------------------------------------------------------------


@op(promote=floating)
def _logit(x):
    return array_module(x).log(x / (1 - x))


_logit.grad(x=lambda g, x: choose((x >= 0) & (x <= 1), g / (x * (1 - x)), math.nan))


def logit(input, eps=None, *, out=None):
    """log(x / (1 - x)), the inverse of sigmoid; with eps, x is first moved into [eps, 1 - eps].

    >>> import minitorch as mt
    >>> mt.logit(mt.tensor([0.5, 1.0]), eps=0.1)
    tensor([0.0000, 2.1972])

    Source: PyTorch, torch.logit.
    """
    return _logit(input if eps is None else clamp(input, eps, 1 - eps), out=out)


# --- the normal distribution: ndtr(x) is the area to the left of x; ndtri goes back -----------------------------------


def ndtr(input, *, out=None):
    """The area below the bell curve to the left of x.

    >>> import minitorch as mt
    >>> mt.special.ndtr(mt.tensor([-1.0, 0.0, 1.0]))
    tensor([0.1587, 0.5000, 0.8413])

    Source: PyTorch, torch.special.ndtr.
    """
    return (erf(input * math.sqrt(0.5)) + 1).mul(0.5, out=out)


@op(promote=floating, derivative="SpecialNdtriBackward0")
def ndtri(x):
    """The number to the left of which the area is x: the inverse of ndtr.

    >>> import minitorch as mt
    >>> mt.special.ndtri(mt.tensor([0.0, 0.5, 0.975]))
    tensor([  -inf, 0.0000, 1.9600])

    Source: PyTorch, torch.special.ndtri.
    """
    return special_functions(x).ndtri(x).astype(x.dtype, copy=False)


ndtri.grad(x=lambda g, out: g * exp(out * out / 2) * math.sqrt(2 * math.pi))


for _function in (lgamma, digamma, igamma, igammac, i0, logit):
    method(_function)
method(lambda self, n: polygamma(n, self), "polygamma")
in_place_forms("lgamma", "digamma", "igamma", "igammac", "i0", "logit")
