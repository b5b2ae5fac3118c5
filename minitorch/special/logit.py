"""logit: the inverse of sigmoid (shelf).

erf, digamma and their kin come from scipy.special, which is loaded when one of them is first called: it takes longer to
import than NumPy.
"""

import math

from .._tensor import method
from ..backend import array_module
from ..ops.index.where import choose, masked
from ..ops.inplace.in_place import in_place_forms
from ..ops.op import floating, op

__all__ = ["logit"]


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
in_place_forms("logit")
