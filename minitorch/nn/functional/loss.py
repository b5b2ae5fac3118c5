"""loss: cross_entropy, nll_loss, mse_loss, l1_loss (core).

The functions have the names and arguments that they have in PyTorch's torch.nn.functional, where they are found too.
"""

import math

from ..._holes import hole
from ..._tensor import Tensor, wrap
from ...backend import array_module
from ...dtypes import from_numpy_dtype, int64, promote_types
from ...notes import warn, with_note
from ...ops.index.gather import INT64, beyond, gather, scatter_add, zeros
from ...ops.index.where import masked
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
    """ "mean" for what programs wrote until 2018. Errors: ValueError for any other word."""
    if reduction == "elementwise_mean":
        warn("reduction='elementwise_mean' is deprecated. Please use reduction='mean' instead.")
        return "mean"
    raise with_note(ValueError(f"{reduction} is not a valid value for reduction"), "It is 'none', 'mean' or 'sum'.")


def from_flags(size_average, reduce):
    """What two old arguments of PyTorch's losses say, with its warning that they are old."""
    meant = "none" if reduce is False else "sum" if size_average is False else "mean"
    text = f"size_average and reduce args will be deprecated, please use reduction='{meant}' instead."
    warn(text)
    return meant


def reduced(loss, reduction):
    """All losses, their mean, or their sum; for arrays and tensors alike."""
    if not isinstance(loss, Tensor) and sums_in(loss.dtype) != loss.dtype:
        return reduced(loss.astype("float32"), reduction).astype(loss.dtype)
    return loss if reduction == "none" else loss.mean() if reduction == "mean" else loss.sum()


# --- the right class ------------------------------------------------------------------------------------------------------


def nll_name(x, *rest):
    return "NllLossBackward0" if x.ndim <= 2 else "NllLoss2DBackward0"


def class_weights(x, target, weight, ignore_index, reduction):
    """(the targets with 0 for those to ignore, what each place counts), the latter with the mean's division in it."""
    xp = array_module(x)
    counts = target != ignore_index
    target = xp.where(counts, target, 0)
    each = counts.astype(sums_in(x.dtype)) if weight is None else counts * weight[target].astype(sums_in(weight.dtype))
    return target, (each / each.sum() if reduction == "mean" else each)


def sums_in(dtype):
    """The dtype in which numbers of this one are added up: half precision would lose the small ones beside a large sum."""
    return "float32" if dtype.itemsize == 2 else dtype


@op(derivative=nll_name)
def _nll(x, target, weight, ignore_index, reduction):
    """x [N, C, ...] holds log-probabilities, target [N, ...] the right classes."""
    classes = x.shape[1]
    wrong = target[((target < 0) | (target >= classes)) & (target != ignore_index)]
    if wrong.size:
        raise with_note(
            IndexError(f"Target {wrong[0]} is out of bounds."), f"There are {classes} classes: 0 to {classes - 1}."
        )
    if x.dtype.itemsize == 2 and reduction != "none" and target.size:
        target, each = class_weights(x, target, weight, ignore_index, "sum")
        return nll_in_steps(x, target, weight, each, reduction)
    target, each = class_weights(x, target, weight, ignore_index, reduction)
    picked = gather.forward(x, 1, target[:, None])[:, 0] if target.size else each
    losses = -picked * each
    losses[each == 0] = 0  # also where the log-probability is -inf
    if reduction == "mean" and not losses.size:
        return x.dtype.type("nan")  # of nothing there is no mean
    return (losses if reduction == "none" else losses.sum(dtype=sums_in(x.dtype))).astype(x.dtype, copy=False)


def nll_in_steps(x, target, weight, each, reduction):
    """The same in half precision, in which PyTorch adds up the losses."""
    losses = (-gather.forward(x, 1, target[:, None])[:, 0] * each).astype(x.dtype)
    losses[each == 0] = 0
    total = in_cascade(losses.reshape(-1))
    return total / sum_of_weights(each, weight, x.dtype) if reduction == "mean" else total


