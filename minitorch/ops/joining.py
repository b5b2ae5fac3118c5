"""joining: several tensors as one, and one as several. cat and split, stack and unbind: each the other's derivative."""

from .._tensor import Tensor, check_dim, method
from ..backend import array_module
from .op import common, fill_out, numpy_names, op, other_names
from .slicing import ALL

__all__ = ["cat", "concat", "concatenate", "stack", "split", "split_with_sizes", "chunk", "unbind"]


def check_tensors(tensors, name, error=RuntimeError, message="{} expects a non-empty TensorList"):
    """A sequence of tensors as a list, or PyTorch's error."""
    if isinstance(tensors, Tensor) or not isinstance(tensors, (list, tuple)):
        raise TypeError(
            f"{name}(): argument 'tensors' (position 1) must be tuple of Tensors, not {type(tensors).__name__}"
        )
    if not tensors:
        raise error(message.format(name))
    for place, x in enumerate(tensors):
        if not isinstance(x, Tensor):
            raise TypeError(f"expected Tensor as element {place} in argument 0, but got {type(x).__name__}")
    return list(tensors)


def common_kind(tensors):
    """The NumPy dtype of several tensors together; None when they agree, which is nearly always."""
    first = tensors[0]._array.dtype
    return None if all([x._array.dtype is first for x in tensors]) else common(tensors).numpy


# --- one after the other -------------------------------------------------------------------------------------------------


@op
def _cat(dim, kind, *parts):
    return array_module(parts[0]).concatenate(parts, axis=dim, dtype=kind)


_cat.grad(joint=lambda g, needs, dim, parts_shape: (None, None, *_split(g, [s[dim] for s in parts_shape], dim)))


@numpy_names
def cat(tensors, dim=0, *, out=None):
    """The tensors one after the other along dimension `dim`; the other dimensions must agree.

    >>> import minitorch as mt
    >>> mt.cat([mt.tensor([1, 2]), mt.tensor([3])])
    tensor([1, 2, 3])

    Errors: ValueError for an empty list; RuntimeError for sizes that do not fit. Source: PyTorch, torch.cat.
    """
    if type(tensors) is not list:
        tensors = [*tensors] if type(tensors) is tuple else check_tensors(tensors, "cat")
    try:
        ndim = len(tensors[0]._array.shape)
        result = _cat(check_dim(dim, ndim) if ndim else -1, common_kind(tensors), *tensors)
    except (ValueError, IndexError, AttributeError):
        parts = check_cat(
            check_tensors(tensors, "torch.cat", ValueError, "{}(): expected a non-empty list of Tensors"), dim
        )
        result = _cat(check_dim(dim, parts[0].ndim), common_kind(tensors), *parts)
    return result if out is None else fill_out(out, result, _cat)


def check_cat(tensors, dim):
    """The tensors to concatenate, or the error. For history's sake an empty vector goes with anything."""
    parts = [x for x in tensors if x._array.shape != (0,)] or tensors[:1]
    first = parts[0]._array.shape
    for place, x in enumerate(tensors):
        if not x.ndim:
            raise RuntimeError(f"zero-dimensional tensor (at position {place}) cannot be concatenated")
    dim = check_dim(dim, len(first))
    for place, x in enumerate(tensors):
        shape = x._array.shape
        if shape == (0,):
            continue
        if len(shape) != len(first):
            raise RuntimeError(f"Tensors must have same number of dimensions: got {len(first)} and {len(shape)}")
        for d, (a, b) in enumerate(zip(first, shape, strict=True)):
            if a != b and d != dim:
                raise RuntimeError(
                    f"Sizes of tensors must match except in dimension {dim}. Expected size {a} but got size {b} for "
                    f"tensor number {place} in the list."
                )
    return parts


concat = concatenate = cat


@op
def _stack(dim, kind, *parts):
    place = (ALL,) * dim + (None, ...)
    return array_module(parts[0]).concatenate([x[place] for x in parts], axis=dim, dtype=kind)


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


# --- one as several ------------------------------------------------------------------------------------------------------


