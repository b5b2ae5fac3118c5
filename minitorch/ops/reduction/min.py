"""min, amin, amax, argmin: the other extremes (shelf)."""

from ... import return_types
from ..._tensor import Tensor, check_dim, method
from ..comparison.comparison import has_order
from ..comparison.maximum import minimum
from ..one_step import one_step
from ..op import op
from .max import _amax, index_of, name_of, not_empty, pick, share_slope, taken_from
from .sum import axes, numpy_names


@op(derivative=name_of("Min"))
def _amin(input, dim, keepdim):
    not_empty("amin", input.shape, dim)
    has_order("amin", input)
    return input.min(axis=axes(dim, input.ndim), keepdims=keepdim)


_amin.grad(input=share_slope)


@numpy_names
def amax(input, dim=(), keepdim=False, *, out=None):
    """The largest element, of all or along `dim`, an int or several. Equal ones share the gradient.

    >>> import minitorch as mt
    >>> mt.amax(mt.tensor([[1, 5], [7, 2]]), 0)
    tensor([7, 5])

    Source: PyTorch, torch.amax.
    """
    return _amax(input, () if dim is None else dim, keepdim, out=out)


@numpy_names
def amin(input, dim=(), keepdim=False, *, out=None):
    """The smallest element, of all or along `dim`. Equal ones share the gradient. Source: PyTorch, torch.amin."""
    return _amin(input, () if dim is None else dim, keepdim, out=out)


@op(derivative="MinBackward0")
def _min(input, dim, keepdim):
    return pick(input, dim, keepdim, "min")


_min.grad(input=taken_from)


@numpy_names
def min(input, dim=None, keepdim=False, *, other=None, out=None):
    """The smallest, in the three ways of max. Source: PyTorch, torch.min."""
    if isinstance(dim, Tensor) or other is not None:
        return minimum(input, dim if other is None else other, out=out)
    if dim is not None:
        return return_types.min(_min(input, check_dim(dim, input.ndim), keepdim, out=out))
    return _amin(input, None, False, out=out)


@one_step
@numpy_names
def argmin(input, dim=None, keepdim=False, *, out=None):
    """The index of the smallest element. Source: PyTorch, torch.argmin."""
    return index_of("argmin", input, dim, keepdim, out)


for _function in (amax, amin, min, argmin):
    method(_function)
