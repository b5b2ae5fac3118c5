"""topk, kthvalue (shelf)."""

from ... import return_types
from ..._tensor import check_dim, method, wrap
from ...dtypes import BOOL
from ...memory_format import in_rows
from ...notes import with_note
from ...out import takes_out
from ..op import numpy_names
from .select import as_kthvalue, as_topk
from .sort import order, pick_kth, pick_top

__all__ = ["topk", "kthvalue"]


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
    index = as_topk(input._array, order(input._array, dim, largest), dim, k, sorted)
    index = wrap(in_rows(index[(slice(None),) * dim + (slice(k),)]) if index.ndim else index)
    return return_types.topk((pick_top(input, dim, index), index))


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
