"""init: uniform_, normal_, xavier_uniform_, kaiming_uniform_, orthogonal_ ...: the initial values of parameters (core).

Each function fills a tensor in place, outside autograd, and returns it. After the same manual_seed the numbers are
PyTorch's. Weights have the shape [outputs, inputs, ...]: what follows the first two is the size of a kernel.
"""

import math
import warnings

import numpy as np

from .._tensor import wrap
from ..backend import array_module
from ..creation.zeros import empty_like
from ..graph.grad_mode import no_grad
from ..notes import with_note
from ..ops.index.where import where
from ..random.distributions import randperm

LINEAR = ("linear", "conv1d", "conv2d", "conv3d", "conv_transpose1d", "conv_transpose2d", "conv_transpose3d")
GAINS = dict.fromkeys((*LINEAR, "sigmoid"), 1) | {"tanh": 5 / 3, "relu": math.sqrt(2), "selu": 3 / 4}


def calculate_gain(nonlinearity, param=None):
    """By how much weights should be larger so that numbers keep their spread through this nonlinearity.

    nonlinearity  a name: "linear", "conv2d" ..., "sigmoid", "tanh", "relu", "leaky_relu", "selu"
    param         of leaky_relu, the slope for negative numbers, 0.01 unless given

    >>> import minitorch as mt
    >>> mt.nn.init.calculate_gain("tanh")
    1.6666666666666667

    Errors: ValueError for another name, or a slope that is no number. Source: PyTorch, torch.nn.init.calculate_gain.
    """
    if nonlinearity == "leaky_relu":
        slope = 0.01 if param is None else param
        if isinstance(slope, bool) or not isinstance(slope, (int, float)):
            raise ValueError(f"negative_slope {param} not a valid number")
        return math.sqrt(2.0 / (1 + slope**2))
    if nonlinearity not in GAINS:
        raise with_note(
            ValueError(f"Unsupported nonlinearity {nonlinearity}"), f"Known are {', '.join([*GAINS, 'leaky_relu'])}."
        )
    return GAINS[nonlinearity]


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
def trunc_normal_(tensor, mean=0.0, std=1.0, a=-2.0, b=2.0, generator=None):
    """Fill with numbers from the normal distribution; those outside [a, b] are drawn again.

    Where few would lie inside, numbers are drawn evenly from [a, b) instead and kept with the probability that the
    normal distribution gives them.

    >>> import minitorch as mt
    >>> _ = mt.manual_seed(0)
    >>> mt.nn.init.trunc_normal_(mt.empty(3))
    tensor([ 1.5410, -0.2934, -1.3986])

    Warns when mean lies more than two std outside [a, b]. Source: PyTorch, torch.nn.init.trunc_normal_.
    """
    if mean < a - 2 * std or mean > b + 2 * std:
        far = (
            "mean is more than 2 std from [a, b] in nn.init.trunc_normal_. The distribution of values may be incorrect."
        )
        warnings.warn(far, stacklevel=3)
    inside = math.erf((b - mean) / std / math.sqrt(2)) / 2 - math.erf((a - mean) / std / math.sqrt(2)) / 2
    if inside > 0.3:
        low, high = tensor.new_tensor(a).item(), tensor.new_tensor(b).item()  # as the dtype rounds them
        result = again = empty_like(tensor).normal_(mean, std, generator=generator)
        while (outside := (result < low) | (result > high)).any():
            result = where(outside, again.clone().normal_(mean, std, generator=generator), result)
        return tensor.copy_(result)
    peak = -0.5 * ((max(a, min(mean, b)) - mean) / std) ** 2  # the log of the density where it is largest
    result, pending = tensor, tensor.new_ones(tensor.shape).bool()
    while pending.any():
        drawn = empty_like(tensor).uniform_(a, b, generator=generator)
        result = where(pending, drawn, result)
        density = drawn.sub_(mean).div_(std).pow_(2).mul_(-0.5).sub_(peak)
        pending = pending & (empty_like(tensor).uniform_(generator=generator).log_() > density)
    return tensor.copy_(result)


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


# --- the identity -----------------------------------------------------------------------------------------------------


