"""activation: ReLU, Tanh, Sigmoid, Softmax, LogSoftmax as modules, which hold the options of the function (core)."""

from ..._lazy import missing_name
from ...ops.pointwise.activation import sigmoid, tanh
from .. import functional as F
from ..module.mode import Module


class _Switched(Module):
    """A function that can write its result into its input's own memory."""

    def __init__(self, inplace=False):
        super().__init__()
        self.inplace = inplace

    def extra_repr(self):
        return "inplace=True" if self.inplace else ""


class ReLU(_Switched):
    """max(x, 0), element by element; any shape.

    >>> import minitorch as mt
    >>> mt.nn.ReLU()(mt.tensor([-1.0, 2.0]))
    tensor([0., 2.])

    Source: PyTorch, torch.nn.ReLU.
    """

    def forward(self, input):
        return F.relu(input, inplace=self.inplace)


class Sigmoid(Module):
    """1 / (1 + exp(-x)). Source: PyTorch, torch.nn.Sigmoid."""

    def forward(self, input):
        return sigmoid(input)


class Tanh(Module):
    """(exp(x) - exp(-x)) / (exp(x) + exp(-x)). Source: PyTorch, torch.nn.Tanh."""

    def forward(self, input):
        return tanh(input)


class _Along(Module):
    """A function along one dimension."""

    def __init__(self, dim=None):
        super().__init__()
        self.dim = dim

    def __setstate__(self, state):
        super().__setstate__({"dim": None, **state})  # what it was before there was a choice

    def extra_repr(self):
        return f"dim={self.dim}"


class Softmax(_Along):
    """exp(x) / sum(exp(x)) along `dim`: positive numbers that add up to 1.

    >>> import minitorch as mt
    >>> mt.nn.Softmax(dim=0)(mt.tensor([0.0, 0.0]))
    tensor([0.5000, 0.5000])

    Errors: IndexError for a dim out of range. Source: PyTorch, torch.nn.Softmax.
    """

    def forward(self, input):
        return F.softmax(input, self.dim, _stacklevel=5)


class LogSoftmax(_Along):
    """log(softmax(x)) along `dim`. Source: PyTorch, torch.nn.LogSoftmax."""

    def forward(self, input):
        return F.log_softmax(input, self.dim, _stacklevel=5)


def __getattr__(name):
    return missing_name(__name__, name)
