"""prod: products along dimensions (shelf)."""

import math

import numpy as np

from ..._tensor import Tensor, check_dim, method, wrap
from ...backend import array_module
from ..index.where import choose
from ..op import op
from ..out import kind_of
from ..pointwise.arithmetic import zeros_of
from ..view.expand import _expand
from .sum import numpy_names, restore


@op(derivative=lambda x, dim, keepdim, dtype: f"ProdBackward{int(dim is not None)}")
def _prod(input, dim=None, keepdim=False, dtype=None):
    kind = dtype.numpy if dtype is not None else np.dtype("int64") if input.dtype.kind in "iub" else input.dtype
    axis = None if dim is None else check_dim(dim, input.ndim)
    axes = None if axis is None or not input.ndim else (axis,)
    return array_module(input).multiply.reduce(input.astype(kind, copy=False), axes, kind, keepdims=keepdim)


def all_others(g, input, dim, keepdim, out):
    """The product of all the others: out / input, or, where a zero stands in the way, computed without input."""
    if not input.ndim:
        return g
    g = restore(g, input.shape, dim, keepdim)
    if not (input == 0).any():
        return g * (restore(out, input.shape, dim, keepdim) / input)
    if dim is None and (input == 0).sum() > 1 and not (input - input == 0).all():
        return zeros_of(input)  # two zeros: whatever else is there, inf too, no single number can change the product
    if dim is None:
        flat = input.reshape((math.prod(input.shape),))
        return g * each_left_out(flat, 0, _prod).reshape(input.shape)
    return g * each_left_out(input, check_dim(dim, input.ndim), _prod)


_prod.grad(input=all_others)


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


@numpy_names
def prod(input, dim=None, keepdim=False, *, dtype=None, out=None):
    """The product of all elements, or of those along one dimension.

    >>> import minitorch as mt
    >>> mt.tensor([1, 2, 3, 4]).prod()
    tensor(24)

    Source: PyTorch, torch.prod.
    """
    return _prod(input, dim, keepdim, kind_of(out, dtype, "prod"), out=out)


method(prod)
