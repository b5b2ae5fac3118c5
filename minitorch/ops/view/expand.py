"""expand, broadcast_to, broadcast_shapes: broadcasting without a copy (core)."""

import numpy as np

from ..._tensor import Size, method
from ...backend import array_module
from ..op import broadcast_error, op

__all__ = ["broadcast_to", "broadcast_shapes"]


# --- stretching -----------------------------------------------------------------------------------------------------


def broadcast_shapes(*shapes):
    """The shape that all the shapes stretch to: aligned at their right ends, a 1 takes the other's length.

    >>> import minitorch as mt
    >>> mt.broadcast_shapes((2, 1), (3,))
    minitorch.Size([2, 3])

    Errors: RuntimeError for lengths that differ and are not 1. Source: PyTorch, torch.broadcast_shapes.
    """
    result = ()
    for shape in shapes:
        shape = (shape,) if isinstance(shape, int) else tuple(shape)
        for n in shape:
            if n < 0:
                raise RuntimeError(f"Trying to create tensor with negative dimension ({n}): ({n})")
        result = broadcast_shape(result, shape)
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
def _expand(x, size):
    return (np if type(x) is np.ndarray else array_module(x)).broadcast_to(x, size)


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
            f"expand({input.type()}{{{list(shape)}}}, size={list(size)}): the number of sizes provided ({len(size)}) must be "
            f"greater or equal to the number of dimensions in the tensor ({len(shape)})"
        )
    target = []
    for dim, length in enumerate(size):
        have = shape[dim - lead] if dim >= lead else None
        if length == -1:
            if have is None:
                raise RuntimeError(
                    f"The expanded size of the tensor (-1) isn't allowed in a leading, non-existing dimension {dim}"
                )
            length = have
        elif have not in (None, 1, length):
            raise RuntimeError(
                f"The expanded size of the tensor ({length}) must match the existing size ({have}) at non-singleton "
                f"dimension {dim}.  Target sizes: {list(size)}.  Tensor sizes: {list(shape)}"
            )
        target.append(length)
    return _expand(input, tuple(target))


def expand(self, *sizes, size=None):
    """broadcast_to, with the lengths as several ints or as one sequence. Source: PyTorch, torch.Tensor.expand."""
    sizes = sizes if size is None else (size,)
    return broadcast_to(self, sizes[0] if len(sizes) == 1 and not isinstance(sizes[0], int) else sizes)


method(expand, "expand", "broadcast_to")
