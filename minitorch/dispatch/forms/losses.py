"""losses: cross_entropy, nll_loss, mse_loss and their kin (shelf)."""

from ..._tensor import wrap
from ...backend import array_module
from ...nn import functional
from ...ops.view.expand import broadcast_shapes
from ..calling import dispatch, notes
from ..subclasses import takes, twin
from .table import form, overload

NUMBERS = {"none": 0, "mean": 1, "sum": 2}


def word(number):
    """The word for a reduction that is given by its number."""
    return list(NUMBERS)[number]


@form("cross_entropy")
def cross_entropy(
    inner, input, target, weight=None, size_average=None, ignore_index=-100, reduce=None, reduction="mean", label_smoothing=0.0,
):  # fmt: skip
    """log_softmax, then nll_loss, where the target numbers classes."""
    if label_smoothing or target.is_floating_point() or size_average is not None or reduce is not None:
        return inner(input, target, weight, size_average, ignore_index, reduce, reduction, label_smoothing)
    logs = overload("_log_softmax")(input, 1 if input.dim() > 1 else 0, False)
    return functional.nll_loss(logs, target, weight, None, ignore_index, None, reduction)


@form("nll_loss")
def nll_loss(inner, input, target, weight=None, size_average=None, ignore_index=-100, reduce=None, reduction="mean"):
    if (
        size_average is not None
        or reduce is not None
        or input.dim() not in (1, 2, 3, 4)
        or target.dim() != max(input.dim() - 1, 0)
    ):
        return inner(input, target, weight, size_average, ignore_index, reduce, reduction)
    shape = target.shape
    if input.dim() == 3:  # as a picture of one row
        input, target = input.view(*input.shape[:2], 1, -1), target.view(shape[0], 1, -1)
    name = "nll_loss2d_forward" if input.dim() > 2 else "nll_loss_forward"
    made, counted = dispatch(
        overload(name), (input, target, weight, NUMBERS[reduction], ignore_index), {},
        lambda: (inner(input, target, weight, None, ignore_index, None, reduction), total(target, weight, ignore_index, input)),
    )  # fmt: skip
    if made._edge is not None and takes(made):
        notes[made._edge[0]] = twin(input) if takes(input) else input, counted
    return made.view(shape) if reduction == "none" and len(shape) == 2 else made


def total(target, weight, ignore_index, input):
    """What all targets count together."""
    xp, places = array_module(target._array), target._array != ignore_index
    each = places if weight is None else weight._array[xp.where(places, target._array, 0)] * places
    return wrap(xp.asarray(each.sum(), dtype=input._array.dtype))


def loss(name, *options):
    """The form of a loss that is one operator: input, target, the reduction as a number, then these options and their defaults."""

    def one(inner, input, target, *args, **named):
        names = ["reduction", *[option for option, _ in options]]
        before = {"size_average": None, "reduce": None}
        given = dict(zip([*before, *names] if name != "huber_loss" else names, args, strict=False)) | named
        if set(given) - {*names, *before} or given.get("size_average") is not None or given.get("reduce") is not None:
            return inner(input, target, *args, **named)
        if input.shape != target.shape:
            input, target = spread_out(input, target)
        by_place = [
            NUMBERS[given.get("reduction", "mean")],
            *[given.get(option, default) for option, default in options],
        ]
        defaults = [1, *[default for _, default in options]]
        while by_place and by_place[-1] == defaults[len(by_place) - 1]:
            by_place.pop()
        return dispatch(overload(name), (input, target, *by_place), {}, lambda: inner(input, target, *args, **named))

    return one


def spread_out(*tensors):
    """Tensors in their common shape, each by one expand."""
    shape = broadcast_shapes(*[x.shape for x in tensors])
    return [overload("expand")(x, list(shape)) for x in tensors]


form("mse_loss")(loss("mse_loss"))
form("smooth_l1_loss")(loss("smooth_l1_loss", ("beta", 1.0)))
form("huber_loss")(loss("huber_loss", ("delta", 1.0)))
form("soft_margin_loss")(loss("soft_margin_loss"))


@form("l1_loss")
def l1_loss(inner, input, target, size_average=None, reduce=None, reduction="mean", **named):
    if size_average is not None or reduce is not None or named.get("weight") is not None:
        return inner(input, target, size_average, reduce, reduction, **named)
    made = (input - target).abs()
    return made if reduction == "none" else made.mean() if reduction == "mean" else made.sum()


@form("binary_cross_entropy")
def binary_cross_entropy(inner, input, target, weight=None, size_average=None, reduce=None, reduction="mean"):
    given = trimmed([weight, NUMBERS[reduction]], [None, 1])
    return dispatch(
        overload("binary_cross_entropy"), (input, target, *given), {},
        lambda: inner(input, target, weight, size_average, reduce, reduction),
    )  # fmt: skip


@form("binary_cross_entropy_with_logits")
def with_logits(inner, input, target, weight=None, size_average=None, reduce=None, reduction="mean", pos_weight=None):
    given = trimmed([weight, pos_weight, NUMBERS[reduction]], [None, None, 1])
    return dispatch(
        overload("binary_cross_entropy_with_logits"), (input, target, *given), {},
        lambda: inner(input, target, weight, size_average, reduce, reduction, pos_weight),
    )  # fmt: skip


def trimmed(given, defaults):
    """Arguments without those at the end that have their default."""
    given = list(given)
    while given and given[-1] is defaults[len(given) - 1]:
        given.pop()
    return given


@form("kl_div")
def kl_div(inner, input, target, size_average=None, reduce=None, reduction="mean", log_target=False):
    """target * (log(target) - input), in PyTorch's steps."""
    if size_average is not None or reduce is not None or reduction not in (*NUMBERS, "batchmean"):
        return inner(input, target, size_average, reduce, reduction, log_target)
    if log_target:
        made = target.exp() * (target - input)
    else:
        first = target * input
        made = overload("xlogy", "Tensor")(target, target) - first
    if reduction == "batchmean" and input.dim():
        return made.sum() / input.shape[0]
    return made if reduction == "none" else made.mean() if reduction == "mean" else made.sum()
