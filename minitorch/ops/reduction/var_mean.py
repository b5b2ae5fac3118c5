"""var_mean, std_mean (shelf)."""

from .mean import mean
from .std import std
from .sum import reduces
from .var_std import var

__all__ = ["var_mean", "std_mean"]


@reduces
def var_mean(input, dim=None, unbiased=None, keepdim=False, *, correction=None):
    """(var, mean). Source: PyTorch, torch.var_mean."""
    over = None if isinstance(dim, bool) else dim
    return var(input, dim, unbiased, keepdim, correction=correction), mean(input, over, keepdim)


@reduces
def std_mean(input, dim=None, unbiased=None, keepdim=False, *, correction=None):
    """(std, mean). Source: PyTorch, torch.std_mean."""
    over = None if isinstance(dim, bool) else dim
    return std(input, dim, unbiased, keepdim, correction=correction), mean(input, over, keepdim)
