"""split, chunk: a tensor cut along a dimension (core)."""

from ..._tensor import check_dim, method
from ..op import numpy_names, op, other_names
from ..view.narrow import ALL
from .cat import _cat

__all__ = ["split", "split_with_sizes"]

_cat.grad(joint=lambda g, needs, dim, parts_shape: (None, None, *_split(g, [s[dim] for s in parts_shape], dim)))


@op(view=True, derivative=lambda x, sizes, dim: "SplitWithSizesBackward0" if type(sizes) is tuple else "SplitBackward0")
def _split(x, sizes, dim):
    before, start, parts = (ALL,) * dim, 0, []
    for size in sizes:
        parts.append(x[(*before, slice(start, start + size))])
        start += size
    return tuple(parts)


_split.grad(x=lambda g, dim: _cat(dim, None, *g))


unsafe_parts = op(derivative="UnsafeSplitBackward0")(_split.forward).grad(**_split.functions)  # for autograd no views


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
    dim = check_dim(dim, len(shape))
    length = shape[dim]
    if size < 0 or (size == 0 and length):
        raise RuntimeError(f"split expects a split_size above 0, but got {size} for a dimension of {length}")
    full, rest = divmod(length, size) if size else (0, 0)
    sizes = [size] * full + [rest] * (rest > 0 or not full)
    return _split(tensor, sizes, dim)  # a list, which _split's name tells from sizes that were given


@numpy_names
def split_with_sizes(input, split_sizes, dim=0):
    """Views of consecutive parts of the sizes listed. Source: PyTorch, torch.Tensor.split."""
    shape, sizes = input._array.shape, tuple(split_sizes)
    if not shape:
        raise RuntimeError("split_with_sizes expects at least a 1-dimensional tensor")
    dim = check_dim(dim, len(shape))
    if min(sizes, default=0) < 0 or sum(sizes) != shape[dim]:
        raise RuntimeError(
            f"split_with_sizes expects split_sizes of at least 0 that sum exactly to {shape[dim]} (input tensor's size at "
            f"dimension {dim}), but got split_sizes={list(sizes)}"
        )
    return _split(input, sizes, dim)


for _function in (split, split_with_sizes):
    method(_function)
