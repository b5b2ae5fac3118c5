"""forms: what functions that PyTorch writes in Python, or whose arguments differ, are in a traced graph (shelf).

A row says the operator and its arguments, given those of the function; what is not here is an operator of its own name.
"""

import sys
import warnings

from .. import dtypes
from .._tensor import Tensor
from ..dispatch.overloads import is_number
from ..dtypes import get_default_dtype
from . import TracerWarning
from .kinds import CODES
from .sizes import traced_shape

ROWS: dict = {}  # name of a function -> (operator, *arguments) of its arguments
FORMS: dict = {}  # name of a function -> what is done in its place: form(tracer, inner, *args, **kwargs)
NAMED = {
    "float": dtypes.float32, "double": dtypes.float64, "half": dtypes.float16, "bfloat16": dtypes.bfloat16,
    "long": dtypes.int64, "int": dtypes.int32, "short": dtypes.int16, "char": dtypes.int8, "byte": dtypes.uint8,
    "bool": dtypes.bool,
}  # fmt: skip
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


# --- tensors ----------------------------------------------------------------------------------------------------------------

ROWS["reversed"] = lambda x: ("numpy_T", x)
ROWS["Tensor.mT"] = lambda x: ("mT", x)
ROWS["_operator"] = lambda x, y: ("matmul", x, y)
ROWS["bitwise_and"] = lambda x, y: ("__and__", x, y)
ROWS["bitwise_or"] = lambda x, y: ("__or__", x, y)
ROWS["bitwise_xor"] = lambda x, y: ("__xor__", x, y)
ROWS["bmm"] = lambda input, mat2: ("bmm", input, mat2)
ROWS["split"] = lambda tensor, split_size_or_sections, dim=0: (
    "split" if not isinstance(split_size_or_sections, (list, tuple)) else "split_with_sizes", tensor, split_size_or_sections, dim,
)  # fmt: skip


@row("einsum")
def einsum(equation, *operands):
    tensors = operands[0] if len(operands) == 1 and isinstance(operands[0], (list, tuple)) else operands
    return "einsum", equation, list(tensors), None


@row("norm")
def norm(input, p="fro", dim=None, keepdim=False, out=None, dtype=None):
    if isinstance(p, str) and p != "fro":
        return None
    dims = dim if dim is None or isinstance(dim, (list, tuple)) else [dim]
    return "linalg_vector_norm", input, 2 if p in ("fro", None) else p, dims, keepdim, dtype


@row("rsub")
def rsub(x, other):
    return "rsub", x, other, 1


@row("masked_fill", "masked_fill_")
def masked_fill(x, mask, value, *, name=""):
    return name, x, mask, value


@row("flatten")
def flatten(input, start_dim=0, end_dim=-1):
    return "flatten", input, start_dim, end_dim


@row("reshape", "view")
def reshaped(x, *shape, name="", **named):
    if "dtype" in named or (shape and not (is_number(shape[0]) or isinstance(shape[0], (tuple, list, Tensor)))):
        return None
    shape = named.get("shape", named.get("size", shape))
    return name, x, list(shape[0] if len(shape) == 1 and isinstance(shape[0], (tuple, list)) else shape)


@form("to", "type", "to_copy")
def to(tracer, inner, x, *args, **named):
    """to(dtype), to(device), to(device, dtype), to(other): four forms of one operator."""
    copy = bool(named.get("copy", False))
    given = [one for one in (*args, named.get("dtype"), named.get("device"), named.get("other")) if one is not None]
    other = [one for one in given if isinstance(one, Tensor)]
    dtype = [one for one in given if one in CODES or isinstance(one, type)] if not other else []
    place = [one for one in given if isinstance(one, str) or type(one).__name__ == "device"] if not other else []
    if len(other) + len(dtype) + len(place) != len([one for one in given if one is not False and one is not True]):
        return inner(x, *args, **named)
    if other:
        values = (other[0], False, copy, None)
    elif dtype and place:
        values = (place[0], dtype[0], False, copy, None)
    elif dtype:
        values = (dtype[0], False, copy, None)
    else:
        values = ()
        named = {"dtype": x.dtype, "layout": 0, "device": x.device, "copy": copy}
        return tracer.operator("to", lambda *_, **__: inner(x, *args), (x,), named)
    return tracer.operator("to", lambda *_: inner(x, *args, **named), (x, *values), {})


@form("Tensor.shape", "size")
def shape(tracer, inner, x, *dim):
    """Sizes are traced where a program reads them, and not where the package itself does."""
    if tracer.reads_plainly():
        return inner(x, *dim)
    return traced_shape(tracer, x, *dim)


@form("numel")
def numel(tracer, inner, x):
    if tracer.reads_plainly():
        return inner(x)
    return tracer.number("aten::numel", x, inner)


