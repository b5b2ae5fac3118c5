"""layers: the derivatives of losses and of the functions of layers (shelf)."""

from ..._tensor import Tensor, wrap
from ..calling import below, dispatch, notes
from ..forms.layers import convolution, extra_of
from ..forms.losses import NUMBERS, total
from ..forms.table import overload
from .indexing import tensor
from .step import formula

# --- losses -------------------------------------------------------------------------------------------------------------------


@formula("mse")
def mse(s):
    return both_ways(s, "mse_loss_backward")


def both_ways(s, name, *options):
    """Each operand's gradient is an operator of its own."""
    with below():
        own = s.own()
    pairs = [(s.x, s.y), (s.y, s.x)]
    return [
        dispatch(overload(name), (s.g, *pair, NUMBERS[s.reduction], *options), {}, lambda made=made: made)
        if wanted else None for pair, wanted, made in zip(pairs, s.needs, own, strict=True)
    ]  # fmt: skip


@formula("smooth_l1")
def smooth_l1(s):
    return both_ways(s, "smooth_l1_loss_backward", float(s.beta))


@formula("huber")
def huber(s):
    return both_ways(s, "huber_loss_backward", float(s.delta))


@formula("nll")
def nll(s):
    target, weight = s.get("target"), s.get("weight")
    x, counted = notes.get(s.node) or (s.like(s.x_shape), None)
    name = "nll_loss2d_backward" if x.dim() > 2 else "nll_loss_backward"
    counted = total(target, weight, s.ignore_index, x) if counted is None else counted
    return s.as_one(name, s.g, x, target, weight, NUMBERS[s.reduction], s.ignore_index, counted)


@formula("bce")
def bce(s):
    if s.needs != [True] and any(s.needs[1:]):
        return None
    reduction = [] if s.reduction == "mean" else [NUMBERS[s.reduction]]
    return s.as_one("binary_cross_entropy_backward", s.g, s.x, s.target, s.get("weight"), *reduction)


@formula("bce_logits")
def bce_logits(s):
    if any(s.needs[2:]) or s.get("weight") is not None or s.get("pos_weight") is not None:
        return None
    slopes = [lambda: s.x.sigmoid() - s.target, lambda: -s.x]
    made = [slope() * s.g if wanted else None for slope, wanted in zip(slopes, s.needs, strict=False)]
    if s.reduction != "mean":
        return made
    return [one if one is None else overload("div_", "Scalar")(one, one.numel()) for one in made]


# --- layers -------------------------------------------------------------------------------------------------------------------


@formula("resample")
def resample(s):
    """That of a picture in another size, where the size was announced."""
    name, shape, (size, *options) = notes.get(s.node) or (None, None, (None,))
    return None if name is None else s.as_one(f"{name}_backward", s.g, size, shape, *options)


def bias_length(edges):
    """The shape of a bias, which is not saved: that of what its edge leads to."""
    if edges[2] is None:
        return [0]
    target, number = edges[2]
    return list(target.shape if isinstance(target, Tensor) else target.outputs[number][0])


@formula("slide", "spread")
def convolve(s):
    """Both gradients, and the bias's, as one operator."""
    transposed = s.node.op.name == "spread"
    first = "y" if transposed else "x"
    x, weight = s.get(first), s.get("weight")
    x = s.like(s.values[f"{first}_shape"]) if x is None else x
    weight = s.like(s.values["weight_shape"]) if weight is None else weight
    extra = extra_of(x, weight, s.how, s.g.shape[2:]) if transposed else [0] * (s.g.dim() - 2)
    given = convolution(x, weight, None, s.how, transposed, extra)
    mask = [*s.needs, *[False] * (3 - len(s.needs))]
    return s.as_one("convolution_backward", s.g, *given[:2], bias_length(s.edges), *given[3:], mask, count=3)


@formula("normalize")
def normalize(s):
    """layer_norm, and batch_norm while training."""
    mask, noted = s.needs[:3], notes.get(s.node, ())
    if s.kind == "LayerNorm":
        bias = s.like(s.bias_shape) if s.bias_shape else None
        mean, rstd = noted or kept_of(s)
        given = (s.g, s.x, list(s.x.shape[min(s.dims) :]), mean, rstd, s.get("weight"), bias, mask)
        return s.as_one("native_layer_norm_backward", *given, count=3)
    if s.kind != "BatchNorm":
        return None
    running = noted[:2] or (None, None)
    mean, rstd = noted[2:] or [wrap(one._array.reshape(-1)) for one in kept_of(s)]
    given = (s.g, s.x, s.get("weight"), *running, mean, rstd, True, float(s.eps), mask)
    return s.as_one("native_batch_norm_backward", *given, count=3)


def kept_of(s):
    """The mean and 1 / deviation that a normalization has found."""
    mean, var = [tensor(one)._array for one in s.found[-2:]]
    return wrap(mean), wrap(1 / (var + s.eps) ** 0.5)


@formula("rescale")
def rescale(s):
    """batch_norm by the running statistics."""
    none = wrap(s.g._array.reshape(-1)[:0])
    given = (
        s.g,
        s.get("x"),
        s.get("weight"),
        s.get("mean"),
        s.get("var"),
        none,
        none,
        False,
        float(s.eps),
        s.needs[:3],
    )
    return s.as_one("native_batch_norm_backward", *given, count=3)


@formula("group_norm")
def group_norm(s):
    batch, channels, *rest = s.x.shape
    size = s.x.numel() // max(batch * channels, 1)
    kept = notes.get(s.node) or [wrap(one._array.reshape(batch, s.groups)) for one in kept_of(s)]
    given = (s.g, s.x, *kept, s.get("weight"), batch, channels, size, s.groups, s.needs[:3])
    return s.as_one("native_group_norm_backward", *given, count=3)


# --- pooling ------------------------------------------------------------------------------------------------------------------


def sizes(windows):
    """(kernel, stride, padding, dilation) of windows that slide, each a list with a number for each dimension."""
    return (
        [len(one.offsets) for one in windows], [one.starts.step for one in windows],
        [-one.starts.start for one in windows], [one.offsets.step for one in windows],
    )  # fmt: skip


@formula("max_pool")
def max_pool(s):
    if not all([isinstance(one.starts, range) for one in s.windows]):
        return None
    given = (s.g, s.like(s.x_shape), *sizes(s.windows), False, s.get("places"))
    return s.as_one(f"max_pool{len(s.windows)}d_with_indices_backward", *given)


@formula("avg_pool")
def avg_pool(s):
    dims, x = len(s.windows), s.like(s.x_shape)
    if not all([isinstance(one.starts, range) for one in s.windows]):
        return s.as_one(f"_adaptive_avg_pool{dims}d_backward", s.g, x) if dims > 1 else None
    kernel, stride, padding, _ = sizes(s.windows)
    return s.as_one(f"avg_pool{dims}d_backward", s.g, x, kernel, stride, padding, False, True, None)
