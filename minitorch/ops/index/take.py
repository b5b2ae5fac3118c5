"""nonzero, take, put: where elements are, and elements by their place among all (shelf).

take reads and put writes at the same places, so each is the other's derivative.
"""

import numpy as np

from ..._tensor import method, wrap
from ...backend import array_module
from ..inplace.in_place import in_place_forms
from ..one_step import one_step
from ..op import op
from ..out import fill_out
from .bounds import zeros


@one_step
def nonzero(input, *, out=None, as_tuple=False):
    """The indices of the elements that are not zero: a row each, or with as_tuple a tensor per dimension.

    >>> import minitorch as mt
    >>> mt.nonzero(mt.tensor([0, 5, 6]))
    tensor([[1],
            [2]])

    Source: PyTorch, torch.nonzero.
    """
    array = input._array
    if as_tuple and out is not None:
        raise RuntimeError("nonzero does not support the out kwarg when as_tuple is True")
    if as_tuple:
        return tuple([wrap(part) for part in (array if array.ndim else array.reshape(1)).nonzero()])
    xp = array_module(array)
    found = xp.argwhere(array).astype(np.int64) if array.ndim else xp.zeros((int(array != 0), 0), np.int64)
    return wrap(found) if out is None else fill_out(out, wrap(found), nonzero)


@op
def take(input, index):
    """The elements of input, counted through in order, at `index`: a tensor of the shape of index.

    >>> import minitorch as mt
    >>> mt.tensor([[1, 2], [3, 4]]).take(mt.tensor([0, 3]))
    tensor([1, 4])

    Source: PyTorch, torch.take.
    """
    check_take("take", input, index)
    return input.reshape(-1)[index]


def check_take(name, x, index):
    """Raise for indices that are not integers, or out of range."""
    if index.dtype != "int64":
        raise RuntimeError(f"{name}(): Expected a long tensor for index, but got {index.dtype}")
    if index.size and (index.min() < -x.size or index.max() >= x.size):
        raise IndexError(f"{name}(): index out of range, on a tensor of {x.size} elements")


@op
def put(input, index, source, accumulate=False):
    """input with elements of `source` written (or added) at `index`, counted in order. Source: PyTorch, torch.Tensor.put_."""
    check_take("put_", input, index)
    if input.dtype != source.dtype or index.size != source.size:
        raise RuntimeError(f"put_() takes an element of {input.dtype} for each index, not {source.size} {source.dtype}")
    whole = array_module(input).array(input, order="C")
    if accumulate:
        array_module(input).add.at(whole.reshape(-1), index.reshape(-1), source.reshape(-1))
    else:
        whole.reshape(-1)[index.reshape(-1)] = source.reshape(-1)
    return whole


take.grad(input=lambda g, index, input_shape: put(zeros(g, input_shape), index, g, True))
put.grad(
    input=lambda g, index, accumulate: g if accumulate else put(g, index, zeros(g, index.shape)),
    source=lambda g, index, source_shape: take(g, index).reshape(source_shape),
)


for _function in (nonzero, take, put):
    method(_function)
in_place_forms("put")
