"""diff, gradient: differences of neighbours, and slopes (shelf)."""

from ..._tensor import Tensor, check_dim, method
from ...creation.zeros import full
from ...dtypes import BOOL
from ..comparison.logical import logical_xor
from ..copy.clone import clone
from ..join.cat import cat
from ..op import fill_out, numpy_names
from ..pointwise.arithmetic import sub
from ..reduction.sum import reduces
from ..view.narrow import narrow
from ..view.reshape import reshape

__all__ = ["diff", "gradient", "trapezoid", "trapz", "cumulative_trapezoid"]


def between(x, dim, start, end):
    """The elements of x from `start` up to `end` along `dim`; negative numbers count from the end, 0 is the end."""
    length = x.shape[dim]
    start, end = start + length * (start < 0), end + length * (end <= 0)
    return narrow(x, dim, start, max(end - start, 0))


# --- differences ------------------------------------------------------------------------------------------------------


@reduces
def diff(input, n=1, dim=-1, prepend=None, append=None, *, out=None):
    """Each element along `dim` minus the one before it; that n times over. Of truth values: whether they differ.

    prepend, append  more elements, put before and behind along `dim` first

    >>> import minitorch as mt
    >>> mt.diff(mt.tensor([1, 4, 9, 16])), mt.diff(mt.tensor([1, 4, 9, 16]), n=2)
    (tensor([3, 5, 7]), tensor([2, 2]))

    Errors: RuntimeError for a 0-d input or a negative n. Source: PyTorch, torch.diff.
    """
    if not input.ndim:
        raise RuntimeError("diff expects input to be at least one-dimensional")
    if n < 0:
        raise RuntimeError(f"order must be non-negative but got {n}")
    dim = check_dim(dim, input.ndim)
    parts = [part for part in (prepend, input, append) if part is not None]
    x = cat(parts, dim) if len(parts) > 1 and n else input
    less = logical_xor if x.dtype.category == BOOL else sub
    for _ in range(min(n, x.shape[dim])):
        x = less(between(x, dim, 1, 0), narrow(x, dim, 0, max(x.shape[dim] - 1, 0)))
    x = clone(x) if x is input else x
    return x if out is None else fill_out(out, x, less)


method(diff)


# --- slopes and areas ---------------------------------------------------------------------------------------------------


@numpy_names
def gradient(input, *, spacing=1, dim=None, edge_order=1):
    """The slope along each dimension at each point, a tensor for each: from the neighbours on both sides.

    spacing     how far apart the points are: a number, or for each dimension one or a vector of coordinates
    dim         the dimensions, an int or several; all of them when left out
    edge_order  how many neighbours count at the ends: 1, or 2, which fits a parabola

    >>> import minitorch as mt
    >>> mt.gradient(mt.tensor([1.0, 4.0, 9.0, 16.0]), edge_order=2)
    (tensor([2., 4., 6., 8.]),)

    Source: PyTorch, torch.gradient.
    """
    dims = range(input.ndim) if dim is None else [dim] if isinstance(dim, int) else dim
    dims = [check_dim(d, input.ndim) for d in dims]
    spacings = [1 if spacing is None else spacing] * len(dims) if not isinstance(spacing, (list, tuple)) else spacing
    if len(spacings) != len(dims) or len(set(dims)) != len(dims) or edge_order not in (1, 2):
        raise RuntimeError(f"gradient() expects a spacing for each of {len(dims)} dimensions, and edge_order 1 or 2")
    return tuple([slope(input, d, h, edge_order) for d, h in zip(dims, spacings, strict=True)])


def slope(x, dim, spacing, edge_order):
    """The slopes along one dimension: in the middle those of parabolas through three points."""
    shape = (-1,) + (1,) * (x.ndim - dim - 1)
    steps = diff(spacing) if isinstance(spacing, Tensor) else full((x.shape[dim] - 1,), float(spacing))
    steps = reshape(steps, shape)
    rise = diff(x, dim=dim) / steps
    left, right = between(steps, 0, 0, -1), between(steps, 0, 1, 0)
    before, after = between(rise, dim, 0, -1), between(rise, dim, 1, 0)
    middle = (before * right + after * left) / (left + right)
    first, last = between(rise, dim, 0, 1), between(rise, dim, -1, 0)
    if edge_order == 2:
        first, last = first * 2 - between(middle, dim, 0, 1), last * 2 - between(middle, dim, -1, 0)
    return cat([first, middle, last], dim)


def areas(y, x, dx, dim):
    """The area between every two neighbours: the mean of both times their distance."""
    dim = check_dim(dim, y.ndim)
    apart = dx if x is None else diff(x, dim=dim if x.ndim > 1 else 0)
    if x is not None and x.ndim == 1:
        apart = reshape(apart, (-1,) + (1,) * (y.ndim - dim - 1))
    return (between(y, dim, 1, 0) + between(y, dim, 0, -1)) * 0.5 * apart


def trapezoid(y, x=None, *, dx=1, dim=-1):
    """The area below y, made of trapezoids; x has the places of the points, else they are dx apart.

    >>> import minitorch as mt
    >>> mt.trapezoid(mt.tensor([1.0, 2.0, 3.0]))
    tensor(4.)

    Source: PyTorch, torch.trapezoid.
    """
    return areas(y, x, dx, dim).sum(dim)


def cumulative_trapezoid(y, x=None, *, dx=1, dim=-1):
    """The area up to each point. Source: PyTorch, torch.cumulative_trapezoid."""
    return areas(y, x, dx, dim).cumsum(dim)


trapz = trapezoid
