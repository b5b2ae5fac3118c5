"""diff, trapezoid: differences of neighbours, and areas (shelf)."""

from ..._tensor import check_dim, method
from ...dtypes import BOOL
from ..comparison.logical import logical_xor
from ..copy.clone import clone
from ..join.cat import cat
from ..op import fill_out
from ..pointwise.arithmetic import sub
from ..reduction.sum import numpy_names
from ..view.further import narrow
from ..view.reshape import reshape

__all__ = ["diff", "trapezoid", "trapz"]


def between(x, dim, start, end):
    """The elements of x from `start` up to `end` along `dim`; negative numbers count from the end, 0 is the end."""
    length = x.shape[dim]
    start, end = start + length * (start < 0), end + length * (end <= 0)
    return narrow(x, dim, start, max(end - start, 0))


# --- differences ------------------------------------------------------------------------------------------------------


@numpy_names
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


# --- areas -------------------------------------------------------------------------------------------------------------


def trapezoid(y, x=None, *, dx=1, dim=-1):
    """The area below y, made of trapezoids; x has the places of the points, else they are dx apart.

    >>> import minitorch as mt
    >>> mt.trapezoid(mt.tensor([1.0, 2.0, 3.0]))
    tensor(4.)

    Source: PyTorch, torch.trapezoid.
    """
    dim = check_dim(dim, y.ndim)
    apart = dx if x is None else diff(x, dim=dim if x.ndim > 1 else 0)
    if x is not None and x.ndim == 1:
        apart = reshape(apart, (-1,) + (1,) * (y.ndim - dim - 1))
    return ((between(y, dim, 1, 0) + between(y, dim, 0, -1)) * 0.5 * apart).sum(dim)


trapz = trapezoid
