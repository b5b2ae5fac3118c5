"""bincount, histc, histogram, histogramdd (shelf)."""

import math

from ... import return_types
from ..._tensor import Tensor, method, wrap
from ...backend import array_module
from ...creation.arange import linspace
from ...dtypes import INTEGER
from ..one_step import one_step
from ..op import fill_out
from .searchsorted import searchsorted

__all__ = ["bincount", "histc", "histogram", "histogramdd"]

return_types.named("histogram", "hist", "bin_edges")
return_types.named("histogramdd", "hist", "bin_edges")


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
    if weights is not None and weights._array.shape != numbers.shape:
        raise RuntimeError("weights should be 1-d and have the same length as input")
    xp = array_module(numbers)
    if weights is None or not numbers.size:
        return wrap(xp.bincount(numbers.astype("int64"), minlength=minlength).astype("int64"))
    kind = "float32" if weights.dtype.name == "float32" else "float64"
    return wrap(xp.bincount(numbers.astype("int64"), weights._array.astype("float64"), minlength).astype(kind))


method(bincount)


# --- between bounds ---------------------------------------------------------------------------------------------------


def check_bins(bins, dim=0):
    if bins <= 0:
        raise RuntimeError(f"torch.histogram(): bins must be > 0, but got {bins} for dimension {dim}")


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


def bounds(x, bins, limits):
    """The edges of the bins for each column of an array [n, d]; bins and limits as histogramdd takes them."""
    columns, edges = x.shape[1], []
    if limits is not None and len(limits) != 2 * columns:
        raise RuntimeError(
            f"torch.histogramdd: for a {columns}-dimensional histogram range should have {2 * columns} elements, but "
            f"got {len(limits)}"
        )
    for d, count in enumerate(bins):
        if isinstance(count, Tensor):
            edges.append(check_edges(count, x.dtype, d)._array)
            check_bins(count.numel() - 1, d)
            continue
        check_bins(count, d)
        if limits is not None:
            low, high = (float(bound) for bound in limits[2 * d : 2 * d + 2])
        else:
            low, high = (float(x[:, d].min()), float(x[:, d].max())) if len(x) else (0.0, 1.0)
        if not (math.isfinite(low) and math.isfinite(high)):
            raise RuntimeError(f"torch.histogramdd: dimension {d}'s range [{low}, {high}] is not finite")
        if low > high:
            raise RuntimeError(
                f"torch.histogramdd: min should not exceed max, but got min {low} max {high} for dimension {d}"
            )
        low, high = (low - 0.5, high + 0.5) if low == high else (low, high)
        edges.append(array_module(x).asarray(linspace(low, high, count + 1, dtype=wrap(x).dtype)._array))
    return edges


def check_edges(edges, kind, d):
    """A tensor of edges, or PyTorch's errors."""
    if edges.ndim != 1:
        raise RuntimeError(
            f"torch.histogramdd: bins tensor should have one dimension, but got {edges.ndim} dimensions in the bins "
            f"tensor for dimension {d}"
        )
    if not edges.numel():
        raise RuntimeError(
            "torch.histogramdd: bins tensor should have at least 1 element, but got 0 elements in the bins tensor for "
            f"dimension {d}"
        )
    if edges._array.dtype != kind:
        raise RuntimeError(
            "torch.histogramdd: input tensor and bins tensors should have the same dtype, but got input with dtype "
            f"{kind} and bins for dimension {d} with dtype {edges._array.dtype}"
        )
    return edges


def count(x, bins, limits, weight, density):
    """(counts, edges) of the rows of an array [n, d] in a grid of bins."""
    xp = array_module(x)
    if x.dtype.kind in "biuc" or x.dtype.itemsize == 2:
        raise NotImplementedError(f"\"histogramdd\" not implemented for '{wrap(x).dtype.title}': convert it first")
    if weight is not None and weight._array.dtype != x.dtype:
        raise RuntimeError(
            "torch.histogramdd: if weight tensor is provided, input tensor and weight tensor should have the same "
            f"dtype, but got input({x.dtype}), and weight({weight._array.dtype})"
        )
    edges = bounds(x, bins, limits)
    shape = tuple([len(one) - 1 for one in edges])
    place, inside = xp.zeros(len(x), "int64"), xp.ones(len(x), bool)
    for d, one in enumerate(edges):
        column = x[:, d]
        inside &= (column >= one[0]) & (column <= one[-1])
        where = searchsorted(wrap(one), wrap(xp.ascontiguousarray(column)), right=True)._array - 1
        place = place * shape[d] + xp.minimum(where, shape[d] - 1)  # the last bin has its right edge too
    weights = None if weight is None else weight._array.reshape(-1)[inside].astype("float64")
    found = xp.bincount(place[inside], weights, math.prod(shape)).reshape(shape).astype(x.dtype)
    if density:
        found = found / found.sum()
        for d, one in enumerate(edges):
            found = found / xp.diff(one).reshape((-1,) + (1,) * (len(shape) - d - 1))
    return wrap(found), [wrap(one) for one in edges]


@one_step
def histogram(input, bins=100, *, range=None, weight=None, density=False, out=None):
    """(hist, bin_edges): how many elements fall into each bin.

    bins     how many there are, all of one width; or a vector of their edges
    range    where the first begins and the last ends: the smallest and the largest element when left out
    weight   how much each element counts; density: divide, so that the area is 1

    >>> import minitorch as mt
    >>> mt.histogram(mt.tensor([1.0, 2.0, 1.0]), bins=4, range=(0.0, 3.0)).hist
    tensor([0., 2., 1., 0.])

    Errors: RuntimeError for edges, a range or weights that do not fit. Source: PyTorch, torch.histogram.
    """
    check_weight(weight, input.shape, (input.numel(), 1))
    hist, edges = count(input._array.reshape(-1, 1), [bins], range, weight, density)
    made = (hist, edges[0])
    return return_types.histogram(made if out is None else fill_out(out, made, histogram))


def check_weight(weight, expected, shape):
    """Raise PyTorch's error for weights of another shape."""
    if weight is not None and tuple(weight.shape) != tuple(expected):
        raise RuntimeError(
            "torch.histogramdd: if weight tensor is provided it should have the same shape as the input tensor "
            f"excluding its innermost dimension, but got input with shape {list(shape)} and weight with shape "
            f"{list(weight.shape)}"
        )


method(histogram)


@one_step
def histogramdd(input, bins, *, range=None, weight=None, density=False):
    """(hist, bin_edges): how many points fall into each cell of a grid; the last dimension of `input` has the points.

    bins  how many along each dimension, one number for all; or the edges along each dimension

    >>> import minitorch as mt
    >>> mt.histogramdd(mt.tensor([[0.0, 1.0], [1.0, 0.0], [2.0, 2.0]]), [2, 2]).hist
    tensor([[0., 1.],
            [1., 1.]])

    Errors: RuntimeError for bins, a range or weights that do not fit. Source: PyTorch, torch.histogramdd.
    """
    if input.ndim < 2:
        raise RuntimeError("torch.histogramdd: input tensor should have at least 2 dimensions")
    columns = input.shape[-1]
    bins = [bins] * columns if isinstance(bins, int) else list(bins)
    if len(bins) != columns:
        raise RuntimeError(
            "histogramdd: The size of bins must be equal to the innermost dimension of the input. "
            f"They are {len(bins)} and {columns}"
        )
    check_weight(weight, input.shape[:-1], input.shape)
    rows = input._array.reshape(math.prod(input.shape[:-1]), columns)
    hist, edges = count(rows, bins, range, weight, density)
    return return_types.histogramdd((hist, tuple(edges)))
