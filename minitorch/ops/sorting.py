"""sorting: elements in order, the largest few, the different ones, and where a number would stand.

The order itself has no derivative; the elements picked by it do: their gradient goes back to where they came from.
"""

import numpy as np

from .. import return_types
from .._tensor import Tensor, check_dim, method, wrap
from ..backend import array_module
from .gather import gather, scatter_add, zeros
from .op import numpy_names, op

__all__ = [
    "sort", "argsort", "msort", "topk", "kthvalue", "unique", "unique_consecutive", "searchsorted", "bucketize",
]  # fmt: skip


def picker(name):
    """gather under the name that its step has in PyTorch."""

    @op(derivative=f"{name}Backward0")
    def pick(x, dim, index):
        return gather.forward(x, dim, index)

    return pick.grad(x=lambda g, dim, index, x_shape: scatter_add(zeros(g, x_shape), dim, index, g))


pick_sorted, pick_top, pick_kth = picker("Sort"), picker("Topk"), picker("Kthvalue")


def order(x, dim, descending=False):
    """The indices that sort an array along dim; equal elements keep their order, nan counts as the largest."""
    xp = array_module(x)
    if x.dtype.kind == "c":
        raise RuntimeError("Sort does not support complex dtypes on CPU")
    if not x.ndim:
        return xp.zeros((), np.int64)
    if not descending:
        return xp.argsort(x, axis=dim, kind="stable")
    turned = xp.argsort(xp.flip(x, dim), axis=dim, kind="stable")
    return x.shape[dim] - 1 - xp.flip(turned, dim)


@numpy_names
def sort(input, dim=-1, descending=False, stable=False):
    """(values, indices) in ascending or descending order along `dim`. Equal elements keep their order.

    >>> import minitorch as mt
    >>> mt.sort(mt.tensor([3, 1, 2])).values
    tensor([1, 2, 3])

    Source: PyTorch, torch.sort.
    """
    dim = check_dim(dim, input.ndim)
    index = wrap(order(input._array, dim, descending))
    return return_types.sort((pick_sorted(input, dim, index), index))


@numpy_names
def argsort(input, dim=-1, descending=False, stable=False):
    """The indices that sort the elements along `dim`. Source: PyTorch, torch.argsort."""
    return wrap(order(input._array, check_dim(dim, input.ndim), descending))


def msort(input):
    """The elements sorted along the first dimension. Source: PyTorch, torch.msort."""
    return sort(input, 0)[0]


@numpy_names
def topk(input, k, dim=-1, largest=True, sorted=True):
    """(values, indices) of the k largest (or smallest) elements along `dim`, in order. Source: PyTorch, torch.topk."""
    dim, k = check_dim(dim, input.ndim), int(k)
    length = input.shape[dim] if input.ndim else 1
    if not 0 <= k <= length:
        raise RuntimeError(f"selected index k out of range: k is {k}, and dimension {dim} has {length} elements")
    index = order(input._array, dim, largest)
    index = wrap(index[(slice(None),) * dim + (slice(k),)] if index.ndim else index)
    return return_types.topk((pick_top(input, dim, index), index))


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
    values = pick_kth(input, dim, index)
    if keepdim or not input.ndim:
        return return_types.kthvalue((values, index))
    return return_types.kthvalue((values.squeeze(dim), index.squeeze(dim)))


# --- the different elements -----------------------------------------------------------------------------------------------


def answers(values, inverse, counts, return_inverse, return_counts):
    """The parts that were asked for."""
    parts = [values] + [inverse] * return_inverse + [counts] * return_counts
    parts = [wrap(part) for part in parts]
    return parts[0] if len(parts) == 1 else tuple(parts)


def unique(input, sorted=True, return_inverse=False, return_counts=False, dim=None):
    """The different elements (or slices along `dim`) in order; on demand where each element went, and how often.

    >>> import minitorch as mt
    >>> mt.unique(mt.tensor([2, 1, 2]), return_counts=True)
    (tensor([1, 2]), tensor([1, 2]))

    Source: PyTorch, torch.unique.
    """
    array = input._array
    if dim is not None:
        dim = check_dim(dim, array.ndim)
    if dim is not None and not array.shape[dim]:
        if 0 in array.shape[:dim] + array.shape[dim + 1 :]:
            raise RuntimeError("unique: there are empty dimensions, so nothing can be told apart")
        empty = np.zeros(0, np.int64)
        return answers(array.copy(), empty, empty, return_inverse, return_counts)
    values, inverse, counts = array_module(array).unique(
        array, return_inverse=True, return_counts=True, axis=dim, equal_nan=False
    )
    inverse = inverse.reshape(array.shape if dim is None else -1)
    return answers(values, inverse, counts, return_inverse, return_counts)


