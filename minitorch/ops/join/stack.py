"""stack, unbind: tensors joined along a new dimension, and taken apart again (core)."""

from ..._tensor import check_dim, method
from ...backend import array_module
from ..op import fill_out, op
from ..reduction.sum import numpy_names
from ..view.narrow import ALL
from .cat import check_tensors, common_kind

__all__ = ["stack", "unbind"]


@op
def _stack(dim, kind, *parts):
    xp, place = array_module(parts[0]), (ALL,) * dim + (None, ...)
    return xp.ascontiguousarray(xp.concatenate([x[place] for x in parts], axis=dim, dtype=kind))


_stack.grad(joint=lambda g, needs, dim: (None, None, *unbind(g, dim)))


@numpy_names
def stack(tensors, dim=0, *, out=None):
    """Tensors of one shape side by side along a new dimension `dim`.

    >>> import minitorch as mt
    >>> mt.stack([mt.tensor([1, 2]), mt.tensor([3, 4])], 1)
    tensor([[1, 3],
            [2, 4]])

    Source: PyTorch, torch.stack.
    """
    tensors = check_tensors(tensors, "stack")
    first = tensors[0]._array.shape
    dim = check_dim(dim, len(first) + 1)
    for place, x in enumerate(tensors):
        if x._array.shape != first:
            raise RuntimeError(
                f"stack expects each tensor to be equal size, but got {list(first)} at entry 0 and {list(x.shape)} at "
                f"entry {place}"
            )
    result = _stack(dim, common_kind(tensors), *tensors)
    return result if out is None else fill_out(out, result, _stack)


@op(view=True)
def unbind(input, dim=0):
    """The slices along a dimension, as views without it. Source: PyTorch, torch.unbind."""
    if not input.ndim:
        raise IndexError(f"Dimension specified as {dim} but tensor has no dimensions")
    dim = check_dim(dim, input.ndim)
    before = (ALL,) * dim
    if dim == 0 and input.ndim > 1:
        return tuple(input)
    return tuple([input[(*before, i, ...)] for i in range(input.shape[dim])])


unbind.grad(input=lambda g, dim: _stack(dim if dim >= 0 else dim + g[0].ndim + 1, None, *g))


def _iter(x):
    if not x._array.ndim:
        raise TypeError("iteration over a 0-d tensor")
    return iter(unbind(x, 0))


method(_iter, "__iter__")

method(unbind)
