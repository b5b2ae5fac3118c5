"""init: uniform_, normal_, xavier_uniform_, kaiming_uniform_ ...: the initial values of parameters (core).

Each function fills a tensor in place, outside autograd, and returns it. After the same manual_seed the numbers are
PyTorch's. Weights have the shape [outputs, inputs, ...]: what follows the first two is the size of a kernel.
"""

import math
import warnings

from .._lazy import lazy_names
from ..graph.grad_mode import no_grad

LINEAR = ("linear", "conv1d", "conv2d", "conv3d", "conv_transpose1d", "conv_transpose2d", "conv_transpose3d")
GAINS = dict.fromkeys((*LINEAR, "sigmoid"), 1) | {"tanh": 5 / 3, "relu": math.sqrt(2), "selu": 3 / 4}


# --- one rule for all elements ----------------------------------------------------------------------------------------


@no_grad()
def uniform_(tensor, a=0.0, b=1.0, generator=None):
    """Fill with numbers drawn evenly from [a, b).

    >>> import minitorch as mt
    >>> _ = mt.manual_seed(0)
    >>> mt.nn.init.uniform_(mt.empty(3))
    tensor([0.4963, 0.7682, 0.0885])

    Errors: RuntimeError when a > b. Source: PyTorch, torch.nn.init.uniform_.
    """
    return tensor.uniform_(a, b, generator=generator)


@no_grad()
def normal_(tensor, mean=0.0, std=1.0, generator=None):
    """Fill with numbers from the normal distribution.

    Errors: RuntimeError when std < 0. Source: PyTorch, torch.nn.init.normal_.
    """
    return tensor.normal_(mean, std, generator=generator)


@no_grad()
def constant_(tensor, val):
    """Fill with one number. Source: PyTorch, torch.nn.init.constant_."""
    return tensor.fill_(val)


def ones_(tensor):
    """Fill with 1. Source: PyTorch, torch.nn.init.ones_."""
    return constant_(tensor, 1.0)


def zeros_(tensor):
    """Fill with 0. Source: PyTorch, torch.nn.init.zeros_."""
    return constant_(tensor, 0.0)


# --- a standard deviation that fits the layer -------------------------------------------------------------------------


def _calculate_fan_in_and_fan_out(tensor):
    """(how many numbers go into each output, how many outputs each input goes into), of a weight [out, in, ...]."""
    if tensor.ndim < 2:
        raise ValueError("Fan in and fan out can not be computed for tensor with fewer than 2 dimensions")
    outputs, inputs, *kernel = tensor.shape
    return inputs * math.prod(kernel), outputs * math.prod(kernel)


def _calculate_correct_fan(tensor, mode):
    """The one of the two that `mode` names: "fan_in" or "fan_out"."""
    modes = ["fan_in", "fan_out"]
    if mode.lower() not in modes:
        raise ValueError(f"Mode {mode.lower()} not supported, please use one of {modes}")
    return _calculate_fan_in_and_fan_out(tensor)[modes.index(mode.lower())]


def calculate_gain(nonlinearity, param=None):
    """By how much weights should be larger so that the size of the numbers survives this nonlinearity.

    nonlinearity  a name: "linear", "conv2d" ..., "sigmoid", "tanh", "relu", "leaky_relu", "selu"
    param         of leaky_relu, the slope for negative numbers, 0.01 unless given

    >>> import minitorch as mt
    >>> mt.nn.init.calculate_gain("tanh")
    1.6666666666666667

    Errors: ValueError for another name, or a slope that is not a number. Source: PyTorch, torch.nn.init.calculate_gain.
    """
    if nonlinearity == "leaky_relu":
        slope = 0.01 if param is None else param
        check_slope(slope)
        return math.sqrt(2 / (1 + slope**2))
    if nonlinearity not in GAINS:
        raise ValueError(f"Unsupported nonlinearity {nonlinearity}, known are {', '.join([*GAINS, 'leaky_relu'])}")
    return GAINS[nonlinearity]


def check_slope(slope):
    """ValueError for a slope that is not a number."""
    if isinstance(slope, bool) or not isinstance(slope, (int, float)):
        raise ValueError(f"negative_slope {slope} not a valid number")


def has_no_elements(tensor):
    """Whether there is nothing to fill. If so, it warns."""
    if 0 in tensor.shape:
        warnings.warn("Initializing zero-element tensors is a no-op", stacklevel=4)
    return 0 in tensor.shape


def kaiming_std(tensor, a, mode, nonlinearity):
    """The standard deviation gain / sqrt(fan), or 0.0 where there are no elements: then a fan may be 0."""
    if has_no_elements(tensor):
        return 0.0
    return calculate_gain(nonlinearity, a) / math.sqrt(_calculate_correct_fan(tensor, mode))


def kaiming_uniform_(tensor, a=0, mode="fan_in", nonlinearity="leaky_relu", generator=None):
    """Fill with numbers drawn evenly from [-b, b), where b = gain sqrt(3 / fan): their standard deviation is b / sqrt(3).

    a             the slope of leaky_relu for negative numbers
    mode          "fan_in" keeps the size of the numbers in the forward pass, "fan_out" in the backward pass
    nonlinearity  what follows the layer: "relu" or "leaky_relu", or another name that calculate_gain knows

    Errors: ValueError for fewer than two dimensions, or another mode.
    Source: He et al., 2015; PyTorch, torch.nn.init.kaiming_uniform_.
    """
    bound = math.sqrt(3.0) * kaiming_std(tensor, a, mode, nonlinearity)
    return uniform_(tensor, -bound, bound, generator)


def kaiming_normal_(tensor, a=0, mode="fan_in", nonlinearity="leaky_relu", generator=None):
    """Fill with normal numbers whose standard deviation is gain / sqrt(fan). Source: PyTorch, torch.nn.init.kaiming_normal_."""
    return normal_(tensor, 0.0, kaiming_std(tensor, a, mode, nonlinearity), generator)


def xavier_std(tensor, gain):
    """The standard deviation that lies between those for the forward and the backward pass."""
    return gain * math.sqrt(2.0 / sum(_calculate_fan_in_and_fan_out(tensor)))


def xavier_uniform_(tensor, gain=1.0, generator=None):
    """Fill with numbers drawn evenly from [-b, b), where b = gain sqrt(6 / (fan_in + fan_out)).

    Source: Glorot and Bengio, 2010; PyTorch, torch.nn.init.xavier_uniform_.
    """
    bound = math.sqrt(3.0) * xavier_std(tensor, gain)
    return uniform_(tensor, -bound, bound, generator)


def xavier_normal_(tensor, gain=1.0, generator=None):
    """The same with normal numbers of standard deviation gain sqrt(2 / (fan_in + fan_out)). Source: PyTorch."""
    return normal_(tensor, 0.0, xavier_std(tensor, gain), generator)


__getattr__, __dir__ = lazy_names(__name__)
