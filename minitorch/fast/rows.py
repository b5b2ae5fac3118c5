"""rows: x[i] for an int and a tensor without history, in one step: what datasets and loops over a tensor do (short cuts).

It takes half of the microsecond that the general way takes.
"""

from .._tensor import Tensor
from ..ops.index.getitem import getitem as plain
from .calls import shown

ROUND = ("minitorch.ops.index.getitem:", "minitorch.ops.view.narrow:", "minitorch.ops.op:", "minitorch.ops.call:")


def getitem(x, index):
    """x[index]"""
    if type(index) is int and type(x) is Tensor and not x._requires_grad and x._base is None:
        try:
            return shown(x, x._array[index, ...])
        except IndexError:
            pass  # the general way says what is wrong
    return plain(x, index)


getitem.__name__, getitem.__qualname__, getitem.__doc__ = plain.__name__, plain.__qualname__, plain.__doc__


def put():
    """Attach it; returns what undoes it."""
    Tensor.__getitem__ = getitem

    def undo():
        Tensor.__getitem__ = plain

    return undo
