"""further_activation: the other activations as modules: Softmax, GELU, SiLU, ELU, Softplus, LeakyReLU, PReLU, Hardtanh ... (shelf)."""

from ...creation.zeros import empty
from ...ops.pointwise.activation import sigmoid
from .. import functional as F
from .. import init as starts
from ..module.mode import Module
from ..parameter import Parameter
from .function_layer import FunctionLayer


class Sigmoid(Module):
    """1 / (1 + exp(-x)). Source: PyTorch, torch.nn.Sigmoid."""

    def forward(self, input):
        return sigmoid(input)


# --- along one dimension --------------------------------------------------------------------------------------------------


class Softmax(FunctionLayer, function="softmax"):
    """exp(x) / sum(exp(x)) along `dim`: positive numbers that add up to 1. Source: PyTorch, torch.nn.Softmax."""

    dim: int | None = None


class LogSoftmax(FunctionLayer, function="log_softmax"):
    """log(softmax(x)) along `dim`. Source: PyTorch, torch.nn.LogSoftmax."""

    dim: int | None = None


class Softmin(FunctionLayer, function="softmin"):
    """softmax(-x) along `dim`. Source: PyTorch, torch.nn.Softmin."""

    dim: int | None = None


# --- smooth ones ----------------------------------------------------------------------------------------------------------


class ELU(FunctionLayer, function="elu"):
    """x for positive x, alpha (exp(x) - 1) for others. Source: PyTorch, torch.nn.ELU."""

    alpha: float = 1.0
    inplace: bool = False


class CELU(ELU, function="celu"):
    """x for positive x, alpha (exp(x / alpha) - 1) for others. Source: Barron, 2017; PyTorch, torch.nn.CELU."""


class SELU(FunctionLayer, function="selu"):
    """elu that keeps mean 0 and variance 1 from layer to layer. Source: Klambauer et al., 2017; PyTorch, torch.nn.SELU."""

    inplace: bool = False


class SiLU(FunctionLayer, function="silu"):
    """x sigmoid(x). Source: PyTorch, torch.nn.SiLU."""

    inplace: bool = False


class Mish(FunctionLayer, function="mish"):
    """x tanh(softplus(x)). Source: Misra, 2019; PyTorch, torch.nn.Mish."""

    inplace: bool = False


class GELU(FunctionLayer, function="gelu"):
    """x times the probability that a standard normal number is below x. Source: PyTorch, torch.nn.GELU."""

    approximate: str = "none"

    def extra_repr(self):
        return f"approximate={self.approximate!r}"


class Softplus(FunctionLayer, function="softplus"):
    """log(1 + exp(beta x)) / beta, and x where beta x > threshold. Source: PyTorch, torch.nn.Softplus."""

    beta: float = 1.0
    threshold: float = 20.0


class LogSigmoid(FunctionLayer, function="logsigmoid"):
    """log(sigmoid(x)). Source: PyTorch, torch.nn.LogSigmoid."""


class Softsign(FunctionLayer, function="softsign"):
    """x / (1 + |x|). Source: PyTorch, torch.nn.Softsign."""


class Tanhshrink(FunctionLayer, function="tanhshrink"):
    """x - tanh(x). Source: PyTorch, torch.nn.Tanhshrink."""


class GLU(FunctionLayer, function="glu"):
    """The first half of x along `dim` times the sigmoid of the second. Source: Dauphin et al., 2016; PyTorch, torch.nn.GLU."""

    dim: int = -1


class Softmax2d(Module):
    """Softmax over the channels of [N, C, H, W] or [C, H, W], at each place. Source: PyTorch, torch.nn.Softmax2d."""

    def forward(self, input):
        if input.ndim not in (3, 4):
            raise ValueError(f"Softmax2d: expected input to be 3D or 4D, got {input.ndim}D instead")
        return F.softmax(input, -3)


# --- straight pieces ------------------------------------------------------------------------------------------------------


class LeakyReLU(FunctionLayer, function="leaky_relu"):
    """x for positive x, negative_slope x for others. Source: PyTorch, torch.nn.LeakyReLU."""

    negative_slope: float = 1e-2
    inplace: bool = False


class RReLU(FunctionLayer, function="rrelu"):
    """x for positive x; others times a slope that is drawn for each while training. Source: nn.functional.rrelu."""

    lower: float = 1.0 / 8
    upper: float = 1.0 / 3
    inplace: bool = False

    def forward(self, input):
        return F.rrelu(input, self.lower, self.upper, self.training, self.inplace)


class Threshold(FunctionLayer, function="threshold"):
    """x where it is more than `threshold`, else `value`. Source: PyTorch, torch.nn.Threshold."""

    threshold: float
    value: float
    inplace: bool = False


class Hardtanh(FunctionLayer, function="hardtanh"):
    """x, but min_val where it is less and max_val where it is more, which has to be larger. Source: nn.functional.hardtanh."""

    min_val: float = -1.0
    max_val: float = 1.0
    inplace: bool = False

    def __post_init__(self):
        super().__post_init__()
        if self.max_val <= self.min_val:
            raise AssertionError(f"max_val ({self.max_val}) must be greater than min_val ({self.min_val})")


class ReLU6(Hardtanh):
    """x, but 0 where it is less and 6 where it is more. Source: PyTorch, torch.nn.ReLU6."""

    def __init__(self, inplace=False):
        super().__init__(0.0, 6.0, inplace)

    def extra_repr(self):
        return "inplace=True" if self.inplace else ""


class PReLU(Module):
    """x for positive x, weight x for others, where the weight is learned. Errors, source: nn.functional.prelu.

    weight  [num_parameters]: one number, or one for each channel of an input [N, C, ...]; it starts as `init`
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


class Hardsigmoid(FunctionLayer, function="hardsigmoid"):
    """(x + 3) / 6, but at least 0 and at most 1. Source: PyTorch, torch.nn.Hardsigmoid."""

    inplace: bool = False

    def extra_repr(self):
        return ""


class Hardswish(Hardsigmoid, function="hardswish"):
    """x times hardsigmoid(x). Source: Howard et al., 2019; PyTorch, torch.nn.Hardswish."""


class Hardshrink(FunctionLayer, function="hardshrink"):
    """x, but 0 from -lambd to lambd. Source: PyTorch, torch.nn.Hardshrink."""

    lambd: float = 0.5

    def extra_repr(self):
        return str(self.lambd)


class Softshrink(Hardshrink, function="softshrink"):
    """x moved by lambd towards 0, and 0 where it is no farther away. Source: PyTorch, torch.nn.Softshrink."""
