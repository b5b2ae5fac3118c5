"""masked_fill, masked_select (shelf)."""

import math

from ..._tensor import Tensor, method
from ...backend import array_module
from ...creation.memory_format import in_rows
from ...dtypes import check_holds
from ..inplace.in_place import in_place_forms
from ..op import NUMBER, op
from ..view.expand import broadcast_shapes, broadcast_to
from .bounds import zeros
from .scatter import as_large_as
from .where import either, masked


@op(derivative=lambda x, mask, value: f"MaskedFillBackward{int(not isinstance(value, NUMBER))}")
def _masked_fill(input, mask, value):
    return in_rows(either(mask, array_module(input).asarray(value).astype(input.dtype), input))


_masked_fill.grad(input=lambda g, mask: masked(g, ~mask), value=lambda g, mask: masked(g, mask).sum())


def masked_fill(input, mask, value):
    """`input` with `value` wherever the mask is True; the mask broadcasts.

    >>> import minitorch as mt
    >>> mt.tensor([1, 2, 3]).masked_fill(mt.tensor([True, False, True]), 0)
    tensor([0, 2, 0])

    Errors: RuntimeError for a mask that is not bool, or a value that the dtype cannot hold.
    Source: PyTorch, torch.Tensor.masked_fill.
    """
    if getattr(mask, "_array", mask).dtype.kind != "b":
        raise RuntimeError(f"masked_fill_ only supports boolean masks, but got mask with dtype {mask.dtype.spelled}")
    if not isinstance(value, Tensor):
        check_holds(input.dtype, value)
    elif value.ndim or value.dtype.category > input.dtype.category:
        raise RuntimeError(f"masked_fill takes one number that {input.dtype} can hold, but got {value}")
    return _masked_fill(input, mask, value)


method(masked_fill)


@op
def _masked_select(input, mask):
    return input[mask]


@op
def _masked_scatter(input, mask, source):
    whole = array_module(input).array(input, order="C")
    whole[mask] = source.reshape(-1)[: int(mask.sum())]
    return whole


def put_in_order(g, mask, shape):
    """The elements of g under the mask, in order, as the first elements of a tensor of `shape`; zeros behind."""
    return as_large_as(_masked_select(g, mask), (math.prod(shape),)).reshape(shape)


_masked_select.grad(input=lambda g, mask: _masked_scatter(zeros(g, mask.shape), mask, g))
_masked_scatter.grad(
    input=lambda g, mask: g * ~mask,
    source=lambda g, mask, source_shape: put_in_order(g, mask, source_shape),
)


def spread(x, mask):
    """x and mask in their common shape."""
    if mask._array.dtype != "bool":
        raise RuntimeError(f"a mask is a bool tensor, but got one of {mask.dtype}")
    shape = broadcast_shapes(x.shape, mask.shape)
    return broadcast_to(x, shape), broadcast_to(mask, shape)


def masked_select(input, mask, *, out=None):
    """The elements of input where the mask is True, as a vector; sizes broadcast. Source: PyTorch, torch.masked_select."""
    return _masked_select(*spread(input, mask), out=out)


method(masked_select)
in_place_forms("masked_fill")
