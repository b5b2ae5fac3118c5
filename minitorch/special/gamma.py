"""lgamma, digamma, polygamma, igamma, igammac (shelf)."""

from .._tensor import method
from ..backend import array_module
from ..ops.inplace.in_place import in_place_forms
from ..ops.op import floating, op
from ..ops.out import takes_out
from ..ops.pointwise.arithmetic import neg
from ..ops.pointwise.exp_log import exp, log
from ..ops.special_functions import special_functions

__all__ = ["lgamma", "digamma", "polygamma", "igamma", "igammac"]


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


for _function in (igamma, igammac):
    method(_function)
in_place_forms("lgamma", "digamma", "igamma", "igammac")
