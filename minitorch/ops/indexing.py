"""indexing: x[index], in every form. Reading and writing at places are each other's derivative.

Ints, slices, None and ... pick a view (slicing.py). Tensors of ints or bools and lists pick elements one by one: a
copy, whose gradient is added back at the places the elements were read from.
"""

import warnings

import numpy as np

from ..backend import array_module
from ..nested import array_of
from ..tensor import Tensor, method, wrap
from .broadcast import sum_to
from .op import op
from .slicing import ALL, item

__all__ = ["index_put", "nonzero", "argwhere"]

view_at = item.call
INT64 = np.dtype("int64")


def getitem(x, index):
    """x[index]: ints, slices, None and ... give a view, tensors and lists of ints or bools a copy.

    >>> import minitorch as mt
    >>> x = mt.tensor([[1, 2], [3, 4]])
    >>> x[0], x[:, 1], x[[1, 0], 0], x[x > 2]
    (tensor([1, 2]), tensor([2, 4]), tensor([3, 1]), tensor([3, 4]))

    Errors: IndexError for an index out of range, too many indices, or of the wrong kind; ValueError for a negative step.
    Source: PyTorch, "Tensor Indexing".
    """
    if type(index) is not tuple:
        index = (index,)
    for i in index:
        kind = type(i)
        if kind is slice:
            if i.step is not None and i.step.__index__() < 0:
                raise ValueError("step must be greater than zero")
        elif kind is not int and i is not None and i is not ...:
            return advanced(x, index)
    try:
        return view_at(x, index)
    except IndexError as error:
        if index.count(...) > 1:
            return item(x, tuple([i for n, i in enumerate(index) if i is not ... or ... not in index[:n]]))
        raise index_error(x, error) from None


def index_error(x, error):
    """NumPy's complaint about an index in PyTorch's words."""
    text, ndim = str(error), x.ndim
    if "too many indices" in text:
        if ndim == 0:
            return IndexError(
                "invalid index of a 0-dim tensor. Use `tensor.item()` in Python or `tensor.item<T>()` in C++ to convert a "
                "0-dim tensor to a number"
            )
        return IndexError(f"too many indices for tensor of dimension {ndim}")
    if "broadcast" in text:
        text = text.replace("indexing arrays", "indexing tensors")
    return IndexError(text.replace("axis", "dimension"))


def advanced(x, index):
    """x[index] when the index holds tensors, lists or bools: first the view that the rest of it selects."""
    alone = getattr(index[0], "_array", None) if len(index) == 1 and x._array.ndim else None
    if alone is not None and alone.ndim and alone.dtype is INT64:  # the commonest: x[tensor of ints]
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


# --- reading and writing at places ---------------------------------------------------------------------------------------


def filled_in(places):
    """Places as NumPy wants them: an array of indices for a dimension, a full slice for each left out."""
    return tuple([ALL if p is None else p for p in places])


@op(derivative="IndexBackward0")
def at(x, places):
    """The elements of x at `places`: per dimension an array of indices, or None for all."""
    try:
        return x[filled_in(places)]
    except IndexError as error:
        raise index_error(x, error) from None


@op
def put_at(part, places, shape):
    """Zeros of `shape` with `part` added at `places`; where a place comes twice, both count."""
    return add_at(array_module(part).zeros(shape, part.dtype), places, part)


at.grad(x=lambda g, places, x_shape: put_at(g, places, x_shape))
put_at.grad(part=lambda g, places: at(g, places))


def add_at(whole, places, part):
    """Add `part` to an array in place. Through flat positions: NumPy's add.at is four times as fast on one dimension."""
    xp = array_module(whole)
    positions = xp.arange(whole.size).reshape(whole.shape)[filled_in(places)]
    xp.add.at(whole.reshape(-1), positions.ravel(), xp.broadcast_to(part, positions.shape).ravel())
    return whole


@op
def erase(x, places):
    """x with zeros at `places`."""
    whole = array_module(x).array(x)
    whole[filled_in(places)] = 0
    return whole


erase.grad(x=lambda g, places: erase(g, places))


@op
def _index_put(x, places, values, accumulate):
    whole = array_module(x).array(x)
    if accumulate:
        return add_at(whole, places, values)
    whole[filled_in(places)] = values
    return whole


_index_put.grad(
    x=lambda g, places, accumulate: g if accumulate else erase(g, places),
    values=lambda g, places, values_shape: sum_to_size(at(g, places), values_shape),
)


def sum_to_size(g, shape):
    """g summed to a shape that broadcasts to g's; leading ones in it that g lacks are given back."""
    bare = shape[max(len(shape) - g.ndim, 0) :]
    return sum_to(g, bare).reshape(shape)


