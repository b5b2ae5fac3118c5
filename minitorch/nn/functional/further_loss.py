"""further_loss: l1_loss, smooth_l1_loss, huber_loss, kl_div, Poisson's and Gauss's likelihood, margins between scores (shelf)."""

import math

from ...errors import warn
from ...graph.grad_mode import no_grad
from ...ops.casting import autocasts
from ...ops.comparison.maximum import clamp_min, minimum
from ...ops.index.where import where
from ...ops.pointwise.exp_log import exp, log, sqrt
from ...ops.pointwise.exponential import xlogy
from .distance import pairwise_distance
from .loss import alike, check_no_integers, check_reduction, from_flags, reduced, warn_of_sizes
from .smooth_activation import softplus

# --- how far numbers are apart ----------------------------------------------------------------------------------------------


@autocasts("full")
def l1_loss(input, target, size_average=None, reduce=None, reduction="mean"):
    """The mean of the absolute differences. Source: PyTorch, torch.nn.functional.l1_loss."""
    reduction = check_reduction(reduction, size_average, reduce)
    warn_of_sizes(input, target)
    input, target = alike(input, target)
    return reduced((input - target).abs(), reduction)


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
def huber_loss(input, target, reduction="mean", delta=1.0):
    """The mean of (x - y)**2 / 2 where |x - y| < delta, and of delta (|x - y| - delta / 2) elsewhere.

    Errors: RuntimeError for a delta that is not positive. Source: Huber, 1964; PyTorch, torch.nn.functional.huber_loss.
    """
    if delta <= 0:
        raise RuntimeError("huber_loss does not support non-positive values for delta.")
    check_reduction(reduction)
    apart = distances(input, target)
    return reduced(where(apart < delta, apart * apart * 0.5, (apart - 0.5 * delta) * delta), reduction)


def distances(input, target):
    """|x - y|, of one dtype."""
    warn_of_sizes(input, target)
    x, y = alike(input, target)
    check_no_integers(x._array)
    return abs(x - y)


# --- how unlikely a distribution makes the target -----------------------------------------------------------------------------


@autocasts("full")
def kl_div(input, target, size_average=None, reduce=None, reduction="mean", log_target=False):
    """The Kullback-Leibler divergence of the distribution `input`, log-probabilities, from `target`, probabilities.

    reduction   "batchmean" divides the sum by the length of the first dimension, as the definition has it; "mean" divides
                by the number of elements
    log_target  whether the target holds log-probabilities, too

    >>> import minitorch as mt
    >>> p, q = mt.tensor([[0.5, 0.5]]), mt.tensor([[0.25, 0.75]])
    >>> mt.nn.functional.kl_div(q.log(), p, reduction="batchmean")
    tensor(0.1438)

    Errors: ValueError for another reduction. Source: Kullback and Leibler, 1951; PyTorch, torch.nn.functional.kl_div.
    """
    if size_average is not None or reduce is not None:
        reduction = from_flags(size_average, reduce)
    elif reduction == "mean":
        warn("reduction: 'mean' divides by the number of elements; 'batchmean' aligns with the definition.")
    losses = exp(target) * (target - input) if log_target else xlogy(target, target) - target * input
    if reduction == "batchmean":
        return losses.sum() / (len(input) if input.ndim else 1)
    return reduced(losses, check_reduction(reduction))


@autocasts("full")
def poisson_nll_loss(
    input, target, log_input=True, full=False, size_average=None, eps=1e-8, reduce=None, reduction="mean"
):
    """Minus the log-likelihood of counts `target` under Poisson distributions of which `input` is the logarithm of the mean.

    log_input  False: input is the mean itself; eps then keeps its logarithm finite
    full       add Stirling's approximation of log(target!), which does not depend on the input

    Errors: ValueError for another reduction. Source: PyTorch, torch.nn.functional.poisson_nll_loss.
    """
    reduction = check_reduction(reduction, size_average, reduce)
    losses = exp(input) - target * input if log_input else input - target * log(input + eps)
    if full:
        stirling = target * log(target) - target + 0.5 * log(2 * math.pi * target)
        losses = losses + stirling.masked_fill(target <= 1, 0)
    return reduced(losses, reduction)


def gaussian_nll_loss(input, target, var, full=False, eps=1e-6, reduction="mean"):
    """Minus the log-likelihood of `target` under normal distributions of mean `input` and variance `var`.

    var   of input's shape, or without its last dimension, or with length 1 there; or one number
    full  add the constant log(2 pi) / 2
    eps   the least variance

    Errors: ValueError for negative variances, sizes that do not fit and another reduction.
    Source: Nix and Weigend, 1994; PyTorch, torch.nn.functional.gaussian_nll_loss.
    """
    if isinstance(var, float):
        var = input.new_full(input.shape, var)
    if (var < 0).any():
        raise ValueError("var has negative entry/entries")
    if input.shape[:-1] == var.shape:
        var = var.unsqueeze(-1)  # one for each row
    elif var.ndim != input.ndim or any(m not in (n, 1) for m, n in zip(var.shape, input.shape, strict=True)):
        raise ValueError("var is of incorrect size")
    check_reduction(reduction)
    var = var.clone()
    with no_grad():
        var.clamp_(min=eps)
    losses = 0.5 * (log(var) + (input - target) ** 2 / var)
    return reduced(losses + 0.5 * math.log(2 * math.pi) if full else losses, reduction)


