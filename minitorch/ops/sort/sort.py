"""sort, argsort, topk: elements by their size (shelf).

The order itself has no derivative; the elements picked by it do: their gradient goes back to where they came from.
"""

import numpy as np

from ... import return_types
from ..._tensor import check_dim, method, wrap
from ...backend import array_module
from ...creation.memory_format import in_rows
from ..index.bounds import zeros
from ..index.scatter import gather, scatter_add
from ..one_step import one_step
from ..op import op
from ..out import takes_out
from ..reduction.sum import numpy_names


def picker(name):
    """gather under the name that its step has in PyTorch."""

    @op(derivative=f"{name}Backward0")
    def pick(input, dim, index):
        found = gather.forward(input, dim, index)
        return in_rows(found) if name == "Topk" else match_strides(input, found)

    return pick.grad(input=lambda g, dim, index, input_shape: scatter_add(zeros(g, input_shape), dim, index, g))


pick_sorted, pick_top = picker("Sort"), picker("Topk")


def order(x, dim, descending=False):
    """The indices that sort an array along dim; equal elements keep their order, nan counts as the largest."""
    xp = array_module(x)
    if x.dtype.kind == "c":
        raise RuntimeError(" Sort does not support complex dtypes on CPU")
    if not x.ndim:
        return xp.zeros((), np.int64)
    if x.dtype.name == "bfloat16":
        x = x.astype("float32")  # NumPy does not know its nan
    if not descending:
        return xp.argsort(x, axis=dim, kind="stable")
    turned = xp.argsort(xp.flip(x, dim), axis=dim, kind="stable")
    return x.shape[dim] - 1 - xp.flip(turned, dim)


@one_step
@takes_out
@numpy_names
def sort(input, dim=-1, descending=False, stable=False):
    """(values, indices) in ascending or descending order along `dim`. With `stable`, equal elements keep their order.

    >>> import minitorch as mt
    >>> mt.sort(mt.tensor([3, 1, 2])).values
    tensor([1, 2, 3])

    Source: PyTorch, torch.sort.
    """
    dim = check_dim(dim, input.ndim)
    found = order(input._array, dim, descending)
    index = wrap(match_strides(input._array, found))
    return return_types.sort((pick_sorted(input, dim, index), index))


@one_step
@numpy_names
def argsort(input, dim=-1, descending=False, stable=False):
    """The indices that sort the elements along `dim`. Source: PyTorch, torch.argsort."""
    dim = check_dim(dim, input.ndim)
    found = order(input._array, dim, descending)
    return wrap(match_strides(input._array, found))


def match_strides(first, result):
    """A result in memory in the order of an operand of the same shape: itself, or a copy."""
    if not type(first) is type(result) is np.ndarray or first.shape != result.shape or 0 in first.strides:
        return result
    made = np.empty_like(first, result.dtype)
    if made.strides == result.strides:
        return result
    made[...] = result
    return made


# --- the first of them ------------------------------------------------------------------------------------------------

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


for _function in (sort, argsort, topk):
    method(_function)