@op(view=True, derivative=lambda x, sizes, dim: "SplitWithSizesBackward0" if type(sizes) is tuple else "SplitBackward0")
def _split(x, sizes, dim):
    before, start, parts = (ALL,) * dim, 0, []
    for size in sizes:
        parts.append(x[(*before, slice(start, start + size))])
        start += size
    return tuple(parts)


_split.grad(x=lambda g, dim: _cat(dim, None, *g))


@other_names(axis="dim", split_size="split_size_or_sections")
def split(tensor, split_size_or_sections, dim=0):
    """Views of consecutive parts: each `split_size` long (the last may be shorter), or of the sizes listed.

    >>> import minitorch as mt
    >>> mt.arange(5).split(2)
    (tensor([0, 1]), tensor([2, 3]), tensor([4]))

    Source: PyTorch, torch.split.
    """
    size = split_size_or_sections
    if not isinstance(size, int) and not hasattr(size, "_array"):
        return split_with_sizes(tensor, size, dim)
    shape, size = tensor._array.shape, int(size)
    if not shape:
        raise RuntimeError("split expects at least a 1-dimensional tensor")
    if size < 0:
        raise RuntimeError(f"split expects split_size be non-negative, but got split_size={size}")
    dim = check_dim(dim, len(shape))
    length = shape[dim]
    if size == 0 and length:
        raise RuntimeError(f"split_size can only be 0 if dimension size is 0, but got dimension size of {length}")
    full, rest = divmod(length, size) if size else (0, 0)
    sizes = [size] * full + [rest] * (
        rest > 0 or not full
    )  # a list, which _split's name tells from sizes that were given
    return _split(tensor, sizes, dim)


@numpy_names
def split_with_sizes(input, split_sizes, dim=0):
    """Views of consecutive parts of the sizes listed. Source: PyTorch, torch.Tensor.split."""
    shape, sizes = input._array.shape, tuple(split_sizes)
    if not shape:
        raise RuntimeError("split_with_sizes expects at least a 1-dimensional tensor")
    dim = check_dim(dim, len(shape))
    if any([n < 0 for n in sizes]):
        raise RuntimeError(
            f"split_with_sizes expects split_sizes have only non-negative entries, but got split_sizes={list(sizes)}"
        )
    if sum(sizes) != shape[dim]:
        raise RuntimeError(
            f"split_with_sizes expects split_sizes to sum exactly to {shape[dim]} (input tensor's size at dimension {dim}), "
            f"but got split_sizes={list(sizes)}"
        )
    return _split(input, sizes, dim)


@numpy_names
def chunk(input, chunks, dim=0):
    """At most `chunks` views of consecutive parts of equal size; the last may be smaller. Source: PyTorch, torch.chunk."""
    shape = input._array.shape
    if not shape:
        raise RuntimeError("chunk expects at least a 1-dimensional tensor")
    if chunks <= 0:
        raise RuntimeError(f"chunk expects `chunks` to be greater than 0, got: {chunks}")
    dim = check_dim(dim, len(shape))
    size = -(-shape[dim] // chunks)
    return split(input, size, dim) if size else split_with_sizes(input, (0,) * chunks, dim)


@op(view=True)
def unbind(x, dim=0):
    """The slices along a dimension, as views without it. Source: PyTorch, torch.unbind."""
    if not x.ndim:
        raise IndexError(f"Dimension specified as {dim} but tensor has no dimensions")
    dim = check_dim(dim, x.ndim)
    before = (ALL,) * dim
    if dim == 0 and x.ndim > 1:
        return tuple(x)
    return tuple([x[(*before, i, ...)] for i in range(x.shape[dim])])


unbind.grad(x=lambda g, dim: _stack(dim if dim >= 0 else dim + g[0].ndim + 1, None, *g))


def _iter(x):
    if not x._array.ndim:
        raise TypeError("iteration over a 0-d tensor")
    return iter(unbind(x, 0))


Tensor.__iter__ = _iter


for _function in (split, split_with_sizes, chunk, unbind):
    method(_function)
