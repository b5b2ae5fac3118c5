"""index_select, index_add: whole slices, read and added at the same places (shelf)."""

import numpy as np

from ..._tensor import check_dim, method
from ...backend import array_module
from ...errors import with_note
from ..inplace.in_place import in_place_forms
from ..op import op
from .gather import UNSIGNED, beyond, check_index, zeros

__all__ = ["index_select", "index_add"]

LONG = 64  # numbers, from which NumPy adds a slice sooner than its numbers one by one


@op
def index_select(x, dim, index):
    """The slices of x at `index`, a vector, along dimension `dim`: a copy.

    >>> import minitorch as mt
    >>> mt.tensor([[1, 2], [3, 4]]).index_select(0, mt.tensor([1, 1]))
    tensor([[3, 4],
            [3, 4]])

    Source: PyTorch, torch.index_select.
    """
    if index.ndim > 1 or index.dtype not in UNSIGNED:
        raise IndexError(
            f"index_select(): Index is a vector of integers, but got {index.ndim} dimensions of {index.dtype}"
        )
    dim = check_dim(dim, x.ndim)
    size = x.shape[dim] if x.ndim else 1
    if beyond(index, size):
        raise with_note(
            IndexError("index out of range in self"), f"Dimension {dim} has size {size}; the index is {index.tolist()}."
        )
    if x.ndim == 0:
        return x.copy()
    return x.take(index.reshape(-1), dim)


@op
def index_add(x, dim, index, source, alpha=1):
    """x with the slices of `source`, times alpha, added at `index` along `dim`. Source: PyTorch, torch.Tensor.index_add."""
    dim = check_slices("index_add_", x, dim, index, source)
    whole = array_module(x).array(x, order="C")
    scaled = source if type(alpha) is int and alpha == 1 else source * x.dtype.type(alpha)
    seen = whole.reshape(whole.shape or (1,)).swapaxes(0, dim)
    add_at(seen, index.reshape(-1), scaled.swapaxes(0, dim) if scaled.ndim else scaled)
    return whole


def add_at(whole, index, slices):
    """Add each slice to that of `whole` which its index names, one after the other."""
    if array_module(whole) is np and whole[:1].size >= LONG and slices.ndim == whole.ndim:
        for place, one in zip(index.tolist(), slices, strict=True):
            whole[place] += one
    else:
        array_module(whole).add.at(whole, index, slices)


def check_slices(name, x, dim, index, source):
    """dim as a number from 0; an error when the slices of source do not fit into x at index."""
    dim = check_dim(dim, x.ndim)
    count = source.shape[dim] if source.ndim > dim else 1
    mine, theirs = ([n for d, n in enumerate(a.shape) if d != dim] for a in (x, source))
    if (
        index.ndim > 1
        or index.dtype not in UNSIGNED
        or index.size != count
        or mine != theirs
        or x.dtype != source.dtype
    ):
        raise RuntimeError(
            f"{name}() takes as index a vector of integers, one for each slice of source along dim {dim}, and as source what "
            f"has the dtype and the other lengths of self; but got index {list(index.shape)} of {index.dtype}, source "
            f"{list(source.shape)} of {source.dtype}, self {list(x.shape)} of {x.dtype}"
        )
    check_index(index, x.shape[dim] if x.ndim else 1, dim)
    return dim


def times(g, alpha):
    return g if type(alpha) is int and alpha == 1 else g * alpha


index_select.grad(x=lambda g, dim, index, x_shape: index_add(zeros(g, x_shape), dim, index, g))
index_add.grad(
    x=lambda g: g,
    source=lambda g, dim, index, alpha, source_shape: times(index_select(g, dim, index).reshape(source_shape), alpha),
)


for _function in (index_select, index_add):
    method(_function)


in_place_forms("index_add")
