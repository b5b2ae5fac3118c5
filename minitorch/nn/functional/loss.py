"""loss: cross_entropy, mse_loss (core).

The functions have the names and arguments that they have in PyTorch's torch.nn.functional, where they are found too.
"""

import math

from ..._extension import extension_point
from ..._lazy import load
from ..._tensor import Tensor
from ...backend import array_module
from ...dtypes import from_numpy_dtype, promote_types
from ...errors import warn, with_note
from ...ops.casting import autocasts
from ...ops.index.bounds import INT64, beyond, zeros
from ...ops.op import FLOAT_DTYPES, op
from ...ops.pointwise.softmax import _softmax, softmax_along
from ...ops.reduction.sum import sum
from ...ops.view.expand import broadcast_shapes

__all__ = []


def check_reduction(reduction, size_average=None, reduce=None):
    """ "none", "mean" or "sum"; the two flags are what PyTorch had before it."""
    if size_average is not None or reduce is not None:
        return from_flags(size_average, reduce)
    if reduction not in ("none", "mean", "sum"):
        raise with_note(ValueError(f"{reduction} is not a valid value for reduction"), "It is 'none', 'mean' or 'sum'.")
    return reduction


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
def still(g, input):
    """g, in a step that input takes part in: a slope that does not change with input has a derivative, which is 0."""
    return g


still.grad(g=lambda g: g, input=lambda g, input_shape: zeros(g, input_shape))


def sums_in(dtype):
    """The dtype in which numbers of this one are added up: half precision would lose the small ones beside a large sum."""
    return "float32" if dtype.itemsize == 2 else dtype


@op(derivative="NllLossBackward0")
def _cross_entropy(input, target):
    """The mean of -log(softmax(input))[target] for input [N, C]: the common case of cross_entropy, in one step.

    Joint for speed: forward and backward of 32 input 10 numbers take half the time of log_softmax and nll_loss in turn. The
    largest score of a row is taken off first, so that exp cannot overflow.
    """
    xp, n = array_module(input), len(target)
    input = input - input.max(axis=1, keepdims=True)
    right = input[xp.arange(n), target]
    return (xp.log(xp.exp(input).sum(axis=1)) - right).sum() / input.dtype.type(n)


@op
def off_target(input, target):
    """softmax(input) with 1 taken off at the right class: how far the probabilities are from certainty."""
    p = softmax_along(input, 1)
    p[array_module(input).arange(len(target)), target] -= 1
    return p


off_target.grad(input=lambda g, input: softmax_slope(g, _softmax(input, 1)))
_cross_entropy.grad(input=lambda g, input, target: off_target(input, target) * (g / input.shape[0]))


def softmax_slope(g, p):
    """The gradient through a softmax whose result is p."""
    return p * (g - sum(g * p, 1, True))


def weighted_loss(logs, target, weight=None, ignore_index=-100, reduction="mean", label_smoothing=0.0):
    """Minus the log-probability at the right class, for log-probabilities [N, C] and targets [N], with all options.

    The mean is divided by the weights of the right classes, of the rows that count: their size does not matter.
    """
    counts = target != ignore_index
    right = target.where(counts, 0)
    each = counts.to(logs.dtype) if weight is None else counts * weight.gather(0, right)
    losses = -logs.gather(1, right.unsqueeze(1)).squeeze(1) * each
    if label_smoothing:
        even = logs.mean(1) if weight is None else (logs * weight).mean(1)
        losses = (1 - label_smoothing) * losses - label_smoothing * even
    losses = losses.where(counts, 0.0)
    if reduction == "none":
        return losses
    return losses.sum() / (1 if reduction == "sum" else each.sum())


@extension_point
def mean_cross_entropy(input, target):
    """cross_entropy where nothing but scores [N, C] and right classes [N] is given; fast/ has a quicker one."""
    return _cross_entropy(input, target)


@autocasts("full")
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


def general_cross_entropy(*arguments):
    """cross_entropy with weights, smoothing, probabilities or another reduction: in a file that is loaded when it is asked for."""
    try:
        return load("minitorch.nn.functional.class_loss").general_cross_entropy(*arguments)
    except (IndexError, RuntimeError, ValueError) as error:
        # the error is about the arguments: the rest of the traceback would not help
        raise error.with_traceback(None) from None


# --- how far numbers are apart ----------------------------------------------------------------------------------------------


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
def _mse(input, other, reduction):
    check_no_integers(input)
    apart = input - other
    return reduced(apart * apart, reduction)


def check_no_integers(x):
    """Raise for an array of integers, whose mean would be none."""
    if x.dtype.kind in "biu":
        raise NotImplementedError(f"this loss is not implemented for '{from_numpy_dtype(x.dtype).title}'")


def mse_back(g, input, other, reduction):
    """The gradient of input for (input - other)**2, reduced; that of other is the same with the other sign."""
    apart = input - other
    return apart * (2 * share(g, apart.shape, reduction))


_mse.grad(
    input=lambda g, input, other, reduction: mse_back(g, input, other, reduction),
    other=lambda g, input, other, reduction: -mse_back(g, input, other, reduction),
)


@autocasts("full")
def mse_loss(input, target, size_average=None, reduce=None, reduction="mean"):
    """The mean of the squared differences. Source: PyTorch, torch.nn.functional.mse_loss."""
    reduction = check_reduction(reduction, size_average, reduce)
    warn_of_sizes(input, target)
    return _mse(*alike(input, target), reduction)


def alike(x, y):
    """Two tensors in their common dtype: both count, also one without dimensions, for PyTorch broadcasts them first."""
    if x.dtype is y.dtype:
        return x, y
    kind = promote_types(x.dtype, y.dtype)
    return x.to(kind), y.to(kind)
