"""gelu: the derivative of gelu for large arrays of float32, without SciPy's erf (short cuts)."""

from ..nn.functional import activation
from . import add, normal
from .pieces import in_pieces
from .table import ShortCut, in_place_of

ROUND = ("minitorch.nn.functional.activation:", "minitorch.ops.pointwise.", "minitorch.ops.op:", "minitorch.ops.call:")
plain = activation.gelu_slope


def gelu_slope(x):
    """What a gradient is multiplied by."""
    if normal.is_large(x):
        return in_pieces(normal.gelu_slope, x)
    return plain(x)


add(
    ShortCut(
        "gelu",
        "minitorch.nn.functional.activation:gelu_slope",
        in_place_of(activation, "gelu_slope", gelu_slope),
        ROUND,
    )
)
