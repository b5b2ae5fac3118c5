"""var (core)."""

import math

from ..._tensor import method
from ...backend import array_module
from ...dtypes import FLOATING
from ...errors import warn_once
from ..op import op
from .mean import _mean, length_of
from .sum import add_up, axes, numpy_names, restore

__all__ = ["var"]


def variance_and_mean(x, dim, correction, keepdim, root=False):
    """The variance, or its root, and the mean: computed in double precision and rounded at the end, as PyTorch does it."""
    xp = array_module(x)
    if x.dtype.kind == "c":
        (real, center), (imag, height) = [
            variance_and_mean(part, dim, correction, keepdim) for part in (x.real, x.imag)
        ]
        return xp.sqrt(real + imag) if root else real + imag, center + height * x.dtype.type(1j)
    dims, n = axes(dim, x.ndim), max(length_of(x.shape, dim) - correction, 0)
    deviation = x.astype("float64")
    mean = _mean.forward(deviation, dims, True, None)
    deviation -= mean
    total = add_up(deviation * deviation, dims, keepdim)
    variance = total / xp.asarray(n, total.dtype)
    found = xp.sqrt(variance) if root else variance
    return found.astype(x.dtype), (mean if keepdim else mean.squeeze(dims)).astype(x.dtype)


@op(derivative="VarBackward0")
def _var(input, dim, correction, keepdim):
    return variance_and_mean(input, dim, correction, keepdim)[0]


def var_slope(g, input, dim, correction, keepdim):
    """2 (input - mean) / (n - correction)."""
    n = length_of(input.shape, dim) - correction
    g = restore(g, input.shape, dim, keepdim) * (2 / n if n > 0 else math.nan)
    return g * (input - _mean(input, axes(dim, input.ndim), True, None))


_var.grad(input=var_slope)


def checked_options(name, input, dim, unbiased, correction):
    """(dim, correction). The older bool `unbiased` means a correction of 1 or 0; it may stand in dim's place."""
    if isinstance(dim, bool):
        dim, unbiased = None, dim
    if input.dtype.category < FLOATING:
        raise RuntimeError(f"{name} only supports floating point and complex dtypes")
    if correction is None:
        correction = 1 if unbiased is None else int(unbiased)
    if correction >= length_of(input._array.shape, dim):
        warn_once(f"{name}(): degrees of freedom is <= 0: there are not more numbers than correction={correction}.")
    return dim, correction


@numpy_names
def var(input, dim=None, unbiased=None, keepdim=False, *, correction=None, out=None):
    """The variance of all elements or along `dim`: squared distances from the mean, summed, over n - correction.

    >>> import minitorch as mt
    >>> mt.tensor([1.0, 2.0, 3.0]).var()
    tensor(1.)

    Source: PyTorch, torch.var.
    """
    dim, correction = checked_options("var", input, dim, unbiased, correction)
    return _var(input, dim, correction, keepdim, out=out)


method(var)
