"""tril, triu, tril_indices, triu_indices: triangles of a matrix (shelf)."""

from ..._tensor import method
from ...backend import array_module
from ...creation.memory_format import in_rows
from ...creation.tensor import check_dtype, leaf, module_on
from ...dtypes import int64
from ...ops.inplace.in_place import in_place_forms
from ..op import op

# --- triangles -----------------------------------------------------------------------------------------------------------


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


# --- indices -------------------------------------------------------------------------------------------------------------


def indices_of(where, row, col, offset, dtype, device):
    """The indices of the triangle that `where` leaves of a matrix."""
    kind, xp = check_dtype(dtype) or int64, module_on(device)
    mask = getattr(xp, where)(xp.ones((row, col), bool), offset)
    return leaf(xp.stack(mask.nonzero()).astype(kind.numpy), device, False)


def tril_indices(row, col, offset=0, *, dtype=None, device=None):
    """The rows and columns of the lower triangle of a matrix, row by row: int64 [2, n].

    >>> import minitorch as mt
    >>> mt.tril_indices(2, 2)
    tensor([[0, 1, 1],
            [0, 0, 1]])

    Source: PyTorch, torch.tril_indices.
    """
    return indices_of("tril", row, col, offset, dtype, device)


def triu_indices(row, col, offset=0, *, dtype=None, device=None):
    """The rows and columns of the upper triangle. Source: PyTorch, torch.triu_indices."""
    return indices_of("triu", row, col, offset, dtype, device)


in_place_forms("tril", "triu")
