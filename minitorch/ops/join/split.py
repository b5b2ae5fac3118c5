"""split, chunk: a tensor cut along a dimension (core)."""

from ..._tensor import Tensor, check_dim, method
from ..op import op
from ..reduction.sum import numpy_names
from ..view.narrow import ALL
from .cat import _cat

__all__ = ["split"]

_cat.grad(joint=lambda g, needs, dim, parts_shape: (None, None, *_split(g, [s[dim] for s in parts_shape], dim)))


@op(view=True, derivative=lambda x, sizes, dim: "SplitWithSizesBackward0" if type(sizes) is tuple else "SplitBackward0")
def _split(input, sizes, dim):
    before, start, parts = (ALL,) * dim, 0, []
    for size in sizes:
        parts.append(input[(*before, slice(start, start + size))])
        start += size
    return tuple(parts)


_split.grad(input=lambda g, dim: _cat(dim, None, *g))


@numpy_names
def split(tensor, split_size_or_sections, dim=0):
    """Views of consecutive parts: each `split_size` long (the last may be shorter), or of the sizes listed.

    >>> import minitorch as mt
    >>> mt.arange(5).split(2)
    (tensor([0, 1]), tensor([2, 3]), tensor([4]))

    Source: PyTorch, torch.split.
    """
    shape, sizes = tensor._array.shape, split_size_or_sections
    if not shape:
        raise RuntimeError("split expects at least a 1-dimensional tensor")
    dim = check_dim(dim, len(shape))
    sizes = equal_sizes(shape[dim], int(sizes)) if isinstance(sizes, (int, Tensor)) else tuple(sizes)
    if min(sizes, default=0) < 0 or sum(sizes) != shape[dim]:
        raise RuntimeError(
            f"split expects sizes of at least 0 that sum exactly to {shape[dim]} (input tensor's size at dimension {dim}), but "
            f"got {split_size_or_sections}"
        )
    return _split(tensor, sizes, dim)


def equal_sizes(length, size):
    """The sizes of parts that are each `size` long but the last: a list, which _split's name tells from sizes that were given."""
    full, rest = divmod(length, size) if size else (0, 0)
    return [size] * full + [rest] * (rest > 0 or not full)


method(lambda self, split_size, dim=0: split(self, split_size, dim), "split")  # the method has a name of its own for it
