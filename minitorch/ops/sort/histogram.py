"""bincount, histc (shelf)."""

import math

from ..._tensor import method, wrap
from ...backend import array_module, same_device
from ...dtypes import INTEGER
from ..one_step import one_step
from ..op import fill_out

__all__ = ["bincount", "histc"]


# --- integers ----------------------------------------------------------------------------------------------------


@one_step
def bincount(input, weights=None, minlength=0):
    """How often each of 0, 1, 2 ... comes in a vector of integers; with `weights`, the sum of what each weighs.

    minlength  the least length of the result

    >>> import minitorch as mt
    >>> mt.bincount(mt.tensor([1, 3, 1]))
    tensor([0, 2, 0, 1])

    Errors: RuntimeError for a negative number, NotImplementedError for fractions. Source: PyTorch, torch.bincount.
    """
    if input.dtype.category != INTEGER:
        raise NotImplementedError(f"\"bincount_cpu\" not implemented for '{input.dtype.title}'")
    if minlength < 0:
        raise RuntimeError(f"minlength should be >= 0, but is {minlength}")
    numbers = input._array
    if numbers.ndim != 1 or (numbers < 0).any():
        raise RuntimeError("bincount only supports 1-d non-negative integral inputs.")
    same_device([x._array for x in (input, weights) if x is not None])
    if weights is not None and weights._array.shape != numbers.shape:
        raise RuntimeError("weights should be 1-d and have the same length as input")
    xp = array_module(numbers)
    if weights is None or not numbers.size:
        return wrap(xp.bincount(numbers.astype("int64"), minlength=minlength).astype("int64"))
    kind = "float32" if weights.dtype.name == "float32" else "float64"
    return wrap(xp.bincount(numbers.astype("int64"), weights._array.astype("float64"), minlength).astype(kind))


method(bincount)


# --- between bounds ---------------------------------------------------------------------------------------------------


def check_bins(bins):
    if bins <= 0:
        raise RuntimeError(f"torch.histogram(): bins must be > 0, but got {bins}")


@one_step
def histc(input, bins=100, min=0, max=0, *, out=None):
    """How many elements fall into each of `bins` equal parts of the way from min to max; what lies outside is left out.

    Where min and max are equal, they are the smallest and the largest element.

    >>> import minitorch as mt
    >>> mt.histc(mt.tensor([1.0, 2.0, 1.0]), bins=4, min=0, max=3)
    tensor([0., 2., 1., 0.])

    Errors: RuntimeError for bounds that are not finite or in the wrong order. Source: PyTorch, torch.histc.
    """
    x = input._array.reshape(-1)
    xp = array_module(x)
    if x.dtype.kind in "biuc":
        raise NotImplementedError(f"\"histogram_cpu\" not implemented for '{input.dtype.title}': convert it first")
    check_bins(bins)
    if input.device.type == "meta":
        return input.new_empty((bins,))
    low, high = (float(x.min()), float(x.max())) if min == max and x.size else (float(min), float(max))
    if low == high:
        low, high = low - 1, high + 1
    if not (math.isfinite(low) and math.isfinite(high)):
        raise RuntimeError(f"torch.histc: range of [{low}, {high}] is not finite")
    if low > high:
        raise RuntimeError("torch.histc: max must be larger than min")
    low, high = x.dtype.type(low), x.dtype.type(high)
    x = x[(x >= low) & (x <= high)]
    place = xp.minimum(((x - low) * x.dtype.type(bins) / (high - low)).astype("int64"), bins - 1)
    found = wrap(xp.bincount(place, minlength=bins).astype(x.dtype))
    return found if out is None else fill_out(out, found, histc)


method(histc)
