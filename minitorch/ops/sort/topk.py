"""topk, kthvalue, mode: the largest, the k-th and the most frequent elements (shelf)."""

import numpy as np

from ... import return_types
from ..._tensor import check_dim, method, wrap
from ...backend import array_module
from ...creation.memory_format import in_rows
from ..cumulative.cumsum import last_true
from ..one_step import one_step
from ..op import op
from ..out import takes_out
from ..reduction.max import not_empty, taken_from
from ..reduction.sum import numpy_names
from .sort import order, pick_kth, pick_top

__all__ = ["topk", "kthvalue", "mode"]

LONG = 64  # numbers of a row, from which on it is not sorted for a few of them


def top(x, dim, k, largest):
    """Where the first k of an array along dim are, in order. Of long rows those are sorted alone: a fifth of the time."""
    n = x.shape[dim] if x.ndim else 0
    if type(x) is not np.ndarray or x.dtype.kind not in "iuf" or n < LONG or not 0 < 4 * k <= n:
        index = order(x, dim, largest)
        return index[(slice(None),) * dim + (slice(k),)] if index.ndim else index
    rows = np.moveaxis(x, dim, -1)
    among = np.argpartition(rows, n - k, -1)[..., n - k :] if largest else np.argpartition(rows, k - 1, -1)[..., :k]
    picks = np.take_along_axis(among, order(np.take_along_axis(rows, among, -1), rows.ndim - 1, largest), -1)
    return np.moveaxis(picks, -1, dim)


@one_step
@takes_out
@numpy_names
def topk(input, k, dim=-1, largest=True, sorted=True):
    """(values, indices) of the k largest (or smallest) elements along `dim`, in order. Source: PyTorch, torch.topk."""
    dim, k = check_dim(dim, input.ndim), int(k)
    length = input.shape[dim] if input.ndim else 1
    if not 0 <= k <= length:
        raise RuntimeError(f"selected index k out of range: dimension {dim} has {length} elements; k is {k}")
    index = top(input._array, dim, k, largest)
    index = wrap(in_rows(index) if index.ndim else index)
    return return_types.topk((pick_top(input, dim, index), index))


@one_step
@takes_out
@numpy_names
def kthvalue(input, k, dim=-1, keepdim=False):
    """(values, indices) of the k-th smallest element along `dim`. Source: PyTorch, torch.kthvalue."""
    dim = check_dim(dim, input.ndim)
    length = input.shape[dim] if input.ndim else 1
    if input.ndim and not length:
        raise IndexError(f"kthvalue(): Expected reduction dim {dim} to have non-zero size.")
    if not 1 <= k <= length:
        raise RuntimeError(f"kthvalue(): selected number k out of range for dimension {dim}: k is {k} of {length}")
    index = order(input._array, dim)
    index = wrap(index[(slice(None),) * dim + (slice(k - 1, k),)] if index.ndim else index)
    values = pick_kth(input, dim, index, bool(keepdim))
    return return_types.kthvalue((values, index if keepdim or not input.ndim else index.squeeze(dim)))


@op
def _mode(input, dim, keepdim):
    xp = array_module(input)
    if not input.ndim:
        return input.copy(), xp.zeros((), "int64")
    not_empty("mode", input.shape, dim)
    index = order(input, dim)
    found = xp.take_along_axis(input, index, dim).swapaxes(0, dim)  # runs of equal numbers
    ends, starts = xp.ones(found.shape, bool), xp.ones(found.shape, bool)
    ends[:-1] = starts[1:] = found[1:] != found[:-1]
    places = xp.arange(len(found)).reshape((-1,) + (1,) * (input.ndim - 1))
    length = xp.where(ends, places - last_true(starts, 0) + 1, 0)
    first = (found != found) & (index.swapaxes(0, dim) == 0)
    length = length + first / 2  # where all come once, a nan that stands first is taken
    place = xp.expand_dims(length.argmax(0), 0).swapaxes(0, dim)
    index = xp.take_along_axis(index, place, dim)
    values = xp.take_along_axis(input, index, dim)
    return (values, index) if keepdim else (values.squeeze(dim), index.squeeze(dim))


_mode.grad(input=taken_from)


@numpy_names
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


for _function in (topk, kthvalue, mode):
    method(_function)
