"""permute, movedim, adjoint, H, mH: dimensions moved, and matrices transposed and conjugated (shelf)."""

from ..._tensor import check_dim, method
from ..op import op
from .reshape import star
from .transpose import transpose


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


def adjoint(input):
    """Every matrix transposed and, if complex, conjugated; for arrays too. Source: PyTorch, torch.adjoint."""
    if input.ndim < 2:
        raise RuntimeError(f"the adjoint is of matrices or batches of matrices, but got {input.ndim} dimensions")
    turned = transpose(input, -2, -1)
    return turned.conj() if getattr(input, "_array", input).dtype.kind == "c" else turned


def _H(x):
    """The adjoint of one matrix. Source: PyTorch, torch.Tensor.H."""
    if x.ndim != 2:
        raise RuntimeError(f"tensor.H is only supported on matrices. Got {x.ndim}-D tensor: consider tensor.mH")
    return adjoint(x)


method(adjoint)
method(property(_H), "H")
method(property(adjoint), "mH")


def movedim(input, source, destination):
    """The dimensions `source` moved to the places `destination`, the others in order. Source: PyTorch, torch.movedim."""
    sources = (source,) if hasattr(source, "__index__") else tuple(source)
    places = (destination,) if hasattr(destination, "__index__") else tuple(destination)
    ndim = input.ndim
    moved = {check_dim(to, ndim): check_dim(dim, ndim) for to, dim in zip(places, sources, strict=False)}
    if not len(sources) == len(places) == len(moved) == len(set(moved.values())):
        raise RuntimeError(f"movedim: {list(sources)} and {list(places)} must be as many different dims")
    rest = iter([dim for dim in range(ndim) if dim not in moved.values()])
    return permute(input, tuple([moved[to] if to in moved else next(rest) for to in range(ndim)]))


moveaxis = method(movedim, "movedim", "moveaxis")
