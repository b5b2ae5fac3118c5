"""fusion: fuse_conv_bn_eval, fuse_linear_bn_eval: one layer in place of a layer and the batch norm behind it (shelf)."""

import copy

from ...creation.zeros import zeros_like
from ...ops.pointwise.exp_log import rsqrt
from ..parameter import Parameter


def fuse_conv_bn_eval(conv, bn, transpose=False):
    """A convolution that computes what `conv` and then `bn` compute, both in evaluation mode.

    transpose  whether it is a transposed convolution

    Errors: AssertionError in training mode, and for a batch norm without running statistics.
    Source: PyTorch, torch.nn.utils.fuse_conv_bn_eval.
    """
    if conv.training or bn.training or bn.running_mean is None or bn.running_var is None:
        raise AssertionError("Fusion only for eval, and with running statistics")
    fused, statistics = copy.deepcopy(conv), (bn.running_mean, bn.running_var, bn.eps, bn.weight, bn.bias)
    fused.weight, fused.bias = fuse_conv_bn_weights(fused.weight, fused.bias, *statistics, transpose)
    return fused


def fuse_conv_bn_weights(conv_w, conv_b, bn_rm, bn_rv, bn_eps, bn_w, bn_b, transpose=False):
    """(weight, bias) of that convolution. Source: PyTorch, torch.nn.utils.fuse_conv_bn_weights."""
    dtype, bias_dtype = conv_w.dtype, conv_w.dtype if conv_b is None else conv_b.dtype
    conv_b = zeros_like(bn_rm) if conv_b is None else conv_b
    scale = rsqrt(bn_rv + bn_eps) if bn_w is None else rsqrt(bn_rv + bn_eps) * bn_w
    shape = [1] * conv_w.ndim
    shape[1 if transpose else 0] = -1
    weight, bias = conv_w * scale.reshape(shape), (conv_b - bn_rm) * scale
    bias = bias if bn_b is None else bias + bn_b
    return Parameter(weight.to(dtype), conv_w.requires_grad), Parameter(bias.to(bias_dtype), conv_b.requires_grad)


def fuse_linear_bn_eval(linear, bn):
    """A Linear that computes what `linear` and then `bn` compute. Errors: as fuse_conv_bn_eval. Source: PyTorch, torch.nn.utils."""
    return fuse_conv_bn_eval(linear, bn)


def fuse_linear_bn_weights(linear_w, linear_b, bn_rm, bn_rv, bn_eps, bn_w, bn_b):
    """(weight, bias) of that Linear. Source: PyTorch, torch.nn.utils.fuse_linear_bn_weights."""
    return fuse_conv_bn_weights(linear_w, linear_b, bn_rm, bn_rv, bn_eps, bn_w, bn_b)
