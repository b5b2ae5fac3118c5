"""loss: cross_entropy, nll_loss, mse_loss, l1_loss (core).

The functions have the names and arguments that they have in PyTorch's torch.nn.functional, where they are found too.
"""

import math

from ..._extension import extension_point
from ..._tensor import Tensor, wrap
from ...backend import array_module
from ...dtypes import from_numpy_dtype, int64, promote_types
from ...errors import warn, with_note
from ...ops.index.gather import INT64, beyond, gather, scatter_add, zeros
from ...ops.one_step import one_step
from ...ops.op import FLOAT_DTYPES, op
from ...ops.pointwise.softmax import _softmax, log_softmax
from ...ops.reduction.sum import sum
from ...ops.view.expand import broadcast_shapes
from ...ops.view.reshape import reshape
from ...ops.view.squeeze import unsqueeze

__all__ = []


def check_reduction(reduction, size_average=None, reduce=None):
    """ "none", "mean" or "sum"; the two flags are what PyTorch had before it."""
    if size_average is not None or reduce is not None:
        return from_flags(size_average, reduce)
    if reduction not in ("none", "mean", "sum"):
        return older_word(reduction)
    return reduction


def older_word(reduction):
    """Raise for any other word."""
    raise with_note(ValueError(f"{reduction} is not a valid value for reduction"), "It is 'none', 'mean' or 'sum'.")


def from_flags(size_average, reduce):
    """What two old arguments of PyTorch's losses say, with its warning that they are old."""
    meant = "none" if reduce is False else "sum" if size_average is False else "mean"
    warn(f"size_average and reduce args will be deprecated, please use reduction='{meant}' instead.")
    return meant


def reduced(loss, reduction):
    """All losses, their mean, or their sum; for arrays and tensors alike."""
    if not isinstance(loss, Tensor) and sums_in(loss.dtype) != loss.dtype:
        return reduced(loss.astype("float32"), reduction).astype(loss.dtype)
    return loss if reduction == "none" else loss.mean() if reduction == "mean" else loss.sum()


# --- the right class ------------------------------------------------------------------------------------------------------


@op
def still(g, x):
    """g, in a step that x takes part in: a slope that does not change with x has a derivative, which is 0."""
    return g


still.grad(g=lambda g: g, x=lambda g, x_shape: zeros(g, x_shape))


def nll_name(x, *rest):
    return "NllLossBackward0" if x.ndim <= 2 else "NllLoss2DBackward0"


def class_weights(target, weight, ignore_index, reduction, kind):
    """(the targets with 0 for those to ignore, what each place counts), the latter with the mean's division in it."""
    counts = target != ignore_index
    target = array_module(target).where(counts, target, 0)
    each = counts.astype(kind) if weight is None else (counts * weight[target]).astype(kind)
    return target, (each / each.sum() if reduction == "mean" else each)


def sums_in(dtype):
    """The dtype in which numbers of this one are added up: half precision would lose the small ones beside a large sum."""
    return "float32" if dtype.itemsize == 2 else dtype


@op(derivative=nll_name)
def _nll(x, target, weight, ignore_index, reduction):
    """x [N, C, ...] holds log-probabilities, target [N, ...] the right classes."""
    target, each = class_weights(target, weight, ignore_index, reduction, sums_in(x.dtype))
    losses = -gather.forward(x, 1, target[:, None])[:, 0] * each
    losses[each == 0] = 0  # also where the log-probability is -inf
    if reduction == "mean" and not losses.size:
        return x.dtype.type("nan")  # of nothing there is no mean
    return (losses if reduction == "none" else losses.sum()).astype(x.dtype, copy=False)


def nll_back(g, x, target, weight, ignore_index, reduction):
    """-weight at the right class, 0 elsewhere; of the mean, a share of it."""
    kind, target, weight = (getattr(one, "_array", one) for one in (g, target, weight))
    counts = target != ignore_index
    target, each = class_weights(target, weight, ignore_index, reduction, kind.dtype)
    each = array_module(each).where(counts, each, each.dtype.type(0))  # of a mean of nothing all shares are nan
    if isinstance(g, Tensor):
        target, each = wrap(target), wrap(each)
    return still(scatter_add(zeros(g, x.shape), 1, unsqueeze(target, 1), unsqueeze(g * -each, 1)), x)


_nll.grad(x=nll_back)


