"""broadcast: sum and broadcast_to, each the derivative of the other."""

import numpy as np

from ..backend import array_module
from ..tensor import Size, Tensor, check_dim, method
from .op import broadcast_error, op

__all__ = ["sum", "broadcast_to", "expand_as", "broadcast_tensors", "broadcast_shapes"]


def broadcast_shape(a, b):
    """The shape to which two shapes broadcast: aligned at their right ends, a 1 is stretched to the other's size."""
    ndim = max(len(a), len(b))
    left, right = (1,) * (ndim - len(a)) + tuple(a), (1,) * (ndim - len(b)) + tuple(b)
    if any(m != n and 1 not in (m, n) for m, n in zip(left, right)):
        raise broadcast_error(a, b)
    return tuple([n if m == 1 else m for m, n in zip(left, right)])


def broadcast_shapes(*shapes):
    """The shape to which all the shapes broadcast. Source: PyTorch, torch.broadcast_shapes."""
    result = ()
    for shape in shapes:
        result = broadcast_shape(result, (shape,) if isinstance(shape, int) else shape)
    return Size(result)


# --- stretching -----------------------------------------------------------------------------------------------------------


@op(view=True, derivative="ExpandBackward0")
def stretch(x, size):
    return array_module(x).broadcast_to(x, size)


stretch.grad(x=lambda g, x_shape: sum_to(g, x_shape))


def broadcast_to(input, size):
    """`input` stretched to a shape without copying: the stretched dimensions have stride 0.

    >>> import minitorch as mt
    >>> mt.broadcast_to(mt.tensor([1, 2]), (3, 2))
    tensor([[1, 2],
            [1, 2],
            [1, 2]])

    Source: PyTorch, torch.broadcast_to.
    """
    size, shape = tuple(size), input.shape
    lead = len(size) - len(shape)
    if lead < 0:
        raise RuntimeError(
            f"expand(FloatTensor{list(shape)}, size={list(size)}): the number of sizes provided ({len(size)}) must be "
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
    return stretch(input, tuple(target))


@method
def expand(self, *size):
    """broadcast_to, with the sizes as several ints or one sequence; -1 keeps a size. Source: PyTorch, Tensor.expand."""
    return broadcast_to(self, size[0] if len(size) == 1 and not isinstance(size[0], int) else size)


@method
def expand_as(self, other):
    """`self` stretched to the shape of `other`."""
    return broadcast_to(self, other.shape)


def broadcast_tensors(*tensors):
    """All tensors stretched to one shape. Source: PyTorch, torch.broadcast_tensors."""
    size = broadcast_shapes(*[x.shape for x in tensors])
    return tuple([broadcast_to(x, size) for x in tensors])


method(broadcast_to)

# --- summing ----------------------------------------------------------------------------------------------------------------


def axes(dim, ndim):
    """A `dim` argument (None, an int or a sequence) as a tuple of numbers from 0; None and () mean all."""
    if dim == (0,) and ndim:
        return dim
    if dim is None or (not isinstance(dim, int) and len(dim) == 0):
        return tuple(range(ndim))
    if isinstance(dim, int):
        found = check_dim(dim, ndim)
        return (found,) if ndim else ()
    found = tuple([check_dim(int(d), ndim) for d in dim])
    if len(set(found)) != len(found):
        raise RuntimeError(f"dim {max(found, key=found.count)} appears multiple times in the list of dims")
    return found if ndim else ()


@op(derivative=lambda x, dim, keepdim: "SumBackward0" if dim is None else "SumBackward1")
def total(x, dim=None, keepdim=False):
    return x.sum(axis=None if dim is None else axes(dim, x.ndim), keepdims=keepdim, dtype=wide(x.dtype))


def wide(kind):
    """The dtype in which sums of a dtype are kept: whole numbers in int64."""
    return np.int64 if kind.kind in "iub" else kind


total.grad(x=lambda g, x_shape, dim, keepdim: stretch(restore(g, x_shape, dim, keepdim), x_shape))


def restore(g, shape, dim, keepdim):
    """The gradient of a reduction with the reduced dimensions back in place, each of size 1."""
    if keepdim or not shape:
        return g
    reduced = axes(dim, len(shape))
    return g.reshape(tuple([1 if i in reduced else n for i, n in enumerate(shape)]))


def sum(input, dim=None, keepdim=False, *, dtype=None, out=None):
    """The sum of all elements, or along the dimensions `dim` (an int or several).

    >>> import minitorch as mt
    >>> mt.ones(2, 3).sum(), mt.ones(2, 3).sum(0, keepdim=True)
    (tensor(6.), tensor([[2., 2., 2.]]))

    Source: PyTorch, torch.sum.
    """
    if dtype is not None and isinstance(input, Tensor):
        return total(input.to(dtype), dim, keepdim, out=out).to(dtype)
    return total(input, dim, keepdim, out=out)


method(sum)


def sum_to(x, shape):
    """Sum x over the dimensions that broadcasting had stretched, so that it has `shape` again."""
    lead = x.ndim - len(shape)
    stretched = [lead + i for i, n in enumerate(shape) if n == 1 and x.shape[lead + i] != 1]
    if lead and not stretched and type(x) is np.ndarray:  # the commonest case: the gradient of a bias
        return np.add.reduce(x, tuple(range(lead)))
    if lead or stretched:
        x = total(x, (*range(lead), *stretched), True)
    return x.reshape(shape) if lead else x
