"""layers: rules of what networks are made of: convolution, pooling, normalisation, embedding and losses (shelf)."""

from ...creation.arange import arange
from ..levels import every_part, slices_of
from .reductions import shifted
from .rule import each, front, is_batched, named, no_others, result, rule


def counted_in(x, level):
    """The slices of batches as one batch."""
    return front(x, level).flatten(0, 1)


def apart(made, level):
    """One batch as a batch for each slice again, in lists too."""
    if isinstance(made, (tuple, list)):
        return tuple([apart(one, level) for one in made])
    return made.unflatten(0, (level.size, -1))


def of_batches(dims):
    """The rule for functions of batches [N, C, ...], or of one [C, ...], with this many dimensions behind the channels."""

    def of_batch(call, level, args, kwargs):
        if not no_others(level, args, kwargs) or args[0].dim() not in (dims + 1, dims + 2) or not args[0].numel():
            return NotImplemented
        if args[0].dim() == dims + 1:
            return result(level, call((front(args[0], level), *args[1:]), kwargs))
        return result(level, apart(call((counted_in(args[0], level), *args[1:]), kwargs), level))

    return of_batch


for _dims in (1, 2, 3):
    rule(*[f"{name}_pool{_dims}d" for name in ("max", "avg", "lp", "adaptive_avg", "adaptive_max")])(of_batches(_dims))


def convolution(dims):
    """The rule for conv1d, conv2d and conv3d."""

    def convolved(call, level, input, weight, bias=None, stride=1, padding=0, dilation=1, groups=1):
        if input.dim() not in (dims + 1, dims + 2) or weight.dim() != dims + 2 or not input.numel():
            return NotImplemented
        how = (stride, padding, dilation)
        if not is_batched(weight, level):
            if bias is not None and is_batched(bias, level):
                return NotImplemented
            return of_batches(dims)(
                lambda args, kwargs: call((args[0], weight, bias, *how, groups), {}), level, (input,), {}
            )
        alone = input.dim() == dims + 1
        x = each(input, level)  # [B, N, C, ...]
        x = (x.unsqueeze(1) if alone else x).transpose(0, 1).flatten(1, 2)  # [N, B * C, ...]
        b = None if bias is None else each(bias, level).reshape(-1)
        made = call((x, front(weight, level).flatten(0, 1), b, *how, groups * level.size), {})
        made = made.unflatten(1, (level.size, -1)).transpose(0, 1)  # each slice is a group of channels
        return result(level, made.squeeze(1) if alone else made)

    return convolved


for _dims in (1, 2, 3):
    named(f"conv{_dims}d")(convolution(_dims))


@named("layer_norm")
def layer_norm(call, level, input, normalized_shape, weight=None, bias=None, eps=1e-5, *rest):
    if rest or not is_batched(input, level):
        return NotImplemented
    if not is_batched(weight, level) and not is_batched(bias, level):
        return result(level, call((front(input, level), normalized_shape, weight, bias, eps), {}))
    made = result(level, call((front(input, level), normalized_shape, None, None, eps), {}))
    return affine(made, weight, bias, input.dim(), len(normalized_shape), level)


def affine(made, weight, bias, rank, behind, level):
    """What is normalised, times the weight and with the bias, which have this many dimensions of their own."""
    whole = slices_of(made).whole[0]
    for x, change in ((weight, whole.mul), (bias, None)):
        if x is None:
            continue
        one = front(x, level)
        if is_batched(x, level):
            one = one.reshape(level.size, *[1] * (rank - behind), *x.shape)
        whole = change(one) if change is not None else whole + one
    return result(level, whole)


@named("group_norm")
def group_norm(call, level, input, num_groups, weight=None, bias=None, eps=1e-5, *rest):
    if rest or not is_batched(input, level) or input.dim() < 2 or not input.numel():
        return NotImplemented
    if not is_batched(weight, level) and not is_batched(bias, level):
        return result(level, apart(call((counted_in(input, level), num_groups, weight, bias, eps), {}), level))
    whole = apart(call((counted_in(input, level), num_groups, None, None, eps), {}), level)
    tail = [1] * (input.dim() - 2)
    if weight is not None:
        whole = whole * each(weight, level).reshape(level.size, 1, -1, *tail)
    if bias is not None:
        whole = whole + each(bias, level).reshape(level.size, 1, -1, *tail)
    return result(level, whole)


