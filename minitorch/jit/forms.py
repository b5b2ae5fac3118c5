"""forms: what functions that PyTorch writes in Python, or whose arguments differ, are in a traced graph (shelf).

A row says the operator and its arguments, given those of the function; what is not here is an operator of its own name.
"""

import sys

from .._tensor import Tensor
from ..dispatch.overloads import is_number

ROWS: dict = {}  # name of a function -> (operator, *arguments) of its arguments
FORMS: dict = {}  # name of a function -> what is done in its place: form(tracer, inner, *args, **kwargs)
REDUCTIONS = {"none": 0, "mean": 1, "sum": 2}


def row(*names):
    def enter(function):
        ROWS.update(dict.fromkeys(names, function))
        return function

    return enter


def form(*names):
    def enter(function):
        FORMS.update(dict.fromkeys(names, function))
        return function

    return enter


# --- layers -----------------------------------------------------------------------------------------------------------------


def ending(name, inplace):
    return name + "_" if inplace else name


for _name in ("dropout", "alpha_dropout", "feature_alpha_dropout"):
    ROWS[_name] = lambda input, p=0.5, training=True, inplace=False, name=_name: (
        ending(name, inplace), input, float(p), bool(training),
    )  # fmt: skip
for _name in ("dropout1d", "dropout2d", "dropout3d"):
    ROWS[_name] = lambda input, p=0.5, training=True, inplace=False: (
        ending("feature_dropout", inplace), input, float(p), bool(training),
    )  # fmt: skip
for _name in ("relu", "relu6", "selu", "silu", "mish", "hardswish", "hardsigmoid", "tanh", "sigmoid"):
    ROWS[_name] = lambda input, inplace=False, name=_name, **other: (ending(name, inplace), input)
ROWS["relu6"] = lambda input, inplace=False: (ending("hardtanh", inplace), input, 0.0, 6.0)


@row("elu")
def elu(input, alpha=1.0, inplace=False):
    return ending("elu", inplace), input, float(alpha), 1, 1


ROWS["leaky_relu"] = lambda input, negative_slope=0.01, inplace=False: (
    ending("leaky_relu", inplace), input, float(negative_slope),
)  # fmt: skip
ROWS["celu"] = lambda input, alpha=1.0, inplace=False: (ending("celu", inplace), input, float(alpha))
ROWS["hardtanh"] = lambda input, min_val=-1.0, max_val=1.0, inplace=False: (
    ending("hardtanh", inplace), input, min_val, max_val,
)  # fmt: skip
ROWS["threshold"] = lambda input, threshold, value, inplace=False: (
    ending("threshold", inplace), input, threshold, value,
)  # fmt: skip
ROWS["glu"] = lambda input, dim=-1: ("glu", input, dim)
ROWS["softplus"] = lambda input, beta=1.0, threshold=20.0: ("softplus", input, beta, threshold)
ROWS["logsigmoid"] = ROWS["log_sigmoid"] = lambda input: ("log_sigmoid", input)
for _name in ("softmax", "log_softmax"):
    ROWS[_name] = lambda input, dim=None, _stacklevel=3, dtype=None, name=_name: (name, input, dim, dtype)


@row("by_channel")
def by_channel(input, running_mean, running_var, weight, bias, training, momentum, eps):
    return (
        "batch_norm",
        input,
        weight,
        bias,
        running_mean,
        running_var,
        bool(training),
        float(momentum),
        float(eps),
        True,
    )


@row("batch_norm")
def batch_norm(input, running_mean, running_var, weight=None, bias=None, training=False, momentum=0.1, eps=1e-5):
    return by_channel(input, running_mean, running_var, weight, bias, training, momentum, eps)


@row("instance_norm")
def instance_norm(
    input, running_mean=None, running_var=None, weight=None, bias=None, use_input_stats=True, momentum=0.1, eps=1e-5
):
    given = weight, bias, running_mean, running_var, bool(use_input_stats), float(momentum), float(eps), True
    return "instance_norm", input, *given


@row("layer_norm")
def layer_norm(input, normalized_shape, weight=None, bias=None, eps=1e-5):
    return "layer_norm", input, list(normalized_shape), weight, bias, float(eps), True


@row("group_norm")
def group_norm(input, num_groups, weight=None, bias=None, eps=1e-5):
    return "group_norm", input, num_groups, weight, bias, float(eps), True


@row("embedding")
def embedding(input, weight, padding_idx=None, max_norm=None, norm_type=2.0, scale_grad_by_freq=False, sparse=False):
    place = -1 if padding_idx is None else padding_idx + len(weight) * (padding_idx < 0)
    return "embedding", weight, input, place, scale_grad_by_freq, sparse


def convolution(dims):
    def one(input, weight, bias=None, stride=1, padding=0, dilation=1, groups=1):
        wide = [listed(stride, dims), padding, listed(dilation, dims)]
        if isinstance(padding, str):
            return "_convolution_mode", input, weight, bias, *wide, groups
        wide[1] = listed(padding, dims)
        return "_convolution", input, weight, bias, *wide, False, [0] * dims, groups, False, False, True, True

    return one


