"""elu_, leaky_relu_, hardtanh_, celu_, selu_, rrelu_, threshold_: activations that change their input (shelf)."""

from .activation import elu, leaky_relu
from .hard_activation import hardtanh, threshold
from .random_activation import rrelu
from .smooth_activation import celu, selu


def elu_(input, alpha=1.0):
    """elu, written into the input. Source: PyTorch, torch.nn.functional.elu_."""
    return elu(input, alpha, True)


def leaky_relu_(input, negative_slope=0.01):
    """leaky_relu, written into the input. Source: PyTorch, torch.nn.functional.leaky_relu_."""
    return leaky_relu(input, negative_slope, True)


def hardtanh_(input, min_val=-1.0, max_val=1.0):
    """hardtanh, written into the input. Source: PyTorch, torch.nn.functional.hardtanh_."""
    return hardtanh(input, min_val, max_val, True)


def celu_(input, alpha=1.0):
    """celu, written into the input. Source: PyTorch, torch.nn.functional.celu_."""
    return celu(input, alpha, True)


def selu_(input):
    """selu, written into the input. Source: PyTorch, torch.nn.functional.selu_."""
    return selu(input, True)


def rrelu_(input, lower=1.0 / 8, upper=1.0 / 3, training=False):
    """rrelu, written into the input. Source: PyTorch, torch.nn.functional.rrelu_."""
    return rrelu(input, lower, upper, training, True)


def threshold_(input, threshold_value, value):
    """threshold, written into the input. Source: PyTorch, torch.nn.functional.threshold_."""
    return threshold(input, threshold_value, value, True)
