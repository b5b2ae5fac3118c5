"""cat, concat: tensors joined along a dimension (core)."""

from ..._tensor import Tensor, check_dim
from ...backend import array_module
from ...creation.memory_format import in_order
from ..op import common, fill_out, op
from ..reduction.sum import numpy_names

__all__ = ["cat", "concat", "concatenate"]


def check_tensors(tensors, name, error=RuntimeError):
    """A sequence of tensors as a list, or PyTorch's error."""
    if not isinstance(tensors, (list, tuple)):
        raise TypeError(f"{name}(): argument 'tensors' must be tuple of Tensors, not {type(tensors).__name__}")
    if not tensors:
        raise error(f"{name}(): expected a non-empty list of Tensors")
    for place, x in enumerate(tensors):
        if not isinstance(x, Tensor):
            raise TypeError(f"expected Tensor as element {place} in argument 0, but got {type(x).__name__}")
    return list(tensors)


def common_kind(tensors):
    """The NumPy dtype of several tensors together; None when they agree, which is nearly always."""
    first = tensors[0]._array.dtype
    return None if all([x._array.dtype is first for x in tensors]) else common(tensors).numpy


@op
def _cat(dim, kind, *parts):
    return in_order(array_module(parts[0]).concatenate(parts, axis=dim, dtype=kind), parts)


@numpy_names
def cat(tensors, dim=0, *, out=None):
    """The tensors one after the other along dimension `dim`; the other dimensions must agree.

    >>> import minitorch as mt
    >>> mt.cat([mt.tensor([1, 2]), mt.tensor([3])])
    tensor([1, 2, 3])

    Errors: ValueError for an empty list; RuntimeError for sizes that do not fit. Source: PyTorch, torch.cat.
    """
    tensors = check_tensors(tensors, "torch.cat", ValueError)
    parts, dim = check_cat(tensors, dim)
    result = _cat(dim, common_kind(tensors), *parts)
    return result if out is None else fill_out(out, result, _cat, tensors)


def check_cat(tensors, dim):
    """(the tensors to concatenate, the dimension), or the error. An empty vector fits anything, as in older versions."""
    if not all([x.ndim for x in tensors]):
        raise RuntimeError("zero-dimensional tensor cannot be concatenated")
    parts = [x for x in tensors if x._array.shape != (0,)] or tensors[:1]
    dim = check_dim(dim, parts[0].ndim)
    others = {(*x._array.shape[:dim], *x._array.shape[dim + 1 :]) for x in parts}
    if len(others) > 1 or len({x.ndim for x in parts}) > 1:
        shapes = ", ".join([str(list(x._array.shape)) for x in parts])
        raise RuntimeError(f"Sizes of tensors must match except in dimension {dim}, but the shapes are {shapes}.")
    return parts, dim


concat = concatenate = cat
