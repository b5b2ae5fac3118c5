"""unravel_index (shelf)."""

import math

from ..._tensor import wrap
from ...backend import as_array
from ..one_step import one_step

__all__ = ["unravel_index"]


@one_step
def unravel_index(indices, shape):
    """The places, an index tensor for each dimension, of elements counted row by row through a tensor of this shape.

    >>> import minitorch as mt
    >>> mt.unravel_index(mt.tensor([4, 5]), (2, 3))
    (tensor([1, 1]), tensor([1, 2]))

    Errors: TypeError for indices that are no integers. Source: PyTorch, torch.unravel_index.
    """
    if indices._array.dtype.kind not in "iu":
        raise TypeError(f"expected 'indices' to be integer dtype, but got {indices.dtype}")
    shape = (shape,) if isinstance(shape, int) else tuple(shape)
    index = indices._array.astype("int64")
    return tuple([wrap(as_array(index // math.prod(shape[d + 1 :]) % n)) for d, n in enumerate(shape)])