@named("embedding")
def embedding(call, level, input, weight, padding_idx=None, max_norm=None, norm_type=2.0, *rest, **named):
    if rest or named or max_norm is not None or padding_idx is not None or not input.numel():
        return NotImplemented
    if call.__self__.function.__module__ != "minitorch.nn.functional.embedding" or weight.dim() != 2:
        return NotImplemented
    if not is_batched(weight, level):
        return result(level, call((front(input, level), weight), {}))
    rows = weight.shape[0]
    index = each(input, level)
    if not is_all(index, lambda a: (a >= 0) & (a < rows)):
        return NotImplemented
    starts = arange(level.size, dtype=index.dtype).reshape(level.size, *[1] * input.dim()) * rows
    return result(level, call((index + starts, front(weight, level).flatten(0, 1)), {}))


@named("one_hot")
def one_hot(call, level, x, num_classes=-1):
    return result(level, call((front(x, level), num_classes), {}))


# --- losses ----------------------------------------------------------------------------------------------------------------


@named(
    "mse_loss", "l1_loss", "smooth_l1_loss", "huber_loss", "binary_cross_entropy", "binary_cross_entropy_with_logits"
)
def loss_of_each(call, level, input, target, *rest, reduction="mean", **options):
    if rest or input.shape != target.shape or not input.numel() or input._array.dtype != target._array.dtype:
        return NotImplemented
    if any([value is not None and not isinstance(value, (int, float)) for value in options.values()]):
        return NotImplemented
    if options.get("size_average") is not None or options.get("reduce") is not None:
        return NotImplemented
    made = call((each(input, level), each(target, level)), {**options, "reduction": "none"})
    return reduced(made, level, reduction)


def reduced(made, level, reduction):
    """Losses of each element as the loss of each slice."""
    if reduction not in ("none", "mean", "sum"):
        return NotImplemented
    if reduction == "none" or made.dim() == 1:
        return result(level, made)
    return result(level, getattr(made.flatten(1), reduction)(1))


@named("cross_entropy", "nll_loss")
def loss_of_classes(
    call, level, input, target, weight=None, size_average=None, ignore_index=-100, reduce=None, reduction="mean",
    label_smoothing=0.0,
):  # fmt: skip
    if weight is not None or size_average is not None or reduce is not None or input.dim() not in (1, 2, 3, 4):
        return NotImplemented
    if not input.numel() or target.dim() not in (input.dim(), input.dim() - 1) or not isinstance(reduction, str):
        return NotImplemented
    x, classes = each(input, level), each(target, level)
    numbers = not target.is_floating_point()
    if numbers and (target.dim() == input.dim() or not is_all(classes, lambda a: a != ignore_index)):
        return NotImplemented  # what is ignored does not count in the mean
    options = {"reduction": "none"} | ({"label_smoothing": label_smoothing} if label_smoothing else {})
    if numbers:
        options["ignore_index"] = ignore_index
    if input.dim() == 1:
        return result(level, call((x, classes), options))
    return reduced(apart(call((x.flatten(0, 1), classes.flatten(0, 1)), options), level), level, reduction)


def is_all(x, question):
    """Whether the answer is yes for all numbers of a tensor, at whatever level it lies."""
    return all([bool(question(one._array).all()) for one in every_part([x])])


@named("pad")
def pad(call, level, input, pad, mode="constant", value=None):
    if mode != "constant" or len(pad) > 2 * input.dim():
        return NotImplemented
    return result(level, call((front(input, level), pad, mode, value), {}))


@named("normalize")
def normalize(call, level, input, p=2.0, dim=1, eps=1e-12, out=None):
    dim = shifted(dim, input.dim())
    return (
        NotImplemented
        if dim is None or out is not None
        else result(level, call((front(input, level), p, dim, eps), {}))
    )
