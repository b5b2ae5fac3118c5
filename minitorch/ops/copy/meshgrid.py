"""meshgrid, cartesian_prod, combinations (shelf)."""

import itertools

import numpy as np

from ..._tensor import method, wrap
from ...backend import array_module
from ...creation.zeros import empty
from ...errors import warn_once
from ..index.index_select import index_select
from ..join.stack import stack
from ..view.expand import broadcast_to
from ..view.reshape import flatten, reshape, star

__all__ = ["meshgrid", "cartesian_prod", "combinations"]


# --- grids ---------------------------------------------------------------------------------------------------------------


def meshgrid(*tensors, indexing=None):
    """The coordinates of a grid: every vector spread over all dimensions, its own values along one.

    indexing  "ij": the first vector along the rows, the second along the columns, which is also taken, with a warning,
              where nothing is said; "xy": the other way round

    >>> import minitorch as mt
    >>> mt.meshgrid(mt.tensor([1, 2]), mt.tensor([3, 4]), indexing="ij")[1]
    tensor([[3, 4],
            [3, 4]])

    Source: PyTorch, torch.meshgrid.
    """
    tensors = star(tensors)
    if not tensors:
        raise RuntimeError("meshgrid expects a non-empty TensorList")
    if indexing is None:
        warn_once("torch.meshgrid: in an upcoming release, it will be required to pass the indexing argument.")
        indexing = "ij"
    if indexing not in ("ij", "xy"):
        raise RuntimeError(f'torch.meshgrid: indexing must be one of "xy" or "ij", but received: {indexing}')
    for x in tensors:
        if x.ndim > 1:
            raise RuntimeError(f"torch.meshgrid: Expected 0D or 1D tensor in the tensor list but got: {list(x.shape)}")
        if x.dtype is not tensors[0].dtype:
            raise RuntimeError("torch.meshgrid: meshgrid expects all tensors to have the same dtype")
        if x.device != tensors[0].device:
            raise RuntimeError("meshgrid expects all tensors to have the same device")
    swap = indexing == "xy" and len(tensors) > 1
    if swap:
        tensors = (tensors[1], tensors[0], *tensors[2:])
    shape, n = tuple([x.numel() for x in tensors]), len(tensors)
    grids = [broadcast_to(x.view((1,) * i + (-1,) + (1,) * (n - 1 - i)), shape) for i, x in enumerate(tensors)]
    return (grids[1], grids[0], *grids[2:]) if swap else tuple(grids)


def check_vector(x):
    if x.ndim != 1:
        raise RuntimeError(f"Expect a 1D vector, but got shape {list(x.shape)}")


def cartesian_prod(*tensors):
    """Every way to take one element from each of several vectors, a row for each way; of one vector, itself.

    >>> import minitorch as mt
    >>> mt.cartesian_prod(mt.tensor([1, 2]), mt.tensor([3, 4]))
    tensor([[1, 3],
            [1, 4],
            [2, 3],
            [2, 4]])

    Errors: RuntimeError for what is no vector, and for several dtypes. Source: PyTorch, torch.cartesian_prod.
    """
    for x in tensors:
        check_vector(x)
    if len(tensors) == 1:
        return tensors[0]
    return stack([flatten(x) for x in meshgrid(*tensors, indexing="ij")], 1)


def combinations(input, r=2, with_replacement=False):
    """Every choice of r elements of a vector, in order, a row for each; with_replacement: also one element repeatedly.

    >>> import minitorch as mt
    >>> mt.combinations(mt.tensor([1, 2, 3]))
    tensor([[1, 2],
            [1, 3],
            [2, 3]])

    Errors: RuntimeError for what is no vector, and for a negative r. Source: PyTorch, torch.combinations.
    """
    check_vector(input)
    if r < 0:
        raise RuntimeError(f"Expect a non-negative number, but got {r}")
    if not r:
        return empty(0, dtype=input.dtype)
    choose = itertools.combinations_with_replacement if with_replacement else itertools.combinations
    places = np.array(list(choose(range(input.shape[0]), r)), np.int64).reshape(-1)
    return reshape(index_select(input, 0, wrap(array_module(input._array).asarray(places))), (len(places) // r, r))


method(combinations)
