"""inplace: += and its kin for two float tensors of one shape without history: NumPy writes into x itself (short cuts).

An optimizer does nothing else; of the general way it takes a third of the time.
"""

import numpy as np

from .._tensor import Tensor, touch
from ..ops.inplace.in_place import History
from ..ops.inplace.operators import updating
from ..ops.op import FLOAT_DTYPES

ROUND = ("minitorch.ops.inplace.", "minitorch.ops.pointwise.", "minitorch.ops.op:", "minitorch.ops.call:")
UFUNCS = {"add": np.add, "sub": np.subtract, "mul": np.multiply, "div": np.true_divide}
OPERATORS = {"add": "__iadd__", "sub": "__isub__", "mul": "__imul__", "div": "__itruediv__"}


def straight(ufunc, general):
    """The in-place form of one of + - * /."""

    def change(self, other, *more, **options):
        a, b = self._array, getattr(other, "_array", None)
        alike = b is not None and type(a) is type(b) and a.dtype is b.dtype and a.shape == b.shape and a.base is None
        if alike and a.dtype in FLOAT_DTYPES:
            if self._counter is not None and not options and not more and not History.is_recorded(self, other):
                ufunc(a, b, a)
                touch(self)
                return self
        return general(self, other, *more, **options)

    change.__name__, change.__qualname__, change.__doc__ = general.__name__, general.__name__, general.__doc__
    return change


def put():
    """Attach them; returns what undoes it."""
    before = {}
    for name, ufunc in UFUNCS.items():
        general = getattr(Tensor, name + "_")
        before[name + "_"], before[OPERATORS[name]] = general, getattr(Tensor, OPERATORS[name])
        quick = straight(ufunc, general)
        setattr(Tensor, name + "_", quick)
        setattr(Tensor, OPERATORS[name], updating(quick))

    def undo():
        for name, function in before.items():
            setattr(Tensor, name, function)

    return undo
