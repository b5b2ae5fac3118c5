"""activation: ReLU, Tanh, Sigmoid, GELU, Softmax ... as modules, which hold the options of the function (core)."""

from ..._tower import missing_name
from ...creation.zeros import empty
from ...ops.pointwise.activation import sigmoid, tanh
from .. import functional as F
from .. import init as starts
from ..module.mode import Module
from ..parameter import Parameter


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


class SiLU(_Switched):
    """x sigmoid(x). Source: PyTorch, torch.nn.SiLU."""

    def forward(self, input):
        return F.silu(input, inplace=self.inplace)


class LeakyReLU(Module):
    """x for positive x, negative_slope x for others. Source: PyTorch, torch.nn.LeakyReLU."""

    def __init__(self, negative_slope=1e-2, inplace=False):
        super().__init__()
        self.negative_slope, self.inplace = negative_slope, inplace

    def forward(self, input):
        return F.leaky_relu(input, self.negative_slope, self.inplace)

    def extra_repr(self):
        return f"negative_slope={self.negative_slope}{', inplace=True' if self.inplace else ''}"


class ELU(Module):
    """x for positive x, alpha (exp(x) - 1) for others. Source: PyTorch, torch.nn.ELU."""

    def __init__(self, alpha=1.0, inplace=False):
        super().__init__()
        self.alpha, self.inplace = alpha, inplace

    def forward(self, input):
        return F.elu(input, self.alpha, self.inplace)

    def extra_repr(self):
        return f"alpha={self.alpha}{', inplace=True' if self.inplace else ''}"


class GELU(Module):
    """x times the probability that a standard normal number is below x. Source: PyTorch, torch.nn.GELU."""

    def __init__(self, approximate="none"):
        super().__init__()
        self.approximate = approximate

    def forward(self, input):
        return F.gelu(input, approximate=self.approximate)

    def extra_repr(self):
        return f"approximate={self.approximate!r}"


class Sigmoid(Module):
    """1 / (1 + exp(-x)). Source: PyTorch, torch.nn.Sigmoid."""

    def forward(self, input):
        return sigmoid(input)


class Tanh(Module):
    """(exp(x) - exp(-x)) / (exp(x) + exp(-x)). Source: PyTorch, torch.nn.Tanh."""

    def forward(self, input):
        return tanh(input)


class LogSigmoid(Module):
    """log(sigmoid(x)). Source: PyTorch, torch.nn.LogSigmoid."""

    def forward(self, input):
        return F.logsigmoid(input)


class Softplus(Module):
    """log(1 + exp(beta x)) / beta, and x where beta x > threshold. Source: PyTorch, torch.nn.Softplus."""

    def __init__(self, beta=1.0, threshold=20.0):
        super().__init__()
        self.beta, self.threshold = beta, threshold

    def forward(self, input):
        return F.softplus(input, self.beta, self.threshold)

    def extra_repr(self):
        return f"beta={self.beta}, threshold={self.threshold}"


class PReLU(Module):
    """x for positive x, weight x for others, where the weight is learned.

    weight  [num_parameters]: one number, or one for each channel of an input [N, C, ...]; it starts as `init`

    >>> import minitorch as mt
    >>> mt.nn.PReLU()(mt.tensor([-1.0, 2.0]))
    tensor([-0.2500,  2.0000], grad_fn=<PreluKernelBackward0>)

    Errors: RuntimeError when the number of weights is neither 1 nor that of channels.
    Source: He et al., 2015; PyTorch, torch.nn.PReLU.
    """

    def __init__(self, num_parameters=1, init=0.25, device=None, dtype=None):
        super().__init__()
        self.num_parameters, self.init = num_parameters, init
        self.weight = Parameter(empty(num_parameters, device=device, dtype=dtype))
        self.reset_parameters()

    def reset_parameters(self):
        """Set the weights to where they started."""
        starts.constant_(self.weight, self.init)

    def forward(self, input):
        return F.prelu(input, self.weight)

    def extra_repr(self):
        return f"num_parameters={self.num_parameters}"


class _Along(Module):
    """A function along one dimension."""

    def __init__(self, dim=None):
        super().__init__()
        self.dim = dim

    def __setstate__(self, state):
        super().__setstate__(state)
        self.__dict__.setdefault("dim", None)

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


class Softmin(_Along):
    """softmax(-x) along `dim`. Source: PyTorch, torch.nn.Softmin."""

    def forward(self, input):
        return F.softmin(input, self.dim, _stacklevel=5)


def __getattr__(name):
    return missing_name(__name__, name)
