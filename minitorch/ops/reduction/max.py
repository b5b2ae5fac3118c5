"""max, argmax (shelf).

The gradient of a maximum goes to the element that was it. amax and amin share it among equals; max and min along a
dimension, which name one place, give it all to that place.
"""

from ... import return_types
from ..._tensor import Tensor, check_dim, method, wrap
from ...backend import array_module
from ..comparison.comparison import has_order
from ..index.where import masked
from ..one_step import one_step
from ..op import fill_out, op
from .norm import share
from .sum import axes, numpy_names, restore


def not_empty(name, shape, dim):
    """Raise for nothing, which has no largest."""
    for d in axes(dim, len(shape)):
        if not shape[d]:
            error = RuntimeError if dim in (None, ()) and not name.startswith("arg") else IndexError
            raise error(f"{name}(): Expected reduction dim {d} to have non-zero size.")


def share_slope(g, input, dim, keepdim, out):
    """The formula of the extremes that are shared among equals, and of nan among nans."""
    g, out = restore(g, input.shape, dim, keepdim), restore(out, input.shape, dim, keepdim)
    return share(g, (input == out) | ((input != input) & (out != out)), dim)


def name_of(name):
    """amax's step has its own name; where max() of all elements computes the same, it has max's."""
    return lambda x, dim, keepdim: f"{name}Backward1" if dim is None else f"A{name.lower()}Backward0"


@op(derivative=name_of("Max"))
def _amax(input, dim, keepdim):
    not_empty("amax", input.shape, dim)
    has_order("amax", input)
    return input.max(axis=axes(dim, input.ndim), keepdims=keepdim)


_amax.grad(input=share_slope)


# --- along one dimension, with the places ---------------------------------------------------------------------------


@op
def one_hot_mask(index, n, dim):
    """A mask of length n along `dim` that is True at the indices in `index`."""
    places = array_module(index).arange(n)
    return places.reshape((n,) + (1,) * (index.ndim - dim - 1)) == index


def taken_from(g, input_shape, dim, keepdim, out):
    """The formula of an operation that gives (values, indices) along `dim`: back to the places taken from."""
    if not input_shape:
        return g[0]
    index = restore(out[1], input_shape, dim, keepdim)
    return masked(restore(g[0], input_shape, dim, keepdim), one_hot_mask(index, input_shape[dim], dim))


def pick(x, dim, keepdim, name):
    """The extreme values along `dim`, and the first place of each."""
    xp = array_module(x)
    not_empty(name, x.shape, dim)
    if x.dtype.kind == "c":
        raise RuntimeError(f"{name}(): does not support complex input")
    if not x.ndim:
        return x.copy(), xp.zeros((), "int64")
    values, index = getattr(x, name)(axis=dim), getattr(x, f"arg{name}")(axis=dim)
    return (xp.expand_dims(values, dim), xp.expand_dims(index, dim)) if keepdim else (values, index)


@op(derivative="MaxBackward0")
def _max(input, dim, keepdim):
    return pick(input, dim, keepdim, "max")


_max.grad(input=taken_from)


@numpy_names
def max(input, dim=None, keepdim=False, *, other=None, out=None):
    """The largest element; along `dim`, the largest ones with their indices; of two tensors, the larger of each pair.

    >>> import minitorch as mt
    >>> mt.tensor([[1, 5], [7, 2]]).max(1).indices
    tensor([1, 0])

    Errors: RuntimeError or IndexError when there is nothing to choose from. Source: PyTorch, torch.max.
    """
    if isinstance(dim, Tensor) or other is not None:
        return Tensor.maximum(input, dim if other is None else other, out=out)
    if dim is not None:
        return return_types.max(_max(input, check_dim(dim, input.ndim), keepdim, out=out))
    return _amax(input, None, False, out=out)


# --- only the places ------------------------------------------------------------------------------------------------


def index_of(name, input, dim, keepdim, out):
    """The index of the extreme, in the flattened tensor or along `dim`."""
    not_empty(name, input.shape, dim)
    array = input._array
    xp = array_module(array)
    if array.dtype.kind in "bc":
        raise RuntimeError(f"{name}(): does not support {'bool' if array.dtype.kind == 'b' else 'complex'} input")
    axis = None if dim is None or not array.ndim else check_dim(dim, array.ndim)
    found = xp.asarray(getattr(xp, name)(array, axis=axis))
    if keepdim and array.ndim:
        found = found.reshape((1,) * array.ndim) if dim is None else xp.expand_dims(found, axis)
    return wrap(found) if out is None else fill_out(out, wrap(found), name)


@one_step
@numpy_names
def argmax(input, dim=None, keepdim=False, *, out=None):
    """The index of the largest element, in the flattened tensor or along `dim`.

    >>> import minitorch as mt
    >>> mt.argmax(mt.tensor([[1, 5], [7, 2]]), 1)
    tensor([1, 0])

    Source: PyTorch, torch.argmax.
    """
    return index_of("argmax", input, dim, keepdim, out)


method(max)
method(argmax)