def index_put(input, indices, values, accumulate=False):
    """A copy of `input` with `values` written (or added) at `indices`: one tensor per dimension, or None for all of it.

    >>> import minitorch as mt
    >>> mt.zeros(3).index_put((mt.tensor([0, 2]),), mt.tensor(1.0))
    tensor([1., 0., 1.])

    Source: PyTorch, torch.index_put.
    """
    if len(indices) > input.ndim:
        raise IndexError(f"too many indices for tensor of dimension {input.ndim} (got {len(indices)})")
    if values.dtype is not input.dtype:
        names = [x.dtype.name.capitalize() for x in (input, values)]
        raise RuntimeError(
            f"Index put requires the source and destination dtypes match, got {names[0]} for the destination and "
            f"{names[1]} for the source."
        )
    _, places = parse(input, tuple([ALL if i is None else i for i in indices]))
    try:
        return _index_put(input, places, values, accumulate)
    except IndexError as error:
        raise index_error(input, error) from None
    except ValueError:
        result = at(input.detach(), places).shape if places else input.shape
        raise RuntimeError(
            f"shape mismatch: value tensor of shape {list(values.shape)} cannot be broadcast to indexing result of shape "
            f"{list(result)}"
        ) from None


method(index_put)
Tensor.__getitem__ = getitem


# --- taking an index apart -----------------------------------------------------------------------------------------------


def parse(x, index):
    """An index as (first, places): a view to take first, or None, then places to read; () when the view is all.

    PyTorch takes ints and slices before tensors, wherever they stand; NumPy would not.
    """
    if len(index) == 1:
        index = entries_of(index[0])
    entries = [plain(i) for i in index]
    used = sum([consumes(i) for i in entries])
    ndim = x._array.ndim
    if used > ndim:
        raise index_error(x, IndexError("too many indices"))
    if ... in [i for i in entries if i is ...]:
        where = [i is ... for i in entries].index(True)
        rest = [i for i in entries[where + 1 :] if i is not ...]
        entries = entries[:where] + [ALL] * (ndim - used) + rest
    first, places, dim = [], [], 0
    for i in entries:
        if not isinstance(i, np.ndarray) and not hasattr(i, "dtype"):  # an int, a slice or None
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
            check_mask(i, x, dim, entries)
            first += [ALL] * i.ndim
            places += i.nonzero()
        dim += consumes(i)
    if all([p is None for p in places]):
        places = []
    whole = all([type(i) is slice and i == ALL for i in first])
    return (None if whole and places else tuple(first)), tuple(places)


def entries_of(index):
    """The entries of an index: of a tuple, or (an old habit) of a list that holds more than numbers."""
    if isinstance(index, tuple):
        return index
    strange = (slice, Tensor, list, tuple, type(None), type(...))
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
    if isinstance(i, Tensor):
        i = i._array
        if i.ndim == 0 and i.dtype.kind in "iu" and i.dtype != "uint8":
            return int(i)
    elif isinstance(i, np.ndarray):
        pass
    elif isinstance(i, (str, bytes)):
        raise TypeError(f"new(): invalid data type '{type(i).__name__}'")
    elif isinstance(i, (list, tuple, range)):
        i = array_of(list(i)) if len(i) else np.zeros(0, np.int64)
    else:
        raise IndexError(
            "only integers, slices (`:`), ellipsis (`...`), None and long or byte Variables are valid indices "
            f"(got {type(i).__name__})"
        )
    if i.dtype == "uint8":
        warnings.warn(
            "indexing with dtype torch.uint8 is now deprecated, please use a dtype torch.bool instead.", stacklevel=5
        )
        return i != 0
    if i.dtype not in ("int64", "int32", "bool"):
        raise IndexError(f"tensors used as indices must be long, int, byte or bool tensors, but this one is {i.dtype}")
    return i


def consumes(i):
    """How many dimensions an entry of an index stands for."""
    if i is None or i is ...:
        return 0
    return i.ndim if hasattr(i, "dtype") and i.dtype.kind == "b" else 1


def check_mask(mask, x, dim, entries):
    """Raise PyTorch's error when a mask does not have the shape of the dimensions it stands for."""
    shape = x._array.shape
    for k, n in enumerate(mask.shape):
        if shape[dim + k] != n:
            raise IndexError(
                f"The shape of the mask {list(mask.shape)} at index {k} does not match the shape of the indexed tensor "
                f"{list(shape)} at index {dim + k}"
            )


# --- where a condition holds ---------------------------------------------------------------------------------------------


def nonzero(input, *, out=None, as_tuple=False):
    """The indices of the elements that are not zero: a row each, or with as_tuple a tensor per dimension.

    >>> import minitorch as mt
    >>> mt.nonzero(mt.tensor([0, 5, 6]))
    tensor([[1],
            [2]])

    Source: PyTorch, torch.nonzero.
    """
    array = input._array
    if as_tuple:
        return tuple([wrap(part) for part in (array if array.ndim else array.reshape(1)).nonzero()])
    xp = array_module(array)
    found = xp.argwhere(array).astype(np.int64) if array.ndim else xp.zeros((int(array != 0), 0), np.int64)
    if out is None:
        return wrap(found)
    out._array = found
    return out


def argwhere(input):
    """The indices of the elements that are not zero, a row each. Source: PyTorch, torch.argwhere."""
    return nonzero(input)


method(nonzero)
method(argwhere)
