"""gelu: the derivative of gelu for large arrays of float32, without SciPy's erf (short cuts)."""

from ..nn.functional import activation
from . import add, normal
from .pieces import in_pieces
from .table import ShortCut

ROUND = ("minitorch.nn.functional.activation:", "minitorch.ops.pointwise.", "minitorch.ops.op:", "minitorch.ops.call:")
plain = activation.gelu_slope


def gelu_slope(x):
    """What a gradient is multiplied by."""
    if normal.is_large(x):
        return in_pieces(normal.gelu_slope, x)
    return plain(x)


def put():
    """Let gelu's formula use it; returns what undoes it."""
    activation.gelu_slope = gelu_slope

    def undo():
        activation.gelu_slope = plain

    return undo


add(ShortCut("gelu", "minitorch.nn.functional.activation:gelu_slope", put, ROUND))