# --- two scores ---------------------------------------------------------------------------------------------------------


@autocasts("full")
def margin_ranking_loss(input1, input2, target, margin=0, size_average=None, reduce=None, reduction="mean"):
    """The mean of max(0, margin - target (input1 - input2)): where the target is 1, input1 should be the larger one.

    >>> import minitorch as mt
    >>> mt.nn.functional.margin_ranking_loss(mt.tensor([1.0]), mt.tensor([3.0]), mt.tensor([1.0]))
    tensor(2.)

    Errors: RuntimeError for differing numbers of dimensions. Source: PyTorch, torch.nn.functional.margin_ranking_loss.
    """
    reduction = check_reduction(reduction, size_average, reduce)
    if not input1.ndim == input2.ndim == target.ndim:
        raise RuntimeError("all inputs should have the same dimensions")
    return reduced(clamp_min(-target * (input1 - input2) + margin, 0), reduction)


@autocasts("full")
def hinge_embedding_loss(input, target, margin=1.0, size_average=None, reduce=None, reduction="mean"):
    """The mean of x where the target is 1, of max(0, margin - x) where -1. Source: nn.functional.hinge_embedding_loss."""
    reduction = check_reduction(reduction, size_average, reduce)
    apart = where(target != 1, clamp_min(margin - input, 0), 0.0)
    return reduced(apart + where(target != -1, input, 0.0), reduction)


@autocasts("full")
def soft_margin_loss(input, target, size_average=None, reduce=None, reduction="mean"):
    """The mean of log(1 + exp(-target * input)), targets being 1 or -1. Source: PyTorch, nn.functional.soft_margin_loss."""
    reduction = check_reduction(reduction, size_average, reduce)
    return reduced(softplus(-target.to(input.dtype) * input, threshold=50.0), reduction)


# --- two vectors --------------------------------------------------------------------------------------------------------


@autocasts("full")
def cosine_embedding_loss(input1, input2, target, margin=0, size_average=None, reduce=None, reduction="mean"):
    """The mean of 1 - cos where the target is 1, and of max(0, cos - margin) where it is -1; cos is that of two vectors.

    input1, input2  [N, D] with a target [N], or [D] with one of no dimensions

    Errors: RuntimeError for other dimensions. Source: PyTorch, torch.nn.functional.cosine_embedding_loss.
    """
    reduction = check_reduction(reduction, size_average, reduce)
    if target.ndim > 1 or not input1.ndim == input2.ndim == target.ndim + 1:
        raise RuntimeError("a 0D or 1D target, and inputs of one dimension more, expected")
    dim = target.ndim
    one, two = [(x * x).sum(dim) + 1e-12 for x in (input1, input2)]
    cos = (input1 * input2).sum(dim) / sqrt(one * two)
    return reduced(where(target == 1, 1 - cos, 0.0) + where(target == -1, clamp_min(cos - margin, 0), 0.0), reduction)


@autocasts("full")
def triplet_margin_loss(
    anchor, positive, negative, margin=1.0, p=2, eps=1e-6, swap=False, size_average=None, reduce=None, reduction="mean"
):
    """The mean of max(0, margin + |anchor - positive| - |anchor - negative|): the positive should be nearer by the margin.

    p     which norm        eps  added to each difference
    swap  take |positive - negative| where that is less than |anchor - negative|

    Errors: ValueError for a margin that is not positive, RuntimeError for differing numbers of dimensions.
    Source: Balntas et al., 2016; PyTorch, torch.nn.functional.triplet_margin_loss.
    """
    reduction = check_reduction(reduction, size_average, reduce)
    return triplet(anchor, positive, negative, lambda x, y: pairwise_distance(x, y, p, eps), margin, swap, reduction)


def triplet_margin_with_distance_loss(
    anchor, positive, negative, *, distance_function=None, margin=1.0, swap=False, reduction="mean"
):
    """triplet_margin_loss with a distance of one's own, a function of two tensors.

    Errors: as of triplet_margin_loss. Source: PyTorch, torch.nn.functional.triplet_margin_with_distance_loss.
    """
    check_reduction(reduction)
    return triplet(anchor, positive, negative, distance_function or pairwise_distance, margin, swap, reduction)


def triplet(anchor, positive, negative, measure, margin, swap, reduction):
    """What both have in common."""
    if margin <= 0:
        raise ValueError(f"margin must be greater than 0, got {margin}")
    if not anchor.ndim == positive.ndim == negative.ndim:
        raise RuntimeError("all inputs should have the same dimensions")
    near, far = measure(anchor, positive), measure(anchor, negative)
    if swap:
        far = minimum(far, measure(positive, negative))
    return reduced(clamp_min(margin + near - far, 0), reduction)
