"""median, nanmedian (shelf)."""

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


def middle(x, dim, ignore_nan):
    """The places of the medians along `dim`: of an even number the lower one; a nan, where one counts."""
    xp = array_module(x)
    order = xp.argsort(x, axis=dim, kind="stable")  # nan comes last
    strange = (x != x).sum(axis=dim, keepdims=True)
    numbers = x.shape[dim] - strange
    place = (xp.maximum(numbers, 1) - 1) // 2
    return xp.take_along_axis(order, place if ignore_nan else xp.where(strange > 0, numbers, place), dim)


def median_of(name, ignore_nan):
    """median and nanmedian, which differ in what they do about nan: two operations each, of all and along `dim`."""

    @op(derivative=f"{name.capitalize()}Backward0")
    def of_all(input):
        flat = input.reshape(-1)
        if not flat.size:
            return input.dtype.type(math.nan) if input.dtype.kind in "fV" else np.iinfo(input.dtype).min
        return flat[middle(flat, 0, ignore_nan)[0]]

    @op(derivative=f"{name.capitalize()}Backward1")
    def along(input, dim, keepdim):
        if not input.ndim:
            return input.copy(), array_module(input).zeros((), "int64")
        not_empty(name, input.shape, dim)
        index = middle(input, dim, ignore_nan)
        values = array_module(input).take_along_axis(input, index, dim)
        return (values, index) if keepdim else (values.squeeze(dim), index.squeeze(dim))

    of_all.grad(input=lambda g, input, out: share(g, (input == out) | ((input != input) & (out != out)), None))
    along.grad(input=taken_from)
    result = getattr(return_types, name)

    def function(input, dim=None, keepdim=False, *, out=None):
        if dim is None:
            return of_all(input, out=out)
        return result(along(input, check_dim(dim, input.ndim), keepdim, out=out))

    function.__name__ = function.__qualname__ = name
    return one_step(numpy_names(function))


median, nanmedian = median_of("median", False), median_of("nanmedian", True)
median.__doc__ = """The element in the middle, of an even number the lower one; along `dim`, with its indices.

    >>> import minitorch as mt
    >>> mt.tensor([3, 1, 2, 9]).median()
    tensor(2)

    Source: PyTorch, torch.median."""
nanmedian.__doc__ = "The median of what is not nan. Source: PyTorch, torch.nanmedian."

for _function in (median, nanmedian):
    method(_function)
