"""expanded: what may still be written into a tensor that has several elements in one place, with PyTorch's warning (shelf).

All other writes into such a tensor are refused. These write one number after the other into the memory itself, so that the
last one stays.
"""

import numpy as np

from ..._tensor import Tensor, touch
from ...backend import array_module
from ...notes import warn
from ..index.getitem import filled_in
from ..index.parse import parse
from ..view.narrow import ALL
from ..view.stride import root
from .in_place import overlaps


def fill_(array, value):
    array[...] = value


def zero_(array):
    array[...] = 0


def masked_fill_(array, mask, value):
    array[array_module(array).broadcast_to(mask, array.shape)] = value


def index_fill_(array, dim, index, value):
    array.swapaxes(0, dim)[index] = value


def tril_(array, diagonal=0):
    rows, columns = array.shape[-2:]
    array[..., array_module(array).arange(columns) > array_module(array).arange(rows)[:, None] + diagonal] = 0


def triu_(array, diagonal=0):
    rows, columns = array.shape[-2:]
    array[..., array_module(array).arange(columns) < array_module(array).arange(rows)[:, None] + diagonal] = 0


WRITERS = {"fill_": fill_, "zero_": zero_, "masked_fill_": masked_fill_, "index_fill_": index_fill_, "index_put_": None}
WRITERS |= {"tril_": tril_, "triu_": triu_}
SILENT = ("fill_", "zero_", "tril_", "triu_")


class Writable:
    """What NumPy makes an array of that may be written to, which it does not allow for one that was broadcast."""

    def __init__(self, array):
        given = array.__array_interface__
        self.__array_interface__ = given | {"data": (given["data"][0], False)}
        self.owner = array


def writable(array):
    """The same array, to be written to."""
    return np.asarray(Writable(array)).view(array.dtype) if type(array) is np.ndarray else array


def may_write(array):
    """Whether the memory of an array may be written to; that of a file may not, for one."""
    owner = root(array)
    return not isinstance(owner, np.ndarray) or owner.flags.writeable


def is_locked(x):
    """Whether NumPy refuses to write into a tensor for no other reason than that it was expanded."""
    array = getattr(x, "_array", None)
    return isinstance(array, np.ndarray) and not array.flags.writeable and may_write(array)


def into_part(name, function, args, kwargs):
    """The call again with a tensor that may be written to, or NotImplemented where elements share a place."""
    x = args[0]
    if any([one.requires_grad for one in args if isinstance(one, Tensor)]):
        return NotImplemented  # what was written would have to be followed through every element in that place
    if name == "__setitem__" and overlaps(x._array):
        part = x[args[1]]
        if part._base is None or overlaps(part._array):
            return NotImplemented
        part._array = writable(part._array)
        return part.__setitem__(..., args[2])
    if overlaps(x._array):
        return NotImplemented
    x._array = writable(x._array)
    return function(*args, **kwargs)


def is_written(name, args):
    """Whether a method writes into an expanded tensor, and nothing has to be remembered of it."""
    if name not in WRITERS or not isinstance(args[0], Tensor) or not overlaps(args[0]._array):
        return False
    if name.startswith("tri") and args[0].ndim < 2:
        return False
    if not may_write(args[0]._array):
        return False
    return not any([x._requires_grad for x in args if isinstance(x, Tensor)])


def written(name, x, *args):
    """The tensor x, after one of these methods has written into it."""
    if name not in SILENT:
        warn(
            f"Use of {name} on expanded tensors is deprecated. Please clone() the tensor before performing this operation. "
            f"This also applies to advanced indexing e.g. tensor[{'indices] = tensor' if name == 'index_put_' else 'mask] = scalar'}"
        )
    array = writable(x._array)
    if name == "index_put_":
        _, places = parse(x, tuple([ALL if i is None else i for i in args[0]]))
        array[filled_in(places)] = args[1]._array
    else:
        WRITERS[name](array, *[one._array if isinstance(one, Tensor) else one for one in args])
    touch(x)
    return x
