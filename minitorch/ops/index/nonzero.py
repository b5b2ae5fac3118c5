"""nonzero, argwhere (shelf)."""

import numpy as np

from ..._tensor import method, wrap
from ...backend import array_module
from ..one_step import one_step
from ..out import fill_out

__all__ = ["nonzero", "argwhere"]


# --- where a condition holds ---------------------------------------------------------------------------------------------


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


@one_step
def argwhere(input):
    """The indices of the elements that are not zero, a row each. Source: PyTorch, torch.argwhere."""
    return nonzero(input)


method(nonzero)
method(argwhere)
