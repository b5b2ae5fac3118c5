"""transpose, t, T, mT: two dimensions swapped (core)."""

from ..._tensor import check_dim, method
from ..op import op

__all__ = ["transpose", "t"]


@op(view=True)
def transpose(input, dim0, dim1):
    """Two dimensions swapped. Source: PyTorch, torch.transpose."""
    dim0, dim1 = check_dim(dim0, input.ndim), check_dim(dim1, input.ndim)
    return swapped(input, dim0, dim1) if input.ndim else input[...]


def swapped(array, dim0, dim1):
    """A view of the array, with two dimensions swapped: their lengths and their strides change places."""
    return array.swapaxes(dim0, dim1)


transpose.grad(input=lambda g, dim0, dim1: transpose(g, dim0, dim1))
method(transpose)


@op(view=True)
def t(input):
    """A matrix transposed; a vector or a 0-d tensor as it is. Source: PyTorch, torch.t."""
    if input.ndim > 2:
        raise RuntimeError(f"t() expects a tensor with <= 2 dimensions, but self is {input.ndim}D")
    return input.T


t.grad(input=lambda g: t(g))
method(t)


@op(view=True, derivative="PermuteBackward0")
def _reversed(input):
    return input.T


_reversed.grad(input=lambda g: _reversed(g))


def _mT(x):
    """The last two dimensions swapped: every matrix of a batch transposed. Source: PyTorch, torch.Tensor.mT."""
    if x.ndim == 0:
        return x
    if x.ndim == 1:
        raise RuntimeError("tensor.mT is only supported on matrices or batches of matrices. Got 1-D tensor.")
    return transpose(x, -2, -1)


method(property(_reversed.call), "T")  # the dimensions in reverse order: the transposed matrix
method(property(_mT), "mT")
