"""normalization: normalize, and batch_norm: mean 0 and variance 1 over the batch (core)."""

import math

import numpy as np

from ..._tensor import wrap
from ...creation.memory_format import in_rows
from ...errors import with_note
from ...ops.one_step import one_step
from ...ops.op import op
from ...ops.reduction.sum import sum_to
from .activation import single
from .loss import still


def normalize(x, dims, eps, center=True):
    """Return (x normalized over `dims`, the mean of x, the variance of x). x is an array or a tensor.

    The mean and the variance keep the dimensions `dims`, with length 1. center=False is for RMS norm: the mean is 0.0.

    normalize(mt.tensor([[1.0, 3.0]]), (1,), 3.0) is ([[-0.5, 0.5]], [[2.0]], [[1.0]]), three tensors.
    normalize(np.array([[1.0, 7.0]]), (1,), 0.0, center=False) is ([[0.2, 1.4]], 0.0, [[25.0]]), a float between arrays.
    normalize(mt.tensor([[5000.0, 5001.0]]), (1,), 0.0)[0] is [[-1.0, 1.0]]: small differences must not be lost.
    """
    mean = x.mean(dims, keepdims=True) if center else 0.0
    apart = x - mean
    var = (apart * apart).mean(dims, keepdims=True)
    return apart * (var + eps) ** -0.5, mean, var


def projected(g, hat, dims):
    """Return g without its components along (1, ..., 1) and `hat`, in each set. g and hat are arrays or tensors of one shape.

    hat has mean 0 over `dims`. Treat its variance as 1, as for eps = 0. (Where all numbers of a set are equal, hat is 0.)

    For g = [[1.0, 0.0, 0.0, 0.0]], hat = [[1.0, -1.0, 1.0, -1.0]] and dims = (1,), it is [[0.5, 0.0, -0.5, 0.0]].
    """
    return g - g.mean(dims, keepdims=True) - hat * (g * hat).mean(dims, keepdims=True)


@op(derivative=lambda x, weight, bias, dims, shape, eps, found, kind: f"Native{kind}Backward0")
def _normalize(input, weight, bias, dims, shape, eps, found, kind):
    """The normalized input * weight + bias, in which both broadcast in `shape`. The statistics are put into the list `found`."""
    if not input.size:
        return input.copy()
    hat, *statistics = normalize(wide(input, dims), dims, eps)
    found += statistics
    return in_rows(scaled(hat, weight, bias, shape).astype(input.dtype, copy=False))


def wide(x, dims):
    """16 bits as float32. Means over several dimensions are of many numbers: NumPy adds them up in float64, as PyTorch does."""
    x = single(x)
    return x.astype("float64", copy=False) if isinstance(x, np.ndarray) and len(dims) > 1 else x


def scaled(hat, weight, bias, shape):
    """hat * weight + bias."""
    hat = hat if weight is None else hat * weight.reshape(shape)
    return hat if bias is None else hat + bias.reshape(shape)


def normalize_back(g, needs, input, weight, bias_shape, dims, shape, eps, found, kind):
    """`found` and `kind` are for the short cuts."""
    g, (hat, _, var) = single(g), normalize(wide(input, dims), dims, eps)
    to_hat = g if weight is None else g * weight.reshape(shape)
    to_x = projected(to_hat, hat, dims) * (var + eps) ** -0.5 if needs[0] else None
    return to_x, *to_weights(g, needs, hat, weight, bias_shape, shape), *[None] * 5


def to_weights(g, needs, hat, weight, bias_shape, shape):
    """The gradients of weight and bias: sums over all the places where each was used."""
    return (
        sum_to(g * hat, shape).reshape(weight.shape) if needs[1] else None,
        sum_to(g, shape).reshape(bias_shape) if needs[2] else None,
    )


_normalize.grad(normalize_back)


@op(derivative="NativeBatchNormBackward0")
def _rescale(input, weight, bias, mean, var, shape, eps):
    """The same with a mean and a variance that are given, one for each channel."""
    hat = (single(input) - mean.reshape(shape)) * (single(var).reshape(shape) + eps) ** -0.5
    return scaled(hat, weight, bias, shape).astype(input.dtype, copy=False)


def rescale_back(g, needs, input, weight, bias_shape, mean, var, shape, eps):
    g, scale = single(g), (single(var).reshape(shape) + eps) ** -0.5
    to_x = still(g * scale if weight is None else g * scale * weight.reshape(shape), input) if needs[0] else None
    hat = (single(input) - single(mean).reshape(shape)) * scale if needs[1] else None
    return to_x, *to_weights(g, needs, hat, weight, bias_shape, shape), *[None] * 4


