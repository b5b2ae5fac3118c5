"""native_normalization: batch_norm, layer_norm, group_norm, instance_norm as they are at the top of the package (shelf).

There, weight and bias come before the running statistics. The native forms give, beside the result, the mean and one over the
standard deviation that were used. `cudnn_enabled` is taken and not used: it chooses among PyTorch's implementations.
"""

import math

from ..._tensor import wrap
from ...backend import array_module
from . import normalization as own
from .activation import single
from .group_normalization import by_instance, grouped

__all__ = []


def batch_norm(
    input, weight, bias, running_mean, running_var, training, momentum, eps, cudnn_enabled=True
):  # fmt: skip
    """nn.functional.batch_norm. Source: PyTorch, torch.batch_norm."""
    return own.batch_norm(input, running_mean, running_var, weight, bias, training, momentum, eps)


def layer_norm(input, normalized_shape, weight=None, bias=None, eps=1e-5, cudnn_enable=True):
    """nn.functional.layer_norm. Source: PyTorch, torch.layer_norm."""
    return own.layer_norm(input, normalized_shape, weight, bias, eps)


def group_norm(input, num_groups, weight=None, bias=None, eps=1e-5, cudnn_enabled=True):
    """nn.functional.group_norm, of a single value in a group, too. Source: PyTorch, torch.group_norm."""
    if num_groups <= 0:
        raise RuntimeError(f"Expected num groups to be greater than 0, got {num_groups}")
    return grouped(input, num_groups, weight, bias, eps, [])


def instance_norm(
    input, weight, bias, running_mean, running_var, use_input_stats, momentum, eps, cudnn_enabled=True
):  # fmt: skip
    """nn.functional.instance_norm. Source: PyTorch, torch.instance_norm."""
    return by_instance(input, running_mean, running_var, weight, bias, use_input_stats, momentum, eps)


# --- with what was measured -----------------------------------------------------------------------------------------------


def measured(array, dims, eps):
    """(mean, 1 / sqrt(variance + eps)) of an array over dims, which stay as dimensions of length 1; as tensors."""
    x, xp = single(array), array_module(array)
    n = math.prod([x.shape[d] for d in dims])
    mean = own.total(x, dims) / max(n, 1)
    var = own.total((x - mean) ** 2, dims) / (n or math.nan)
    return wrap(mean), wrap(1 / xp.sqrt(var + x.dtype.type(eps)))


def native_batch_norm(input, weight, bias, running_mean, running_var, training, momentum, eps):
    """(batch_norm, mean [C], 1 / sqrt(variance + eps) [C]); the two are empty without training.

    Source: PyTorch, torch.native_batch_norm.
    """
    if not input.numel():
        raise RuntimeError(f"input tensor must have at least one element, but got input_sizes = {list(input.shape)}")
    made = own.batch_norm(input, running_mean, running_var, weight, bias, training, momentum, eps)
    if not training:
        return made, input.new_empty(0), input.new_empty(0)
    mean, scale = measured(input._array, (0, *range(2, input.ndim)), eps)
    kind = next((x.dtype for x in (weight, bias, running_mean) if x is not None), input.dtype)
    return made, mean.reshape(-1).to(kind), scale.reshape(-1).to(kind)


def batch_norm_update_stats(input, running_mean, running_var, momentum):
    """(mean [C], variance [C]) of a batch, after the running ones were moved towards them.

    Source: PyTorch, torch.batch_norm_update_stats.
    """
    if not input.numel():
        raise RuntimeError(f"input tensor must have at least one element, but got input_sizes = {list(input.shape)}")
    own.batch_norm(input, running_mean, running_var, training=True, momentum=momentum)
    mean, scale = measured(input._array, (0, *range(2, input.ndim)), 0.0)
    return mean.reshape(-1), scale.reshape(-1) ** -2


def native_layer_norm(input, normalized_shape, weight, bias, eps):
    """(layer_norm, mean, 1 / sqrt(variance + eps)), the two with a length of 1 for each dimension that was normalized.

    Source: PyTorch, torch.native_layer_norm.
    """
    made = own.layer_norm(input, normalized_shape, weight, bias, eps)
    found = measured(input._array, tuple(range(-len(normalized_shape), 0)), eps)
    mixed = any([x is not None and x.dtype is not input.dtype for x in (weight, bias)])
    mean, scale = found if mixed else [x.to(input.dtype) for x in found]
    return made, mean, scale


def native_group_norm(input, weight, bias, N, C, HxW, group, eps):
    """(group_norm of input [N, C, HxW], mean [N, group], 1 / sqrt(variance + eps) [N, group]).

    Source: PyTorch, torch.native_group_norm.
    """
    made = grouped(input.reshape(N, C, HxW), group, weight, bias, eps, []).reshape(input.shape)
    mean, scale = measured(input._array.reshape(N, group, -1), (2,), eps)
    return made, mean.reshape(N, group), scale.reshape(N, group)
