"""ctc: ctc_loss: connectionist temporal classification: a sequence of labels whose places in time are not known (shelf)."""

import math

from ..._tensor import Tensor, wrap
from ...backend import array_module, to_device
from ...ops.casting import autocasts
from ...ops.index.where import where
from ...ops.one_step import one_step
from ...ops.op import op
from .loss import check_reduction, reduced

# Every way to write the labels into T steps, each label as often as it likes and with blanks between them, is a path. The
# sum over all paths is found step by step: alpha[t, n, s] is the log of the probability of all ways to have got at step t
# to state s, where the states are blank, label, blank, label ... blank; `after` is the same for all ways to go on.


def states(targets, blank):
    """[N, S] -> (the classes of the states [N, 2 S + 1], whether a state can be reached from two states before it)."""
    xp = array_module(targets)
    count, length = targets.shape
    classes = xp.full((count, 2 * length + 1), blank, targets.dtype)
    classes[:, 1::2] = targets
    skips = xp.zeros(classes.shape, bool)
    skips[:, 2:] = (classes[:, 2:] != blank) & (classes[:, 2:] != classes[:, :-2])
    return classes, skips


def moved(log, by):
    """log [N, S] moved by some states, with -inf, a probability of 0, where it came from."""
    out = array_module(log).full_like(log, -math.inf)
    if by > 0:
        out[:, by:] = log[:, :-by]
    else:
        out[:, :by] = log[:, -by:]
    return out


def step(log, skips, sign):
    """The log of the sum over staying, going on by one state, and by two where that is allowed."""
    xp = array_module(log)
    two = moved(xp.where(skips, log, -math.inf), -2) if sign < 0 else xp.where(skips, moved(log, 2), -math.inf)
    return xp.logaddexp(xp.logaddexp(log, moved(log, sign)), two)


@op(derivative="CtcLossBackward0")
def _ctc(log_probs, targets, lengths, target_lengths, blank, zero_infinity, found):
    """log_probs [T, N, C], targets [N, S], two lengths [N] -> [N]. alpha [T, N, 2 S + 1] is put into the list `found`."""
    xp, (steps, count, _) = array_module(log_probs), log_probs.shape
    classes, skips = states(targets, blank)
    each = xp.arange(count)
    alpha = xp.full((steps, count, classes.shape[1]), -math.inf, log_probs.dtype)
    for t in range(steps):
        if t:
            before = step(alpha[t - 1], skips, 1)
        else:
            before = xp.where(xp.arange(classes.shape[1]) < 2, log_probs.dtype.type(0), -math.inf)
        alpha[t] = before + log_probs[t][each[:, None], classes]
    if steps:
        last = alpha[lengths - 1, each]
        on_label = xp.where(target_lengths > 0, last[each, 2 * target_lengths - 1], -math.inf)
        loss = -xp.logaddexp(last[each, 2 * target_lengths], on_label)
    else:
        loss = xp.zeros(count, log_probs.dtype)
    loss = xp.where(lengths > 0, loss, xp.where(target_lengths > 0, math.inf, 0.0))
    found += (alpha,)
    return loss.astype(log_probs.dtype)


@op
def _ctc_slope(g, log_probs, targets, lengths, target_lengths, blank, zero_infinity, loss, alpha):
    """exp(log_probs) minus how much of the probability of all paths goes through each class: the gradient of the scores
    whose log_softmax log_probs is."""
    xp, (steps, count, _) = array_module(log_probs), log_probs.shape
    classes, skips = states(targets, blank)
    each, place = xp.arange(count), xp.arange(classes.shape[1])
    ends = (place >= 2 * target_lengths[:, None] - 1) & (place <= 2 * target_lengths[:, None])
    slope = xp.exp(log_probs)
    after = xp.full(classes.shape, -math.inf, log_probs.dtype)
    for t in reversed(range(steps)):
        if t + 1 < steps:
            after = step(after + log_probs[t + 1][each[:, None], classes], skips, -1)
        after = xp.where((lengths == t + 1)[:, None], xp.where(ends, 0.0, -math.inf), after)
        share = xp.exp(alpha[t] + after + loss[:, None])
        xp.subtract.at(slope[t], (each[:, None], classes), share.astype(slope.dtype))
    slope = xp.where(xp.isinf(loss)[None, :, None], 0 if zero_infinity else math.nan, slope)
    slope = xp.where((xp.arange(steps)[:, None] < lengths)[:, :, None], slope, 0)
    return (slope * g[None, :, None]).astype(log_probs.dtype)


def ctc_back(g, log_probs, targets, lengths, target_lengths, blank, zero_infinity, found, out):
    return _ctc_slope(g, log_probs, targets, lengths, target_lengths, blank, zero_infinity, out, found[0])


_ctc.grad(log_probs=ctc_back)


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
    losses = _ctc(whole, wrap(padded), wrap(lengths), wrap(target_lengths), blank, zero_infinity, [])
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
        raise RuntimeError(
            f"Expected targets of size [{count}, {longest}] at least, or [{whole}], but got {list(targets.shape)}"
        )
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
