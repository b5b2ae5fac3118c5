"""flip, roll (shelf)."""

from ..._tensor import check_dim, method
from ...backend import array_module
from ...creation.memory_format import copied
from ..op import op
from ..reduction.sum import axes
from ..view.reshape import star


@op
def _flip(input, dims):
    return copied(array_module(input).flip(input, dims))  # its strides in their order


_flip.grad(input=lambda g, dims: _flip(g, dims))


def flip(input, *which, dims=None):
    """The order of the elements reversed along `dims`: a copy. Source: PyTorch, torch.flip."""
    if dims is None and not which:
        raise TypeError("flip() takes the dimensions to be reversed")
    dims = star(which, dims)
    return _flip(input, axes(dims, input.ndim) if dims else ())


method(lambda x: _flip(x, (0,)) if x.ndim else x, "__reversed__")


@op
def _roll(input, shifts, dims):
    return array_module(input).roll(input, shifts, dims)


_roll.grad(input=lambda g, shifts, dims: _roll(g, tuple([-n for n in shifts]) if dims else -shifts, dims))


def roll(input, shifts, dims=None):
    """The elements moved on by `shifts` along `dims`; those that fall off come back at the other end.

    >>> import minitorch as mt
    >>> mt.roll(mt.arange(4), 1)
    tensor([3, 0, 1, 2])

    Source: PyTorch, torch.roll.
    """
    shifts = (shifts,) if hasattr(shifts, "__index__") else tuple(shifts)
    dims = () if dims is None else (dims,) if hasattr(dims, "__index__") else tuple(dims)
    if len(shifts) == 1 and not dims:
        return _roll(input, shifts[0], None)
    if not shifts or len(shifts) != len(dims):
        raise RuntimeError(f"shifts and dimensions must align. shifts: {len(shifts)}, dims:{len(dims)}")
    if not input.numel():
        return _roll(input, 0, None)  # whatever the dimensions are: PyTorch does not look
    return _roll(input, shifts, tuple([check_dim(dim, input.ndim) for dim in dims]))


for _function in (flip, roll):
    method(_function)
