"""reduction: many numbers into one: means, products, counts, and whether all or any are true."""

import math

import numpy as np

from .._tensor import Tensor, check_dim, method, wrap
from ..backend import array_module
from ..dtypes import FLOATING
from ..large import multiply
from .broadcast import _expand, _sum, axes, reduces, restore
from .op import op
from .select import choose

__all__ = ["mean", "nansum", "nanmean", "prod", "all", "any", "count_nonzero"]

# --- means ----------------------------------------------------------------------------------------------------------


def length_of(shape, dim):
    """How many numbers go into each result."""
    return math.prod(shape if dim is None else [shape[d] for d in axes(dim, len(shape))])


@op(derivative=lambda x, dim, keepdim, dtype: f"MeanBackward{int(dim is not None)}")
def _mean(x, dim, keepdim, dtype):
    n = length_of(x.shape, dim)
    total = _sum.forward(x, dim, keepdim, dtype)
    return total / n if n else total * math.nan


def equal_shares(g, x_shape, dim, keepdim):
    """The gradient divided evenly among the numbers that went into the mean."""
    return _expand(restore(g / length_of(x_shape, dim), x_shape, dim, keepdim), x_shape)


_mean.grad(x=equal_shares)


@reduces
def mean(input, dim=None, keepdim=False, *, dtype=None, out=None):
    """The mean of all elements, or of those along `dim`, an int or several.

    >>> import minitorch as mt
    >>> mt.tensor([[1.0, 2.0], [3.0, 6.0]]).mean(1)
    tensor([1.5000, 4.5000])

    Errors: RuntimeError for whole numbers, whose mean is a fraction: say dtype=. Source: PyTorch, torch.mean.
    """
    kind = dtype or input.dtype
    if kind.category < FLOATING:
        raise RuntimeError(
            "mean(): could not infer output dtype. Input dtype must be either a floating point or complex dtype. "
            f"Got: {kind.name}. Convert it first, for instance with .float()."
        )
    return _mean.call(input, dim, keepdim, dtype, out=out)


@op(derivative="NansumBackward0")
def _nansum(x, dim, keepdim, dtype):
    if x.dtype.kind == "c":
        raise RuntimeError("nansum does not support complex inputs")
    xp = array_module(x)
    return _sum.forward(xp.where(x == x, x, x.dtype.type(0)), dim, keepdim, dtype)


_nansum.grad(x=lambda g, x, dim, keepdim: _expand(restore(g, x.shape, dim, keepdim), x.shape) * (x == x))


@reduces
def nansum(input, dim=None, keepdim=False, *, dtype=None, out=None):
    """The sum of what is not nan. Source: PyTorch, torch.nansum."""
    return _nansum(input, dim, keepdim, dtype, out=out)


@reduces
def nanmean(input, dim=None, keepdim=False, *, dtype=None, out=None):
    """The mean of what is not nan. Source: PyTorch, torch.nanmean."""
    if input.dtype.category < FLOATING:
        raise RuntimeError(
            f"nanmean(): expected input to have floating point or complex dtype but got {input.dtype.name}"
        )
    return nansum(input, dim, keepdim, dtype=dtype).div(_sum(input == input, dim, keepdim), out=out)


# --- products -------------------------------------------------------------------------------------------------------


@op(derivative=lambda x, dim, keepdim, dtype: f"ProdBackward{int(dim is not None)}")
def _prod(x, dim=None, keepdim=False, dtype=None):
    kind = dtype.numpy if dtype is not None else np.dtype("int64") if x.dtype.kind in "iub" else x.dtype
    half = kind.itemsize == 2 and kind.kind not in "iu"
    axis = None if dim is None else check_dim(dim, x.ndim)
    found = multiply(
        x.astype("float32" if half else kind, copy=False), None if axis is None or not x.ndim else (axis,), keepdim
    )
    return found.astype(kind, copy=False)


def all_others(g, x, dim, keepdim, out):
    """The product of all the others: out / x, or, where a zero stands in the way, computed without x."""
    if not x.ndim:
        return g
    g = restore(g, x.shape, dim, keepdim)
    if not (x == 0).any():
        return g * (restore(out, x.shape, dim, keepdim) / x)
    if dim is None:
        flat = x.reshape((math.prod(x.shape),))
        return g * each_left_out(flat, 0, _prod).reshape(x.shape)
    return g * each_left_out(x, check_dim(dim, x.ndim), _prod)


_prod.grad(x=all_others)


def each_left_out(x, dim, reduce):
    """For each place k along `dim`: reduce(x with 1 in place k, dim). x is copied once for each place."""
    n = x.shape[dim]
    after = (1,) * (x.ndim - dim - 1)
    place = np.eye(n, dtype=bool).reshape((n,) + (1,) * dim + (n,) + after)
    copies = _expand(x.reshape((1, *x.shape)), (n, *x.shape))
    copies = choose(like(x, place), like(x, np.ones((), getattr(x, "_array", x).dtype)), copies)
    found = reduce(copies, dim + 1)  # [n, the other dimensions]
    for d in range(dim):
        found = found.swapaxes(d, d + 1)
    return found


def like(x, array):
    """A NumPy array as what x is: a tensor or an array, on x's device."""
    array = array_module(getattr(x, "_array", x)).asarray(array)
    return wrap(array) if isinstance(x, Tensor) else array


@reduces
def prod(input, dim=None, keepdim=False, *, dtype=None, out=None):
    """The product of all elements, or of those along one dimension.

    >>> import minitorch as mt
    >>> mt.tensor([1, 2, 3, 4]).prod()
    tensor(24)

    Source: PyTorch, torch.prod.
    """
    return _prod(input, dim, keepdim, dtype, out=out)


# --- questions ------------------------------------------------------------------------------------------------------


@op
def all(x, dim=None, keepdim=False):
    """Whether all elements, or all along `dim`, are other than 0. Source: PyTorch, torch.all."""
    found = x.astype(bool).all(axis=axes(dim, x.ndim), keepdims=keepdim)
    return found.astype(x.dtype) if x.dtype == np.uint8 else found


@op
def any(x, dim=None, keepdim=False):
    """Whether any element, or any along `dim`, is other than 0. Source: PyTorch, torch.any."""
    found = x.astype(bool).any(axis=axes(dim, x.ndim), keepdims=keepdim)
    return found.astype(x.dtype) if x.dtype == np.uint8 else found


@op
def count_nonzero(x, dim=None):
    """How many elements, in all or along `dim`, are other than 0. Source: PyTorch, torch.count_nonzero."""
    return (x != 0).sum(axis=axes(dim, x.ndim), dtype=np.int64)


for _function in (mean, nansum, nanmean, prod, all, any, count_nonzero):
    method(_function)
