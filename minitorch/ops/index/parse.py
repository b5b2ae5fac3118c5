"""index parsing: ints, slices, None, ... and index tensors taken apart (core)."""

import numpy as np

from ..._tensor import Tensor
from ...backend import array_module, beside
from ...creation.data import array_of
from ...dtypes import from_numpy_dtype
from ...errors import warn
from ..view.narrow import ALL

__all__ = []


def parse(x, index):
    """An index as (first, places): a view to take first, or None, then places to read; () when the view is all.

    PyTorch takes ints and slices before tensors, wherever they stand; NumPy would not.
    """
    entries = [beside(x._array, i) for i in plain_entries(x, index)]
    first, places, dim = [], [], 0
    for i in entries:
        if not hasattr(i, "dtype"):  # an int, a slice or None
            first.append(i)
            if not isinstance(i, int):
                places.append(None)
        elif i.dtype.kind != "b":
            first.append(ALL)
            places.append(i)
        elif i.ndim == 0:  # one bool: a new dimension, of length 1 or 0
            first.append(None)
            places.append(array_module(i).arange(int(i)))
        else:
            check_mask(i, x._array.shape, dim)
            first += [ALL] * i.ndim
            places += i.nonzero()
        dim += consumes(i)
    if all([p is None for p in places]):
        places = []
    whole = all([type(i) is slice and i == ALL for i in first])
    return (None if whole and places else tuple(first)), tuple(places)


def plain_entries(x, index):
    """The entries of an index in plain form, with as many full slices in place of ... as dimensions are left."""
    entries = [plain(i) for i in (entries_of(index[0]) if len(index) == 1 else index)]
    used = sum([consumes(i) for i in entries])
    ndim = x._array.ndim
    if used > ndim:
        raise index_error(x, IndexError("too many indices"))
    dots = [i is ... for i in entries]
    if True not in dots:
        return entries
    where = dots.index(True)
    return entries[:where] + [ALL] * (ndim - used) + [i for i in entries[where + 1 :] if i is not ...]


def entries_of(index):
    """The entries that a lone one stands for: itself, or (an old habit) those of a list that holds more than numbers."""
    strange = (slice, Tensor, np.ndarray, list, tuple, range, type(None), type(...))
    if isinstance(index, list) and len(index) < 32 and any([isinstance(i, strange) for i in index]):
        return tuple(index)
    return (index,)


def plain(i):
    """One entry of an index as an int, a slice, None, ..., or an array of ints or bools."""
    if isinstance(i, (bool, np.bool_)):
        return np.asarray(bool(i))
    if isinstance(i, slice):
        if i.step is not None and i.step.__index__() < 0:
            raise ValueError("step must be greater than zero")
        return i
    if i is None or i is ...:
        return i
    if isinstance(i, (int, np.integer)):
        return int(i)
    i = i._array if isinstance(i, Tensor) else index_array(i)
    if i.ndim == 0 and i.dtype.kind in "iu" and i.dtype != "uint8":
        return int(i)
    return checked(i)


def index_array(i):
    """An entry that is no tensor as an array of indices, so that 2.7 stands for 2, or of a mask."""
    if not isinstance(i, (np.ndarray, list, tuple, range)) and not hasattr(i, "__cuda_array_interface__"):
        raise IndexError(
            "only integers, slices (`:`), ellipsis (`...`), None and long or byte Variables are valid indices "
            f"(got {type(i).__name__})"
        )
    numbers = i if hasattr(i, "dtype") else array_of(list(i)) if len(i) else np.zeros(0, np.int64)
    from_numpy_dtype(numbers.dtype)  # raises PyTorch's error for text and objects
    return numbers if numbers.dtype in ("bool", "uint8") else numbers.astype(np.int64, copy=False)


def checked(i):
    """An index array whose dtype says whether it holds indices or a mask, or PyTorch's error."""
    if i.dtype == "uint8":
        warn("indexing with dtype torch.uint8 is now deprecated, please use a dtype torch.bool instead.")
        return i != 0
    if i.dtype not in ("int64", "int32", "bool"):
        raise IndexError("tensors used as indices must be long, int, byte or bool tensors")
    return i


def consumes(i):
    """How many dimensions an entry of an index stands for."""
    if i is None or i is ...:
        return 0
    return i.ndim if hasattr(i, "dtype") and i.dtype.kind == "b" else 1


def check_mask(mask, shape, dim):
    """Raise PyTorch's error when a mask does not have the shape of the dimensions it stands for."""
    for k, n in enumerate(mask.shape):
        if shape[dim + k] != n:
            raise IndexError(
                f"The shape of the mask {list(mask.shape)} at index {k} does not match the shape of the indexed tensor "
                f"{list(shape)} at index {dim + k}"
            )


def index_error(x, error):
    """NumPy's complaint about an index, in PyTorch's words."""
    text = str(error)
    if "too many indices" in text:
        hint = " Use `tensor.item()` to convert a 0-dim tensor to a number" if not x.ndim else ""
        return IndexError(f"too many indices for tensor of dimension {x.ndim}{hint}")
    return IndexError(text.replace("axis", "dimension").replace("indexing arrays", "indexing tensors"))


def fitting(value, part):
    """A value without the leading dimensions of length 1 that the part it is assigned to lacks; RuntimeError if it does not fit."""
    extra = value.dim() - part.dim()
    if extra > 0 and not any([n != 1 for n in value.shape[:extra]]):
        value = value.reshape(value.shape[extra:])
    if value.shape not in ((), part.shape):
        value.expand(part.shape)  # raises PyTorch's errors
    return value
