"""split_with_sizes, chunk, tensor_split (shelf)."""

from ..._tensor import check_dim, method
from ..reduction.sum import numpy_names
from ..view.narrow import ALL, item
from .split import split


@numpy_names
def split_with_sizes(input, split_sizes, dim=0):
    """Views of consecutive parts of the sizes listed. Source: PyTorch, torch.Tensor.split."""
    return split(input, tuple(split_sizes), dim)


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
    return split(input, size if size else (0,) * chunks, dim)


method(split_with_sizes)
method(chunk)


@numpy_names
def tensor_split(input, indices_or_sections, dim=0):
    """Views of consecutive parts: so many of nearly equal size, or cut before the indices listed.

    Source: PyTorch, torch.tensor_split.
    """
    cuts = indices_or_sections
    if hasattr(cuts, "_array"):
        cuts = cuts.tolist()
    shape = input._array.shape
    if not shape:
        raise RuntimeError("tensor_split expected at least a 1-dimensional tensor, but got a tensor with 0 dims")
    dim = check_dim(dim, len(shape))
    if isinstance(cuts, int):
        if cuts <= 0:
            raise RuntimeError(f"number of sections must be larger than 0, got {cuts}")
        small, larger = divmod(shape[dim], cuts)
        cuts = [i * small + min(i, larger) for i in range(1, cuts)]
    before, start, parts = (ALL,) * dim, 0, []
    for stop in (*cuts, None):
        parts.append(item(input, (*before, slice(start, stop))))
        start = stop
    return tuple(parts)


method(tensor_split)
