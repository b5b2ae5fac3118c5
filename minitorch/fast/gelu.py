"""gelu of large arrays of float32, without SciPy's erf; its derivative is worked out on the way (short cuts).

The derivative needs the same distribution function that gelu does, so it is kept: one array for half of the time.
"""

import numpy as np

from .._tensor import Tensor, wrap
from ..graph.grad_mode import is_grad_enabled
from ..nn.functional import activation
from ..ops.op import op
from . import add, normal
from .pieces import in_pieces, in_shares
from .record import record_view
from .table import ShortCut, in_place_of
from .twins import has_numba

ROUND = ("minitorch.nn.functional.activation:", "minitorch.ops.pointwise.", "minitorch.ops.op:", "minitorch.ops.call:")
plain, plain_slope = activation._gelu, activation.gelu_slope


@op(derivative="GeluBackward0")
def _gelu_kept(x, kept):
    """gelu, and in the list `kept` its slope."""
    out, slope = np.empty_like(x), np.empty_like(x)
    given, made, slopes = x.reshape(-1), out.reshape(-1), slope.reshape(-1)

    in_shares(lambda some: normal.gelu_and_slope(given[some], made[some], slopes[some]), given, 20)
    kept.append(slope)
    return out


_gelu_kept.grad(
    x=lambda g, x, kept: g * gelu_slope(x) if isinstance(g, Tensor) or g.dtype != x.dtype else np.multiply(g, kept[0])
)


def gelu(input):
    """gelu of a tensor."""
    x = input._array
    wanted = (input._requires_grad or input._base is not None) and is_grad_enabled()
    if wanted and normal.is_large(x) and x.flags.c_contiguous and not has_numba():
        kept: list = []
        out = wrap(_gelu_kept.forward(x, kept))
        record_view(_gelu_kept, (input, kept), (x, kept), out)
        return out
    return plain(input)


def gelu_slope(x):
    """What a gradient is multiplied by."""
    if normal.is_large(x):
        return in_pieces(normal.gelu_slope, x)
    return plain_slope(x)


def put():
    """Let both be used in the place of the core's; returns what undoes it."""
    back = [in_place_of(activation, "_gelu", gelu)(), in_place_of(activation, "gelu_slope", gelu_slope)()]
    return lambda: [undo() for undo in back]


add(ShortCut("gelu", "minitorch.nn.functional.activation:gelu_slope", put, ROUND))
