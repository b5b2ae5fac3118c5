"""x[index], index_put: indexing in every form (core).

Ints, slices, None and ... pick a view (slicing.py). Tensors of ints or bools and lists pick elements one by one: a
copy, whose gradient is added back at the places the elements were read from.
"""

from ..._tensor import method
from ...backend import array_module, check_places
from ..op import op
from ..view.narrow import ALL, item
from .gather import INT64
from .parse import index_error, parse

__all__ = []


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


method(getitem, "__getitem__")
