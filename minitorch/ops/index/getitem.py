"""x[index], index_put: indexing in every form (core).

Ints, slices, None and ... pick a view (slicing.py). Tensors of ints or bools and lists pick elements one by one: a
copy, whose gradient is added back at the places the elements were read from.
"""

from ..._tensor import method
from ...backend import array_module, check_places
from ..op import op
from ..reduction.sum import sum_to
from ..view.narrow import ALL, item
from .gather import INT64
from .parse import index_error, parse

__all__ = ["index_put"]


def getitem(x, index):
    """x[index]: ints, slices, None and ... give a view, tensors and lists of ints or bools a copy.

    >>> import minitorch as mt
    >>> x = mt.tensor([[1, 2], [3, 4]])
    >>> x[0], x[:, 1], x[[1, 0], 0], x[x > 2]
    (tensor([1, 2]), tensor([2, 4]), tensor([3, 1]), tensor([3, 4]))

    Errors: IndexError for an index out of range, too many indices, or of the wrong kind; ValueError for a negative step.
    Source: PyTorch, "Tensor Indexing".
    """
    index = index if isinstance(index, tuple) else (index,)
    if not all([is_basic(i) for i in index]):
        return advanced(x, index)
    for i in index:
        if isinstance(i, slice) and i.step is not None and i.step.__index__() < 0:
            raise ValueError("step must be greater than zero")
    return view_at(x, index)


def is_basic(i):
    """Whether an entry of an index picks evenly spaced elements: an int, a slice, None or Ellipsis. A bool is a mask."""
    return i is None or i is ... or type(i) in (int, slice)


def view_at(x, index):
    """The view at a tuple of ints, slices, None and ..., or PyTorch's error."""
    try:
        return item(x, index)
    except IndexError as error:
        if index.count(...) > 1:
            return item(x, tuple([i for n, i in enumerate(index) if i is not ... or ... not in index[:n]]))
        raise index_error(x, error) from None


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


# --- reading and writing at places ---------------------------------------------------------------------------------------


def filled_in(places):
    """Places as NumPy wants them: an array of indices for a dimension, a full slice for each left out."""
    return tuple([ALL if p is None else p for p in places])


@op(derivative="IndexBackward0")
def at(x, places):
    """The elements of x at `places`: per dimension an array of indices, or None for all."""
    try:
        check_places(x, places)
        return array_module(x).ascontiguousarray(x[filled_in(places)])
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
    check_places(whole, places)
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
    check_places(whole, places)
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
    _, places = parse(input, tuple([ALL if i is None else i for i in indices]))
    try:
        made = _index_put(input, places, values, accumulate)
    except IndexError as error:
        raise index_error(input._array, error) from None
    except NotImplementedError:  # of a dtype
        raise
    except (ValueError, RuntimeError):
        result = at(input.detach(), places).shape if places else input.shape
        raise RuntimeError(
            f"shape mismatch: value tensor of shape {list(values.shape)} cannot be broadcast to indexing result of shape "
            f"{list(result)}"
        ) from None
    if values.dtype is not input.dtype:
        raise RuntimeError(
            f"Index put requires the source and destination dtypes match, got {input.dtype.title} for the destination and "
            f"{values.dtype.title} for the source."
        )
    return made


method(index_put)
method(getitem, "__getitem__")
