"""group_normalization: group_norm, instance_norm, rms_norm, local_response_norm (shelf)."""

import math

from ..._tensor import Tensor
from ...dtypes import finfo
from ...graph.grad_mode import no_grad
from ...memory_format import copied
from ...ops.one_step import one_step
from ...ops.op import op
from ...ops.pointwise.exp_log import rsqrt
from ...ops.reduction.mean import _mean
from ...ops.step_names import step_called
from .activation import single
from .memory_order import FORMATS, channels_are_innermost, ordered_like
from .normalization import (
    _normalize,
    by_channel,
    check_floating,
    check_normalized,
    count_of,
    normalized,
    to_weights,
    total,
    weighed,
)  # fmt: skip
from .padding import pad

# --- groups of channels -------------------------------------------------------------------------------------------------


@op(derivative="NativeGroupNormBackward0")
def _group_norm(x, weight, bias, groups, eps, found):
    """x [N, C, ...]: each group of C / groups channels of an example brought to mean 0 and variance 1."""
    hat = _normalize.forward(
        single(x).reshape(rows_of(x.shape, groups)), None, None, (2,), (1,), eps, found, "GroupNorm"
    )
    made = weighed(hat.reshape(x.shape), weight, bias, (-1, *[1] * (x.ndim - 2)), x.dtype)
    return ordered_like(x, made, x.ndim - 2)


def rows_of(shape, groups):
    """The shape in which each group is a row."""
    return shape[0], groups, math.prod(shape[1:]) // groups


def group_back(g, needs, x, weight, bias_shape, groups, eps, found):
    """Within each group, what is left of the gradient without its mean and without its part along the normalized x."""
    rows, shape = rows_of(x.shape, groups), (x.shape[1], *[1] * (x.ndim - 2))
    g = single(g)
    g, (hat, scale) = single(g), normalized(single(x).reshape(rows), (2,), eps, found)
    to_x = None
    if needs[0]:
        to_hat = (g if weight is None else g * weight.reshape(shape)).reshape(rows)
        n = count_of(hat.shape, (2,))
        to_x = (to_hat - total(to_hat, (2,)) / n - hat * (total(to_hat * hat, (2,)) / n)) * scale
        to_x = to_x.reshape(x.shape)
        last = channels_are_innermost(x._array if isinstance(x, Tensor) else x)
        to_x = _channels_last(to_x) if last else to_x
    return to_x, *to_weights(g, needs, hat.reshape(x.shape), weight, bias_shape, shape), *[None] * 3


_group_norm.grad(group_back)


@op(derivative="CloneBackward0")
def _channels_last(x):
    """The same numbers with the channels innermost in memory."""
    return copied(x, FORMATS[x.ndim])


_channels_last.grad(x=lambda g: g)


