"""ctc: ctc_loss: connectionist temporal classification: a sequence of labels whose places in time are not known (shelf)."""

import math

from ..._tensor import Tensor, wrap
from ...backend import array_module, to_device
from ...creation.arange import arange
from ...ops.casting import autocasts
from ...ops.index.where import where
from ...ops.join.cat import cat
from ...ops.one_step import one_step
from ...ops.pointwise.exponential import logaddexp
from .loss import check_reduction, reduced
from .steps import named

# Every way to write the labels into T steps, each label as often as it likes and with blanks between them, is a path. The
# sum over all paths is found step by step: alpha[n, s] is the log of the probability of all ways to have got at step t
# to state s, where the states are blank, label, blank, label ... blank.
LEAST = -1e30  # the log of a probability of 0: differences of -inf would be nan


def states(targets, blank):
    """[N, S] -> (the classes of the states [N, 2 S + 1], whether a state can be reached from two states before it)."""
    xp = array_module(targets)
    count, length = targets.shape
    classes = xp.full((count, 2 * length + 1), blank, targets.dtype)
    classes[:, 1::2] = targets
    skips = xp.zeros(classes.shape, bool)
    skips[:, 2:] = (classes[:, 2:] != blank) & (classes[:, 2:] != classes[:, :-2])
    return wrap(classes), wrap(skips)


def minus_log_of_all_paths(log_probs, targets, lengths, target_lengths, blank):
    """log_probs [T, N, C], targets [N, S], two lengths [N] -> [N]."""
    classes, skips = states(targets, blank)
    reached = log_probs.gather(2, classes.expand(len(log_probs), *classes.shape)).clamp_min(LEAST)  # [T, N, 2 S + 1]
    nothing, width = reached.new_full((len(classes), 2), LEAST), classes.shape[1]
    alpha = where(arange(width, device=skips.device) < 2, reached[0], LEAST)
    for t in range(1, len(reached)):
        before = cat([nothing, alpha], 1)
        by_two = where(skips, before[:, :width], LEAST)
        after = logaddexp(logaddexp(alpha, before[:, 1 : width + 1]), by_two) + reached[t]
        alpha = where((lengths > t).unsqueeze(1), after, alpha)  # a sequence that has ended waits
    on_blank = alpha.gather(1, 2 * target_lengths.unsqueeze(1)).squeeze(1)
    on_label = alpha.gather(1, (2 * target_lengths.unsqueeze(1) - 1).clamp_min(0)).squeeze(1)
    losses = -logaddexp(on_blank, where(target_lengths > 0, on_label, LEAST))
    # PyTorch's gradient is that of the scores whose log_softmax log_probs is: this adds 0, with a slope of exp(log_probs)
    inside = (arange(len(reached), device=lengths.device).unsqueeze(1) < lengths).unsqueeze(2)
    powers = where(inside, log_probs.exp(), 0.0).sum((0, 2))
    losses = losses + (powers - powers.detach())
    losses = where(losses < -LEAST / 10, losses, math.inf)
    return named(where(lengths > 0, losses, where(target_lengths > 0, math.inf, losses.new_zeros(()))), "CtcLoss")


@one_step
@autocasts("full")
def ctc_loss(
    log_probs, targets, input_lengths, target_lengths, blank=0, reduction="mean", zero_infinity=False
):  # fmt: skip
    """Minus the log-probability of the targets, summed over all ways to align them with the steps.

    log_probs       [T, N, C] or [T, C]: at each step the log-probabilities of the classes
    targets         [N, S], or all of them in a row [sum(target_lengths)]; classes other than the blank
    input_lengths   [N] or one number: how many steps count        target_lengths  [N] or one number
    blank           the class that says nothing                    zero_infinity   0 where there is no alignment at all
    reduction       "mean" divides each loss by the length of its target first

    The gradient is that of the scores whose log_softmax log_probs is, as in PyTorch.

    >>> import minitorch as mt
    >>> log_probs = mt.tensor([[0.5, 0.5], [0.5, 0.5]]).log()
    >>> mt.nn.functional.ctc_loss(log_probs, mt.tensor([1]), mt.tensor(2), mt.tensor(1)).exp()
    tensor(1.3333)

    Errors: RuntimeError for sizes, lengths and dtypes that do not fit. Source: Graves et al., 2006; PyTorch,
    torch.nn.functional.ctc_loss.
    """
    reduction = check_reduction(reduction)
    pairs = ("input_lengths", input_lengths), ("target_lengths", target_lengths)
    lengths, target_lengths = (to_device(as_lengths(*pair), log_probs.device) for pair in pairs)
    batched = log_probs.ndim == 3
    whole = log_probs if batched else log_probs.unsqueeze(1)
    check_ctc(whole, targets, lengths, target_lengths, blank)
    padded = in_rows(targets._array, target_lengths)
    losses = minus_log_of_all_paths(whole, padded, wrap(lengths), wrap(target_lengths), blank)
    if zero_infinity:
        losses = where(losses == math.inf, 0.0, losses)
    if reduction == "mean":
        losses = losses / wrap(array_module(padded).maximum(target_lengths, 1).astype(losses._array.dtype))
    return reduced(losses if batched or reduction != "none" else losses.squeeze(0), reduction)


def as_lengths(name, given):
    """Lengths, a tensor or a sequence of ints, as an array [N] of int64."""
    if not isinstance(given, Tensor):
        return array_module(None).array(list(given), "int64")
    if given.is_floating_point() or given.dtype.name == "bool":
        raise RuntimeError(f"{name} must be integral")
    return given._array.reshape(-1).astype("int64")


def check_ctc(log_probs, targets, lengths, target_lengths, blank):
    """Raise for arguments that do not belong together."""
    if log_probs.ndim != 3 or not log_probs.numel():
        raise RuntimeError(f"log_probs must be [T, N, C] and not empty, but its shape is {list(log_probs.shape)}")
    steps, count, classes = log_probs.shape
    if not 0 <= blank < classes:
        raise RuntimeError("blank must be in label range")
    for name, found in (("input_lengths", lengths), ("target_lengths", target_lengths)):
        if len(found) != count or found.min() < 0:
            raise RuntimeError(f"{name} must be of size batch_size, {count}, and at least 0, but is {found.tolist()}")
    longest, whole = target_lengths.max(), target_lengths.sum()
    if targets.ndim > 1 and longest > targets.shape[1] or targets.ndim <= 1 and targets.numel() != whole:
        raise RuntimeError(f"Expected targets of size [{count}, {longest}] or [{whole}], but got {list(targets.shape)}")
    if lengths.max() > steps:
        raise RuntimeError(f"Expected input_lengths to have value at most {steps}, but got value {lengths.max()}")


def in_rows(targets, lengths):
    """Targets, in rows or all in one row, as rows as long as the longest of them, with zeros behind the shorter ones."""
    xp = array_module(targets)
    longest = int(lengths.max()) if lengths.size else 0
    inside = xp.arange(longest) < lengths[:, None]
    rows = xp.zeros(inside.shape, "int64")
    if targets.ndim > 1:
        rows[inside] = targets[:, :longest][inside]
    else:
        rows[inside] = targets.reshape(-1)
    return rows
