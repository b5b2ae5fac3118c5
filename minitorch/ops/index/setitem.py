"""x[index] = value (core)."""

from ..._tensor import Tensor, method, wrap
from ...backend import array_module
from ...dtypes import check_assigned
from ...errors import with_note
from ..op import NUMBER
from .getitem import is_basic
from .parse import fitting, parse

__all__ = []


# --- x[index] = value -------------------------------------------------------------------------------------------------------


def setitem(self, index, value):
    """`x[index] = value`: a copy into the view that the index selects; where it selects no view, index_put."""
    given = value if isinstance(value, Tensor) else number(value, self)
    index = index if isinstance(index, tuple) else (index,)
    if all([is_basic(i) for i in index]):
        return put(self[index], given)
    first, places = parse(self, index)
    part = self if first is None else self[first]
    return part.index_put_(places, given) if places else put(part, given)


def put(part, value):
    """Copy a value into the part that an index selects; one number, or one that is broadcast, may come from that part."""
    value = fitting(value, part)
    if value.shape == part.shape:
        return part.copy_(value)
    return part.copy_(value.expand(part.shape)) if value.dim() else part.fill_(value)


def number(value, x):
    """A number that is assigned to elements of x, as a tensor."""
    if not isinstance(value, NUMBER):
        raise cannot_assign(value, x)
    check_assigned(x.dtype, value)
    return wrap(array_module(x._array).asarray(value).astype(x._array.dtype))


def cannot_assign(value, x):
    """PyTorch's error for a value that is neither a number nor a tensor."""
    kind = type(value)
    name = kind.__name__ if kind.__module__ == "builtins" else f"{kind.__module__}.{kind.__name__}"
    return with_note(
        TypeError(f"can't assign a {name} to a {x.type()}"), "Make a tensor of it first: mt.tensor(value)."
    )


def delitem(self, index):
    """A tensor has all its elements for good."""
    raise TypeError("Tensor does not support deleting items")


method(setitem, "__setitem__")
method(delitem, "__delitem__")
