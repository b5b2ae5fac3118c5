"""class_margin: the right class or labels ahead of the others: multi_margin, multilabel (shelf)."""

from ..._tensor import wrap
from ...backend import array_module
from ...ops.casting import autocasts
from ...ops.comparison.clamp_min import clamp_min
from ...ops.one_step import one_step
from ...ops.view.reshape import reshape
from .loss import check_reduction, reduced
from .smooth_activation import logsigmoid


@autocasts("full")
def multi_margin_loss(
    input, target, p=1, margin=1.0, weight=None, size_average=None, reduce=None, reduction="mean"
):  # fmt: skip
    """The mean over the batch of sum(max(0, margin - x[right] + x[j])**p) / C over all wrong classes j.

    input   [N, C] or [C], scores        target  [N] or no dimensions, the right classes
    weight  [C], how much each class counts

    Errors: ValueError for another p, RuntimeError for sizes that do not fit and classes that are not there.
    Source: PyTorch, torch.nn.functional.multi_margin_loss.
    """
    reduction = check_reduction(reduction, size_average, reduce)
    if p not in (1, 2):
        raise ValueError("only p == 1 and p == 2 supported")
    rows, classes = rows_of(input)
    if target.ndim > 1 or target.numel() != rows:
        raise RuntimeError(f"multi_margin_loss: Expected target size [{rows}], but got {list(target.shape)}")
    if weight is not None and weight.ndim != 1:
        raise ValueError("weight must be one-dimensional")
    if weight is not None and len(weight) != classes:
        raise RuntimeError(f"inconsistent weight size, expected {classes} but got {list(weight.shape)}")
    x, right = reshape(input, (rows, classes)), target.reshape(-1, 1)
    if right.numel() and not (right.min() >= 0 and right.max() < classes):
        raise RuntimeError("target out of range")
    apart = clamp_min(margin - x.gather(1, right) + x, 0) ** p
    apart = apart if weight is None else apart * weight[right]
    losses = apart.scatter(1, right, 0.0).sum(1) / classes
    return reshape(losses, ()) if reduction == "none" and not target.ndim else reduced(losses, reduction)


def rows_of(input):
    """(N, C) of an input [N, C], [C] or of no dimensions."""
    if input.ndim > 2 or (input.ndim and not input.shape[-1]):
        raise RuntimeError(f"Expected non-empty vector or matrix, but got: {list(input.shape)}")
    return (1,) * (2 - input.ndim) + tuple(input.shape)


def labels(target):
    """How often each class stands in the rows of target [N, C], which end at the first -1."""
    xp, (rows, classes) = array_module(target), target.shape
    counts = xp.zeros((rows, classes), int)
    named = xp.logical_and.accumulate(target >= 0, 1)
    xp.add.at(counts, (xp.nonzero(named)[0], target[named]), 1)
    return counts


@one_step
@autocasts("full")
def multilabel_margin_loss(input, target, size_average=None, reduce=None, reduction="mean"):
    """The mean over the batch of sum(max(0, 1 - (x[y] - x[j]))) / C over all labels y and all other classes j.

    input   [N, C] or [C], scores
    target  of the same shape, the labels of each example, which end at the first -1

    Errors: RuntimeError for other sizes and classes that are not there.
    Source: PyTorch, torch.nn.functional.multilabel_margin_loss.
    """
    reduction = check_reduction(reduction, size_average, reduce)
    rows, classes = rows_of(input)
    if target.shape != input.shape and (input.ndim or target.numel() != 1):
        raise RuntimeError(f"inconsistent target size: {list(target.shape)} for input of size: {list(input.shape)}")
    if target.numel() and not (target.min() >= -1 and target.max() < classes):
        raise RuntimeError("argument #2 'target' is out of range")
    x, counts = reshape(input, (rows, classes)), labels(target._array.reshape(rows, classes))
    pairs = wrap((counts[:, :, None] * (counts == 0)[:, None, :]).astype(x._array.dtype))  # [N, label, other]
    losses = (clamp_min(1 - x.unsqueeze(2) + x.unsqueeze(1), 0) * pairs).sum((1, 2)) / classes
    return reshape(losses, ()) if reduction == "none" and input.ndim < 2 else reduced(losses, reduction)


def multilabel_soft_margin_loss(input, target, weight=None, size_average=None, reduce=None, reduction="mean"):
    """The mean of -(t log(sigmoid(x)) + (1 - t) log(sigmoid(-x))), first over the classes, the last dimension.

    weight  [C], how much each class counts

    Errors: ValueError for another reduction. Source: PyTorch, torch.nn.functional.multilabel_soft_margin_loss.
    """
    reduction = check_reduction(reduction, size_average, reduce)
    losses = -(target * logsigmoid(input) + (1 - target) * logsigmoid(-input))
    losses = losses if weight is None else losses * weight
    return reduced(losses.sum(-1) / input.shape[-1], reduction)
