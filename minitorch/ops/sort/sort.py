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
        return in_rows(gather.forward(input, dim, index))

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
    index = wrap(in_rows(order(input._array, dim, descending)))
    return return_types.sort((pick_sorted(input, dim, index), index))


@one_step
@numpy_names
def argsort(input, dim=-1, descending=False, stable=False):
    """The indices that sort the elements along `dim`. Source: PyTorch, torch.argsort."""
    dim = check_dim(dim, input.ndim)
    return wrap(in_rows(order(input._array, dim, descending)))


@one_step
@takes_out
@numpy_names
def topk(input, k, dim=-1, largest=True, sorted=True):
    """(values, indices) of the k largest (or smallest) elements along `dim`, in order. Source: PyTorch, torch.topk."""
    dim, k = check_dim(dim, input.ndim), int(k)
    length = input.shape[dim] if input.ndim else 1
    if not 0 <= k <= length:
        raise RuntimeError(f"selected index k out of range: dimension {dim} has {length} elements; k is {k}")
    index = order(input._array, dim, largest)
    index = wrap(in_rows(index[(slice(None),) * dim + (slice(k),)]) if index.ndim else index)
    return return_types.topk((pick_top(input, dim, index), index))


for _function in (sort, argsort, topk):
    method(_function)
