"""in_place: the form of a method that changes its tensor, as add_ of add (core)."""

import numpy as np

from ..._extension import extension_point
from ..._tensor import Tensor, method, touch
from ...creation.meta import NO_DATA, MetaArray
from ...errors import retry_or_raise
from ..out import refuse_shared

__all__ = []


class History:
    """What autograd wants to say about a change. Until the lesson on changes in place, anything may be changed."""

    @extension_point
    def allow(x):
        """Raise if x must not be changed."""

    @extension_point
    def before(x, args):
        """What to compute from: x, or, when a formula may want its old numbers, a copy of them."""
        return x

    @extension_point
    def is_recorded(x, other):
        """Whether a change of x by `other` is recorded."""
        return False

    @extension_point
    def remember(x, out):
        """Note that x now holds what the step that made `out` computed."""


def write(x, out):
    """Put the values of `out` into the memory of x, count and record the change, and return x."""
    check_write(x, out)
    x._array[...] = out._array
    touch(x)
    History.remember(x, out)
    return x


def check_write(x, out):
    """Raise PyTorch's errors unless the numbers of `out` fit into the memory of x."""
    if isinstance(out._array, MetaArray) and not isinstance(x._array, MetaArray):
        raise NotImplementedError(NO_DATA)
    if x._array.shape != out._array.shape:
        raise RuntimeError(
            f"output with shape {list(x._array.shape)} doesn't match the broadcast shape {list(out._array.shape)}"
        )
    if out.dtype.category > x.dtype.category:
        raise RuntimeError(f"result type {out.dtype.title} can't be cast to the desired output type {x.dtype.title}")
    if overlaps(x._array):
        raise RuntimeError(
            "unsupported operation: more than one element of the written-to tensor refers to a single memory location. "
            "Please clone() the tensor before performing the operation."
        )
    if type(x._array) is np.ndarray and not x._array.flags.writeable:
        x._array.flags.writeable = True  # a part of an expanded tensor, no two of whose elements lie in one place


def overlaps(array):
    """Whether several elements of an array lie in one place, as those of an expanded one do."""
    return array.size > 0 and any([n > 1 and step == 0 for n, step in zip(array.shape, array.strides, strict=True)])


def compute_in_place(x, function, *args, **kwargs):
    """Write function(x, *args, **kwargs) into the memory of x, and return x; an unsupported operand leaves x as it is."""
    History.allow(x)
    out = function(History.before(x, args), *args, **kwargs)
    return out if out is NotImplemented else write(x, out)


def in_place(function, name=None):
    """Attach the in-place form of a method: `in_place(add)` makes `x.add_(...)`."""
    name = name or function.__name__ + "_"

    def change(self, *args, **kwargs):
        try:
            refuse_shared(self, args, name)
            return compute_in_place(self, function, *args, **kwargs)
        except Exception as error:
            return retry_or_raise(error, name, change, (self, *args), kwargs)

    change.__name__ = change.__qualname__ = name
    change.__doc__ = f"{name[:-1]}, written into this tensor. Source: PyTorch, Tensor.{name}."
    return method(change)


def in_place_forms(*names):
    """Attach the in-place forms of methods by name: `in_place_forms("sin", "cos")` makes `x.sin_()` and `x.cos_()`."""
    for name in names:
        in_place(getattr(Tensor, name), name + "_")