def transposed(dims):
    def one(input, weight, bias=None, stride=1, padding=0, output_padding=0, groups=1, dilation=1):
        wide = [listed(n, dims) for n in (stride, padding, dilation)]
        extra = listed(output_padding, dims)
        return "_convolution", input, weight, bias, *wide, True, extra, groups, False, False, True, True

    return one


def listed(n, dims):
    """One number for each dimension."""
    if is_number(n) or isinstance(n, Tensor):
        return [n] * dims
    return list(n) * (dims if len(n) == 1 else 1)


for _dims in (1, 2, 3):
    ROWS[f"conv{_dims}d"], ROWS[f"conv_transpose{_dims}d"] = convolution(_dims), transposed(_dims)


@row("max_pool1d", "max_pool2d", "max_pool3d")
def max_pool(input, kernel_size, stride=None, padding=0, dilation=1, ceil_mode=False, return_indices=False, *, name=""):
    operator = name + "_with_indices" if return_indices else name
    return operator, input, kernel_size, [] if stride is None else stride, padding, dilation, ceil_mode


@row("avg_pool1d", "avg_pool2d", "avg_pool3d")
def avg_pool(
    input,
    kernel_size,
    stride=None,
    padding=0,
    ceil_mode=False,
    count_include_pad=True,
    divisor_override=None,
    *,
    name="",
):
    more = () if name == "avg_pool1d" else (divisor_override,)
    return name, input, kernel_size, [] if stride is None else stride, padding, ceil_mode, count_include_pad, *more


@row("adaptive_avg_pool2d", "adaptive_avg_pool3d")
def adaptive_avg_pool(input, output_size, *, name=""):
    dims = int(name[-2])
    sizes = listed(output_size, dims)
    return name, input, [m if n is None else n for n, m in zip(sizes, input.shape[-dims:], strict=True)]


@row("interpolate")
def interpolate(
    input,
    size=None,
    scale_factor=None,
    mode="nearest",
    align_corners=None,
    recompute_scale_factor=None,
    antialias=False,
):
    dims = input.dim() - 2
    if recompute_scale_factor or antialias or mode not in ("nearest", "linear", "bilinear", "bicubic", "trilinear"):
        return None
    sizes = None if size is None else listed(size, dims)
    factors = None if scale_factor is None else [float(n) for n in listed(scale_factor, dims)]
    name = f"upsample_{mode}{dims}d"
    return name, input, sizes, *([] if mode == "nearest" else [bool(align_corners)]), factors


@row("pad")
def pad(input, pad, mode="constant", value=None):
    return "pad", input, list(pad), mode, None if value is None else float(value)


# --- losses -----------------------------------------------------------------------------------------------------------------


@row("cross_entropy")
def cross_entropy(
    input, target, weight=None, size_average=None, ignore_index=-100, reduce=None, reduction="mean", label_smoothing=0.0
):
    return "cross_entropy_loss", input, target, weight, REDUCTIONS[reduction], ignore_index, float(label_smoothing)


@row("nll_loss")
def nll_loss(input, target, weight=None, size_average=None, ignore_index=-100, reduce=None, reduction="mean"):
    return "nll_loss_nd", input, target, weight, REDUCTIONS[reduction], ignore_index


@row("binary_cross_entropy")
def binary_cross_entropy(input, target, weight=None, size_average=None, reduce=None, reduction="mean"):
    return "binary_cross_entropy", input, target, weight, REDUCTIONS[reduction]


@row("binary_cross_entropy_with_logits")
def with_logits(input, target, weight=None, size_average=None, reduce=None, reduction="mean", pos_weight=None):
    return "binary_cross_entropy_with_logits", input, target, weight, pos_weight, REDUCTIONS[reduction]


@row("kl_div")
def kl_div(input, target, size_average=None, reduce=None, reduction="mean", log_target=False):
    return (
        "kl_div",
        input,
        target,
        1 if reduction == "mean" else REDUCTIONS[reduction.replace("batchmean", "sum")],
        log_target,
    )


@form("mse_loss", "l1_loss", "smooth_l1_loss", "huber_loss")
def of_both(tracer, inner, input, target, size_average=None, reduce=None, reduction="mean", *more, **named):
    """The two are brought to one shape first."""
    name, top = inner.__name__, sys.modules["minitorch"]
    if named.pop("weight", None) is not None or (more and name in ("mse_loss", "l1_loss")):
        return inner(input, target, size_average, reduce, reduction, *more, **named)
    a, b = top.broadcast_tensors(input, target)
    extra = [float(x) for x in (*more, *named.values())] or {"smooth_l1_loss": [1.0], "huber_loss": [1.0]}.get(name, [])
    given = (a, b, REDUCTIONS[reduction], *extra)
    return tracer.operator(name, lambda *_: inner(a, b, reduction=reduction, **named), given, {})
