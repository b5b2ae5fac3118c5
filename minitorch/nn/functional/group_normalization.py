"""group_normalization: group_norm, instance_norm, rms_norm, local_response_norm (shelf)."""

import math

from ...creation.type_info import finfo
from ...graph.grad_mode import no_grad
from ...ops.one_step import one_step
from ...ops.pointwise.exp_log import rsqrt
from .activation import single
from .layer_normalization import check_normalized
from .normalization import _normalize, by_channel, check_floating
from .padding import pad


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
    shape = tuple(input.shape)
    if input.ndim < 2 or num_groups <= 0 or shape[1] % num_groups:
        raise RuntimeError(f"Expected channels to be divisible by num_groups={num_groups}, but got input {list(shape)}")
    if shape[0] * shape[1] // num_groups * math.prod(shape[2:]) == 1:
        raise ValueError(f"Expected more than 1 value per channel when training, got input size {list(shape)}")
    check_floating(input, "group_norm")
    rows, each = (shape[0], num_groups, math.prod(shape[1:]) // num_groups), (-1, *[1] * (input.ndim - 2))
    made = _normalize(single(input).reshape(rows), None, None, (2,), (1,), eps, [], "GroupNorm").reshape(shape)
    made = made if weight is None else made * weight.reshape(each)
    return (made if bias is None else made + bias.reshape(each)).to(input.dtype)


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
    if not use_input_stats and (running_mean is None or running_var is None):
        raise RuntimeError("Expected running_mean and running_var to be defined when use_input_stats is false")
    count, channels = input.shape[:2]
    running = [running_mean, running_var]
    weight, bias, *many = (None if x is None else x.repeat(count) for x in (weight, bias, *running))
    flat = input.reshape(1, count * channels, *input.shape[2:])
    made = by_channel(flat, *many, weight, bias, use_input_stats, momentum, eps)
    with no_grad():
        for one, all_of_them in zip(running, many, strict=True):
            if one is not None and use_input_stats:
                one.data.copy_(all_of_them.reshape(count, channels).mean(0))
    return made.view(input.shape)


def rms_norm(input, normalized_shape, weight=None, eps=None):
    """The last dimensions, those of `normalized_shape`, divided by the root of the mean of their squares, times `weight`.

    eps  added to that mean; None: the smallest step of the dtype

    >>> import minitorch as mt
    >>> mt.nn.functional.rms_norm(mt.tensor([1.0, 7.0]), (2,))
    tensor([0.2000, 1.4000])

    Errors: RuntimeError for sizes that do not fit. Source: Zhang and Sennrich, 2019; PyTorch, torch.nn.functional.rms_norm.
    """
    shape = check_normalized(input, normalized_shape, weight, None, "rms_norm")
    x = single(input)
    mean = (x * x).mean(tuple(range(-len(shape), 0)), keepdim=True)
    found = x * rsqrt(mean + (finfo(x.dtype).eps if eps is None else eps))
    return (found if weight is None else found * weight).to(input.dtype)


def local_response_norm(input, size, alpha=1e-4, beta=0.75, k=1.0):
    """x / (k + alpha * mean of the squares over `size` neighbouring channels)**beta, for input [N, C, ...].

    Errors: ValueError for fewer than 3 dimensions. Source: Krizhevsky et al., 2012; PyTorch,
    torch.nn.functional.local_response_norm.
    """
    if input.ndim < 3:
        raise ValueError(f"Expected 3D or higher dimensionality input (got {input.ndim} dimensions)")
    around = (0, 0) * (input.ndim - 2) + (size // 2, (size - 1) // 2)
    squares = pad(input * input, around)
    added = sum([squares.narrow(1, start, input.shape[1]) for start in range(size)])
    return input / (added / size * alpha + k) ** beta
