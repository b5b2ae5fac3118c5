"""split_with_sizes, chunk, tensor_split, hsplit, vsplit, dsplit (shelf)."""

from ..._tensor import check_dim, method
from ..reduction.sum import numpy_names
from ..view.narrow import ALL, item
from .split import split

__all__ = ["split_with_sizes", "chunk", "tensor_split", "hsplit", "vsplit", "dsplit"]


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


def split_along(name, needed, dims, doc):
    """hsplit, vsplit and dsplit: tensor_split along one dimension, into equal parts."""

    def split_it(input, indices_or_sections):
        ndim = input._array.ndim
        if ndim < needed:
            raise RuntimeError(f"torch.{name} requires a tensor with at least {needed} dimensions, but got {ndim}")
        dim = dims[min(ndim, len(dims)) - 1]
        sections, size = indices_or_sections, input._array.shape[dim]
        if isinstance(sections, int) and (sections <= 0 or size % sections):
            raise RuntimeError(f"torch.{name}: dimension {dim} of size {size} does not divide into {sections} parts")
        return tensor_split(input, sections, dim)

    split_it.__name__, split_it.__doc__ = name, f"{doc} Source: PyTorch, torch.{name}."
    return method(split_it)


hsplit = split_along("hsplit", 1, (0, 1), "Cut into columns: along dimension 1, of a vector along dimension 0.")
vsplit = split_along("vsplit", 2, (0,), "Cut into rows: along dimension 0.")
dsplit = split_along("dsplit", 3, (2,), "Cut along dimension 2.")
