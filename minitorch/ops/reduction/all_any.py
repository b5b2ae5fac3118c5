"""all, any, count_nonzero (core)."""

import numpy as np

from ..._tensor import method
from ..op import op
from .sum import axes

__all__ = ["all", "any", "count_nonzero"]


# --- questions ------------------------------------------------------------------------------------------------------


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


for _function in (all, any, count_nonzero):
    method(_function)
