"""class_margin: the right class or labels ahead of the others: multi_margin, multilabel (shelf)."""

from ..._tensor import Tensor
from ...backend import array_module
from ...ops.index.gather import zeros
from ...ops.index.where import masked
from ...ops.op import op
from ...ops.reduction.sum import sum
from ...ops.step_names import step_of
from ...ops.view.as_strided import like
from ...ops.view.reshape import reshape
from .activation import logsigmoid
from .loss import check_kind, check_reduction, reduced, share

# --- several classes ----------------------------------------------------------------------------------------------------


def beside(x, array):
    """An array beside x: the array itself, or a tensor beside a tensor."""
    return like(x, array) if isinstance(x, Tensor) else array


def bare(x):
    return getattr(x, "_array", x)


def one_hot_rows(target, classes):
    """[N] -> [N, C], True at each row's class."""
    xp = array_module(target)
    return target[:, None] == xp.arange(classes)


def violations(x, target, margin):
    """How far each wrong class of x [N, C] comes too near to the right one; below 0 it does not."""
    own = beside(x, one_hot_rows(bare(target), x.shape[1]))
    return margin - sum(masked(x, own), 1, True) + x, own


@op(derivative="MultiMarginLossBackward0")
def _multi_margin(x, target, weight, p, margin, reduction):
    check_kind(x, "multi_margin_loss_cpu_kernel", "float16 bfloat16")
    xp = array_module(x)
    apart, own = violations(x, target, x.dtype.type(margin))
    losses = xp.where(own, 0, xp.maximum(apart, 0)) ** p
    losses = losses.sum(1) if weight is None else losses.sum(1) * weight[target]
    return reduced((losses / max(x.shape[1], 1)).astype(x.dtype, copy=False), reduction)


def multi_margin_back(g, x, target, weight, p, margin, reduction):
    """Every violation pushes its class down and the right one up."""
    apart, own = violations(x, target, margin)
    active = (apart > 0) & ~own
    slope = masked(apart * p if p == 2 else beside(x, array_module(bare(x)).ones_like(bare(x))), active)
    slope = slope * (share(g, x.shape[:1], reduction).reshape((-1, 1)) / x.shape[1])
    if weight is not None:
        slope = slope * beside(x, bare(weight)[bare(target)]).reshape((-1, 1))
    return slope - masked(sum(slope, 1, True) + zeros(slope, x.shape), own)


_multi_margin.grad(x=multi_margin_back)


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
    if weight is not None and weight.ndim != 1:
        raise ValueError("weight must be one-dimensional")
    rows, classes = rows_of(input)
    if target.ndim > 1 or target.numel() != rows:
        raise RuntimeError(
            "multi_margin_loss: target tensor should be 1-D with size equal to the number of input samples (batch size). "
            f"Expected target size [{rows}], but got {list(target.shape)}. Input has shape {list(input.shape)}."
        )
    if weight is not None and weight.numel() != classes:
        raise RuntimeError(f"inconsistent weight size, expected {classes} but got {list(weight.shape)}")
    if target.is_floating_point() and target.numel():
        raise RuntimeError(f"expected scalar type Long but found {target.dtype.title}")
    array = target._array.astype("int64", copy=False)
    if array.size and (array.min() < 0 or array.max() >= classes):
        raise RuntimeError("target out of range")
    whole = _multi_margin(reshape(input, (rows, classes)), target.reshape(-1), weight, p, margin, reduction)
    whole = step_of(whole, "MultiMarginLossBackward0", input)
    return reshape(whole, ()) if reduction == "none" and not target.ndim else whole


def rows_of(input):
    """(N, C) of an input [N, C], [C] or of no dimensions."""
    if input.ndim > 2 or (input.ndim and not input.shape[-1]):
        raise RuntimeError(
            f"Expected non-empty vector or matrix with optional 0-dim batch size, but got: {list(input.shape)}"
        )
    return (1,) * (2 - input.ndim) + tuple(input.shape)


# --- several labels -----------------------------------------------------------------------------------------------------


def labels(target):
    """How often each class stands in the rows of target [N, C], which end at the first -1."""
    xp, (rows, classes) = array_module(target), target.shape
    counts = xp.zeros((rows, classes), int)
    named = xp.logical_and.accumulate(target >= 0, 1)
    xp.add.at(counts, (xp.nonzero(named)[0], target[named]), 1)
    return counts


def pushes(x, target):
    """[N, label, other]: how far the others come too near to the labels, and how often each pair counts."""
    counts = labels(target)
    return 1 - x[:, :, None] + x[:, None, :], counts[:, :, None] * (counts == 0)[:, None, :]


@op(derivative="MultilabelMarginLossBackward0")
def _multilabel_margin(x, target, reduction):
    check_kind(x, "multilabel_margin_loss_forward_out_frame", "float16 bfloat16")
    apart, counts = pushes(x, target)
    losses = (array_module(x).maximum(apart, 0) * counts).sum((1, 2)) / max(x.shape[1], 1)
    return reduced(losses.astype(x.dtype, copy=False), reduction)


def multilabel_margin_back(g, x, target, reduction):
    """Every label too near to another class is pushed up, the other one down."""
    apart, counts = pushes(bare(x), bare(target))
    active = (counts * (apart > 0)).astype(bare(x).dtype)
    slope = beside(x, (active.sum(1) - active.sum(2)) / x.shape[1])
    return slope.reshape(x.shape) * share(g, x.shape[:1], reduction).reshape((-1, 1))


_multilabel_margin.grad(x=multilabel_margin_back)


def multilabel_margin_loss(input, target, size_average=None, reduce=None, reduction="mean"):
    """The mean over the batch of sum(max(0, 1 - (x[y] - x[j]))) / C over all labels y and all other classes j.

    input   [N, C] or [C], scores
    target  of the same shape, the labels of each example, which end at the first -1

    Errors: RuntimeError for other sizes and classes that are not there.
    Source: PyTorch, torch.nn.functional.multilabel_margin_loss.
    """
    reduction = check_reduction(reduction, size_average, reduce)
    rows, classes = rows_of(input)
    if target._array.shape != input._array.shape and (input.ndim or target.numel() != 1):
        raise RuntimeError(f"inconsistent target size: {list(target.shape)} for input of size: {list(input.shape)}")
    array = target._array
    if array.size and (array.min() < -1 or array.max() >= classes):
        raise RuntimeError("argument #2 'target' is out of range")
    whole = _multilabel_margin(reshape(input, (rows, classes)), target.reshape(rows, classes), reduction)
    whole = step_of(whole, "MultilabelMarginLossBackward0", input)
    return reshape(whole, ()) if reduction == "none" and input.ndim < 2 else whole


def multilabel_soft_margin_loss(input, target, weight=None, size_average=None, reduce=None, reduction="mean"):
    """The mean of -(t log(sigmoid(x)) + (1 - t) log(sigmoid(-x))), first over the classes, the last dimension.

    weight  [C], how much each class counts

    Errors: ValueError for another reduction. Source: PyTorch, torch.nn.functional.multilabel_soft_margin_loss.
    """
    reduction = check_reduction(reduction, size_average, reduce)
    losses = -(target * logsigmoid(input) + (1 - target) * logsigmoid(-input))
    if weight is not None:
        losses = losses * weight
    return reduced(sum(losses, -1) / input.shape[-1], reduction)
