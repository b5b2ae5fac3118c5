"""normalization: batch_norm, layer_norm: mean 0 and variance 1 over the batch or over each example (core)."""

import math

from ..._tensor import Tensor, wrap
from ...backend import array_module
from ...creation.memory_format import in_rows
from ...errors import with_note
from ...ops.one_step import one_step
from ...ops.op import op
from ...ops.pointwise.exp_log import rsqrt
from ...ops.reduction.mean import _mean
from ...ops.reduction.sum import sum, sum_to
from ...ops.reduction.var_std import _var
from .activation import single
from .loss import still

# --- the operations ---------------------------------------------------------------------------------------------------


def weighed(hat, weight, bias, shape, dtype):
    """hat * weight + bias, written into the array `hat`; `shape` is the one in which weight and bias broadcast."""
    if weight is not None:
        hat *= weight.reshape(shape)
    if bias is not None:
        hat += bias.reshape(shape)
    return hat.astype(dtype, copy=False)


def total(x, dims):
    """The sum over `dims`, which stay as dimensions of length 1; of arrays, without the detours of the general one.

    Sums over several dimensions are of many numbers: they are added up in float64, as PyTorch does.
    """
    if isinstance(x, Tensor):
        return sum(x, dims, True)
    x, kind = single(x), "float64" if len(dims) > 1 else None
    return array_module(x).add.reduce(x, dims, kind, None, True).astype(x.dtype, copy=False)


@op(derivative=lambda x, weight, bias, dims, shape, eps, found, kind: f"Native{kind}Backward0")
def _normalize(input, weight, bias, dims, shape, eps, found, kind):
    """(input - mean) / sqrt(variance + eps) * weight + bias, with the mean and the variance over `dims`.

    Joint for speed and memory: forward and backward of 64 input 64 numbers take half the time of the same in single steps, and
    of the size of input nothing but input is saved. The statistics are put into the list `found`, for the backward pass and for
    anyone who keeps an account of them.
    """
    dtype, input = input.dtype, single(input)
    n = count_of(input.shape, dims)
    mean = total(input, dims) / n
    hat = input - mean
    var = total(hat * hat, dims) / n
    found += mean, var
    hat *= 1 / array_module(input).sqrt(var + eps)
    made = weighed(hat, weight, bias, shape, dtype)
    return made if kind == "BatchNorm" else in_rows(made)


def count_of(shape, dims):
    """How many numbers go into each mean, as a float: without numbers the mean is nan."""
    return float(math.prod([shape[d] for d in dims])) or math.nan


def normalized(x, dims, eps, found):
    """x with mean 0 and variance 1, and what it was multiplied by. Of tensors all is computed anew, to be differentiated."""
    if isinstance(x, Tensor):
        scale = rsqrt(_var(x, dims, 0, True) + eps)
        return (x - _mean(x, dims, True, None)) * scale, scale
    hat, scale = x - found[0], 1 / array_module(x).sqrt(found[1] + eps)
    hat *= scale
    return hat, scale


def normalize_back(g, needs, input, weight, bias_shape, dims, shape, eps, found, kind):
    """To input goes what is left of the gradient without its mean and without its part along what was normalized."""
    g, (hat, scale) = single(g), normalized(single(input), dims, eps, found)
    n = count_of(input.shape, dims)
    if kind == "BatchNorm":
        # each mean has one weight, which comes out of the sums: they are the gradients of the weights
        whole, along = total(g, dims), total(g * hat, dims)
        scale = scale if weight is None else scale * weight.reshape(shape)
        to_x = (g - whole / n - hat * (along / n)) * scale if needs[0] else None
        to_weight = along.reshape(weight.shape) if needs[1] else None
        return to_x, to_weight, whole.reshape(bias_shape) if needs[2] else None, *[None] * 5
    to_x = None
    if needs[0]:
        to_hat = g if weight is None else g * weight
        to_x = (to_hat - total(to_hat, dims) / n - hat * (total(to_hat * hat, dims) / n)) * scale
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
    dtype, input = input.dtype, single(input)
    hat = (input - mean.reshape(shape)) * rsqrt(single(var) + eps).reshape(shape)
    return weighed(hat, weight, bias, shape, dtype)


def rescale_back(g, needs, input, weight, bias_shape, mean, var, shape, eps):
    g, scale = single(g), rsqrt(single(var) + eps).reshape(shape)
    to_x = (g * scale if weight is None else g * (scale * weight.reshape(shape))) if needs[0] else None
    to_x = still(to_x, input) if needs[0] else None
    hat = (single(input) - single(mean).reshape(shape)) * scale if needs[1] else None
    return to_x, *to_weights(g, needs, hat, weight, bias_shape, shape), *[None] * 4


_rescale.grad(rescale_back)

# --- over the batch ---------------------------------------------------------------------------------------------------


def batch_norm(
    input, running_mean, running_var, weight=None, bias=None, training=False, momentum=0.1, eps=1e-5
):  # fmt: skip
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

    Errors: ValueError for one value per channel while training, or an eps that is not positive; RuntimeError for sizes and
    dtypes that do not fit, and for missing statistics without training.
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
        count = math.prod([input.shape[d] for d in dims])
        unbiased = found[1] * (count / (count - 1) if count > 1 else math.nan)
        remember(running_mean, wrap(found[0].reshape(-1)), check_momentum(momentum))
        remember(running_var, wrap(unbiased.reshape(-1)), momentum)
    return made


def remember(running, now, momentum):
    """Move a running statistic [C], in place and without a history, towards that of the batch by the part `momentum`."""
    running.data.copy_(momentum * now + (1 - momentum) * running.data)


def check_momentum(momentum):
    """The momentum as it is, or PyTorch's error for anything that is not a number."""
    if not isinstance(momentum, (int, float)):
        raise TypeError(f"batch_norm(): argument 'momentum' must be float, not {type(momentum).__name__}")
    return momentum


def check_batch_norm(size, eps, training):
    """Raise PyTorch's errors for a batch of one value, and for an eps that cannot be added to a variance."""
    if training:
        _verify_batch_size(size)
    if training and eps <= 0.0:
        raise ValueError(f"batch_norm eps must be positive during training, but got {eps}")
    if eps < 0.0:
        raise ValueError(f"batch_norm eps must be non-negative, but got {eps}")


def _verify_batch_size(size):
    """Raise when a channel has a single value, whose variance says nothing."""
    if size[0] * math.prod(size[2:]) == 1:
        raise ValueError(f"Expected more than 1 value per channel when training, got input size {size}")


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
            continue
        if x.numel() != channels:
            raise RuntimeError(f"{name} should contain {channels} elements not {x.numel()}")
        if name.startswith("running") and x.requires_grad:
            raise RuntimeError(
                f"The function 'native_batch_norm' is not differentiable with respect to argument '{name}'. This input "
                "cannot have requires_grad True."
            )
        other = x.dtype is not input.dtype and (input._array.dtype.itemsize > 2 or x.dtype.name != "float32")
        if other and input._array.size:
            raise RuntimeError(
                f"mixed dtype (CPU): all inputs must share same datatype, but {name} is {x.dtype.name} and the input "
                f"{input.dtype.name}."
            )


def check_floating(input, name):
    """Raise PyTorch's error for integers."""
    if not input.is_floating_point():
        error = NotImplementedError(f"\"{name}\" not implemented for '{input.dtype.title}'")
        raise with_note(error, "Convert it with .float() first.")


# --- one step of a trace each -----------------------------------------------------------------------------------------

batch_norm = one_step(batch_norm)
