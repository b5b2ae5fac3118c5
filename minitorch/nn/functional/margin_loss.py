"""margin_loss: losses that ask for a distance between scores or vectors: ranking, hinge, cosine, triplet (shelf)."""

from ...ops.casting import autocasts
from ...ops.comparison.clamp_min import clamp_min
from ...ops.comparison.maximum import minimum
from ...ops.index.where import where
from ...ops.pointwise.exp_log import sqrt
from .distance import pairwise_distance
from .loss import check_reduction, reduced
from .smooth_activation import softplus

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
        raise RuntimeError(
            f"all inputs should have the same dimensions, but got {input1.shape}, {input2.shape} and {target.shape}"
        )
    return reduced(clamp_min(-target * (input1 - input2) + margin, 0), reduction)


@autocasts("full")
def hinge_embedding_loss(input, target, margin=1.0, size_average=None, reduce=None, reduction="mean"):
    """The mean of x where the target is 1, and of max(0, margin - x) where it is -1.

    Source: PyTorch, torch.nn.functional.hinge_embedding_loss.
    """
    reduction = check_reduction(reduction, size_average, reduce)
    apart = where(target != 1, clamp_min(margin - input, 0), 0.0)
    return reduced(apart + where(target != -1, input, 0.0), reduction)


@autocasts("full")
def soft_margin_loss(input, target, size_average=None, reduce=None, reduction="mean"):
    """The mean of log(1 + exp(-target * input)), for targets of 1 and -1.

    Source: PyTorch, torch.nn.functional.soft_margin_loss.
    """
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
        raise RuntimeError(
            f"a 0D or 1D target with inputs of one dimension more expected, but got {input1.shape}, {input2.shape} and "
            f"{target.shape}"
        )
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
        raise RuntimeError(
            f"all inputs should have the same dimensions, but got {anchor.shape}, {positive.shape} and {negative.shape}"
        )
    near, far = measure(anchor, positive), measure(anchor, negative)
    if swap:
        far = minimum(far, measure(positive, negative))
    return reduced(clamp_min(margin + near - far, 0), reduction)