@form("float", "double", "half", "bfloat16", "long", "int", "short", "char", "byte", "bool")
def to_kind(tracer, inner, x, *args, **named):
    """x.float() and its kin are `to`."""
    return tracer.operator(
        "to", lambda *_: inner(x, *args, **named), (x, NAMED[inner.__name__], False, False, None), {}
    )


MAKERS = "zeros ones empty rand randn full arange linspace eye randperm"


@form(*MAKERS.split())
def made(tracer, inner, *sizes, dtype=None, device=None, requires_grad=False, layout=None, pin_memory=False, **named):
    """What makes tensors of no tensor: its dtype and device are always in the graph."""
    name = inner.__name__
    if named.get("out") is not None or named.get("generator") is not None:
        return inner(*sizes, dtype=dtype, device=device, requires_grad=requires_grad, **named)
    named = {key: value for key, value in named.items() if value is not None}
    if "size" in named:
        sizes = (*sizes, named.pop("size"))
    found = get_default_dtype() if dtype is None else dtype
    if name in ("arange", "randperm", "full") and dtype is None:
        found = (
            sys.modules["minitorch"]
            .tensor([tracer.plain(n) for n in (sizes[1:] if name == "full" else sizes)] or list(named.values()))
            .dtype
        )
        found = sys.modules["minitorch"].int64 if name == "randperm" else found
    more = named | {"dtype": found, "device": device or "cpu", "pin_memory": False}

    def native(*args, **by_name):
        by_name.pop("pin_memory", None)
        return inner(*args, **by_name | {"requires_grad": requires_grad})

    return tracer.operator(name, native, sizes, more, {"dtype": dtype, "device": device})


@form(
    "new_zeros",
    "new_ones",
    "new_empty",
    "new_full",
    "zeros_like",
    "ones_like",
    "empty_like",
    "full_like",
    "rand_like",
    "randn_like",
)
def made_like(tracer, inner, *args, dtype=None, device=None, requires_grad=False, **named):
    """What makes a tensor in another's likeness."""
    more = {"dtype": dtype, "device": device} | named
    more = {key: value for key, value in more.items() if value is not None}
    return tracer.operator(
        inner.__name__, inner, args, more | {"pin_memory": False}, more | {"requires_grad": requires_grad}
    )


@form("getitem", "__getitem__")
def getitem(tracer, inner, x, index):
    """Slices, integers and None one by one; tensors all at once."""
    parts = index if isinstance(index, tuple) else (index,)
    if not all([one is None or one is Ellipsis or isinstance(one, (int, slice, Tensor, list)) for one in parts]):
        return inner(x, index)
    return tracer.indexed(x, parts, inner)


@form("__setitem__")
def setitem(tracer, inner, x, index, value):
    parts = index if isinstance(index, tuple) else (index,)
    top = sys.modules["minitorch"]
    if any([isinstance(one, (Tensor, list)) for one in parts]):
        place, left = tracer.places(x, parts)
        value = value if isinstance(value, Tensor) else top.tensor(value, dtype=x.dtype)
        given = (place, left, value, False)
        return tracer.operator("index_put_", lambda *_: inner(x, index, value), given, {})
    place = tracer.indexed(x, parts, None)
    if isinstance(value, Tensor):
        tracer.operator("copy_", lambda *_: inner(x, index, value) or place, (place, value, False), {})
    else:
        filled = top.tensor(value, dtype=x.dtype)
        tracer.operator("fill_", lambda *_: inner(x, index, value) or place, (place, filled), {})
    return None


# --- what leaves the graph ----------------------------------------------------------------------------------------------------

CAST = (
    "Converting a tensor to a Python {} might cause the trace to be incorrect. We can't record the data flow of Python values, so "
    "this value will be treated as a constant in the future. This means that the trace might not generalize to other inputs!"
)
LENGTH = (
    "Using len to get tensor shape might cause the trace to be incorrect. Recommended usage would be tensor.shape[0]. Passing a "
    "tensor of different shape might lead to errors or silently give incorrect results."
)
LOOP = (
    "Iterating over a tensor might cause the trace to be incorrect. Passing a tensor of different shape won't change the number of "
    "iterations executed (and might lead to errors or silently give incorrect results)."
)


def leaving(name, said):
    """The form of a method that gives a Python value: a warning, where a program calls it."""

    def one(tracer, inner, x):
        if not tracer.reads_plainly():
            warnings.warn(said, TracerWarning, stacklevel=tracer.levels())
        return tracer.plainly(inner, (x,), {})

    FORMS[name] = one


for _name, _kind in (("__bool__", "boolean"), ("__int__", "integer"), ("__float__", "float"), ("__index__", "index")):
    leaving(_name, CAST.format(_kind))
leaving("__len__", LENGTH)


@form("__iter__")
def iterate(tracer, inner, x):
    """The parts one by one: what unbind gives."""
    if tracer.reads_plainly():
        return inner(x)
    warnings.warn(LOOP, TracerWarning, stacklevel=tracer.levels())
    return iter(x.unbind(0))
