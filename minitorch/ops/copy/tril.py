"""tril, triu: triangles of a matrix (shelf)."""

from ..._tensor import method
from ...backend import array_module
from ...creation.memory_format import in_rows
from ...ops.inplace.in_place import in_place_forms
from ..op import op


@op
def tril(input, diagonal=0):
    """The lower triangle of every matrix, zeros above it. Source: PyTorch, torch.tril."""
    if input.ndim < 2:
        raise RuntimeError("tril: input tensor must have at least 2 dimensions")
    return in_rows(array_module(input).tril(input, diagonal))


@op
def triu(input, diagonal=0):
    """The upper triangle of every matrix, zeros below it. Source: PyTorch, torch.triu."""
    if input.ndim < 2:
        raise RuntimeError("triu: input tensor must have at least 2 dimensions")
    return in_rows(array_module(input).triu(input, diagonal))


tril.grad(input=lambda g, diagonal: tril(g, diagonal))
triu.grad(input=lambda g, diagonal: triu(g, diagonal))

for _function in (tril, triu):
    method(_function)


in_place_forms("tril", "triu")