def in_cascade(numbers):
    """A sum in half precision as PyTorch rounds it: at each addition, in sums of 16, and sums of 16 of those."""
    xp, kind = array_module(numbers), numbers.dtype
    first, rest, parts = numbers[:1], numbers[1:], []
    for _ in range(7):
        whole = len(rest) // 16 * 16
        parts.append(xp.add.accumulate(xp.append(kind.type(0), rest[whole:]))[-1:])
        rest = xp.add.accumulate(rest[:whole].reshape(-1, 16), 1)[:, -1]
    total = xp.add.accumulate(xp.concatenate([*parts, xp.add.accumulate(xp.append(first, rest))[-1:]]))[-1:]
    return total.reshape(())


def sum_of_weights(each, weight, kind):
    """What the mean's sum is divided by: weights of half precision are added up as losses are, ones are counted."""
    if weight is None or kind.itemsize > 2:
        return each.sum().astype(kind)
    return in_cascade(each.astype(kind).reshape(-1))


def nll_back(g, x_shape, target, weight, ignore_index, reduction):
    """-weight at the right class, 0 elsewhere; of the mean, a share of it."""
    arrays = [getattr(a, "_array", a) for a in (g, target, weight)]
    counts = arrays[1] != ignore_index
    target, each = class_weights(*arrays, ignore_index, "sum")
    g = g / sum_of_weights(each, arrays[2], arrays[0].dtype).item() if reduction == "mean" else g
    each = each.astype(arrays[0].dtype, copy=False)
    if isinstance(g, Tensor):
        target, each, counts = wrap(target), wrap(each), wrap(counts)
    to_each = unsqueeze(masked(g * -each, counts), 1)  # where nothing counts, a share of the mean is nan
    return scatter_add(zeros(g, x_shape), 1, unsqueeze(target, 1), to_each)


_nll.grad(x=nll_back)


@one_step
def nll_loss(input, target, weight=None, size_average=None, ignore_index=-100, reduce=None, reduction="mean"):
    """Minus the log-probability that `input` [N, C, ...] gives to the class `target` [N, ...].

    weight [C] makes classes count more or less; targets equal to ignore_index do not count at all.

    Errors: IndexError for a class that is not there; ValueError, RuntimeError for sizes that do not fit.
    Source: PyTorch, torch.nn.functional.nll_loss.
    """
    reduction = check_reduction(reduction, size_average, reduce)
    ndim, shape, target_shape = input.ndim, input._array.shape, target._array.shape
    if ndim == 0:
        raise ValueError(f"Expected 1 or more dimensions (got {ndim})")
    if ndim != 1 and shape[0] != (target_shape or (None,))[0]:
        raise ValueError(
            f"Expected input batch_size ({shape[0]}) to match target batch_size ({(target_shape or (0,))[0]})."
        )
    if ndim == 1 and target.ndim > 1 or ndim == 2 and target.ndim != 1:
        raise with_note(
            RuntimeError("0D or 1D target tensor expected, multi-target not supported"),
            f"The target's shape is {list(target_shape)}.",
        )
    if ndim > 2 and target_shape != (shape[0], *shape[2:]):
        if target.ndim != ndim - 1:
            raise RuntimeError(
                f"only batches of spatial targets supported ({ndim - 1}D tensors) but got targets of dimension: {target.ndim}"
            )
        raise RuntimeError(f"Expected target size {[shape[0], *shape[2:]]}, got {list(target_shape)}")
    if target._array.dtype != "int64" and target._array.dtype != "uint8":
        raise RuntimeError(f"expected target dtype to be Long or Byte, but got {target.dtype.title}")
    target = target if target._array.dtype == "int64" else target.to(int64)
    if weight is not None and weight.dtype is not input.dtype:
        raise RuntimeError(f"expected scalar type {input.dtype.title} but found {weight.dtype.title}")
    classes = shape[0] if ndim == 1 else shape[1]
    if weight is not None and weight._array.shape != (classes,):
        raise RuntimeError(
            f"weight tensor should be defined either for all {classes} classes or no classes but got weight tensor of "
            f"shape: {list(weight.shape)}"
        )
    if ndim > 1:
        return _nll(input, target, weight, ignore_index, reduction)
    single = _nll(unsqueeze(input, 0), reshape(target, (1,)), weight, ignore_index, reduction)
    return reshape(single, ()) if reduction == "none" and not target.ndim else single


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


