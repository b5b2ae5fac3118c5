"""cross, trace: products of vectors and matrices, and the sum of a diagonal (shelf)."""

from .._tensor import check_dim, method
from ..ops.copy.flip import roll
from ..ops.reduction.sum import numpy_names
from ..ops.view.diagonal import diagonal
from ..ops.view.expand import broadcast_shapes
from ..ops.view.further import broadcast_tensors
from .checks import writes

# --- the vector product -------------------------------------------------------------------------------------------------


@writes
@numpy_names
def linalg_cross(input, other, *, dim=-1):
    """The vector product of vectors of length 3 along `dim`; the other dimensions broadcast.

    >>> import minitorch as mt
    >>> mt.linalg.cross(mt.tensor([1.0, 0.0, 0.0]), mt.tensor([0.0, 1.0, 0.0]))
    tensor([0., 0., 1.])

    Errors: RuntimeError for another length. Source: PyTorch, torch.linalg.cross.
    """
    if input.ndim != other.ndim or input.dtype is not other.dtype:
        raise RuntimeError("linalg.cross: inputs must have the same dtype and number of dimensions")
    dim = check_dim(dim, input.ndim)
    if input.shape[dim] != 3 or other.shape[dim] != 3:
        raise RuntimeError(f"linalg.cross: inputs dimension {dim} must have length 3")
    x, y = broadcast_tensors(input, other)
    return roll(x, -1, dim) * roll(y, -2, dim) - roll(x, -2, dim) * roll(y, -1, dim)


@numpy_names
def cross(input, other, dim=None, *, out=None):
    """linalg.cross along `dim`, or without it along the first dimension of length 3.

    >>> import minitorch as mt
    >>> mt.cross(mt.tensor([1, 0, 0]), mt.tensor([0, 1, 0]))
    tensor([0, 0, 1])

    Source: PyTorch, torch.cross.
    """
    if dim is None:
        dim = next((d for d, n in enumerate(broadcast_shapes(input.shape, other.shape)) if n == 3), None)
        if dim is None:
            raise RuntimeError("no dimension of size 3 in input")
    return linalg_cross(input, other, dim=dim, out=out)


# --- trace --------------------------------------------------------------------------------------------------------------


@writes
def trace(input):
    """The sum of a matrix's diagonal.

    >>> import minitorch as mt
    >>> mt.trace(mt.tensor([[1, 2], [3, 4]]))
    tensor(5)

    Source: PyTorch, torch.trace.
    """
    if input.ndim != 2:
        raise RuntimeError(f"trace: expected a matrix, but got tensor with dim {input.ndim}")
    return diagonal(input).sum()


# --- powers -----------------------------------------------------------------------------------------------------------


for _function in (cross, trace):
    method(_function)
