"""std: the standard deviation (shelf)."""

from ..._tensor import method
from ..index.where import masked
from ..op import op
from .sum import numpy_names
from .var_std import checked_options, var_slope, variance_and_mean


@op(derivative="StdBackward0")
def _std(input, dim, correction, keepdim):
    return variance_and_mean(input, dim, correction, keepdim, root=True)[0]


def std_slope(g, input, dim, correction, keepdim, out):
    """The slope of the square root, 1 / (2 std), times that of the variance; 0 where it is 0."""
    return var_slope(masked(g / (out + out), out != 0), input, dim, correction, keepdim)


_std.grad(input=std_slope)


@numpy_names
def std(input, dim=None, unbiased=None, keepdim=False, *, correction=None, out=None):
    """The standard deviation: the square root of the variance. Source: PyTorch, torch.std."""
    dim, correction = checked_options("std", input, dim, unbiased, correction)
    return _std(input, dim, correction, keepdim, out=out)


method(std)
