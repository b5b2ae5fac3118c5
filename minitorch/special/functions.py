"""lgamma, digamma, polygamma, logit: functions that SciPy computes (shelf).

scipy.special is loaded when one of them is first called: it takes longer to import than NumPy.
"""

import math

from .._tensor import method
from ..backend import array_module
from ..ops.comparison.clamp import clamp
from ..ops.index.where import choose
from ..ops.inplace.in_place import in_place_forms
from ..ops.op import floating, op
from ..ops.special_functions import special_functions


@op(promote=floating)
def lgamma(input):
    """The logarithm of |gamma(input)|; gamma(n) is (n - 1)!. Source: PyTorch, torch.lgamma."""
    return special_functions(input).gammaln(input).astype(input.dtype)


@op(promote=floating)
def digamma(input):
    """The derivative of lgamma. Source: PyTorch, torch.digamma."""
    return (
        array_module(input)
        .where(input == 0, -1 / input, special_functions(input).psi(input))
        .astype(input.dtype, copy=False)
    )


@op(derivative="PolygammaBackward0")
def _polygamma(n, input):
    return special_functions(input).polygamma(n, input).astype(input.dtype)


lgamma.grad(input=lambda g, input: g * digamma(input))
digamma.grad(input=lambda g, input: g * _polygamma(1, input))
_polygamma.grad(input=lambda g, n, input: g * _polygamma(n + 1, input))


def polygamma(n, input):
    """The n-th derivative of digamma. Source: PyTorch, torch.polygamma."""
    if n < 0:
        raise RuntimeError("polygamma(n, x) does not support negative n.")
    return digamma(input) if n == 0 else _polygamma(n, input if input.is_floating_point() else input * 1.0)


@op(promote=floating)
def _logit(input):
    return array_module(input).log(input / (1 - input))


_logit.grad(input=lambda g, input: choose((input >= 0) & (input <= 1), g / (input * (1 - input)), math.nan))


def logit(input, eps=None, *, out=None):
    """log(input / (1 - input)), the inverse of sigmoid; with eps, input is first moved into [eps, 1 - eps].

    >>> import minitorch as mt
    >>> mt.logit(mt.tensor([0.5, 1.0]), eps=0.1)
    tensor([0.0000, 2.1972])

    Source: PyTorch, torch.logit.
    """
    return _logit(input if eps is None else clamp(input, eps, 1 - eps), out=out)


for _function in (lgamma, digamma, logit):
    method(_function)
method(lambda self, n: polygamma(n, self), "polygamma")
in_place_forms("lgamma", "digamma", "logit")
