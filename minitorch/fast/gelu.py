"""gelu of large arrays of float32, without SciPy's erf; its derivative is worked out on the way (short cuts).

The derivative needs the same distribution function that gelu does, so it is kept: one array for half of the time.
"""

import numpy as np

from .._tensor import Tensor, wrap
from ..graph.grad_mode import state
from ..nn.functional import gates as activation
from ..ops.op import op
from . import add, normal
from .pieces import FLOAT32, LARGE
from .record import record_one
from .table import ShortCut, in_place_of
from .twins import Numba, has_numba

ROUND = ("minitorch.nn.functional.gates:", "minitorch.ops.pointwise.", "minitorch.ops.op:", "minitorch.ops.call:")
plain, plain_slope = activation._gelu, activation.gelu_slope


@op(derivative="GeluBackward0")
def _gelu_kept(x, kept):
    """gelu, and in the list `kept` its slope."""
    out, slope = normal.gelu_with_slope(x)
    kept.append(slope)
    return out


def to_input(g, x, kept):
    """g times the slope, written where that lies: a second walk through the same graph works it out anew."""
    slope = kept.pop() if kept and not isinstance(g, Tensor) and g.dtype is x.dtype else None
    return g * gelu_slope(x) if slope is None else np.multiply(g, slope, slope)


to_input.anew = True  # type: ignore[attr-defined]  # what it gives shares no memory with g
_gelu_kept.grad(x=to_input)


def gelu(input):
    """gelu of a tensor."""
    x = input._array
    large = type(x) is np.ndarray and x.dtype is FLOAT32 and x.size >= LARGE and x.flags.c_contiguous
    wanted = (input._requires_grad or input._base is not None) and state.enabled
    if large and wanted and (Numba.missing or not has_numba()):
        kept: list = []
        out = wrap(_gelu_kept.forward(x, kept))
        record_one(_gelu_kept, input, (x, kept, out._array), out)
        return out
    return plain(input)


def gelu_slope(x):
    """What a gradient is multiplied by."""
    if normal.is_large(x) and x.flags.c_contiguous:
        return normal.gelu_with_slope(x)[1]
    return plain_slope(x)


def put():
    """Let both be used in the place of the core's; returns what undoes it."""
    back = [in_place_of(activation, "_gelu", gelu)(), in_place_of(activation, "gelu_slope", gelu_slope)()]
    return lambda: [undo() for undo in back]


add(ShortCut("gelu", "minitorch.nn.functional.gates:gelu_slope", put, ROUND))
