"""transpose, permute, t, T, mT: the dimensions in another order (core)."""

from ..._tensor import check_dim, method
from ..op import op
from .reshape import star

__all__ = ["permute", "transpose", "t"]


@op(view=True)
def _permute(input, dims):
    try:
        return input.transpose(dims)
    except ValueError:
        raise order_error(input.ndim, dims) from None


_permute.grad(input=lambda g, dims: _permute(g, inverse(dims)))


def inverse(dims):
    """The order that undoes an order."""
    n = len(dims)
    found = [0] * n
    for place, dim in enumerate(dims):
        found[dim % n] = place
    return tuple(found)


def order_error(ndim, dims):
    """What is wrong with an order of dimensions."""
    for dim in dims:
        check_dim(dim, ndim)
    return RuntimeError(f"permute(): expected {ndim} different dims, but got {list(dims)}")


def permute(input, *order, dims=None):
    """The dimensions in the order `dims`.

    >>> import minitorch as mt
    >>> mt.zeros(2, 3, 4).permute(2, 0, 1).shape
    minitorch.Size([4, 2, 3])

    Source: PyTorch, torch.permute.
    """
    return _permute.call(input, star(order, dims))


method(permute)


@op(view=True)
def transpose(input, dim0, dim1):
    """Two dimensions swapped. Source: PyTorch, torch.transpose."""
    ndim = input.ndim
    dim0, dim1 = check_dim(dim0, ndim), check_dim(dim1, ndim)
    return input.swapaxes(dim0, dim1) if ndim else input[...]


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
