"""chunk: a tensor cut into so many parts (shelf)."""

from ..._tensor import check_dim, method
from ..reduction.sum import numpy_names
from .split import split


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


method(chunk)