@hole
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
    scores, classes = input._array, target._array
    if not 0 <= label_smoothing <= 1:
        raise RuntimeError(f"label_smoothing must be between 0.0 and 1.0. Got: {label_smoothing:g}")
    dim = 0 if scores.ndim == 1 else 1
    if scores.ndim == 0:
        raise IndexError(
            "Dimension out of range (expected to be in range of [-1, 0], but got 1): input has no dimensions"
        )
    if scores.shape == classes.shape:
        check_probabilities(target, ignore_index)
        return soft_cross_entropy(log_softmax(input, dim), target, weight, reduction, label_smoothing, dim)
    logs = log_softmax(input, dim)
    hard = nll_loss(logs, target, weight, ignore_index=ignore_index, reduction=reduction)
    if label_smoothing == 0:
        return hard
    even = smooth(logs, classes != ignore_index, weight, classes, reduction, dim)
    return hard * (1 - label_smoothing) + even * (label_smoothing / scores.shape[dim])


def check_probabilities(target, ignore_index):
    """Raise PyTorch's errors for a target in the shape of the input which holds no probabilities."""
    if not target.is_floating_point():
        raise RuntimeError(
            f"Expected floating point type for target with class probabilities, got {target.dtype.title}"
        )
    if ignore_index >= 0:
        raise RuntimeError("ignore_index is not supported for floating point target")


def smooth(logs, counts, weight, classes, reduction, dim):
    """The loss against even probabilities, for label smoothing."""
    if weight is not None:
        logs = logs * reshape(weight, (-1,) + (1,) * (logs.ndim - 1 - dim))
    losses = -logs.sum(dim) * wrap(counts).to(logs.dtype)
    if reduction != "mean":
        return losses if reduction == "none" else losses.sum()
    total = counts.sum() if weight is None else weight._array[classes[counts]].sum()
    return losses.sum() / total.item()


def soft_cross_entropy(logs, target, weight, reduction, label_smoothing, dim):
    """cross_entropy when the target is a probability for every class."""
    classes = logs.shape[dim]
    if label_smoothing:
        target = target * (1 - label_smoothing) + label_smoothing / classes
    if weight is not None:
        logs = logs * reshape(weight, (-1,) + (1,) * (logs.ndim - 1 - dim))
    losses = -(logs * target).sum(dim)
    if reduction != "mean":
        return losses if reduction == "none" else losses.sum()
    return losses.sum() / (logs.numel() // classes if classes else 0)


def share(g, shape, reduction):
    """The gradient of each single loss: g, or for the mean g divided by how many there are."""
    return g / math.prod(shape) if reduction == "mean" else g


def warn_of_sizes(input, target):
    """PyTorch warns when the sizes differ, for broadcasting a loss is rarely meant; or they do not fit at all."""
    broadcast_shapes(input._array.shape, target._array.shape)
    if input._array.shape != target._array.shape:
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
    """Raise PyTorch's error for an array of integers, whose mean would be none."""
    check_kind(x, "mse_cpu")


def check_kind(x, name, others=""):
    """Raise PyTorch's error for integers, and other dtypes, for which its kernel of this name was not written."""
    if x.dtype.kind in "biu" or x.dtype.name in others.split():
        raise NotImplementedError(f"\"{name}\" not implemented for '{from_numpy_dtype(x.dtype).title}'")


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
    if weight is not None:
        check_weight(input, weight)
        losses = _mse(*alike(input, target), "none") * weight
        return losses.sum() / weight.sum() if reduction == "mean" else reduced(losses, reduction)
    return _mse(*alike(input, target), reduction)


def check_weight(input, weight):
    """Raise for a weight that is not one for each number of the input."""
    if weight._array.shape != input._array.shape:
        raise ValueError("Weights and input must have the same size.")


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
    if weight is not None:
        check_weight(input, weight)
        losses = losses * weight
        return losses.sum() / weight.sum() if reduction == "mean" else reduced(losses, reduction)
    return reduced(losses, reduction)
