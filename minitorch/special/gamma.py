"""lgamma, digamma, polygamma, igamma, igammac, mvlgamma, zeta (shelf)."""

import math

from .._tensor import Tensor, method
from ..backend import array_module, special_functions
from ..dtypes import BOOL
from ..ops.inplace.in_place import in_place, in_place_forms
from ..ops.op import floating, op
from ..ops.pointwise.arithmetic import neg
from ..ops.pointwise.exp_log import exp, log
from ..ops.pointwise.float_parts import fractions_only
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
    found = xp.where(x == 0, -1 / x, found)
    return xp.where((x < 0) & (x == xp.floor(x)), math.nan, found).astype(x.dtype)


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


@op(promote=fractions_only("igamma"), tensors=2)
def igamma(x, other):
    """The share of the integral of t**(x-1) * e**-t that lies below `other`: 0 at 0, 1 at infinity.

    >>> import minitorch as mt
    >>> mt.igamma(mt.tensor([1.0]), mt.tensor([1.0]))
    tensor([0.6321])

    Errors: NotImplementedError for integers, and for a gradient for x. Source: PyTorch, torch.igamma.
    """
    return special_functions(x).gammainc(x, other).astype(x.dtype)


@op(promote=fractions_only("igamma"), tensors=2)
def igammac(x, other):
    """The share that lies above: 1 - igamma.

    >>> import minitorch as mt
    >>> mt.igammac(mt.tensor([1.0]), mt.tensor([1.0]))
    tensor([0.3679])

    Errors: as igamma. Source: PyTorch, torch.igammac.
    """
    return special_functions(x).gammaincc(x, other).astype(x.dtype)


def unknown(name):
    """A formula that raises, as PyTorch does."""

    def formula(g):
        raise NotImplementedError(f"the derivative for '{name}' is not implemented.")

    return formula


def density(g, x, other):
    """What stands below the integral, over gamma(x)."""
    return g * exp((x - 1) * log(other) - other - lgamma(x))


igamma.grad(x=unknown("igamma: input"), other=density)
igammac.grad(x=unknown("igammac: input"), other=lambda g, x, other: neg(density(g, x, other)))


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
    if input.dtype.category == BOOL:
        raise RuntimeError("The input tensor may not be a boolean tensor.")
    if p < 1:
        raise RuntimeError(f"p has to be greater than or equal to 1, but is {p}")
    return _mvlgamma(input, p, out=out)


for _function in (igamma, igammac, mvlgamma):
    method(_function)
    in_place(getattr(Tensor, _function.__name__), _function.__name__ + "_")


@op(
    promote=floating,
    tensors=0,
    derivative=lambda x, other: f"SpecialZetaBackward{int(not hasattr(x, 'shape'))}",
)
def zeta(x, other):
    """Hurwitz's zeta function: the sum of 1 / (k + other)**x over k = 0, 1, 2 ...

    >>> import minitorch as mt
    >>> mt.special.zeta(mt.tensor([2.0, 4.0]), 1)
    tensor([1.6449, 1.0823])

    Errors: NotImplementedError for a gradient for x. Source: PyTorch, torch.special.zeta.
    """
    found = special_functions(other).zeta(x, other).astype(other.dtype if hasattr(other, "dtype") else x.dtype)
    return array_module(found).where(x < 1, math.nan, found).astype(found.dtype)


zeta.grad(x=unknown("zeta"), other=lambda g, x, other: neg(g * x * zeta(x + 1, other)))
in_place_forms("lgamma", "digamma", "polygamma")
