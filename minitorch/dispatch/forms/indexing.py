"""indexing: x[index] and x[index] = value, one operator for each entry of the index (shelf)."""

import numpy as np

from ..._tensor import Tensor, wrap
from ...ops.index.setitem import number
from ..calling import below, dispatch, notes
from ..subclasses import takes
from .table import OP_FORMS, form, is_tensor, overload

END = (1 << 63) - 1


def viewed(x, index):
    """(the view that an index selects, a list with a tensor for each of its dimensions that one picks from)"""
    picked, dim = [], 0
    for i in index:
        if i is None:
            x, dim = overload("unsqueeze")(x, dim), dim + 1
        elif i is Ellipsis:
            dim += x.dim() - dim - sum([places_of(one) for one in index[position(index, i) + 1 :]])
        elif isinstance(i, slice):
            x, dim = sliced(x, dim, i), dim + 1
        elif isinstance(i, (int, np.integer)) and not isinstance(i, (bool, np.bool_)):
            x = overload("select", "int")(x, dim, int(i))
        else:
            picked += [None] * (dim - len(picked)) + [as_index(i)]
            dim += 1
    return x, picked


def position(index, entry):
    return next(n for n, one in enumerate(index) if one is entry)


def places_of(i):
    """How many dimensions an entry takes up."""
    if i is None or isinstance(i, (bool, np.bool_)):
        return 0
    return (
        max(getattr(i, "ndim", 1), 1) if str(getattr(i, "dtype", "")) in ("bool", "torch.bool", "minitorch.bool") else 1
    )


def sliced(x, dim, i):
    start, stop, step = i.start or 0, END if i.stop is None else i.stop, 1 if i.step is None else i.step
    start, stop, step = [n.__index__() for n in (start, stop, step)]
    if step <= 0:
        raise ValueError("step must be greater than zero")
    if start == 0 and stop == END and step == 1:
        return x
    return overload("slice", "Tensor")(x, dim, start, stop, *([step] if step != 1 else []))


def as_index(i):
    """An entry that picks elements, as a tensor."""
    if is_tensor(i):
        return i
    array = np.asarray(i) if len(np.shape(i)) == 0 or len(i) else np.zeros(0, np.int64)
    made = wrap(array)
    return dispatch(overload("lift_fresh"), (made,), {}, lambda: made)


def plain(index):
    index = index if isinstance(index, tuple) else (index,)
    if (
        len(index) == 1
        and isinstance(index[0], list)
        and any([isinstance(i, (slice, Tensor, list, tuple)) for i in index[0]])
    ):
        return tuple(index[0])
    return index


def refused(inner, x, index):
    """Whether an index is one that inner refuses; below, because nobody is to see it."""
    if sum([places_of(i) for i in index if i is not Ellipsis]) > x.dim():
        return True
    return any([isinstance(i, str) for i in index])


@form("getitem", "__getitem__")
def getitem(inner, x, index):
    entries = plain(index)
    if not is_tensor(x) or refused(inner, x, entries):
        return inner(x, index)
    part, picked = viewed(x, entries)
    if not picked:
        return overload("alias")(x) if part is x else part
    made = dispatch(overload("index", "Tensor"), (part, picked), {}, lambda: inner(part, whole(picked)))
    if made._edge is not None and any([takes(one) for one in picked]):
        notes[made._edge[0]] = picked
    return made


def whole(picked):
    """A list of tensors, None for all of a dimension, as an index."""
    return tuple([slice(None) if one is None else one for one in picked])


@form("item", table=OP_FORMS)
def item(inner, x, index):
    """What select, narrow and the like are made of."""
    return viewed(x, index)[0] if is_tensor(x) else inner(x, index)


@form("setitem", "__setitem__")
def setitem(inner, x, index, value):
    entries = plain(index)
    if refused(inner, x, entries):
        return inner(x, index, value)
    if not is_tensor(value):
        with below():
            made = number(value, x)
        value = dispatch(overload("lift_fresh"), (made,), {}, lambda: made)
    part, picked = viewed(x, entries)
    if picked:
        dispatch(overload("index_put_"), (part, picked, value), {}, lambda: put(inner, part, picked, value))
    elif value.dim() == 0:
        part.fill_(value)
    else:
        part.copy_(value if value.shape == part.shape else value.expand(part.shape))


def put(inner, part, picked, value):
    inner(part, whole(picked), value)
    return part