def unique_consecutive(input, return_inverse=False, return_counts=False, dim=None):
    """Without elements, or with `dim` rows, that equal the one before.

    Errors: RuntimeError when dim's rows are empty. Source: PyTorch, torch.unique_consecutive.
    """
    xp = array_module(input._array)
    array = input._array.reshape(-1) if dim is None else xp.moveaxis(input._array, check_dim(dim, input.ndim), 0)
    if len(array) and not array.size:
        raise RuntimeError("There are 0 sized dimensions, and they aren't selected, so unique cannot be applied")
    rows = array.reshape(len(array), array.size // (len(array) or 1))
    first = xp.ones(len(array), bool)
    first[1:] = (rows[1:] != rows[:-1]).any(1)
    starts = first.nonzero()[0]
    values = array[first] if dim is None else xp.moveaxis(array[first], 0, dim)
    inverse = xp.cumsum(first) - 1
    counts = xp.diff(xp.append(starts, len(array)))
    inverse = inverse.reshape(input._array.shape) if dim is None else inverse
    return answers(values, inverse, counts, return_inverse, return_counts)


# --- where a number would stand ---------------------------------------------------------------------------------------------


def searchsorted(sorted_sequence, input, *, out_int32=False, right=False, side=None, sorter=None):
    """Where the elements of `input` would stand in a sorted sequence: before equal ones, or with right=True behind.

    Source: PyTorch, torch.searchsorted.
    """
    if side not in (None, "left", "right"):
        raise RuntimeError(f"searchsorted(): side can only be 'left' or 'right' but got {side}")
    if side == "left" and right:
        raise RuntimeError(
            "searchsorted(): side and right can't be set to opposites, got side of left while right was True"
        )
    side = "right" if right else side or "left"
    sequence = sorted_sequence._array
    xp = array_module(sequence)
    values = input._array if isinstance(input, Tensor) else xp.asarray(input)
    if sorter is not None:
        if sorter.shape != sorted_sequence.shape:
            raise RuntimeError(
                f"searchsorted(): boundary and sorter must have the same size, but got boundary tensor "
                f"{list(sorted_sequence.shape)} and got sorter tensor {list(sorter.shape)}"
            )
        sequence = xp.take_along_axis(sequence, sorter._array, -1)
    if sequence.ndim == 0:
        raise RuntimeError("searchsorted(): boundaries tensor should have positive dimension, but got 0 dimension")
    if sequence.ndim > 1 and (values.ndim != sequence.ndim or values.shape[:-1] != sequence.shape[:-1]):
        raise RuntimeError(
            "searchsorted(): boundaries tensor should be 1 dimension or the first N-1 dimensions of boundaries tensor and "
            f"input value tensor must match, but we got boundaries tensor {list(sequence.shape)} and input value tensor "
            f"{list(values.shape)}"
        )
    if sequence.ndim == 1:
        found = xp.searchsorted(sequence, values, side)
    else:
        found = xp.zeros(values.shape, np.int64)
        for place in np.ndindex(sequence.shape[:-1]):
            found[place] = xp.searchsorted(sequence[place], values[place], side)
    return wrap(xp.asarray(found, np.int32 if out_int32 else np.int64))


def bucketize(input, boundaries, *, out_int32=False, right=False):
    """The number of the interval, between sorted boundaries, that each element lies in. Source: PyTorch, torch.bucketize."""
    if boundaries.ndim != 1:
        raise RuntimeError(f"bucketize(): boundaries tensor must be 1 dimension, but got dim({boundaries.ndim})")
    return searchsorted(boundaries, input, out_int32=out_int32, right=right)


for _function in (sort, argsort, msort, topk, kthvalue, unique, unique_consecutive):
    method(_function)
