"""class_loss: losses of classes and labels: nll_loss, cross_entropy with all its options, multi_margin, multilabel (shelf)."""

from ..._tensor import wrap
from ...backend import array_module
from ...dtypes import int64
from ...ops.casting import autocasts
from ...ops.comparison.maximum import clamp_min
from ...ops.one_step import one_step
from ...ops.pointwise.softmax import log_softmax
from ...ops.view.reshape import reshape
from .activation import single
from .loss import check_reduction, reduced, weighted_loss
from .smooth_activation import logsigmoid
from .steps import named

# --- the log-probability of the right class -------------------------------------------------------------------------------


@one_step
@autocasts("full")
def nll_loss(input, target, weight=None, size_average=None, ignore_index=-100, reduce=None, reduction="mean"):
    """Minus the log-probability that `input` [N, C, ...] gives to the class `target` [N, ...].

    weight [C] makes classes count more or less; targets equal to ignore_index do not count at all.

    Errors: IndexError for a class that is not there; ValueError, RuntimeError for sizes that do not fit.
    Source: PyTorch, torch.nn.functional.nll_loss.
    """
    reduction = check_reduction(reduction, size_average, reduce)
    check_nll(input, target, weight, ignore_index)
    rows, places = in_rows(single(input), target)
    weight = weight if weight is None else single(weight)
    losses = weighted_loss(rows, places, weight, ignore_index, reduction)
    if reduction == "none":
        losses = losses.reshape(target.shape)
    return named(losses.to(input.dtype), "NllLoss" if input.ndim <= 2 else "NllLoss2D")


def in_rows(input, target):
    """Scores [N, C, ...] and classes [N, ...] as [M, C] and [M], one row for each class; of a single example [C] as well."""
    if input.ndim == 1:
        input = input.unsqueeze(0)
    if input.ndim != 2:
        input = input.movedim(1, -1).reshape(-1, input.shape[1])
    return input, target.reshape(-1).to(int64)


def check_nll(input, target, weight, ignore_index):
    """Raise for scores, classes and weights that do not fit together."""
    shape, found = list(input.shape), list(target.shape)
    if not shape or input.ndim > 1 and found[:1] != shape[:1]:
        raise ValueError(f"Expected input batch_size to match target batch_size, but got {shape} and {found}.")
    if input.ndim == 1 and target.ndim > 1 or input.ndim > 1 and found != [shape[0], *shape[2:]]:
        raise RuntimeError(f"0D or 1D target tensor, or one of size {[shape[0], *shape[2:]]} expected, got {found}")
    if target.dtype.name not in ("int64", "uint8"):
        raise RuntimeError(f"expected target dtype to be Long or Byte, but got {target.dtype.title}")
    classes, numbers = shape[0] if input.ndim == 1 else shape[1], target._array
    wrong = () if target.is_meta else numbers[((numbers < 0) | (numbers >= classes)) & (numbers != ignore_index)]
    if len(wrong):
        raise IndexError(f"Target {wrong[0]} is out of bounds: there are {classes} classes, 0 to {classes - 1}.")
    if weight is not None and (tuple(weight.shape) != (classes,) or weight.dtype is not input.dtype):
        raise RuntimeError(f"weight should be {input.dtype} [{classes}], not {weight.dtype} {list(weight.shape)}")


# --- cross_entropy, the general case ---------------------------------------------------------------------------------------


@one_step
def general_cross_entropy(input, target, weight, ignore_index, reduction, label_smoothing):
    """cross_entropy with everything that may be asked of it, as log_softmax and nll_loss in turn."""
    if not 0 <= label_smoothing <= 1:
        raise RuntimeError(f"label_smoothing must be between 0.0 and 1.0. Got: {label_smoothing:g}")
    dim = 0 if input.ndim == 1 else 1
    if input.ndim and input.shape == target.shape:
        return soft_cross_entropy(input, target, weight, ignore_index, reduction, label_smoothing, dim)
    logs = log_softmax(input, dim)
    check_nll(logs, target, weight, ignore_index)
    losses = weighted_loss(*in_rows(logs, target), weight, ignore_index, reduction, label_smoothing)
    return losses.reshape(target.shape) if reduction == "none" else losses


def soft_cross_entropy(input, target, weight, ignore_index, reduction, label_smoothing, dim):
    """cross_entropy when the target is a probability for every class."""
    if not target.is_floating_point():
        raise RuntimeError(f"Expected floating point type for target with probabilities, got {target.dtype.title}")
    if ignore_index >= 0:
        raise RuntimeError("ignore_index is not supported for floating point target")
    logs, classes = log_softmax(input, dim), input.shape[dim]
    if label_smoothing:
        target = target * (1 - label_smoothing) + label_smoothing / classes
    losses = -(weighted(logs, weight, dim) * target).sum(dim)
    if reduction != "mean":
        return losses if reduction == "none" else losses.sum()
    return losses.sum() / (logs.numel() // classes if classes else 0)


def weighted(logs, weight, dim):
    """Log-probabilities times the weights of their classes."""
    return logs if weight is None else logs * reshape(weight, (-1,) + (1,) * (logs.ndim - 1 - dim))


# --- a margin between classes -----------------------------------------------------------------------------------------------


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
    named = xp.cumprod(target >= 0, 1) > 0
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
