"""group_normalization: group_norm: mean 0 and variance 1 over each group of channels of each example (core)."""

import math

from ...ops.one_step import one_step
from .activation import single
from .layer_normalization import layer_norm
from .normalization import check_floating, scaled


def in_groups(x, num_groups, weight, bias, eps):
    """Normalize each group of each example of x, a tensor [N, C, ...]. Then multiply by weight and add bias.

    The first C / num_groups channels are the first group, and so on. weight and bias have the shape [C], with
    one number for each channel. Each of them may be None.

    in_groups(mt.tensor([[1.0, 3.0, 10.0, 30.0]]), 2, None, None, 0.0) is [[-1.0, 1.0, -1.0, 1.0]].
    """
    rows = x.reshape(len(x), num_groups, -1)
    hat = layer_norm(rows, rows.shape[2:], eps=eps).reshape(x.shape)
    return scaled(hat, weight, bias, (-1, *[1] * (x.ndim - 2)))


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
    x, each = single(input), (-1, *[1] * (input.ndim - 2))
    made = in_groups(x, num_groups, weight, bias, eps) if x.numel() else scaled(x, weight, bias, each)
    return made.to(input.dtype)