@one_step
def nll_loss(input, target, weight=None, size_average=None, ignore_index=-100, reduce=None, reduction="mean"):
    """Minus the log-probability that `input` [N, C, ...] gives to the class `target` [N, ...].

    weight [C] makes classes count more or less; targets equal to ignore_index do not count at all.

    Errors: IndexError for a class that is not there; ValueError, RuntimeError for sizes that do not fit.
    Source: PyTorch, torch.nn.functional.nll_loss.
    """
    reduction = check_reduction(reduction, size_average, reduce)
    check_nll(input, target, weight, ignore_index)
    target = target if target.dtype is int64 else target.to(int64)
    if input.ndim > 1:
        return _nll(input, target, weight, ignore_index, reduction)
    single = _nll(unsqueeze(input, 0), reshape(target, (1,)), weight, ignore_index, reduction)
    return reshape(single, ()) if reduction == "none" and not target.ndim else single


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
        error = IndexError(f"Target {wrong[0]} is out of bounds.")
        raise with_note(error, f"There are {classes} classes: 0 to {classes - 1}.")
    if weight is not None and (tuple(weight.shape) != (classes,) or weight.dtype is not input.dtype):
        raise RuntimeError(
            f"weight should be of shape [{classes}] and {input.dtype}, not {list(weight.shape)}, {weight.dtype}"
        )


@op(derivative="NllLossBackward0")
def _cross_entropy(x, target):
    """The mean of -log(softmax(x))[target] for x [N, C]: the common case of cross_entropy, in one step.

    Fused for speed: forward and backward of 32 x 10 numbers take half the time of log_softmax and nll_loss in turn. The
    largest score of a row is taken off first, so that exp cannot overflow.
    """
    xp, n = array_module(x), len(target)
    x = x - x.max(axis=1, keepdims=True)
    right = x[xp.arange(n), target]
    return (xp.log(xp.exp(x).sum(axis=1)) - right).sum() / x.dtype.type(n)


@op
def off_target(x, target):
    """softmax(x) with 1 taken off at the right class: how far the probabilities are from certainty."""
    p = _softmax.forward(x, 1)
    p[array_module(x).arange(len(target)), target] -= 1
    return p


off_target.grad(x=lambda g, x: softmax_slope(g, _softmax(x, 1)))
_cross_entropy.grad(x=lambda g, x, target: off_target(x, target) * (g / x.shape[0]))


def softmax_slope(g, p):
    """The gradient through a softmax whose result is p."""
    return p * (g - sum(g * p, 1, True))


@extension_point
def mean_cross_entropy(input, target):
    """cross_entropy where nothing but scores [N, C] and right classes [N] is given; fast/ has a quicker one."""
    return _cross_entropy(input, target)


def cross_entropy(
    input, target, weight=None, size_average=None, ignore_index=-100, reduce=None, reduction="mean", label_smoothing=0.0
):
    """How badly the scores `input` [N, C, ...] predict `target`: the mean of -log(softmax(input)) at the right class.

    input            scores (logits): one per class, in dimension 1; or [C] for a single example
    target           the right classes [N, ...], ints; or probabilities in the shape of input
    weight           [C], how much each class counts
    ignore_index     a class number that does not count
    label_smoothing  this much of every target is spread evenly over all classes

    >>> import minitorch as mt
    >>> mt.nn.functional.cross_entropy(mt.tensor([[0.0, 0.0]]), mt.tensor([1]))
    tensor(0.6931)

    Errors: IndexError for a class that is not there; ValueError, RuntimeError for sizes and dtypes that do not fit.
    Source: PyTorch, torch.nn.functional.cross_entropy.
    """
    reduction = check_reduction(reduction, size_average, reduce)
    plain = weight is None and not label_smoothing and reduction == "mean" and ignore_index < 0
    if plain and are_classes(target._array, input._array):
        return mean_cross_entropy(input, target)
    return general_cross_entropy(input, target, weight, ignore_index, reduction, label_smoothing)


def are_classes(target, scores):
    """Whether the array `target` [N] holds a class, an integer from 0 to C - 1, for each row of the scores [N, C]."""
    if scores.ndim != 2 or scores.dtype not in FLOAT_DTYPES or target.dtype is not INT64:
        return False
    return target.shape == scores.shape[:1] and target.size > 0 and not beyond(target, scores.shape[1])


