"""index_select, index_add: an index for whole slices (shelf)."""

import numpy as np

from ..._tensor import check_dim, method
from ...backend import array_module
from ...dtypes import check_holds
from ..inplace.in_place import in_place_forms
from ..op import op
from .bounds import UNSIGNED, beyond, check_index, zeros

LONG = 64  # numbers, from which NumPy adds a slice sooner than its numbers one by one


@op
def index_select(input, dim, index):
    """The slices of input at `index`, a vector, along dimension `dim`: a copy.

    >>> import minitorch as mt
    >>> mt.tensor([[1, 2], [3, 4]]).index_select(0, mt.tensor([1, 1]))
    tensor([[3, 4],
            [3, 4]])

    Source: PyTorch, torch.index_select.
    """
    if index.ndim > 1 or index.dtype not in UNSIGNED:
        raise IndexError(f"index_select(): index is a vector of integers, but got {index.ndim} dims of {index.dtype}")
    dim = check_dim(dim, input.ndim)
    size = input.shape[dim] if input.ndim else 1
    if beyond(index, size):
        raise IndexError(f"index out of range in self: dimension {dim} has size {size}; the index is {index.tolist()}")
    if input.ndim == 0:
        return input.copy()
    return input.take(index.reshape(-1), dim)


@op
def index_add(input, dim, index, source, alpha=1):
    """input with the slices of `source`, times alpha, added at `index` along `dim`. Source: PyTorch, torch.Tensor.index_add."""
    dim = check_slices("index_add_", input, dim, index, source)
    whole = array_module(input).array(input, order="C")
    scaled = source if type(alpha) is int and alpha == 1 else source * input.dtype.type(alpha)
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
    vector = index.ndim <= 1 and index.dtype in UNSIGNED and index.size == count
    if not vector or mine != theirs or x.dtype != source.dtype:
        mine, theirs = f"{list(x.shape)} of {x.dtype}", f"{list(source.shape)} of {source.dtype}"
        raise RuntimeError(f"{name}() got index {list(index.shape)}, source {theirs}, which do not fit self {mine}")
    check_index(index, x.shape[dim] if x.ndim else 1, dim)
    return dim


def times(g, alpha):
    return g if type(alpha) is int and alpha == 1 else g * alpha


index_select.grad(input=lambda g, dim, index, input_shape: index_add(zeros(g, input_shape), dim, index, g))
index_add.grad(
    input=lambda g: g,
    source=lambda g, dim, index, alpha, source_shape: times(index_select(g, dim, index).reshape(source_shape), alpha),
)


def held(x, value):
    """A Python number that x's dtype can hold, as that dtype does: -1 is 255 in uint8."""
    check_holds(x.dtype, value)
    return value % 256 if x.dtype.name == "uint8" and isinstance(value, int) else value


for _function in (index_select, index_add):
    method(_function)
in_place_forms("index_add")
