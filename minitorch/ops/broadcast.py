"""broadcast: stretching and summing, each the derivative of the other.

An operation on two shapes stretches each to what both fit. What was one number is then used many times, so its gradient
is the sum over all the uses: the derivative of stretching is summing. And a sum passes its gradient to every number in
it: the derivative of summing is stretching.
"""

import numpy as np

from .._tensor import Size, check_dim, method
from ..backend import array_module
from ..large import add_up
from .op import broadcast_error, op

__all__ = ["broadcast_to", "broadcast_tensors", "broadcast_shapes", "sum"]

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
        ndim = max(len(result), len(shape))
        left, right = (1,) * (ndim - len(result)) + result, (1,) * (ndim - len(shape)) + shape
        for m, n in zip(left, right, strict=True):
            if n < 0:
                raise RuntimeError(f"Trying to create tensor with negative dimension ({n}): ({n})")
            if m != n and 1 not in (m, n):
                raise broadcast_error(result, shape)
        result = tuple([n if m == 1 else m for m, n in zip(left, right, strict=True)])
    return Size(result)


@op(view=True)
def _expand(x, size):
    return array_module(x).broadcast_to(x, size)


_expand.grad(x=lambda g, x_shape: sum_to(g, x_shape))


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
            f"expand({list(shape)}, size={list(size)}): the number of sizes provided ({len(size)}) must be greater or "
            f"equal to the number of dimensions in the tensor ({len(shape)})"
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


def expand_as(self, other):
    """This tensor stretched to the shape of `other`. Source: PyTorch, torch.Tensor.expand_as."""
    return broadcast_to(self, other.shape)


def broadcast_tensors(*tensors):
    """All tensors stretched to one shape. Source: PyTorch, torch.broadcast_tensors."""
    size = broadcast_shapes(*[x.shape for x in tensors])
    return tuple([_expand(x, tuple(size)) for x in tensors])


method(expand, "expand", "broadcast_to")
method(expand_as)

# --- summing --------------------------------------------------------------------------------------------------------


def axes(dim, ndim):
    """A `dim` argument (None, an int or a sequence) as a tuple of numbers from 0; None and () mean all."""
    if dim is None:
        return tuple(range(ndim))
    if isinstance(dim, int):
        found = check_dim(dim, ndim)
        return (found,) if ndim else ()
    found = tuple([check_dim(int(d), ndim) for d in dim]) or tuple(range(ndim))
    if len(set(found)) != len(found):
        twice = next(d for d in found if found.count(d) > 1)
        raise RuntimeError(f"dim {twice} appears multiple times in the list of dims")
    return found if ndim else ()


def reduces(function):
    """Let a reduction take NumPy's names for its arguments too, as PyTorch does: axis for dim, keepdims for keepdim."""

    def call(input, *args, **names):
        if names:
            if "axis" in names:
                names["dim"] = names.pop("axis")
            if "keepdims" in names:
                names["keepdim"] = names.pop("keepdims")
        elif not hasattr(input, "ndim"):
            raise TypeError(
                f"{function.__name__}(): argument 'input' (position 1) must be Tensor, not {type(input).__name__}"
            )
        return function(input, *args, **names)

    call.__name__ = call.__qualname__ = function.__name__
    call.__doc__, call.__module__, call.__wrapped__ = function.__doc__, function.__module__, function
    return call


def wide(kind):
    """The NumPy dtype in which a sum of this dtype is computed: whole numbers in int64, half precision in single."""
    return np.dtype("int64") if kind.kind in "iub" else np.dtype("float32") if kind.itemsize == 2 else kind


def restore(g, shape, dim, keepdim):
    """What came out of a reduction over `dim`, with the reduced dimensions of `shape` back, each of length 1."""
    if keepdim or not shape:
        return g
    reduced = axes(dim, len(shape))
    return g.reshape(tuple([1 if d in reduced else n for d, n in enumerate(shape)]))


@op(derivative=lambda x, dim=None, keepdim=False, dtype=None: f"SumBackward{int(dim is not None)}")
def _sum(x, dim=None, keepdim=False, dtype=None):
    if dtype is not None:
        x = x.astype(dtype.numpy, copy=False)
    if dim is not None:
        dim = axes(dim, x.ndim)
    if x.itemsize > 2 and x.dtype.kind in "fc":
        return add_up(x, dim, keepdim)
    return x.sum(axis=dim, keepdims=keepdim, dtype=wide(x.dtype)).astype("int64" if x.dtype.kind in "iub" else x.dtype)


_sum.grad(x=lambda g, x_shape, dim, keepdim: _expand(restore(g, x_shape, dim, keepdim), x_shape))


@reduces
def sum(input, dim=None, keepdim=False, *, dtype=None, out=None):
    """The sum of all elements, or of those along `dim`, an int or several.

    keepdim  leave each reduced dimension in place, with length 1
    dtype    convert to it first; whole numbers become int64 without being told

    >>> import minitorch as mt
    >>> mt.ones(2, 3).sum(), mt.ones(2, 3).sum(0, keepdim=True)
    (tensor(6.), tensor([[2., 2., 2.]]))

    Source: PyTorch, torch.sum.
    """
    if dim is None and out is not None:
        raise TypeError("sum() got out= without dim=: PyTorch writes the sum of everything into no given tensor")
    return _sum.call(input, dim, keepdim, dtype, out=out)


method(sum)


def sum_to(x, shape):
    """Sum x over the dimensions that broadcasting had stretched, so that it has `shape` again."""
    lead = x.ndim - len(shape)
    stretched = [lead + i for i, n in enumerate(shape) if n == 1 and x.shape[lead + i] != 1]
    if not stretched:
        if type(x) is np.ndarray and lead:  # the commonest case, the gradient of a bias, without a detour
            return np.add.reduce(x, tuple(range(lead)))
        return _sum(x, tuple(range(lead))) if lead else x
    x = _sum(x, (*range(lead), *stretched), True)
    return x.reshape(shape) if lead else x


def sum_to_size(self, *size):
    """This tensor summed to a shape it could have been stretched from. Source: PyTorch, torch.Tensor.sum_to_size."""
    size = tuple(size[0]) if len(size) == 1 and not isinstance(size[0], int) else size
    shape = tuple(self.shape)
    lead = len(shape) - len(size)
    if lead < 0 or any(n not in (1, m) for n, m in zip(size, shape[lead:], strict=True)):
        raise RuntimeError(f"size {{{list(size)}}} is not expandable to size {{{list(shape)}}}.")
    return sum_to(self, size) if size else _sum(self)


method(sum_to_size)
