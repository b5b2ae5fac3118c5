"""topk, kthvalue (shelf)."""

import numpy as np

from ... import return_types
from ..._tensor import check_dim, method, wrap
from ...dtypes import BOOL
from ...memory_format import in_rows
from ...notes import with_note
from ...out import takes_out
from ..one_step import one_step
from ..op import numpy_names
from .select import FEW, as_kthvalue, as_topk, differing
from .sort import order, pick_kth, pick_top

__all__ = ["topk", "kthvalue"]

LONG = 64  # numbers of a row, from which on it is not sorted for a few of them


def top(x, dim, k, largest, in_order):
    """Where the first k of an array along dim are, as PyTorch's topk gives them.

    Of long rows in which none of the best repeats, those are sorted alone: a fifth of the time and less.
    """
    n = x.shape[dim] if x.ndim else 0
    usual = type(x) is np.ndarray and x.dtype.kind in "iuf" and (in_order or k * FEW <= n)
    if not usual or n < LONG or not 0 < 4 * k <= n:
        index = as_topk(x, order(x, dim, largest), dim, k, in_order)
        return index[(slice(None),) * dim + (slice(k),)] if index.ndim else index
    rows = np.moveaxis(x, dim, -1)
    flat = rows.reshape(-1, n)
    among = np.argpartition(flat, n - k - 1, 1)[:, n - k - 1 :] if largest else np.argpartition(flat, k, 1)[:, : k + 1]
    picks = np.take_along_axis(among, order(np.take_along_axis(flat, among, 1), 1, largest), 1)
    ranked = np.take_along_axis(flat, picks, 1)
    alike = ~differing(ranked).all(1)
    picks = picks[:, :k]
    if alike.any():
        few = flat[alike]
        picks[alike] = as_topk(few, order(few, 1, largest), 1, k, in_order)[:, :k]
    return np.moveaxis(picks.reshape(*rows.shape[:-1], k), -1, dim)


@one_step
@takes_out
@numpy_names
def topk(input, k, dim=-1, largest=True, sorted=True):
    """(values, indices) of the k largest (or smallest) elements along `dim`, in order. Source: PyTorch, torch.topk."""
    dim, k = check_dim(dim, input.ndim), int(k)
    length = input.shape[dim] if input.ndim else 1
    if not 0 <= k <= length:
        raise with_note(
            RuntimeError("selected index k out of range"), f"Dimension {dim} has {length} elements; k is {k}."
        )
    if input.dtype.is_complex:
        raise RuntimeError(" topk does not support complex dtypes on CPU")
    if input.dtype.category == BOOL:
        raise RuntimeError("topk does not support bool dtypes on CPU")
    index = top(input._array, dim, k, largest, sorted)
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
    if input.dtype.is_complex or input.dtype.category == BOOL:
        raise NotImplementedError(f"\"kthvalue_cpu\" not implemented for '{input.dtype.title}'")
    index = as_kthvalue(input._array, order(input._array, dim), dim, k)
    index = wrap(index[(slice(None),) * dim + (slice(k - 1, k),)] if index.ndim else index)
    values = pick_kth(input, dim, index, bool(keepdim))
    return return_types.kthvalue((values, index if keepdim or not input.ndim else index.squeeze(dim)))


for _function in (topk, kthvalue):
    method(_function)
