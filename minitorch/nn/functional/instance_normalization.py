"""instance_normalization: instance_norm and local_response_norm (shelf)."""

import math

from ...graph.grad_mode import no_grad
from ...ops.one_step import one_step
from .normalization import by_channel
from .padding import pad


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


def local_response_norm(input, size, alpha=1e-4, beta=0.75, k=1.0):
    """x / (k + alpha * mean of the squares over `size` neighboring channels)**beta, for input [N, C, ...].

    Errors: ValueError for fewer than 3 dimensions. Source: Krizhevsky et al., 2012; PyTorch,
    torch.nn.functional.local_response_norm.
    """
    if input.ndim < 3:
        raise ValueError(f"Expected 3D or higher dimensionality input (got {input.ndim} dimensions)")
    around = (0, 0) * (input.ndim - 2) + (size // 2, (size - 1) // 2)
    squares = pad(input * input, around)
    added = sum([squares.narrow(1, start, input.shape[1]) for start in range(size)])
    return input / (added / size * alpha + k) ** beta
