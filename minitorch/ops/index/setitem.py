"""x[index] = value (core)."""

from ..._lazy import load
from ..._tensor import Tensor, method, wrap
from ...backend import array_module
from ...dtypes import check_assigned
from ..op import NUMBER
from .getitem import is_basic

__all__ = []


def setitem(self, index, value):
    """`x[index] = value`: a copy into the view that the index selects; where it selects no view, index_put."""
    given = value if isinstance(value, Tensor) else number(value, self)
    index = index if isinstance(index, tuple) else (index,)
    if all([is_basic(i) for i in index]):
        return put(self[index], given)
    return load("minitorch.ops.index.parse").assign(self, index, given)


def put(part, value):
    """Copy a value into the part that an index selects; one number, or one that is broadcast, may come from that part."""
    value = fitting(value, part)
    if value.shape == part.shape:
        return part.copy_(value)
    return part.copy_(value.expand(part.shape)) if value.dim() else part.fill_(value)


def fitting(value, part):
    """A value without the leading dimensions of length 1 that the part it is assigned to lacks; RuntimeError if it does not fit."""
    extra = value.dim() - part.dim()
    if extra > 0 and not any([n != 1 for n in value.shape[:extra]]):
        value = value.reshape(value.shape[extra:])
    if value.shape not in ((), part.shape):
        value.expand(part.shape)  # raises PyTorch's errors
    return value


def number(value, x):
    """A number that is assigned to elements of x, as a tensor."""
    if not isinstance(value, NUMBER):
        raise TypeError(f"can't assign a {type(value).__name__} to a {x.type()}: make a tensor of it first")
    check_assigned(x.dtype, value)
    return wrap(array_module(x._array).asarray(value).astype(x._array.dtype))


method(setitem, "__setitem__")
