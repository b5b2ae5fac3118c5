"""index parsing: an index with tensors, lists or bools taken apart, and what it reads and writes (shelf).

The elements are read one by one: a copy, whose gradient is added back at the places the elements were read from.
"""

import numpy as np

from ..._tensor import Tensor
from ...backend import array_module, beside, check_places
from ...creation.data import array_of
from ...dtypes import from_numpy_dtype
from ...errors import warn
from ..op import op
from ..view.narrow import ALL, item
from .bounds import INT64
from .setitem import put


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
    """An entry that is not a tensor as an array of indices, so that 2.7 stands for 2, or of a mask."""
    if not isinstance(i, (np.ndarray, list, tuple, range)) and not hasattr(i, "__cuda_array_interface__"):
        words = "only integers, slices (`:`), ellipsis (`...`), None and long or byte Variables are valid indices"
        raise IndexError(f"{words} (got {type(i).__name__})")
    numbers = i if hasattr(i, "dtype") else array_of(list(i)) if len(i) else np.zeros(0, np.int64)
    from_numpy_dtype(numbers.dtype)  # raises PyTorch's error for text and objects
    return numbers if numbers.dtype in ("bool", "uint8") else numbers.astype(np.int64, copy=False)


def checked(i):
    """An index array whose dtype says whether it holds indices or a mask, or PyTorch's error."""
    if i.dtype == "uint8":
        warn("indexing with dtype torch.uint8 is now deprecated, please use a dtype torch.bool instead.")
        return i.astype(bool)
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
            words = f"{list(shape)} at index {dim + k}"
            raise IndexError(f"The shape of the mask {list(mask.shape)} at index {k} does not match {words}")


def index_error(x, error):
    """NumPy's complaint about an index, in PyTorch's words."""
    text = str(error)
    if "too many indices" in text:
        hint = " Use `tensor.item()` to convert a 0-dim tensor to a number" if not x.ndim else ""
        return IndexError(f"too many indices for tensor of dimension {x.ndim}{hint}")
    return IndexError(text.replace("axis", "dimension").replace("indexing arrays", "indexing tensors"))


# --- reading and writing the elements ---------------------------------------------------------------------------------------


def advanced(x, index):
    """x[index] when the index holds tensors, lists or bools: first the view that the rest of it selects."""
    alone = getattr(index[0], "_array", None) if len(index) == 1 and x._array.ndim else None
    if type(alone) is type(x._array) and alone.ndim and alone.dtype is INT64:  # the commonest: x[tensor of ints]
        first, places = None, (alone,)
    else:
        first, places = parse(x, index)
    if first is not None:
        try:
            x = item(x, first)
        except IndexError as error:
            raise index_error(x, error) from None
    if not places:
        return x
    if x._requires_grad:  # the index must still be the same when the gradient comes
        places = tuple([None if p is None else p.copy() for p in places])
    return at.call(x, places)


def assign(x, index, value):
    """x[index] = value where the index selects no view."""
    first, places = parse(x, index)
    part = x if first is None else x[first]
    return part.index_put_(places, value) if places else put(part, value)


def filled_in(places):
    """Places as NumPy wants them: an array of indices for a dimension, a full slice for each left out."""
    return tuple([ALL if p is None else p for p in places])


@op(derivative="IndexBackward0")
def at(input, places):
    """The elements of input at `places`: per dimension an array of indices, or None for all."""
    try:
        check_places(input, places)
        return array_module(input).ascontiguousarray(input[filled_in(places)])
    except IndexError as error:
        raise index_error(input, error) from None


@op
def put_at(part, places, shape):
    """Zeros of `shape` with `part` added at `places`; where a place comes twice, both count."""
    return add_at(array_module(part).zeros(shape, part.dtype), places, part)


at.grad(input=lambda g, places, input_shape: put_at(g, places, input_shape))
put_at.grad(part=lambda g, places: at(g, places))


def add_at(whole, places, part):
    """Add `part` to an array in place. Through flat positions: NumPy's add.at is four times as fast on one dimension."""
    xp = array_module(whole)
    check_places(whole, places)
    positions = xp.arange(whole.size).reshape(whole.shape)[filled_in(places)]
    xp.add.at(whole.reshape(-1), positions.ravel(), xp.broadcast_to(part, positions.shape).ravel())
    return whole
