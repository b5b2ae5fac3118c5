"""fusion: fuse_conv_bn_eval, fuse_linear_bn_eval: one layer in place of a layer and the batch norm behind it (shelf)."""

import copy

from ...creation.zeros import ones_like, zeros_like
from ...ops.pointwise.exp_log import rsqrt
from ..parameter import Parameter

__all__ = ["fuse_conv_bn_eval", "fuse_conv_bn_weights", "fuse_linear_bn_eval", "fuse_linear_bn_weights"]


def fuse_conv_bn_eval(conv, bn, transpose=False):
    """A convolution that computes what `conv` and then `bn` compute, both in evaluation mode.

    transpose  whether it is a transposed convolution

    Errors: AssertionError in training mode, and for a batch norm without running statistics.
    Source: PyTorch, torch.nn.utils.fuse_conv_bn_eval.
    """
    fused = copy_of(conv, bn)
    statistics = bn.running_mean, bn.running_var, bn.eps, bn.weight, bn.bias
    fused.weight, fused.bias = fuse_conv_bn_weights(fused.weight, fused.bias, *statistics, transpose)
    return fused


def fuse_conv_bn_weights(conv_w, conv_b, bn_rm, bn_rv, bn_eps, bn_w, bn_b, transpose=False):
    """(weight, bias) of that convolution. Source: PyTorch, torch.nn.utils.fuse_conv_bn_weights."""
    dtype, bias_dtype = conv_w.dtype, conv_w.dtype if conv_b is None else conv_b.dtype
    conv_b = zeros_like(bn_rm) if conv_b is None else conv_b
    bn_w = ones_like(bn_rm) if bn_w is None else bn_w
    bn_b = zeros_like(bn_rm) if bn_b is None else bn_b
    scale = rsqrt(bn_rv + bn_eps)
    shape = [1] * conv_w.ndim
    shape[1 if transpose else 0] = -1
    weight = conv_w * (bn_w * scale).reshape(shape)
    bias = (conv_b - bn_rm) * scale * bn_w + bn_b
    return parameter(weight.to(dtype), conv_w), parameter(bias.to(bias_dtype), conv_b)


def fuse_linear_bn_eval(linear, bn):
    """A Linear that computes what `linear` and then `bn` compute, both in evaluation mode.

    Errors: as fuse_conv_bn_eval. Source: PyTorch, torch.nn.utils.fuse_linear_bn_eval.
    """
    fused = copy_of(linear, bn)
    statistics = bn.running_mean, bn.running_var, bn.eps, bn.weight, bn.bias
    fused.weight, fused.bias = fuse_linear_bn_weights(fused.weight, fused.bias, *statistics)
    return fused


def fuse_linear_bn_weights(linear_w, linear_b, bn_rm, bn_rv, bn_eps, bn_w, bn_b):
    """(weight, bias) of that Linear. Source: PyTorch, torch.nn.utils.fuse_linear_bn_weights."""
    bias_dtype = linear_w.dtype if linear_b is None else linear_b.dtype
    linear_b = zeros_like(bn_rm) if linear_b is None else linear_b
    scale = bn_w * rsqrt(bn_rv + bn_eps)
    weight = linear_w * scale.unsqueeze(-1).to(linear_w.dtype)
    bias = ((linear_b - bn_rm) * scale + bn_b).to(bias_dtype)
    return parameter(weight, linear_w), parameter(bias, linear_b)


def copy_of(layer, bn):
    """A copy of the layer, if it can be fused with this batch norm."""
    if layer.training or bn.training:
        raise AssertionError("Fusion only for eval!")
    if bn.running_mean is None or bn.running_var is None:
        raise AssertionError("bn.running_mean and bn.running_var must not be None")
    return copy.deepcopy(layer)


def parameter(value, like):
    """A Parameter that is trained if another one is."""
    return Parameter(value, like.requires_grad)
