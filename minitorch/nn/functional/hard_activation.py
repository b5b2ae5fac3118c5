"""hard_activation: leaky_relu, prelu, rrelu, hardtanh, hardsigmoid, hardswish, hardshrink, threshold ...: straight pieces (shelf)."""

import numpy as np

from ... import random
from ..._tensor import method, wrap
from ...backend import array_module
from ...ops.casting import autocasts
from ...ops.index.where import masked, where
from ...ops.one_step import one_step
from ...ops.op import op
from .activation import single
from .gates import applied, floats
from .loss import still
from .steps import named

# --- a slope for each number --------------------------------------------------------------------------------------------


def _sloped(x, slopes, name):
    """x times a slope for each of its numbers."""
    return named((single(x) * slopes).to(x.dtype), name)


def sloped(input, inplace, below, name):
    """x for positive x, others times `below`."""
    x = input._array
    slopes = array_module(x).where(x > 0, 1, below).astype(floats(x, name).dtype)
    return applied(_sloped, input, inplace, wrap(slopes), name)


@one_step
def leaky_relu(input, negative_slope=0.01, inplace=False):
    """x for positive x, negative_slope x for others. Source: PyTorch, torch.nn.functional.leaky_relu."""
    return sloped(input, inplace, negative_slope, "LeakyRelu")


@one_step
def rrelu(input, lower=1.0 / 8, upper=1.0 / 3, training=False, inplace=False):
    """x for positive x; others times a slope, drawn for each from [lower, upper) while training, else the middle of both.

    After the same manual_seed the slopes are those that PyTorch draws.

    Errors: RuntimeError when lower > upper. Source: Xu et al., 2015; PyTorch, torch.nn.functional.rrelu.
    """
    if lower > upper:
        raise RuntimeError("Lower bound should be less than or equal to the upper bound")
    if not training:
        return sloped(input, inplace, (lower + upper) / 2, "LeakyRelu")
    x = input._array
    xp, flat = array_module(x), x <= 0
    slopes = xp.ones(x.shape, floats(x, "rrelu").dtype)
    lower, upper = float(x.dtype.type(lower)), float(x.dtype.type(upper))
    drawn = random.fractions(int(flat.sum()), np.float64, random.chosen(None)) * (upper - lower) + lower
    slopes[flat] = xp.asarray(drawn)
    return applied(_sloped, input, inplace, wrap(slopes), "RreluWithNoise")


@autocasts("lower")
def prelu(input, weight):
    """x for positive x, weight x for others: weight is one number, or [C] for input [N, C, ...].

    Errors: RuntimeError when there are neither one nor C weights. Source: PyTorch, torch.nn.functional.prelu.
    """
    channels = input.shape[1] if input.ndim > 1 else 1
    if weight.ndim > 1 or weight.numel() not in (1, channels):
        raise RuntimeError(f"prelu takes one weight, or one for each of {channels} channels, not {weight.numel()}")
    shape = [1] * input.ndim
    if input.ndim > 1:
        shape[1] = -1
    return named(where(input > 0, input, input * weight.reshape(shape)), "PreluKernel")


# --- within limits ------------------------------------------------------------------------------------------------------


@op
def _hardtanh(input, min_val, max_val):
    """input, but min_val where it is less and max_val where it is more; at the limits it is flat."""
    return array_module(input).clip(input, min_val, max_val).astype(input.dtype, copy=False)


_hardtanh.grad(
    input=lambda g, input, min_val, max_val: still(masked(g, ~((input <= min_val) | (input >= max_val))), input)
)


def hardtanh(input, min_val=-1.0, max_val=1.0, inplace=False):
    """x, but min_val where it is less and max_val where it is more.

    >>> import minitorch as mt
    >>> mt.nn.functional.hardtanh(mt.tensor([-2.0, 0.5, 2.0]))
    tensor([-1.0000,  0.5000,  1.0000])

    Errors: ValueError when min_val > max_val. Source: PyTorch, torch.nn.functional.hardtanh.
    """
    if min_val > max_val:
        raise ValueError("min_val cannot be greater than max_val")
    if input.dtype.name == "bool":
        raise RuntimeError("Bool inputs not supported for hardtanh")
    return applied(_hardtanh, input, inplace, min_val, max_val)


def relu6(input, inplace=False):
    """x, but 0 where it is less and 6 where it is more. Source: PyTorch, torch.nn.functional.relu6."""
    return hardtanh(input, 0.0, 6.0, inplace)


def hardsigmoid(input, inplace=False):
    """(x + 3) / 6, but at least 0 and at most 1. Source: PyTorch, torch.nn.functional.hardsigmoid."""
    return applied(lambda x: named(gate(single(x)).to(x.dtype), "Hardsigmoid"), input, inplace)


def hardswish(input, inplace=False):
    """x times hardsigmoid(x). Source: Howard et al., 2019; PyTorch, torch.nn.functional.hardswish."""

    def curve(x):
        wide = single(x)  # one step, so that the gradient is rounded to 16 bits once
        return named((wide * gate(wide)).to(x.dtype), "Hardswish")

    return applied(curve, input, inplace)


def gate(wide):
    """(x + 3) / 6 between 0 and 1."""
    floats(wide._array, "hardsigmoid")
    return _hardtanh(wide + 3, 0.0, 6.0) / 6


# --- with a step ----------------------------------------------------------------------------------------------------------


def threshold(input, threshold, value, inplace=False):
    """x where it is more than `threshold`, else `value`. Source: PyTorch, torch.nn.functional.threshold."""
    return applied(lambda x: named(where(x <= threshold, value, x), "Threshold"), input, inplace)


def hardshrink(input, lambd=0.5):
    """x, but 0 from -lambd to lambd. Source: PyTorch, torch.nn.functional.hardshrink."""
    floats(input._array, "hardshrink")
    return named(where((input >= -lambd) & (input <= lambd), 0, input), "Hardshrink")


def softshrink(input, lambd=0.5):
    """x moved by lambd >= 0 towards 0, and 0 where it is nearer. Source: PyTorch, torch.nn.functional.softshrink."""
    if not lambd >= 0:
        raise RuntimeError(f"lambda must be greater or equal to 0, but found to be {lambd}.")
    floats(input._array, "softshrink")
    return named(input - input.clamp(-lambd, lambd), "Softshrink")


method(hardshrink)
method(prelu)
