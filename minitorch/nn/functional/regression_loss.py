"""regression_loss: smooth_l1_loss, huber_loss: square for small differences, absolute for large ones (shelf)."""

from ...ops.casting import autocasts
from ...ops.index.where import where
from ...ops.pointwise.arithmetic import abs
from .loss import alike, check_no_integers, check_reduction, mean_of_weighted, reduced, warn_of_sizes


@autocasts("full")
def smooth_l1_loss(input, target, size_average=None, reduce=None, reduction="mean", beta=1.0):
    """The mean of (x - y)**2 / (2 beta) where |x - y| < beta, and of |x - y| - beta / 2 elsewhere.

    >>> import minitorch as mt
    >>> mt.nn.functional.smooth_l1_loss(mt.tensor([1.0, 4.0]), mt.tensor([0.0, 0.0]), reduction="none")
    tensor([0.5000, 3.5000])

    Errors: RuntimeError for a negative beta. Source: Girshick, 2015; PyTorch, torch.nn.functional.smooth_l1_loss.
    """
    reduction = check_reduction(reduction, size_average, reduce)
    if beta < 0:
        raise RuntimeError("smooth_l1_loss does not support negative values for beta.")
    apart = distances(input, target)
    return reduced(where(apart < beta, apart * apart * (0.5 / (beta or 1.0)), apart - 0.5 * beta), reduction)


@autocasts("full")
def huber_loss(input, target, reduction="mean", delta=1.0, weight=None):
    """The mean of (x - y)**2 / 2 where |x - y| < delta, and of delta (|x - y| - delta / 2) elsewhere.

    weight  how much each loss counts, of input's shape

    Errors: RuntimeError for a delta that is not positive. Source: Huber, 1964; PyTorch, torch.nn.functional.huber_loss.
    """
    if not isinstance(delta, (int, float)):
        raise TypeError(f"huber_loss(): delta must be a float or int, got: {type(delta)}")
    if delta <= 0:
        raise RuntimeError("huber_loss does not support non-positive values for delta.")
    check_reduction(reduction)
    apart = distances(input, target)
    losses = where(apart < delta, apart * apart * 0.5, (apart - 0.5 * delta) * delta)
    return reduced(losses, reduction) if weight is None else mean_of_weighted_sum(losses, weight, reduction)


def mean_of_weighted_sum(losses, weight, reduction):
    """Losses times how much each counts; PyTorch's mean of these divides by their number."""
    mean_of_weighted(losses, weight, "sum")  # raises where the sizes differ
    return reduced(losses * weight, reduction)


def distances(input, target):
    """|x - y|, of one dtype."""
    warn_of_sizes(input, target)
    x, y = alike(input, target)
    check_no_integers(x._array)
    return abs(x - y)
