"""mode: the most frequent element (shelf)."""

from ... import return_types
from ..._tensor import check_dim, method
from ...backend import array_module
from ..cumulative.cummax import last_true
from ..op import op
from ..reduction.max import not_empty, taken_from
from ..reduction.sum import reduces
from .sort import order

__all__ = ["mode"]


# --- the commonest ----------------------------------------------------------------------------------------------------


@op
def _mode(x, dim, keepdim):
    xp = array_module(x)
    if not x.ndim:
        return x.copy(), xp.zeros((), "int64")
    not_empty("mode", x.shape, dim)
    index = order(x, dim)
    found = xp.take_along_axis(x, index, dim).swapaxes(0, dim)  # runs of equal numbers
    ends, starts = xp.ones(found.shape, bool), xp.ones(found.shape, bool)
    ends[:-1] = starts[1:] = found[1:] != found[:-1]
    places = xp.arange(len(found)).reshape((-1,) + (1,) * (x.ndim - 1))
    length = xp.where(ends, places - last_true(starts, 0) + 1, 0)
    first = (found != found) & (index.swapaxes(0, dim) == 0)
    length = length + first / 2  # where all come once, a nan that stands first is taken
    place = xp.expand_dims(length.argmax(0), 0).swapaxes(0, dim)
    index = xp.take_along_axis(index, place, dim)
    values = xp.take_along_axis(x, index, dim)
    return (values, index) if keepdim else (values.squeeze(dim), index.squeeze(dim))


_mode.grad(x=taken_from)


@reduces
def mode(input, dim=-1, keepdim=False, *, out=None):
    """(values, indices): the element that comes most often along `dim`, of several the smallest, and its last place.

    >>> import minitorch as mt
    >>> mt.mode(mt.tensor([3, 1, 3, 1, 2]))
    minitorch.return_types.mode(
    values=tensor(1),
    indices=tensor(3))

    Source: PyTorch, torch.mode.
    """
    return return_types.mode(_mode(input, check_dim(dim, input.ndim), keepdim, out=out))


method(mode)
