"""all, any, count_nonzero, logsumexp: further reductions (shelf)."""

import math

import numpy as np

from ..._tensor import method
from ...backend import array_module
from ...creation.memory_format import in_rows
from ...dtypes import FLOATING
from ..op import op
from ..pointwise.exp_log import exp
from .sum import add_up, axes, numpy_names, restore, wide


@op
def all(input, dim=None, keepdim=False):
    """Whether all elements, or all along `dim`, are other than 0. Source: PyTorch, torch.all."""
    found = input.astype(bool).all(axis=axes(dim, input.ndim), keepdims=keepdim)
    return found.astype(input.dtype) if input.dtype == np.uint8 else found


@op
def any(input, dim=None, keepdim=False):
    """Whether any element, or any along `dim`, is other than 0. Source: PyTorch, torch.any."""
    found = input.astype(bool).any(axis=axes(dim, input.ndim), keepdims=keepdim)
    return found.astype(input.dtype) if input.dtype == np.uint8 else found


@op
def count_nonzero(input, dim=None):
    """How many elements, in all or along `dim`, are other than 0. Source: PyTorch, torch.count_nonzero."""
    return (input != 0).sum(axis=axes(dim, input.ndim), dtype=np.int64)


def largest(x, least, axis=None, keepdims=False):
    """x.max(...), which is `least` where there is nothing to choose from. CuPy's max takes no `initial`."""
    if x.size:
        return x.max(axis=axis, keepdims=keepdims)
    return x.sum(axis=axis, dtype=x.dtype, keepdims=keepdims) + x.dtype.type(least)


@op
def _logsumexp(input, dim, keepdim):
    xp, dims = array_module(input), axes(dim, input.ndim)
    most = largest(input.real, -math.inf, dims, True)
    most = xp.where(xp.isfinite(most), most, input.real.dtype.type(0))
    powers = exp.forward(input - most)
    total = add_up(powers.astype(wide(input.dtype), copy=False), dims, True).astype(input.dtype, copy=False)
    found = in_rows(xp.log(total) + most)
    return found if keepdim else found.squeeze(dims)


_logsumexp.grad(
    input=lambda g, input, dim, keepdim, out: (
        restore(g, input.shape, dim, keepdim) * exp(input - restore(out, input.shape, dim, keepdim))
    )
)


@numpy_names
def logsumexp(input, dim, keepdim=False, *, out=None):
    """log(sum(e**x)) along `dim`, computed so that no power overflows.

    >>> import minitorch as mt
    >>> mt.logsumexp(mt.tensor([1000.0, 1000.0]), 0)
    tensor(1000.6932)

    Source: PyTorch, torch.logsumexp.
    """
    return _logsumexp(input if input.dtype.category >= FLOATING else input * 1.0, dim, keepdim, out=out)


for _function in (all, any, count_nonzero, logsumexp):
    method(_function)
