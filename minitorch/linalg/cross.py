"""cross: the vector product (shelf)."""

from .._tensor import check_dim, method
from ..ops.copy.flip import _roll
from ..ops.op import op
from ..ops.reduction.sum import numpy_names
from ..ops.view.expand import broadcast_shapes
from ..ops.view.further import broadcast_tensors
from .checks import writes

__all__ = ["cross"]


@op(derivative="LinalgCrossBackward0")
def _cross(x, y, dim):
    kind = x.dtype if x.dtype == y.dtype else None
    turned = [_roll.forward(a, (-n,), (dim,)) for a, n in ((x, 1), (y, 2), (x, 2), (y, 1))]
    made = turned[0] * turned[1] - turned[2] * turned[3]
    return made if kind is None else made.astype(kind, copy=False)


_cross.grad(x=lambda g, y, dim: _cross(y, g, dim), y=lambda g, x, dim: _cross(g, x, dim))


@writes
@numpy_names
def linalg_cross(input, other, *, dim=-1):
    """The vector product of vectors of length 3 along `dim`; the other dimensions broadcast.

    >>> import minitorch as mt
    >>> mt.linalg.cross(mt.tensor([1.0, 0.0, 0.0]), mt.tensor([0.0, 1.0, 0.0]))
    tensor([0., 0., 1.])

    Errors: RuntimeError for another length. Source: PyTorch, torch.linalg.cross.
    """
    if input.ndim != other.ndim:
        raise RuntimeError(
            f"linalg.cross: inputs must have the same number of dimensions, but they have {input.ndim} and {other.ndim}"
        )
    given, dim = dim, check_dim(dim, input.ndim)
    if input.shape[dim] != 3 or other.shape[dim] != 3:
        raise RuntimeError(
            f"linalg.cross: inputs dimension {given} must have length 3. Got {input.shape[dim]} and {other.shape[dim]}"
        )
    if input.dtype is not other.dtype:
        raise RuntimeError(f"expected scalar type {input.dtype.title} but found {other.dtype.title}")
    return _cross(*broadcast_tensors(input, other), dim)


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


method(cross)
