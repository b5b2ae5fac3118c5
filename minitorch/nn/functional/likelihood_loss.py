"""likelihood_loss: kl_div, poisson_nll_loss, gaussian_nll_loss: how unlikely a distribution makes the target (shelf)."""

import math

from ...errors import warn
from ...graph.grad_mode import no_grad
from ...ops.pointwise.exp_log import exp, log
from ...ops.pointwise.logaddexp import xlogy
from .loss import check_reduction, from_flags, reduced


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
        warn(
            "reduction: 'mean' divides the total loss by the number of elements; 'batchmean' aligns with the definition."
        )
    losses = exp(target) * (target - input) if log_target else xlogy(target, target) - target * input
    if reduction == "batchmean":
        return losses.sum() / (len(input) if input.ndim else 1)
    return reduced(losses, check_reduction(reduction))


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

    var   of input's shape, or one shorter, or with a single dimension of length 1 in its place; or one number
    full  add the constant log(2 pi) / 2
    eps   the least variance

    Errors: ValueError for negative variances, sizes that do not fit and another reduction.
    Source: Nix and Weigend, 1994; PyTorch, torch.nn.functional.gaussian_nll_loss.
    """
    if isinstance(var, float):
        var = input.new_full(input.shape, var)
    if (var < 0).any():
        raise ValueError("var has negative entry/entries")
    if var.shape != input.shape:
        var = fitted(var, input.shape)
    if reduction not in ("none", "mean", "sum"):
        raise ValueError(f"{reduction} is not valid")
    var = var.clone()
    with no_grad():
        var.clamp_(min=eps)
    losses = 0.5 * (log(var) + (input - target) ** 2 / var)
    return reduced(losses + 0.5 * math.log(2 * math.pi) if full else losses, reduction)


def fitted(var, shape):
    """A variance that broadcasts with an input of `shape`, if it is one for each row of it."""
    if shape[:-1] == var.shape:
        return var.unsqueeze(-1)
    if len(shape) != var.ndim or sum([n for m, n in zip(shape, var.shape, strict=True) if m != n]) != 1:
        raise ValueError("var is of incorrect size")
    return var
