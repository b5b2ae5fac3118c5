"""random_activation: rrelu, gumbel_softmax: activations that draw numbers (shelf)."""

import numpy as np

from ... import random
from ..._tensor import wrap
from ...backend import array_module
from ...notes import warn
from ...ops.one_step import one_step
from ...ops.op import op
from ...ops.pointwise.softmax import softmax
from .activation import applied, bent_in_place, floats_only


@op(derivative="RreluWithNoiseBackward0")
def _rrelu(x, slopes):
    return x * slopes


_rrelu.grad(x=lambda g, slopes: g * slopes)


@one_step
def rrelu(input, lower=1.0 / 8, upper=1.0 / 3, training=False, inplace=False):
    """x for positive x; others times a slope, drawn for each from [lower, upper) while training, else the middle of both.

    After the same manual_seed the slopes are those that PyTorch draws.

    Errors: RuntimeError when lower > upper. Source: Xu et al., 2015; PyTorch, torch.nn.functional.rrelu.
    """
    if lower > upper:
        raise RuntimeError("Lower bound should be less than or equal to the upper bound")
    x = input._array
    floats_only(x, "rrelu_with_noise_out_cpu" if training else "leaky_relu_cpu")
    xp, flat = array_module(x), x <= 0 if training else ~(x > 0)  # the two differ for nan alone
    slopes = xp.ones(x.shape, x.dtype)
    if training:
        slopes[flat] = xp.asarray(drawn(int(flat.sum()), float(x.dtype.type(lower)), float(x.dtype.type(upper))))
    else:
        slopes[flat] = (lower + upper) / 2
    slope = 0 if training else (lower + upper) / 2
    return bent_in_place(applied(_rrelu, input, inplace, wrap(slopes)), inplace, slope, "leakyReLu")


def drawn(n, lower, upper):
    """n slopes from [lower, upper), in double precision whatever they are for."""
    return random.fractions(n, np.float64, random.chosen(None)) * (upper - lower) + lower


def gumbel_softmax(logits, tau=1, hard=False, eps=1e-10, dim=-1):
    """Softmax of (logits + noise) / tau: a drawn class as a vector of probabilities through which gradients flow.

    tau   how even the probabilities are; towards 0, one class gets nearly all
    hard  give 1 to the likeliest class and 0 to the others; gradients are as without it
    eps   taken, not used

    >>> import minitorch as mt
    >>> _ = mt.manual_seed(0)
    >>> mt.nn.functional.gumbel_softmax(mt.zeros(3), hard=True)
    tensor([0., 0., 1.])

    Source: Jang, Gu and Poole, 2016; PyTorch, torch.nn.functional.gumbel_softmax.
    """
    if eps != 1e-10:
        warn("`eps` parameter is deprecated and has no effect.")
    noise = -logits.new_empty(logits.shape).exponential_().log()
    soft = softmax((logits + noise) / tau, dim)
    if not hard:
        return soft
    likeliest = soft.max(dim, keepdim=True)[1]
    return soft.new_zeros(soft.shape).scatter_(dim, likeliest, 1.0) - soft.detach() + soft
