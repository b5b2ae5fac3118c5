"""binary_cross_entropy, binary_cross_entropy_with_logits (core)."""

from ...backend import array_module
from ...ops.casting import autocasts
from ...ops.comparison.clamp import _clamp_min
from ...ops.op import op
from ...ops.pointwise.activation import sigmoid
from ...ops.pointwise.arithmetic import abs
from ...ops.pointwise.exp_log import exp, log, log1p
from ...ops.view.expand import broadcast_shapes
from .loss import check_reduction, reduced, share, sums_in

__all__ = ["binary_cross_entropy_with_logits"]


@op(derivative="BinaryCrossEntropyBackward0")
def _bce(input, target, weight, reduction):
    for name, numbers in (("input", input), ("target", target)):
        if numbers.size and not (numbers.min() >= 0 and numbers.max() <= 1):
            raise RuntimeError(f"all elements of {name} should be between 0 and 1")
    # -100 at the least: the loss of a probability of 0 stays finite
    of_not, of_one = [_clamp_min(log, -100.0).astype(input.dtype, copy=False) for log in (log1p(-input), log(input))]
    losses = (target - 1) * of_not - target * of_one
    return reduced(losses if weight is None else losses * weight, reduction)


def each(g, weight, reduction):
    """The gradient of each single loss before it was weighed and the mean was taken."""
    return share(g if weight is None else g * weight, g.shape, reduction)


_bce.grad(
    input=lambda g, input, target, weight, reduction: each(
        g * (input - target) / _clamp_min((1 - input) * input, 1e-12), weight, reduction
    ),
    target=lambda g, input, weight, reduction: each(-log(input / (1 - input)) * g, weight, reduction),
)


@autocasts("full")
def binary_cross_entropy(input, target, weight=None, size_average=None, reduce=None, reduction="mean"):
    """The mean of -(t log(p) + (1 - t) log(1 - p)) for probabilities p = input and targets t.

    Errors: RuntimeError for a p or t outside [0, 1]. Source: PyTorch, torch.nn.functional.binary_cross_entropy.
    """
    reduction = check_reduction(reduction, size_average, reduce)
    if target.shape != input.shape:
        raise ValueError(f"Target size ({target.shape}) must be the same as input size ({input.shape})")
    if target.dtype is not input.dtype:
        raise RuntimeError(f"Found dtype {target.dtype.title} but expected {input.dtype.title}")
    check_weights(input, weight)
    return _bce(input, target, weight, reduction)


def check_weights(input, *weights):
    """Raise for weights that are larger than the input."""
    shapes = [w.shape for w in weights if w is not None]
    if broadcast_shapes(input.shape, *shapes) != tuple(input.shape):
        raise RuntimeError(f"weights of shapes {shapes} do not broadcast to the input's shape {list(input.shape)}")


@op(derivative="BinaryCrossEntropyWithLogitsBackward0")
def _bce_logits(input, target, weight, pos_weight, reduction):
    xp = array_module(input)
    # log(sigmoid(input)) = -(max(-input, 0) + log(1 + exp(-|input|))): exp never sees a large number
    wide = input.astype(sums_in(input.dtype), copy=False)
    tail = xp.log1p(xp.exp(-xp.abs(wide))) + xp.maximum(-wide, 0)
    losses = (1 - target) * wide + (tail if pos_weight is None else (1 + (pos_weight - 1) * target) * tail)
    return reduced((losses if weight is None else losses * weight).astype(input.dtype, copy=False), reduction)


def logits_back(g, input, target, weight, pos_weight, reduction):
    """sigmoid(input) - target, times the weights."""
    p = sigmoid(input)
    if pos_weight is None:
        return each(g * (p - target), weight, reduction)
    return each(g * ((pos_weight * target + 1 - target) * p - pos_weight * target), weight, reduction)


def logits_to_target(g, input, weight, pos_weight, reduction):
    """d loss / d target = -input; with pos_weight, log(1 - p) - pos_weight log(p)."""
    tail = log1p(exp(-abs(input))) + _clamp_min(-input, 0.0)
    return each((-input if pos_weight is None else -input + (pos_weight - 1) * tail) * g, weight, reduction)


_bce_logits.grad(input=logits_back, target=logits_to_target)


@autocasts("full")
def binary_cross_entropy_with_logits(
    input, target, weight=None, size_average=None, reduce=None, reduction="mean", pos_weight=None
):
    """binary_cross_entropy(sigmoid(input), target), in a form that is stable for large scores.

    pos_weight  how much more a target of 1 counts than a target of 0

    Source: PyTorch, torch.nn.functional.binary_cross_entropy_with_logits.
    """
    reduction = check_reduction(reduction, size_average, reduce)
    if target.shape != input.shape:
        raise ValueError(f"Target size ({target.shape}) must be the same as input size ({input.shape})")
    if not target.is_floating_point():
        raise RuntimeError(f"Found dtype {target.dtype.title} but expected {input.dtype.title}")
    check_weights(input, weight, pos_weight)
    return _bce_logits(input, target, weight, pos_weight, reduction)
