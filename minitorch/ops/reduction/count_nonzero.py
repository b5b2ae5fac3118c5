"""count_nonzero: how many elements are other than 0 (shelf)."""

import numpy as np

from ..._tensor import method
from ..op import op
from .sum import axes

__all__ = ["count_nonzero"]


@op
def count_nonzero(x, dim=None):
    """How many elements, in all or along `dim`, are other than 0. Source: PyTorch, torch.count_nonzero."""
    return (x != 0).sum(axis=axes(dim, x.ndim), dtype=np.int64)


method(count_nonzero)
