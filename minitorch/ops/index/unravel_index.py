"""unravel_index, nonzero_static (shelf)."""

import math
from collections.abc import Sequence

from ..._tensor import Tensor, method, wrap
from ...backend import array_module, as_array
from ...dtypes import INTEGER
from ...out import fill_out
from ..one_step import one_step
from .nonzero import nonzero

__all__ = ["unravel_index", "nonzero_static"]


@one_step
def unravel_index(indices, shape):
    """The places, an index tensor for each dimension, of elements counted row by row through a tensor of this shape.

    >>> import minitorch as mt
    >>> mt.unravel_index(mt.tensor([4, 5]), (2, 3))
    (tensor([1, 1]), tensor([1, 2]))

    Errors: TypeError for indices or lengths that are no integers. Source: PyTorch, torch.unravel_index.
    """
    if not isinstance(indices, Tensor) or indices.dtype.category != INTEGER:
        kind = indices.dtype if isinstance(indices, Tensor) else type(indices).__name__
        raise TypeError(f"expected 'indices' to be integer dtype, but got {kind}")
    if not isinstance(shape, (int, Sequence)):
        raise TypeError(f"expected 'shape' to be int or sequence of ints, but got {type(shape)}")
    shape = (shape,) if isinstance(shape, int) else tuple(shape)
    for length in shape:
        if not isinstance(length, int):
            raise TypeError(f"expected 'shape' sequence to only contain ints, but got {type(length)}")
    if any(length < 0 for length in shape):
        raise ValueError(f"'shape' cannot have negative values, but got {shape}")
    index = indices._array.astype("int64")
    return tuple([wrap(as_array(index // math.prod(shape[d + 1 :]) % n)) for d, n in enumerate(shape)])


@one_step
def nonzero_static(input, *, size, fill_value=-1, out=None):
    """nonzero in exactly `size` rows: what is too much is left out, what is missing is `fill_value`.

    >>> import minitorch as mt
    >>> mt.nonzero_static(mt.tensor([0, 5]), size=2)
    tensor([[ 1],
            [-1]])

    Source: PyTorch, torch.nonzero_static.
    """
    if size < 0:
        raise RuntimeError(f"nonzero_static: 'size' must be an non-negative integer, but is {size}")
    found = nonzero(input)._array[:size]
    whole = array_module(found).full((size, found.shape[1]), fill_value, found.dtype)
    whole[: len(found)] = found
    return wrap(whole) if out is None else fill_out(out, wrap(whole), nonzero_static)


method(nonzero_static)
