"""lgamma, digamma, polygamma, igamma, igammac, mvlgamma, zeta (shelf)."""

import math

from .._tensor import method
from ..backend import array_module
from ..ops.inplace.in_place import in_place_forms
from ..ops.op import floating, op
from ..ops.pointwise.arithmetic import neg
from ..ops.pointwise.exp_log import exp, log
from ..ops.special_functions import special_functions
from ..out import takes_out

__all__ = ["lgamma", "digamma", "polygamma", "igamma", "igammac", "mvlgamma"]


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
    return xp.where(x == 0, -1 / x, found).astype(x.dtype, copy=False)


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


for _function in (lgamma, digamma):
    method(_function)
method(lambda self, n: polygamma(n, self), "polygamma")


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
    """The share that lies above: 1 - igamma.

    Source: PyTorch, torch.igammac.
    """
    return special_functions(x).gammaincc(x, other).astype(x.dtype)


def density(g, x, other):
    """What stands below the integral, over gamma(x)."""
    return g * exp((x - 1) * log(other) - other - lgamma(x))


def unknown(g):
    """For the first parameter there is no formula: PyTorch raises, too."""
    raise NotImplementedError("the derivative for 'igamma: input' is not implemented.")


igamma.grad(x=unknown, other=density)
igammac.grad(x=unknown, other=lambda g, x, other: neg(density(g, x, other)))


@op(promote=floating)
def _mvlgamma(x, p):
    places = array_module(x).arange(int(p), dtype=x.dtype) / 2  # of more places than memory, an error
    total = lgamma.forward(x[..., None] - places).sum(-1)
    return (total + p * (p - 1) / 4 * math.log(math.pi)).astype(x.dtype)


_mvlgamma.grad(x=lambda g, x, p: g * sum([digamma(x - place / 2) for place in range(int(p))]))


def mvlgamma(input, p, *, out=None):
    """The logarithm of the gamma function of p dimensions: lgamma(x) + lgamma(x - 1/2) ... and a constant.

    >>> import minitorch as mt
    >>> mt.mvlgamma(mt.tensor([2.0, 3.0]), 2)
    tensor([0.4516, 1.5502])

    Errors: RuntimeError for p below 1, and for truth values. Source: PyTorch, torch.mvlgamma.
    """
    if p < 1:
        raise RuntimeError(f"p has to be greater than or equal to 1, but is {p}")
    return _mvlgamma(input, p, out=out)


for _function in (igamma, igammac, mvlgamma):
    method(_function)


@op(promote=floating, tensors=0)
def zeta(x, other):
    """Hurwitz's zeta function: the sum of 1 / (k + other)**x over k = 0, 1, 2 ...

    >>> import minitorch as mt
    >>> mt.special.zeta(mt.tensor([2.0, 4.0]), 1)
    tensor([1.6449, 1.0823])

    x gets no gradient. Source: PyTorch, torch.special.zeta.
    """
    return special_functions(x).zeta(x, other).astype(getattr(other, "dtype", None) or x.dtype, copy=False)


zeta.grad(other=lambda g, x, other: neg(g * x * zeta(x + 1, other)))
in_place_forms("lgamma", "digamma", "igamma", "igammac", "mvlgamma")
