"""activation: ReLU, Tanh as modules, which hold the options of the function (core)."""

from ..._lazy import lazy_names
from ...ops.pointwise.activation import tanh
from .. import functional as F
from ..module.mode import Module


class _InPlace(Module):
    """A function that can write its result into its input's own memory."""

    def __init__(self, inplace=False):
        super().__init__()
        self.inplace = inplace

    def extra_repr(self):
        return "inplace=True" if self.inplace else ""


class ReLU(_InPlace):
    """max(x, 0), element by element; any shape.

    >>> import minitorch as mt
    >>> mt.nn.ReLU()(mt.tensor([-1.0, 2.0]))
    tensor([0., 2.])

    Source: PyTorch, torch.nn.ReLU.
    """

    def forward(self, input):
        return F.relu(input, inplace=self.inplace)


class Tanh(Module):
    """(exp(x) - exp(-x)) / (exp(x) + exp(-x)). Source: PyTorch, torch.nn.Tanh."""

    def forward(self, input):
        return tanh(input)


__getattr__, __dir__ = lazy_names(__name__)
