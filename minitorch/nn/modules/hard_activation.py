"""hard_activation: LeakyReLU, PReLU, RReLU, Hardtanh, ReLU6, Hardsigmoid, Hardswish, Threshold ... as modules (shelf)."""

from ...creation.zeros import empty
from .. import functional as F
from .. import init as starts
from ..module.mode import Module
from ..parameter import Parameter
from .smooth_activation import _Named, _Optioned


class LeakyReLU(_Optioned):
    """x for positive x, negative_slope x for others. Source: PyTorch, torch.nn.LeakyReLU."""

    _function, _options = "leaky_relu", ("negative_slope", "inplace")

    def __init__(self, negative_slope=1e-2, inplace=False):
        super().__init__()
        self.negative_slope, self.inplace = negative_slope, inplace


class RReLU(_Optioned):
    """x for positive x; others times a slope that is drawn for each while training.

    >>> import minitorch as mt
    >>> mt.nn.RReLU().eval()(mt.tensor([-1.0, 2.0]))
    tensor([-0.2292,  2.0000])

    Source: Xu et al., 2015; PyTorch, torch.nn.RReLU.
    """

    _options = ("lower", "upper", "inplace")

    def __init__(self, lower=1.0 / 8, upper=1.0 / 3, inplace=False):
        super().__init__()
        self.lower, self.upper, self.inplace = lower, upper, inplace

    def forward(self, input):
        return F.rrelu(input, self.lower, self.upper, self.training, self.inplace)


class Threshold(_Optioned):
    """x where it is more than `threshold`, else `value`. Source: PyTorch, torch.nn.Threshold."""

    _function, _options = "threshold", ("threshold", "value", "inplace")

    def __init__(self, threshold, value, inplace=False):
        super().__init__()
        self.threshold, self.value, self.inplace = threshold, value, inplace


class Hardtanh(_Optioned):
    """x, but min_val where it is less and max_val where it is more.

    >>> import minitorch as mt
    >>> mt.nn.Hardtanh(-2, 2)
    Hardtanh(min_val=-2, max_val=2)

    Errors: AssertionError unless min_val < max_val. Source: PyTorch, torch.nn.Hardtanh.
    """

    _function, _options = "hardtanh", ("min_val", "max_val", "inplace")

    def __init__(self, min_val=-1.0, max_val=1.0, inplace=False):
        super().__init__()
        self.min_val, self.max_val, self.inplace = min_val, max_val, inplace
        if max_val <= min_val:
            raise AssertionError(f"max_val ({max_val}) must be greater than min_val ({min_val})")


class ReLU6(Hardtanh):
    """x, but 0 where it is less and 6 where it is more. Source: PyTorch, torch.nn.ReLU6."""

    def __init__(self, inplace=False):
        super().__init__(0.0, 6.0, inplace)

    def extra_repr(self):
        return "inplace=True" if self.inplace else ""


class PReLU(Module):
    """x for positive x, weight x for others, where the weight is learned.

    weight  [num_parameters]: one number, or one for each channel of an input [N, C, ...]; it starts as `init`

    >>> import minitorch as mt
    >>> mt.nn.PReLU()(mt.tensor([-1.0, 2.0])).detach()
    tensor([-0.2500,  2.0000])

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


class Hardsigmoid(_Named):
    """(x + 3) / 6, but at least 0 and at most 1. Source: PyTorch, torch.nn.Hardsigmoid."""

    _function = "hardsigmoid"

    def extra_repr(self):
        return ""


class Hardswish(Hardsigmoid):
    """x times hardsigmoid(x). Source: Howard et al., 2019; PyTorch, torch.nn.Hardswish."""

    _function = "hardswish"


class Hardshrink(Module):
    """x, but 0 from -lambd to lambd. Source: PyTorch, torch.nn.Hardshrink."""

    _function = "hardshrink"

    def __init__(self, lambd=0.5):
        super().__init__()
        self.lambd = lambd

    def forward(self, input):
        return getattr(F, self._function)(input, self.lambd)

    def extra_repr(self):
        return str(self.lambd)


class Softshrink(Hardshrink):
    """x moved by lambd towards 0, and 0 where it is no farther away. Source: PyTorch, torch.nn.Softshrink."""

    _function = "softshrink"