@one_step
def general_cross_entropy(input, target, weight, ignore_index, reduction, label_smoothing):
    """cross_entropy with everything that may be asked of it, as log_softmax and nll_loss in turn."""
    if not 0 <= label_smoothing <= 1:
        raise RuntimeError(f"label_smoothing must be between 0.0 and 1.0. Got: {label_smoothing:g}")
    dim = 0 if input.ndim == 1 else 1
    if input.ndim and input.shape == target.shape:
        return soft_cross_entropy(input, target, weight, ignore_index, reduction, label_smoothing, dim)
    logs = log_softmax(input, dim)
    hard = nll_loss(logs, target, weight, ignore_index=ignore_index, reduction=reduction)
    if label_smoothing == 0:
        return hard
    counts = target != ignore_index
    even = -weighted(logs, weight, dim).sum(dim) * counts.to(logs.dtype)
    if reduction == "mean":
        even = even.sum() / (counts if weight is None else weight[target[counts]]).sum()
    elif reduction == "sum":
        even = even.sum()
    return hard * (1 - label_smoothing) + even * (label_smoothing / logs.shape[dim])


def soft_cross_entropy(input, target, weight, ignore_index, reduction, label_smoothing, dim):
    """cross_entropy when the target is a probability for every class."""
    if not target.is_floating_point():
        raise RuntimeError(
            f"Expected floating point type for target with class probabilities, got {target.dtype.title}"
        )
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


def share(g, shape, reduction):
    """The gradient of each single loss: g, or for the mean g divided by how many there are."""
    return g / math.prod(shape) if reduction == "mean" else g


def warn_of_sizes(input, target):
    """PyTorch warns when the sizes differ, for broadcasting a loss is rarely meant; or they do not fit at all."""
    if input._array.shape != target._array.shape:
        broadcast_shapes(input._array.shape, target._array.shape)
        warn(
            f"Using a target size ({target.shape}) that is different to the input size ({input.shape}). This will likely "
            "lead to incorrect results due to broadcasting. Please ensure they have the same size."
        )


@op(derivative="MseLossBackward0")
def _mse(x, y, reduction):
    check_no_integers(x)
    apart = x - y
    return reduced(apart * apart, reduction)


def check_no_integers(x):
    """Raise for an array of integers, whose mean would be none."""
    if x.dtype.kind in "biu":
        raise NotImplementedError(f"this loss is not implemented for '{from_numpy_dtype(x.dtype).title}'")


def mse_back(g, x, y, reduction):
    """The gradient of x for (x - y)**2, reduced; that of y is the same with the other sign."""
    apart = x - y
    return apart * (2 * share(g, apart.shape, reduction))


_mse.grad(
    x=lambda g, x, y, reduction: mse_back(g, x, y, reduction),
    y=lambda g, x, y, reduction: -mse_back(g, x, y, reduction),
)


def mse_loss(input, target, size_average=None, reduce=None, reduction="mean", weight=None):
    """The mean of the squared differences. Source: PyTorch, torch.nn.functional.mse_loss."""
    reduction = check_reduction(reduction, size_average, reduce)
    warn_of_sizes(input, target)
    if weight is None:
        return _mse(*alike(input, target), reduction)
    return mean_of_weighted(_mse(*alike(input, target), "none"), weight, reduction)


def mean_of_weighted(losses, weight, reduction):
    """Losses times how much each counts, and their mean by those weights."""
    if weight.shape != losses.shape:
        raise ValueError("Weights and input must have the same size.")
    return (losses * weight).sum() / weight.sum() if reduction == "mean" else reduced(losses * weight, reduction)


def alike(x, y):
    """Two tensors in their common dtype: both count, also one without dimensions, for PyTorch broadcasts them first."""
    if x.dtype is y.dtype:
        return x, y
    kind = promote_types(x.dtype, y.dtype)
    return x.to(kind), y.to(kind)


def l1_loss(input, target, size_average=None, reduce=None, reduction="mean", weight=None):
    """The mean of the absolute differences. Source: PyTorch, torch.nn.functional.l1_loss."""
    reduction = check_reduction(reduction, size_average, reduce)
    warn_of_sizes(input, target)
    input, target = alike(input, target)
    losses = (input - target).abs()
    return reduced(losses, reduction) if weight is None else mean_of_weighted(losses, weight, reduction)
