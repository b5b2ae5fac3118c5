"""topk, kthvalue: the largest and the k-th elements (shelf)."""

import numpy as np

from ... import return_types
from ..._tensor import check_dim, method, wrap
from ...creation.memory_format import in_rows
from ..one_step import one_step
from ..out import takes_out
from ..reduction.sum import numpy_names
from .sort import order, pick_kth, pick_top

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


for _function in (topk, kthvalue):
    method(_function)