@one_step
def group_norm(input, num_groups, weight=None, bias=None, eps=1e-5):
    """The channels in groups, each brought to mean 0 and variance 1, then times `weight` plus `bias`, one for each channel.

    input         [N, C, ...], with a C that num_groups divides
    weight, bias  [C] or None

    >>> import minitorch as mt
    >>> mt.nn.functional.group_norm(mt.tensor([[[1.0, 3.0], [10.0, 30.0]]]), 2)
    tensor([[[-1.0000,  1.0000],
             [-1.0000,  1.0000]]])

    Errors: RuntimeError for sizes that do not fit, ValueError for a single value in each group.
    Source: Wu and He, 2018; PyTorch, torch.nn.functional.group_norm.
    """
    if input.ndim < 2:
        raise RuntimeError(f"Expected at least 2 dimensions for input tensor but received {input.ndim}")
    shape = input.shape
    if num_groups <= 0:
        raise RuntimeError(f"Expected num groups to be greater than 0, got {num_groups}")
    if shape[0] * shape[1] // num_groups * math.prod(shape[2:]) == 1:
        size = [shape[0] * shape[1] // num_groups, num_groups, *shape[2:]]
        raise ValueError(f"Expected more than 1 value per channel when training, got input size {size}")
    return grouped(input, num_groups, weight, bias, eps, [])


def grouped(input, num_groups, weight, bias, eps, found):
    """The same for one value in a group, too; the statistics are put into the list `found`."""
    shape = list(input.shape)
    if shape[1] % num_groups:
        raise RuntimeError(
            f"Expected number of channels in input to be divisible by num_groups, but got input of shape {shape} and "
            f"num_groups={num_groups}"
        )
    check_floating(input, "GroupNormKernelImpl")
    for name, x in (("weight", weight), ("bias", bias)):
        if x is not None and (x.ndim != 1 or len(x) != shape[1]):
            raise RuntimeError(
                f"Expected {name} to be a vector of size equal to the number of channels in input, but got {name} of shape "
                f"{list(x.shape)} and input of shape {shape}"
            )
        if x is not None and x.dtype is not input.dtype and (input.itemsize > 2 or x.dtype.name != "float32"):
            raise RuntimeError(f"expected scalar type {input.dtype.title} but found {x.dtype.title}")
    return _group_norm(input, weight, bias, num_groups, eps, found)


# --- each channel of each example -----------------------------------------------------------------------------------------


@one_step
def instance_norm(
    input, running_mean=None, running_var=None, weight=None, bias=None, use_input_stats=True, momentum=0.1, eps=1e-5
):
    """Each channel of each example brought to mean 0 and variance 1, then times `weight` plus `bias`: a batch_norm in which
    every example has channels of its own.

    input            [N, C, ...]
    use_input_stats  False: running_mean and running_var take the place of the example's own
    the others       as of batch_norm; running statistics are moved towards the means over the batch

    Errors: ValueError for one value in a channel, RuntimeError for sizes that do not fit.
    Source: Ulyanov et al., 2016; PyTorch, torch.nn.functional.instance_norm.
    """
    if use_input_stats and math.prod(input.shape[2:]) == 1:
        raise ValueError(f"Expected more than 1 spatial element when training, got input size {input.shape}")
    return by_instance(input, running_mean, running_var, weight, bias, use_input_stats, momentum, eps)


def by_instance(input, running_mean, running_var, weight, bias, use_input_stats, momentum, eps):
    """The same for one value in a channel, too."""
    if not use_input_stats and (running_mean is None or running_var is None):
        raise RuntimeError("Expected running_mean and running_var to be defined when use_input_stats is false")
    count, channels = input.shape[:2]
    running = [running_mean, running_var]
    weight, bias, *many = (None if x is None else x.repeat(count) for x in (weight, bias, *running))
    flat = input.contiguous().reshape(1, count * channels, *input.shape[2:])
    made = by_channel(flat, *many, weight, bias, use_input_stats, momentum, eps)
    with no_grad():
        for one, all_of_them in zip(running, many, strict=True):
            if one is not None and use_input_stats:
                one.data.copy_(all_of_them.reshape(count, channels).mean(0))
    return made.view(input.shape)


# --- by size alone --------------------------------------------------------------------------------------------------------


def rms_norm(input, normalized_shape, weight=None, eps=None):
    """The last dimensions, those of `normalized_shape`, divided by the root of the mean of their squares, times `weight`.

    eps  added to that mean; None: the smallest step of the dtype

    >>> import minitorch as mt
    >>> mt.nn.functional.rms_norm(mt.tensor([1.0, 7.0]), (2,))
    tensor([0.2000, 1.4000])

    Errors: RuntimeError for sizes that do not fit. Source: Zhang and Sennrich, 2019; PyTorch, torch.nn.functional.rms_norm.
    """
    shape = check_normalized(input, normalized_shape, weight, None, "rms_norm")
    if not (input.is_floating_point() or input.is_complex()):
        check_floating(input, "rms_norm")
    x = input.float() if input.itemsize == 2 else input
    eps = finfo(x.dtype).eps if eps is None else eps
    mean = _mean(x.pow(2), tuple(range(-len(shape), 0)), True, None)
    found = x * rsqrt(step_called(mean + eps, "AddBackward1"))
    found = found if weight is None else found * weight
    return found if found.dtype is input.dtype else found.to(input.dtype)


def local_response_norm(input, size, alpha=1e-4, beta=0.75, k=1.0):
    """x / (k + alpha * mean of the squares over `size` neighbouring channels)**beta, for input [N, C, ...].

    Errors: ValueError for fewer than 3 dimensions. Source: Krizhevsky et al., 2012; PyTorch,
    torch.nn.functional.local_response_norm.
    """
    if input.ndim < 3:
        raise ValueError(
            f"Expected 3D or higher dimensionality                          input (got {input.ndim} dimensions)"
        )
    if not input.numel():
        return input
    around = (0, 0) * (input.ndim - 2) + (size // 2, (size - 1) // 2)
    squares = pad(input * input, around)
    added = squares.narrow(1, 0, input.shape[1])
    for start in range(1, size):
        added = added + squares.narrow(1, start, input.shape[1])
    mean = added / size if input.dtype.category > 1 else added // size  # PyTorch's mean of integers is one
    return input / (mean * alpha + k) ** beta
