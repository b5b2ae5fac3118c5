"""logsumexp: the logarithm of a sum of exponentials (shelf)."""

import math

from ..._tensor import method
from ...backend import array_module, largest
from ...creation.memory_format import in_rows
from ...dtypes import FLOATING
from ..op import op
from ..pointwise.exp_log import exp
from .sum import add_up, axes, reduces, restore, wide

__all__ = ["logsumexp"]


# --- size -----------------------------------------------------------------------------------------------------------


@op
def _logsumexp(x, dim, keepdim):
    xp, dims = array_module(x), axes(dim, x.ndim)
    most = largest(x.real, -math.inf, dims, True)
    most = xp.where(xp.isfinite(most), most, x.real.dtype.type(0))
    powers = exp.forward(x - most)
    total = add_up(powers.astype(wide(x.dtype), copy=False), dims, True).astype(x.dtype, copy=False)
    found = in_rows(xp.log(total) + most)
    return found if keepdim else found.squeeze(dims)


_logsumexp.grad(
    x=lambda g, x, dim, keepdim, out: restore(g, x.shape, dim, keepdim) * exp(x - restore(out, x.shape, dim, keepdim))
)


@reduces
def logsumexp(input, dim, keepdim=False, *, out=None):
    """log(sum(e**x)) along `dim`, computed so that no power overflows.

    >>> import minitorch as mt
    >>> mt.logsumexp(mt.tensor([1000.0, 1000.0]), 0)
    tensor(1000.6932)

    Source: PyTorch, torch.logsumexp.
    """
    return _logsumexp(input if input.dtype.category >= FLOATING else input * 1.0, dim, keepdim, out=out)


for _function in (logsumexp,):
    method(_function)
