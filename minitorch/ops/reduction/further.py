"""all, any, count_nonzero, nansum, nanmean, dist: further reductions (shelf)."""

import numpy as np

from ..._tensor import method
from ..index.where import masked
from ..op import op
from .norm import norm
from .sum import axes, numpy_names, sum

__all__ = ["all", "any", "count_nonzero", "nansum", "nanmean", "dist"]


@op
def all(x, dim=None, keepdim=False):
    """Whether all elements, or all along `dim`, are other than 0. Source: PyTorch, torch.all."""
    found = x.astype(bool).all(axis=axes(dim, x.ndim), keepdims=keepdim)
    return found.astype(x.dtype) if x.dtype == np.uint8 else found


@op
def any(x, dim=None, keepdim=False):
    """Whether any element, or any along `dim`, is other than 0. Source: PyTorch, torch.any."""
    found = x.astype(bool).any(axis=axes(dim, x.ndim), keepdims=keepdim)
    return found.astype(x.dtype) if x.dtype == np.uint8 else found


@op
def count_nonzero(x, dim=None):
    """How many elements, in all or along `dim`, are other than 0. Source: PyTorch, torch.count_nonzero."""
    return (x != 0).sum(axis=axes(dim, x.ndim), dtype=np.int64)


@numpy_names
def nansum(input, dim=None, keepdim=False, *, dtype=None):
    """The sum of what is not nan. Source: PyTorch, torch.nansum."""
    return sum(masked(input, input == input), dim, keepdim, dtype=dtype)


@numpy_names
def nanmean(input, dim=None, keepdim=False, *, dtype=None):
    """The mean of what is not nan. Source: PyTorch, torch.nanmean."""
    return nansum(input, dim, keepdim, dtype=dtype) / sum(input == input, dim, keepdim)


def dist(input, other, p=2):
    """The norm of the difference. Source: PyTorch, torch.dist."""
    return norm(input - other, p)


for _function in (all, any, count_nonzero, nansum, nanmean, dist):
    method(_function)
