"""all, any (core)."""

import numpy as np

from ..._tensor import method
from ..op import op
from .sum import axes

__all__ = ["all", "any"]


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


for _function in (all, any):
    method(_function)
