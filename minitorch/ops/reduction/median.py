"""median (shelf)."""

import math

import numpy as np

from ... import return_types
from ..._tensor import check_dim, method
from ...backend import array_module
from ..one_step import one_step
from ..op import op
from .max import not_empty, taken_from
from .norm import share
from .sum import numpy_names


def middle(x, dim):
    """The places of the medians along `dim`: of an even number the lower one; that of a nan, where there is one."""
    xp = array_module(x)
    order = xp.argsort(x, axis=dim, kind="stable")  # nan comes last
    strange = (x != x).sum(axis=dim, keepdims=True)
    numbers = x.shape[dim] - strange
    return xp.take_along_axis(order, xp.where(strange > 0, numbers, (xp.maximum(numbers, 1) - 1) // 2), dim)


@op(derivative="MedianBackward0")
def _median(input):
    flat = input.reshape(-1)
    if not flat.size:
        return input.dtype.type(math.nan) if input.dtype.kind in "fV" else np.iinfo(input.dtype).min
    return flat[middle(flat, 0)[0]]


@op(derivative="MedianBackward1")
def _median_along(input, dim, keepdim):
    if not input.ndim:
        return input.copy(), array_module(input).zeros((), "int64")
    not_empty("median", input.shape, dim)
    index = middle(input, dim)
    values = array_module(input).take_along_axis(input, index, dim)
    return (values, index) if keepdim else (values.squeeze(dim), index.squeeze(dim))


_median.grad(input=lambda g, input, out: share(g, (input == out) | ((input != input) & (out != out)), None))
_median_along.grad(input=taken_from)


@one_step
@numpy_names
def median(input, dim=None, keepdim=False, *, out=None):
    """The element in the middle, of an even number the lower one; along `dim`, with its indices.

    >>> import minitorch as mt
    >>> mt.tensor([3, 1, 2, 9]).median()
    tensor(2)

    Source: PyTorch, torch.median.
    """
    if dim is None:
        return _median(input, out=out)
    return return_types.median(_median_along(input, check_dim(dim, input.ndim), keepdim, out=out))


method(median)
