"""regression_loss: smooth_l1_loss, huber_loss: square for small differences, absolute for large ones (shelf)."""

import numpy as np

from ...backend import array_module
from ...ops.index.where import choose
from ...ops.op import op
from ...ops.pointwise.arithmetic import abs, sign, sub
from .loss import alike, check_kind, check_reduction, check_weight, reduced, share, warn_of_sizes


@op(derivative="SmoothL1LossBackward0")
def _smooth_l1(x, y, reduction, beta):
    check_kind(x, "smooth_l1_cpu")
    kind = x.dtype
    if kind.itemsize == 2 and kind.kind == "V":  # of bfloat16 each loss is rounded once, of float16 at every step
        x, y = x.astype("float32"), y.astype("float32")
    apart = array_module(x).abs(x - y)
    losses = choose.forward(apart < beta, apart * apart * x.dtype.type(0.5) / x.dtype.type(beta), apart - 0.5 * beta)
    return reduced(losses.astype(kind, copy=False), reduction)


def smooth_slope(g, x, y, reduction, beta):
    """(x - y) / beta near 0, else its sign."""
    apart = x - y
    return choose(abs(apart) < beta, apart / beta, sign(apart)) * share(g, apart.shape, reduction)


@op(derivative="HuberLossBackward0")
def _huber(x, y, reduction, delta):
    check_kind(x, "huber_cpu")
    if x.dtype.itemsize == 2:
        return reduced(huber_in_half(x, y, delta), reduction)
    apart = array_module(x).abs(x - y)
    losses = choose.forward(apart < delta, apart * apart * 0.5, (apart - 0.5 * delta) * delta)
    return reduced(losses.astype(x.dtype, copy=False), reduction)


def huber_in_half(x, y, delta):
    """The losses for 16 bits: in float32; PyTorch's code for bfloat16 has delta, x - y and a step of the line in 16 all the same."""
    kind = x.dtype
    rounds = (lambda x: np.asarray(x).astype(kind).astype("float32")) if kind.kind == "V" else (lambda x: x)
    apart, delta = rounds(np.abs(x.astype("float32") - y.astype("float32"))), rounds(delta)
    return np.where(apart < delta, apart * apart * 0.5, rounds(apart - 0.5 * delta) * delta).astype(kind)


def huber_slope(g, x, y, reduction, delta):
    """x - y near 0, else its sign times delta."""
    apart = x - y
    return choose(abs(apart) < delta, apart, sign(apart) * delta) * share(g, apart.shape, reduction)


_smooth_l1.grad(
    x=lambda g, x, y, reduction, beta: smooth_slope(g, x, y, reduction, beta),
    y=lambda g, x, y, reduction, beta: -smooth_slope(g, x, y, reduction, beta),
)
_huber.grad(
    x=lambda g, x, y, reduction, delta: huber_slope(g, x, y, reduction, delta),
    y=lambda g, x, y, reduction, delta: -huber_slope(g, x, y, reduction, delta),
)


def smooth_l1_loss(input, target, size_average=None, reduce=None, reduction="mean", beta=1.0):
    """The mean of (x - y)**2 / (2 beta) where |x - y| < beta, and of |x - y| - beta / 2 elsewhere.

    >>> import minitorch as mt
    >>> mt.nn.functional.smooth_l1_loss(mt.tensor([1.0, 4.0]), mt.tensor([0.0, 0.0]), reduction="none")
    tensor([0.5000, 3.5000])

    Errors: RuntimeError for a negative beta. Source: Girshick, 2015; PyTorch, torch.nn.functional.smooth_l1_loss.
    """
    reduction = check_reduction(reduction, size_average, reduce)
    warn_of_sizes(input, target)
    if beta == 0.0:
        return reduced(abs(sub(*alike(input, target))), reduction)
    if beta < 0:
        raise RuntimeError("smooth_l1_loss does not support negative values for beta.")
    return _smooth_l1(*alike(input, target), reduction, beta)


def huber_loss(input, target, reduction="mean", delta=1.0, weight=None):
    """The mean of (x - y)**2 / 2 where |x - y| < delta, and of delta (|x - y| - delta / 2) elsewhere.

    weight  how much each loss counts, of input's shape

    Errors: RuntimeError for a delta that is not positive. Source: Huber, 1964; PyTorch, torch.nn.functional.huber_loss.
    """
    warn_of_sizes(input, target)
    if weight is not None:
        check_weight(input, weight)
    if delta <= 0:
        raise RuntimeError("huber_loss does not support non-positive values for delta.")
    check_reduction(reduction)
    if weight is None:
        return _huber(*alike(input, target), reduction, delta)
    return reduced(_huber(*alike(input, target), "none", delta) * weight, reduction)
