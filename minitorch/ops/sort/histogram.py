"""bincount, histc, histogram, histogramdd (shelf)."""

import math

from ... import return_types
from ..._tensor import Tensor, method, wrap
from ...backend import array_module
from ...creation.linspace import linspace
from ...dtypes import INTEGER
from ..op import fill_out

__all__ = ["bincount", "histc", "histogram"]

return_types.named("histogram", "hist", "bin_edges")


# --- integers ----------------------------------------------------------------------------------------------------


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


def histogram(input, bins=100, *, range=None, weight=None, density=False):
    """(hist, bin_edges): how many elements fall into each bin.

    bins     how many there are, all of one width; or a vector of their edges
    range    where the first begins and the last ends: the smallest and the largest element when left out
    weight   how much each element counts; density: divide, so that the area is 1

    >>> import minitorch as mt
    >>> mt.histogram(mt.tensor([1.0, 2.0, 1.0]), bins=4, range=(0.0, 3.0)).hist
    tensor([0., 2., 1., 0.])

    Errors: RuntimeError for a range or weights that do not fit. Source: PyTorch, torch.histogram.
    """
    if weight is not None and weight.shape != input.shape:
        raise RuntimeError(
            f"histogram(): the weights have the shape {list(weight.shape)}, the input {list(input.shape)}"
        )
    x, xp = input._array.reshape(-1), array_module(input._array)
    edges = bins._array if isinstance(bins, Tensor) else edges_of(x, bins, range)
    inside = (x >= edges[0]) & (x <= edges[-1])
    where = xp.searchsorted(edges, x, "right") - 1
    where = xp.minimum(where, len(edges) - 2)[inside]  # the last bin has its right edge too
    weights = None if weight is None else weight._array.reshape(-1)[inside].astype("float64")
    found = xp.bincount(where, weights, len(edges) - 1).astype(x.dtype)
    if density:
        found = found / found.sum() / xp.diff(edges)
    return return_types.histogram((wrap(found), wrap(edges)))


def edges_of(x, bins, limits):
    """The edges of so many bins of one width."""
    check_bins(bins)
    low, high = (
        (float(limits[0]), float(limits[1])) if limits else (float(x.min()), float(x.max())) if x.size else (0, 1)
    )
    if not (math.isfinite(low) and math.isfinite(high) and low <= high):
        raise RuntimeError(f"histogram(): range [{low}, {high}] is not finite, or not in order")
    low, high = (low - 0.5, high + 0.5) if low == high else (low, high)
    return array_module(x).asarray(linspace(low, high, bins + 1, dtype=wrap(x).dtype)._array)


method(histogram)
