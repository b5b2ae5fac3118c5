"""eq, ne, lt, le, gt, ge, and their operators == != < <= > >= (core)."""

import numpy as np

from ..._tensor import method, wrap
from ...dtypes import by_numpy
from ..op import common, op

__all__ = ["eq", "ne", "not_equal", "lt", "less", "le", "less_equal", "gt", "greater", "ge", "greater_equal"]


@op(promote=common)
def eq(input, other):
    """Whether input equals other, element by element, broadcast against each other.

    >>> import minitorch as mt
    >>> mt.eq(mt.tensor([1, 2, 3]), 2)
    tensor([False,  True, False])

    Source: PyTorch, torch.eq.
    """
    return input == other


@op(promote=common)
def ne(input, other):
    """Whether input differs from other. Source: PyTorch, torch.ne."""
    return input != other


def has_order(name, x):
    """Raise PyTorch's error for complex numbers, of which none is the larger."""
    kind = getattr(x, "dtype", None)
    if kind is not None and kind.kind == "c":
        kind = "ComplexFloat" if kind.itemsize == 8 else "ComplexDouble"
        raise NotImplementedError(f"\"{name}\" not implemented for '{kind}': complex numbers have no order")


@op(promote=common)
def lt(input, other):
    """Whether input is less than other. Source: PyTorch, torch.lt."""
    has_order("lt_cpu", input)
    return input < other


@op(promote=common)
def le(input, other):
    """Whether input is at most other. Source: PyTorch, torch.le."""
    has_order("le_cpu", input)
    return input <= other


@op(promote=common)
def gt(input, other):
    """Whether input is greater than other. Source: PyTorch, torch.gt."""
    has_order("gt_cpu", input)
    return input > other


@op(promote=common)
def ge(input, other):
    """Whether input is at least other. Source: PyTorch, torch.ge."""
    has_order("ge_cpu", input)
    return input >= other


not_equal, less, less_equal, greater, greater_equal = ne, lt, le, gt, ge


def with_array(op, inputs, other):
    """== and != beside a NumPy array take it as a tensor: left to Python, the two would simply not be the same object."""
    if isinstance(other, np.ndarray) and other.dtype in by_numpy:
        return op(*[wrap(x) if x is other else x for x in inputs])
    return NotImplemented


for _name in __all__:
    method(globals()[_name], _name)
method(eq.make(with_array), "__eq__")
method(ne.make(with_array), "__ne__")
method(lt.operator, "__lt__")
method(le.operator, "__le__")
method(gt.operator, "__gt__")
method(ge.operator, "__ge__")