_rescale.grad(rescale_back)


@one_step
def batch_norm(input, running_mean, running_var, weight=None, bias=None, training=False, momentum=0.1, eps=1e-5):
    """Each channel brought to mean 0 and variance 1, then times `weight` plus `bias`.

    input         [N, C, ...]; the result has the same shape
    running_mean, running_var  [C] or None: without `training` they take the place of the batch's mean and variance;
                  with it, they are moved towards those in place, the variance then divided by one less than the count
    weight, bias  [C] or None
    momentum      how far they are moved: 1 would forget the past
    eps           added to the variance

    >>> import minitorch as mt
    >>> mean, var = mt.zeros(1), mt.ones(1)
    >>> mt.nn.functional.batch_norm(mt.tensor([[1.0], [3.0]]), mean, var, training=True)
    tensor([[-1.0000],
            [ 1.0000]])
    >>> mean, var
    (tensor([0.2000]), tensor([1.1000]))

    Errors: ValueError for one value per channel in training, or an unusable eps; RuntimeError for what does not fit.
    Source: Ioffe and Szegedy, 2015; PyTorch, torch.nn.functional.batch_norm.
    """
    check_batch_norm(input.shape, eps, training)
    return by_channel(input, running_mean, running_var, weight, bias, training, momentum, eps)


def by_channel(input, running_mean, running_var, weight, bias, training, momentum, eps):
    """The same for any eps."""
    check_channels(input, running_mean, running_var, weight, bias, training)
    shape = (*(input.shape[1:2] or (0,)), *[1] * (input.ndim - 2))
    if not training:
        return _rescale(input, weight, bias, running_mean, running_var, shape, eps)
    found, dims = [], (0, *range(2, input.ndim))
    made = _normalize(input, weight, bias, dims, shape, eps, found, "BatchNorm")
    if running_mean is not None and input.numel():
        if not isinstance(momentum, (int, float)):
            raise TypeError(f"batch_norm(): argument 'momentum' must be float, not {type(momentum).__name__}")
        count = math.prod([input.shape[d] for d in dims])
        unbiased = found[1] * (count / (count - 1) if count > 1 else math.nan)
        remember(running_mean, wrap(found[0].reshape(-1)), momentum)
        remember(running_var, wrap(unbiased.reshape(-1)), momentum)
    return made


def remember(running, now, momentum):
    """Move a running statistic [C], in place and without a history, towards that of the batch by the part `momentum`."""
    running.data.copy_(momentum * now + (1 - momentum) * running.data)


def check_batch_norm(size, eps, training):
    """Raise PyTorch's errors for a channel with a single value, whose variance says nothing, and for an unusable eps."""
    if training and size[0] * math.prod(size[2:]) == 1:
        raise ValueError(f"Expected more than 1 value per channel when training, got input size {size}")
    if eps < 0.0 or training and eps == 0.0:
        raise ValueError(
            f"batch_norm eps must be {'positive during training' if training else 'non-negative'}, but got {eps}"
        )


def check_channels(input, running_mean, running_var, weight, bias, training):
    """Raise PyTorch's errors for arguments that do not belong together."""
    if (running_mean is None) != (running_var is None) and training:
        raise ValueError("running_mean and running_var must either both be None or neither be None")
    check_floating(input, "batch_norm")
    channels = input.shape[1] if input.ndim > 1 else 0
    given = {"running_mean": running_mean, "running_var": running_var, "weight": weight, "bias": bias}
    for name, x in given.items():
        if x is None:
            if not training and name.startswith("running"):
                raise RuntimeError(f"{name} must be defined in evaluation mode")
        elif x.numel() != channels:
            raise RuntimeError(f"{name} should contain {channels} elements not {x.numel()}")
        elif name.startswith("running") and x.requires_grad:
            raise RuntimeError(f"native_batch_norm is not differentiable with respect to argument '{name}'.")
        elif input.numel() and x.dtype is not input.dtype and (input.itemsize > 2 or x.dtype.name != "float32"):
            raise RuntimeError(f"mixed dtype (CPU): {name} is {x.dtype.name}, and the input {input.dtype.name}.")


def check_floating(input, name):
    """Raise PyTorch's error for integers."""
    if not input.is_floating_point():
        error = NotImplementedError(f"\"{name}\" not implemented for '{input.dtype.title}'")
        raise with_note(error, "Convert it with .float() first.")
