"""nansum, nanmean (shelf)."""

from ..._tensor import method
from ..index.where import masked
from .sum import reduces, sum

__all__ = ["nansum", "nanmean"]


@reduces
def nansum(input, dim=None, keepdim=False, *, dtype=None):
    """The sum of what is not nan. Source: PyTorch, torch.nansum."""
    return sum(masked(input, input == input), dim, keepdim, dtype=dtype)


@reduces
def nanmean(input, dim=None, keepdim=False, *, dtype=None):
    """The mean of what is not nan. Source: PyTorch, torch.nanmean."""
    return nansum(input, dim, keepdim, dtype=dtype) / sum(input == input, dim, keepdim)


for _function in (nansum, nanmean):
    method(_function)
