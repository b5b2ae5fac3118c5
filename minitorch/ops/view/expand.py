"""expand, broadcast_to, broadcast_shapes: broadcasting without a copy (core)."""

import numpy as np

from ..._tensor import Size, method
from ...backend import array_module
from ..op import broadcast_error, op

__all__ = ["broadcast_to", "broadcast_shapes"]


def broadcast_shapes(*shapes):
    """The shape that all the shapes stretch to: aligned at their right ends, a 1 takes the other's length.

    >>> import minitorch as mt
    >>> mt.broadcast_shapes((2, 1), (3,))
    minitorch.Size([2, 3])

    Errors: RuntimeError for lengths that differ and are not 1. Source: PyTorch, torch.broadcast_shapes.
    """
    result = ()
    for shape in shapes:
        result = broadcast_shape(result, (shape,) if isinstance(shape, int) else tuple(shape))
    if min(result, default=0) < 0:
        raise RuntimeError(f"Trying to create tensor with negative dimension: {list(result)}")
    return Size(result)


def broadcast_shape(a, b):
    """The shape to which the shapes a and b broadcast, as a tuple; RuntimeError if they do not."""
    ndim = max(len(a), len(b))
    left, right = (1,) * (ndim - len(a)) + tuple(a), (1,) * (ndim - len(b)) + tuple(b)
    for m, n in zip(left, right, strict=True):
        if m != n and 1 not in (m, n):
            raise broadcast_error(a, b)
    return tuple([n if m == 1 else m for m, n in zip(left, right, strict=True)])


@op(view=True)
def _expand(input, size):
    return (np if type(input) is np.ndarray else array_module(input)).broadcast_to(input, size)


def broadcast_to(input, size):
    """`input` stretched to `size` without copying: a stretched dimension has stride 0. -1 keeps a length.

    >>> import minitorch as mt
    >>> mt.broadcast_to(mt.tensor([1, 2]), (3, 2))
    tensor([[1, 2],
            [1, 2],
            [1, 2]])

    Errors: RuntimeError for a length that is neither kept nor stretched from 1. Source: PyTorch, torch.broadcast_to.
    """
    size, shape = tuple(size), input.shape
    lead = len(size) - len(shape)
    if lead < 0:
        raise RuntimeError(
            f"expand: the number of sizes provided ({len(size)}) must be greater or equal to the number of dimensions in "
            f"the tensor ({len(shape)})"
        )
    have = (None,) * lead + tuple(shape)
    target = tuple([n if length == -1 else length for length, n in zip(size, have, strict=True)])
    for dim, (length, n) in enumerate(zip(target, have, strict=True)):
        if length is None or n not in (None, 1, length):
            raise RuntimeError(
                f"The expanded size of the tensor ({size[dim]}) must match the existing size ({n}) at non-singleton "
                f"dimension {dim}.  Target sizes: {list(size)}.  Tensor sizes: {list(shape)}"
            )
    return _expand(input, target)


def expand(self, *sizes, size=None):
    """broadcast_to, with the lengths as several ints or as one sequence. Source: PyTorch, torch.Tensor.expand."""
    sizes = sizes if size is None else (size,)
    return broadcast_to(self, sizes[0] if len(sizes) == 1 and not isinstance(sizes[0], int) else sizes)


method(expand, "expand", "broadcast_to")
