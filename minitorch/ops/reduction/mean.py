"""mean (core)."""

import math

from ..._tensor import method
from ...dtypes import FLOATING
from ..op import op
from ..out import kind_of
from ..view.expand import _expand
from .sum import _sum, axes, numpy_names, restore

__all__ = ["mean"]


def length_of(shape, dim):
    """How many elements of an input of `shape` are in each mean over `dim`: (2, 3) and 1 give 3, (2, 3) and None give 6."""
    return math.prod(shape if dim is None else [shape[d] for d in axes(dim, len(shape))])


@op(derivative=lambda x, dim, keepdim, dtype: f"MeanBackward{int(dim is not None)}")
def _mean(input, dim, keepdim, dtype):
    n, kind = length_of(input.shape, dim), input.dtype if dtype is None else dtype.numpy
    if kind.itemsize == 2:
        input, dtype = input.astype("float32"), None
    total = _sum.forward(input, dim, keepdim, dtype)
    mean = total / n if n else total * math.nan
    return mean.astype(kind) if kind.itemsize == 2 else mean


def equal_shares(g, input_shape, dim, keepdim):
    """The gradient divided evenly among the numbers that went into the mean."""
    return _expand(restore(g / length_of(input_shape, dim), input_shape, dim, keepdim), input_shape)


_mean.grad(input=equal_shares)


@numpy_names
def mean(input, dim=None, keepdim=False, *, dtype=None, out=None):
    """The mean of all elements, or of those along `dim`, an int or several.

    >>> import minitorch as mt
    >>> mt.tensor([[1.0, 2.0], [3.0, 6.0]]).mean(1)
    tensor([1.5000, 4.5000])

    Errors: RuntimeError for integers, whose mean is a fraction: say dtype=. Source: PyTorch, torch.mean.
    """
    kind = dtype or input.dtype
    if kind.category < FLOATING:
        raise RuntimeError(
            "mean(): could not infer output dtype. Input dtype must be either a floating point or complex dtype. "
            f"Got: {kind.title}"
        )
    return _mean.call(input, dim, keepdim, kind_of(out, dtype, "mean"), out=out)


method(mean)
