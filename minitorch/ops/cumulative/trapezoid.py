"""trapezoid, cumulative_trapezoid: areas by the trapezoidal rule (shelf)."""

from ..._tensor import check_dim
from ...creation.zeros import zeros
from ...dtypes import BOOL
from ..op import numpy_names
from ..reduction.sum import _sum
from ..step_names import step_called
from ..view.narrow import select
from ..view.reshape import reshape
from .cumsum import cumsum
from .diff import between, diff

__all__ = ["trapezoid", "trapz", "cumulative_trapezoid"]


# --- areas ------------------------------------------------------------------------------------------------------------


@numpy_names
def trapezoid(y, x=None, *, dx=None, dim=-1):
    """The area below the points along `dim`, joined by straight lines; `x` says where they stand, `dx` how far apart.

    >>> import minitorch as mt
    >>> mt.trapezoid(mt.tensor([1.0, 5.0, 10.0])), mt.trapezoid(mt.tensor([1.0, 5.0, 10.0]), mt.tensor([1, 3, 6]))
    (tensor(10.5000), tensor(28.5000))

    Errors: RuntimeError for truth values, and for an x that does not fit. Source: PyTorch, torch.trapezoid.
    """
    dim = check_points("trapezoid", y, x, dx, dim)
    if not y.shape[dim]:
        return zeros(*y.shape[:dim], *y.shape[dim + 1 :], dtype=y.dtype)
    if x is None:
        ends = step_called((select(y, dim, 0) + select(y, dim, -1)) * 0.5, "MulBackward1")
        return step_called((_sum(y, dim) - ends) * (1 if dx is None else float(dx)), "MulBackward1")
    area = _sum((between(y, dim, 0, -1) + between(y, dim, 1, 0)) * widths(y, x, dim), dim)
    return step_called(area / 2.0, "DivBackward1")


@numpy_names
def cumulative_trapezoid(y, x=None, *, dx=None, dim=-1):
    """The area below the points up to each place along `dim`, the first left out.

    >>> import minitorch as mt
    >>> mt.cumulative_trapezoid(mt.tensor([1.0, 5.0, 10.0]))
    tensor([ 3.0000, 10.5000])

    Source: PyTorch, torch.cumulative_trapezoid.
    """
    dim = check_points("cumulative_trapezoid", y, x, dx, dim)
    if not y.shape[dim]:
        return zeros(y.shape, dtype=y.dtype)
    pairs = between(y, dim, 0, -1) + between(y, dim, 1, 0)
    if x is None:
        return cumsum(step_called(pairs * ((1 if dx is None else float(dx)) / 2), "MulBackward1"), dim)
    return step_called(cumsum(pairs * widths(y, x, dim), dim) / 2, "DivBackward1")


def check_points(name, y, x, dx, dim):
    """dim as a number from 0, or PyTorch's errors."""
    if x is not None and dx is not None:
        raise TypeError(f"{name}() received an invalid combination of arguments: it takes x or dx, not both")
    if not y.ndim:
        raise IndexError(f"Dimension specified as {dim} but tensor has no dimensions")
    if any(t is not None and t.dtype.category == BOOL for t in (y, x)):
        names = "`y`" if x is None else "`x` or `y`"
        raise RuntimeError(f"{name}: received a bool input for {names}, but bool is not supported")
    if isinstance(dx, (bool, complex)):
        raise RuntimeError(f"{name}: Currently, we only support dx as a real number.")
    return check_dim(dim, y.ndim)


def widths(y, x, dim):
    """How far apart the points stand, in a shape that broadcasts with y's neighbours."""
    if x.ndim == 1:
        if x.shape[0] != y.shape[dim]:
            raise RuntimeError(
                f"trapezoid: There must be one `x` value for each sample point: {x.shape[0]} and not {y.shape[dim]}"
            )
        x = reshape(x, (1,) * dim + (-1,) + (1,) * (y.ndim - dim - 1))
    elif x.ndim < y.ndim:
        x = reshape(x, (1,) * (y.ndim - x.ndim) + tuple(x.shape))
    return diff(x, dim=dim)


trapz = trapezoid
