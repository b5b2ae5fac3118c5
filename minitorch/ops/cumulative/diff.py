"""diff, gradient: differences of neighbours, and slopes (shelf)."""

from ..._tensor import Tensor, check_dim, method
from ...dtypes import BOOL, uint8
from ..comparison.logical import logical_xor
from ..copy.clone import clone
from ..join.cat import cat
from ..op import NUMBER, fill_out, numpy_names
from ..pointwise.arithmetic import sub
from ..reduction.sum import reduces
from ..view.narrow import narrow, select
from ..view.reshape import reshape

__all__ = ["diff", "gradient"]


def between(x, dim, start, end):
    """The elements of x from `start` up to `end` along `dim`; negative numbers count from the end, 0 is the end."""
    length = x.shape[dim]
    start, end = start + length * (start < 0), end + length * (end <= 0)
    return narrow(x, dim, start, max(end - start, 0))


# --- differences ------------------------------------------------------------------------------------------------------


def check_like(input, part, dim):
    """What comes before or behind, or PyTorch's errors when it does not fit to the input."""
    if not isinstance(part, Tensor):
        raise TypeError(f"diff(): argument 'append' must be Tensor, not {type(part).__name__}")
    if part.ndim != input.ndim:
        raise RuntimeError("diff expects prepend or append to be the same dimension as input")
    for d, (have, n) in enumerate(zip(part.shape, input.shape, strict=True)):
        if d != dim and have != n:
            raise RuntimeError(
                "diff expects the shape of tensor to prepend or append to match that of input except along the "
                f"differencing dimension; input.size({d}) = {n}, but got tensor.size({d}) = {have}"
            )
    return part


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
    parts = [check_like(input, part, dim) for part in (prepend, input, append) if part is not None]
    x = cat(parts, dim) if len(parts) > 1 and n else input
    less = logical_xor if x.dtype.category == BOOL else sub
    for _ in range(min(n, x.shape[dim])):
        x = less(between(x, dim, 1, 0), narrow(x, dim, 0, max(x.shape[dim] - 1, 0)))
    x = clone(x) if x is input else x
    return x if out is None else fill_out(out, x, less)


method(diff)


# --- slopes -----------------------------------------------------------------------------------------------------------


@numpy_names
def gradient(input, *, spacing=None, dim=None, edge_order=1):
    """The slope along each dimension at each point, a tensor for each: from the neighbours on both sides.

    spacing     how far apart the points are: a number, one for each dimension, or for each a vector of coordinates
    dim         the dimensions, an int or several; all of them when left out
    edge_order  how many neighbours count at the ends: 1, or 2, which fits a parabola

    >>> import minitorch as mt
    >>> mt.gradient(mt.tensor([1.0, 4.0, 9.0, 16.0]), edge_order=2)
    (tensor([2., 4., 6., 8.]),)

    Errors: RuntimeError for spacings that do not fit to the dimensions, and for fewer than edge_order + 1 points.
    Source: PyTorch, torch.gradient.
    """
    dims = range(input.ndim) if dim is None else [dim] if isinstance(dim, int) else dim
    dims = [check_dim(d, input.ndim) for d in dims]
    spacings = check_gradient(input, spacing, dim, dims, edge_order)
    return tuple([slope(input, d, h, edge_order) for d, h in zip(dims, spacings, strict=True)])


def check_gradient(input, spacing, dim, dims, edge_order):
    """A spacing for each of the dimensions, or PyTorch's errors."""
    if input.dtype is uint8:
        raise RuntimeError("torch.gradient does not support uint8 input.")
    if isinstance(spacing, Tensor):
        raise TypeError("gradient() received an invalid combination of arguments: spacing must be a number or a list")
    if isinstance(spacing, (list, tuple)):
        if len(spacing) != len(dims):
            how = "a list of length equal to 'self.dim() = {n}', since dim argument was not given, but got a list of"
            both = "it's spacing and dim arguments to have the same length, but got a spacing argument of"
            raise RuntimeError(
                f"torch.gradient expected spacing to be unspecified, a scalar, or {how.format(n=input.ndim)} length {len(spacing)}"
                if dim is None
                else f"torch.gradient expected spacing to be unspecified, a scalar or {both} length {len(spacing)} and a dim "
                f"argument of length {len(dims)}."
            )
        wrong = [h.ndim for h in spacing if isinstance(h, Tensor) and h.ndim != 1]
        if wrong:
            raise RuntimeError(
                "torch.gradient expected each element of spacing to have one dimension, but got an element with "
                f"{wrong[0]} dimensions!"
            )
    else:
        spacing = [1 if spacing is None else spacing] * len(dims)
    if edge_order not in (1, 2):
        raise RuntimeError("torch.gradient only supports edge_order=1 and edge_order=2.")
    for place, d in enumerate(dims):
        if d in dims[:place]:
            raise RuntimeError(f"dim {d} appears multiple times in the list of dims")
        if input.shape[d] < edge_order + 1:
            raise RuntimeError("torch.gradient expected each dimension size to be at least edge_order+1")
    return spacing


def slope(x, dim, spacing, edge_order):
    """The slopes along one dimension; `spacing` is a number or the coordinates of the points."""
    part = lambda start, end: between(x, dim, start, end)
    if isinstance(spacing, NUMBER):
        first = second = before_last = last = spacing
        middle = (part(2, 0) - part(0, -2)) / (2 * spacing)
    else:
        steps = reshape(diff(spacing), (-1,) + (1,) * (x.ndim - dim - 1))
        first, last = select(steps, 0, 0), select(steps, 0, -1)
        second, before_last = (select(steps, 0, 1), select(steps, 0, -2)) if edge_order == 2 else (None, None)
        left, right = between(steps, 0, 0, -1), between(steps, 0, 1, 0)
        outer = part(2, 0) * (left / (right * (left + right))) - part(0, -2) * (right / (left * (left + right)))
        middle = outer + part(1, -1) * ((right - left) / (left * right))
    if edge_order == 1:
        start, end = (part(1, 2) - part(0, 1)) / first, (part(-1, 0) - part(-2, -1)) / last
    else:
        a, b = (2 * first + second) / (first * (first + second)), (first + second) / (first * second)
        start = part(1, 2) * b - part(0, 1) * a - part(2, 3) * (first / (second * (first + second)))
        a, b = (2 * last + before_last) / (last * (last + before_last)), (last + before_last) / (last * before_last)
        end = part(-1, 0) * a - part(-2, -1) * b + part(-3, -2) * (last / (before_last * (last + before_last)))
    return cat([start, middle, end], dim)
