"""x[index] = value."""

from ..._tensor import Tensor, method, wrap
from ...backend import array_module
from ..op import NUMBER
from .parse import fitting, parse

__all__ = []


# --- x[index] = value -------------------------------------------------------------------------------------------------------


def is_basic(index):
    """Whether an index selects a view: only ints, slices, None and Ellipsis."""
    parts = index if isinstance(index, tuple) else (index,)
    return all(
        i is None or i is ... or isinstance(i, slice) or (isinstance(i, int) and i is not True and i is not False)
        for i in parts
    )


def setitem(self, index, value):
    """`x[index] = value`: a copy into the view that the index selects; where it selects no view, index_put."""
    given = value if isinstance(value, Tensor) else number(value, self)
    if is_basic(index):
        view = self[index]
        return view.copy_(fitting(given, view)) if view.dim() or given is value else view.fill_(value)
    first, places = parse(self, index if isinstance(index, tuple) else (index,))
    part = self if first is None else self[first]
    return part.index_put_(places, given) if places else part.copy_(fitting(given, part))


def number(value, x):
    """A number that is assigned to elements of x, as a tensor."""
    if not isinstance(value, NUMBER):
        raise TypeError(f"can't assign a {type(value).__name__} to a {x.type()}: make it a tensor first")
    return wrap(array_module(x._array).asarray(value).astype(x._array.dtype))


def delitem(self, index):
    """A tensor has all its elements for good."""
    raise TypeError("Tensor does not support deleting items")


method(setitem, "__setitem__")
method(delitem, "__delitem__")
