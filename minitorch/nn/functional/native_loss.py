"""native_loss: kl_div, ctc_loss and other losses as they are at the top of the package: `reduction` is a number (shelf).

0 leaves every loss by itself, as is done where nothing is said; 1 takes their mean and 2 their sum. Sizes are not looked at,
and older arguments are not taken.
"""

from ...ops.view.expand import broadcast_tensors
from . import ctc, likelihood_loss, margin_loss
from .binary_cross_entropy import binary_cross_entropy_with_logits as with_logits

REDUCTIONS = ("none", "mean", "sum")


def named(reduction):
    """The word for a number, or for anything else PyTorch's error."""
    if isinstance(reduction, int) and 0 <= reduction < 3:
        return REDUCTIONS[reduction]
    raise RuntimeError(f"{reduction} is not a valid reduction: it is 0 for none, 1 for the mean, 2 for the sum")


def kl_div(input, target, reduction=0, *, log_target=False):
    """nn.functional.kl_div. Source: PyTorch, torch.kl_div."""
    return likelihood_loss.divergence(input, target, named(reduction), log_target)


def poisson_nll_loss(input, target, log_input, full, eps, reduction):
    """nn.functional.poisson_nll_loss. Source: PyTorch, torch.poisson_nll_loss."""
    return likelihood_loss.poisson_nll_loss(input, target, log_input, full, eps=eps, reduction=named(reduction))


def margin_ranking_loss(input1, input2, target, margin=0.0, reduction=0):
    """nn.functional.margin_ranking_loss. Source: PyTorch, torch.margin_ranking_loss."""
    whole = broadcast_tensors(input1, input2, target)
    return margin_loss.margin_ranking_loss(*whole, margin, reduction=named(reduction))


def hinge_embedding_loss(input, target, margin=1.0, reduction=0):
    """nn.functional.hinge_embedding_loss. Source: PyTorch, torch.hinge_embedding_loss."""
    return margin_loss.hinge_embedding_loss(input, target, margin, reduction=named(reduction))


def cosine_embedding_loss(input1, input2, target, margin=0.0, reduction=0):
    """nn.functional.cosine_embedding_loss. Source: PyTorch, torch.cosine_embedding_loss."""
    return margin_loss.cosine_embedding_loss(input1, input2, target, margin, reduction=named(reduction))


def triplet_margin_loss(anchor, positive, negative, margin=1.0, p=2, eps=1e-6, swap=False, reduction=0):
    """nn.functional.triplet_margin_loss. Source: PyTorch, torch.triplet_margin_loss."""
    return margin_loss.triplet_margin_loss(anchor, positive, negative, margin, p, eps, swap, reduction=named(reduction))


def ctc_loss(log_probs, targets, input_lengths, target_lengths, blank=0, reduction=0, zero_infinity=False):
    """nn.functional.ctc_loss. Source: PyTorch, torch.ctc_loss."""
    return ctc.ctc_loss(log_probs, targets, input_lengths, target_lengths, blank, named(reduction), zero_infinity)


def binary_cross_entropy_with_logits(input, target, weight=None, pos_weight=None, reduction=0):
    """nn.functional.binary_cross_entropy_with_logits. Source: PyTorch, torch.binary_cross_entropy_with_logits."""
    return with_logits(input, target, weight, reduction=named(reduction), pos_weight=pos_weight)