@no_grad()
def eye_(tensor):
    """Make a matrix [n, m] the identity, as far as its shape allows.

    >>> import minitorch as mt
    >>> mt.nn.init.eye_(mt.empty(2, 3))
    tensor([[1., 0., 0.],
            [0., 1., 0.]])

    Errors: ValueError for other than two dimensions. Source: PyTorch, torch.nn.init.eye_.
    """
    if tensor.ndim != 2:
        raise ValueError("Only tensors with 2 dimensions are supported")
    return tensor.copy_(wrap(array_module(tensor._array).eye(*tensor.shape, dtype=tensor._array.dtype)))


@no_grad()
def dirac_(tensor, groups=1):
    """Make the weight of a convolution [outputs, inputs, ...] hand its inputs on: 1 in the kernel's middle, else 0.

    groups  how many groups of outputs hand on the inputs, each the first of them

    Errors: ValueError for other than 3, 4 or 5 dimensions, and for outputs that groups does not divide.
    Source: PyTorch, torch.nn.init.dirac_.
    """
    if tensor.ndim not in (3, 4, 5):
        raise ValueError("Only tensors with 3, 4, or 5 dimensions are supported")
    if tensor.shape[0] % groups:
        raise ValueError("dim 0 must be divisible by groups")
    each = tensor.shape[0] // groups
    middle = [n // 2 for n in tensor.shape[2:]]
    tensor.zero_()
    for group in range(groups):
        for channel in range(min(each, tensor.shape[1])):
            tensor[(group * each + channel, channel, *middle)] = 1
    return tensor


# --- from the numbers of inputs and outputs ---------------------------------------------------------------------------


def _calculate_fan_in_and_fan_out(tensor):
    """(how many numbers go into each output, how many outputs each input goes into), of a weight [out, in, ...]."""
    if tensor.ndim < 2:
        raise ValueError("Fan in and fan out can not be computed for tensor with fewer than 2 dimensions")
    outputs, inputs, *kernel = tensor.shape
    return inputs * math.prod(kernel), outputs * math.prod(kernel)


def _calculate_correct_fan(tensor, mode):
    """The one of the two that `mode` names: "fan_in" or "fan_out"."""
    modes, mode = ["fan_in", "fan_out"], mode.lower()
    if mode not in modes:
        raise ValueError(f"Mode {mode} not supported, please use one of {modes}")
    return _calculate_fan_in_and_fan_out(tensor)[modes.index(mode)]


def glorot(tensor, gain):
    """The standard deviation that keeps the spread both forward and backward, on average."""
    return gain * math.sqrt(2.0 / float(sum(_calculate_fan_in_and_fan_out(tensor))))


def xavier_uniform_(tensor, gain=1.0, generator=None):
    """Fill with numbers drawn evenly from [-a, a), where a = gain sqrt(6 / (fan_in + fan_out)).

    Errors: ValueError for fewer than two dimensions.
    Source: Glorot and Bengio, 2010; PyTorch, torch.nn.init.xavier_uniform_.
    """
    a = math.sqrt(3.0) * glorot(tensor, gain)  # spread evenly over [-a, a), numbers have the std a / sqrt(3)
    return uniform_(tensor, -a, a, generator)


def xavier_normal_(tensor, gain=1.0, generator=None):
    """Fill with normal numbers whose standard deviation is gain sqrt(2 / (fan_in + fan_out)).

    Errors: ValueError for fewer than two dimensions.
    Source: Glorot and Bengio, 2010; PyTorch, torch.nn.init.xavier_normal_.
    """
    return normal_(tensor, 0.0, glorot(tensor, gain), generator)


def he(tensor, a, mode, nonlinearity):
    """The standard deviation gain / sqrt(fan); None for a tensor without elements, and a warning."""
    if 0 in tensor.shape:
        warnings.warn("Initializing zero-element tensors is a no-op", stacklevel=3)
        return None
    fan = _calculate_correct_fan(tensor, mode)
    return calculate_gain(nonlinearity, a) / math.sqrt(fan)


def kaiming_uniform_(tensor, a=0, mode="fan_in", nonlinearity="leaky_relu", generator=None):
    """Fill with numbers drawn evenly from [-b, b), where b = gain sqrt(3 / fan).

    a             the slope of leaky_relu for negative numbers
    mode          "fan_in" keeps the spread in the forward pass, "fan_out" in the backward pass
    nonlinearity  what follows the layer: "relu" or "leaky_relu", or another name that calculate_gain knows

    Errors: ValueError for fewer than two dimensions, or another mode.
    Source: He et al., 2015; PyTorch, torch.nn.init.kaiming_uniform_.
    """
    std = he(tensor, a, mode, nonlinearity)
    return tensor if std is None else uniform_(tensor, -math.sqrt(3.0) * std, math.sqrt(3.0) * std, generator)


def kaiming_normal_(tensor, a=0, mode="fan_in", nonlinearity="leaky_relu", generator=None):
    """Fill with normal numbers whose standard deviation is gain / sqrt(fan); arguments as of kaiming_uniform_.

    Errors: ValueError for fewer than two dimensions, or another mode.
    Source: He et al., 2015; PyTorch, torch.nn.init.kaiming_normal_.
    """
    std = he(tensor, a, mode, nonlinearity)
    return tensor if std is None else normal_(tensor, 0, std, generator)


# --- matrices with a structure ----------------------------------------------------------------------------------------


@no_grad()
def orthogonal_(tensor, gain=1, generator=None):
    """Make the rows of a matrix [n, m] perpendicular and of length `gain`; its columns, where there are fewer of them.

    Dimensions after the second count as columns.

    >>> import minitorch as mt
    >>> w = mt.nn.init.orthogonal_(mt.empty(2, 3))
    >>> mt.round(w @ w.T, decimals=4).abs()
    tensor([[1., 0.],
            [0., 1.]])

    Errors: ValueError for fewer than two dimensions. Source: Saxe et al., 2013; PyTorch, torch.nn.init.orthogonal_.
    """
    if tensor.ndim < 2:
        raise ValueError("Only tensors with 2 or more dimensions are supported")
    if not tensor.numel():
        return tensor
    xp, rows = array_module(tensor._array), tensor.shape[0]
    drawn = tensor.new_empty((rows, tensor.numel() // rows)).normal_(0, 1, generator=generator)._array
    wide = rows < drawn.shape[1]
    q, r = xp.linalg.qr(drawn.T if wide else drawn)
    q = q * xp.sign(xp.diagonal(r))  # makes all directions equally likely: Mezzadri, 2006
    return tensor.copy_(wrap((q.T if wide else q).reshape(tensor.shape))).mul_(gain)


@no_grad()
def sparse_(tensor, sparsity, std=0.01, generator=None):
    """Fill a matrix [n, m] with normal numbers, and set this fraction of each column, rounded up, to 0.

    Errors: ValueError for other than two dimensions. Source: Martens, 2010; PyTorch, torch.nn.init.sparse_.
    """
    if tensor.ndim != 2:
        raise ValueError("Only tensors with 2 dimensions are supported")
    rows, columns = tensor.shape
    tensor.normal_(0, std, generator=generator)
    for column in range(columns):
        tensor._array[randperm(rows, np.dtype("int64"))[: math.ceil(sparsity * rows)], column] = 0
    return tensor


def _old(function):
    """The function under the name it had before PyTorch wrote names of in-place functions with an underscore."""
    name = function.__name__

    def renamed(*args, **kwargs):
        old = f"`nn.init.{name[:-1]}` is now deprecated in favor of `nn.init.{name}`."
        warnings.warn(old, FutureWarning, stacklevel=2)
        return function(*args, **kwargs)

    renamed.__name__ = renamed.__qualname__ = name[:-1]
    return renamed


uniform, normal, constant, eye, dirac = map(_old, (uniform_, normal_, constant_, eye_, dirac_))
xavier_uniform, xavier_normal = _old(xavier_uniform_), _old(xavier_normal_)
kaiming_uniform, kaiming_normal = _old(kaiming_uniform_), _old(kaiming_normal_)
orthogonal, sparse = _old(orthogonal_), _old(sparse_)

# PyTorch's helpers, which other people's initialisers call
_no_grad_uniform_, _no_grad_normal_, _no_grad_trunc_normal_ = uniform_, normal_, trunc_normal_
_no_grad_fill_, _no_grad_zero_ = constant_, zeros_
