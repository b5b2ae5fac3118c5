"""layers: convolution, pooling, normalization, dropout, attention ... (shelf)."""

import math

from ..._tensor import wrap
from ...creation.zeros import empty
from ...dtypes import uint8
from ...memory_format import in_rows, strided
from ...nn import functional
from ..calling import alias_of, below, dispatch, notes, recording
from ..overloads import lines
from ..subclasses import takes
from .joined import joined
from .plain_ops import entered
from .table import OP_FORMS, form, is_tensor, overload

# --- convolution --------------------------------------------------------------------------------------------------------------


def convolution(x, weight, bias, how, transposed, extra):
    """The arguments of aten.convolution, given `how` our operation has them."""
    stride, padding, dilation, groups = how
    return x, weight, bias, [*stride], [*padding], [*dilation], transposed, extra, groups


@form("slide", table=OP_FORMS)
def slide(inner, x, weight, bias, how, size):
    if not is_tensor(x):
        return inner(x, weight, bias, how, size)
    given = convolution(x, weight, bias, how, False, [0] * len(size))
    return dispatch(overload("convolution"), given, {}, lambda: inner(x, weight, bias, how, size))


def extra_of(y, weight, how, size):
    """output_padding: how much longer the result of a transposed convolution is than the windows reach."""
    stride, padding, dilation, _ = how
    each = zip(size, y.shape[2:], stride, padding, dilation, weight.shape[2:], strict=True)
    return [n - ((m - 1) * s - 2 * p + d * (k - 1) + 1) for n, m, s, p, d, k in each]


@form("spread", table=OP_FORMS)
def spread(inner, y, weight, bias, how, size):
    if not is_tensor(y):
        return inner(y, weight, bias, how, size)
    given = convolution(y, weight, bias, how, True, extra_of(y, weight, how, size))
    return dispatch(overload("convolution"), given, {}, lambda: inner(y, weight, bias, how, size))


# --- normalization ------------------------------------------------------------------------------------------------------------


@form("normalize", table=OP_FORMS)
def normalize(inner, x, weight, bias, dims, shape, eps, found, kind):
    """layer_norm; of batch_norm, what by_channel has not announced."""
    if not is_tensor(x) or kind != "LayerNorm":
        return inner(x, weight, bias, dims, shape, eps, found, kind)

    def native():
        made = inner(x, weight, bias, dims, shape, eps, found, kind)
        return made, *statistics(found, eps)

    return with_note(dispatch(overload("native_layer_norm"), (x, list(shape), weight, bias, float(eps)), {}, native))


def with_note(made, *more):
    """The first of several results. Where the others are of a class of the user's, its step is to find them: nobody else has them."""
    out, *others = made
    if out._edge is not None and (more or any([takes(x) for x in others])):
        notes[out._edge[0]] = (*more, *others) if takes(out) else more
    return out


def statistics(found, eps):
    """Mean and 1 / deviation of what was normalized."""
    mean, var = found[-2:]
    return wrap(mean), wrap(1 / (var + eps) ** 0.5)


@form("by_channel")
def by_channel(inner, input, running_mean, running_var, weight, bias, training, momentum, eps):
    """batch_norm and instance_norm."""
    named = {"dtype": uint8, "layout": strided, "device": input.device}
    dispatch(overload("empty", "memory_format"), ([0],), named, lambda: empty(0, dtype=uint8))
    given = (input, weight, bias, running_mean, running_var, bool(training), float(momentum or 0.0), float(eps))

    def native():
        made = inner(input, running_mean, running_var, weight, bias, training, momentum, eps)
        none = wrap(input._array.reshape(-1)[:0])
        return (made, none, none) if not training else (made, *saved(input._array, eps))

    return with_note(dispatch(overload("native_batch_norm"), given, {}, native), running_mean, running_var)


def saved(x, eps):
    """The mean and 1 / deviation of each channel."""
    dims = (0, *range(2, x.ndim))
    return wrap(x.mean(dims)), wrap(1 / (x.var(dims) + eps) ** 0.5)


@form("group_norm")
def group_norm(inner, input, num_groups, weight=None, bias=None, eps=1e-5):
    def native():
        made = inner(input, num_groups, weight, bias, eps)
        table = in_rows(input._array).reshape(len(input), num_groups, -1)
        return made, wrap(table.mean(2)), wrap(1 / (table.var(2) + eps) ** 0.5)

    if input.dim() < 2 or input.shape[1] % num_groups or not input.numel():
        return inner(input, num_groups, weight, bias, eps)
    batch, channels, *rest = input.shape
    given = (input, weight, bias, batch, channels, math.prod(rest), num_groups, float(eps))
    return with_note(dispatch(overload("native_group_norm"), given, {}, native))


# --- pooling ------------------------------------------------------------------------------------------------------------------


def pooling(dims):
    """max_pool2d and max_pool3d."""

    def one(inner, input, kernel_size, stride=None, padding=0, dilation=1, ceil_mode=False, return_indices=False):
        if input.dim() not in (dims + 1, dims + 2):
            return inner(input, kernel_size, stride, padding, dilation, ceil_mode, return_indices)
        given = [many(kernel_size, dims), many(stride, dims), many(padding, dims), many(dilation, dims), ceil_mode]
        defaults = [None, [], [0] * dims, [1] * dims, False]
        while given[-1] == defaults[len(given) - 1]:
            given.pop()
        made = dispatch(
            overload(f"max_pool{dims}d_with_indices"), (input, *given), {},
            lambda: inner(input, kernel_size, stride, padding, dilation, ceil_mode, True),
        )  # fmt: skip
        return made if return_indices else made[0]

    return one


def many(n, dims):
    """One number for each dimension."""
    if n is None:
        return []
    n = [*n] if isinstance(n, (tuple, list)) else [n]
    return n * dims if len(n) == 1 else n


for _dims in (2, 3):
    form(f"max_pool{_dims}d", f"max_pool{_dims}d_with_indices")(pooling(_dims))


@form("adaptive_avg_pool2d")
def adaptive_avg_pool2d(inner, input, output_size):
    wanted = many(output_size, 2)
    wanted = [n if m is None else m for n, m in zip(input.shape[-2:], wanted, strict=False)]
    if wanted == [1, 1]:
        return overload("mean", "dim")(input, [-1, -2], True)
    return dispatch(overload("_adaptive_avg_pool2d"), (input, wanted), {}, lambda: inner(input, output_size))


@form("interpolate")
def interpolate(inner, input, size=None, scale_factor=None, mode="nearest", align_corners=None, *more, **named):
    """One operator for each mode and number of dimensions; the size, and the factors where those were given."""
    dims = input.dim() - 2
    names = {
        "nearest": "nearest",
        "linear": "linear",
        "bilinear": "bilinear",
        "bicubic": "bicubic",
        "trilinear": "trilinear",
    }
    name = f"upsample_{names.get(mode)}{dims}d"
    native = lambda: inner(input, size, scale_factor, mode, align_corners, *more, **named)  # noqa: E731
    if mode == "area" and dims in (1, 2, 3) and size is not None and align_corners is None and not more:
        return getattr(functional, f"adaptive_avg_pool{dims}d")(input, tuple(many(size, dims)))
    if mode not in names or dims not in (1, 2, 3) or more or any(named.values()) or name not in lines():
        return native()
    factors = [None] * dims if scale_factor is None else [float(n) for n in many(scale_factor, dims)]
    wanted = (
        many(size, dims) if size is not None else [int(n * f) for n, f in zip(input.shape[2:], factors, strict=True)]
    )
    given = [input, wanted, *([] if mode == "nearest" else [bool(align_corners)]), *factors]
    while given[-1] is None:
        given.pop()
    made = dispatch(overload(name), tuple(given), {}, native)
    if made._edge is not None:
        notes[made._edge[0]] = name, list(input.shape), given[1:]
    return made


# --- embedding, dropout, pad -------------------------------------------------------------------------------------------------


def of_embedding(weight, index, padding_idx=None, scale_grad_by_freq=False, sparse=False):
    return (weight, index, -1 if padding_idx is None else padding_idx, scale_grad_by_freq, sparse), {}


entered("rows", "embedding", of_embedding)


@form("embedding")
def embedding(inner, *args, **named):
    """Whose arguments stand in another order than the operator's: its last step is announced."""
    return inner(*args, **named)


@form("one_hot")
def one_hot(inner, tensor, num_classes=-1):
    if not tensor.numel() or num_classes != -1 or str(tensor.dtype).split(".")[-1] != "int64":
        return inner(tensor, num_classes)
    least, most = tensor.aminmax()
    if least.item() < 0:
        return inner(tensor, num_classes)
    named = {"dtype": tensor.dtype, "layout": strided, "device": tensor.device}
    rows = overload("zeros")([*tensor.shape, most.item() + 1], **named)
    return overload("scatter_", "value")(rows, -1, tensor.unsqueeze(-1), 1)


@form("dropout")
def dropout(inner, input, p=0.5, training=True, inplace=False):
    """Who stays is drawn into a tensor of its own."""
    if not training or not 0 < p < 1 or not input.numel():
        return inner(input, p, training, inplace)
    mask = overload("empty_like")(input)
    mask = overload("bernoulli_", "float")(mask, 1 - p)
    mask = overload("div_", "Scalar")(mask, 1 - p)
    return input.mul_(mask) if inplace else input * mask


@form("pad")
def pad(inner, input, pad, mode="constant", value=None):
    if mode != "constant":
        return inner(input, pad, mode, value)
    given = (input, list(pad), 0.0 if value is None else value)
    return dispatch(overload("constant_pad_nd"), given, {}, lambda: inner(input, pad, mode, value))


@form("prelu")
def prelu(inner, input, weight):
    shape = [1] * input.dim()
    if input.dim() > 1:
        shape[1] = weight.numel()
    weight = weight.view(shape) if input.dim() != 1 else weight
    return dispatch(overload("_prelu_kernel"), (input, weight), {}, lambda: inner(input, weight.reshape(-1)))


@form("logsigmoid", "log_sigmoid")
def logsigmoid(inner, input):
    made = dispatch(overload("log_sigmoid_forward"), (input,), {}, lambda: (inner(input), wrap(abs(input._array))))
    if made[0]._edge is not None and takes(made[1]):
        notes[made[0]._edge[0]] = made[1]
    return made[0]


@form("relu6")
def relu6(inner, input, inplace=False):
    return overload("hardtanh_" if inplace else "hardtanh")(input, 0, 6)


@form("gelu")
def gelu(inner, input, approximate="none"):
    named = {} if approximate == "none" else {"approximate": approximate}
    return dispatch(overload("gelu"), (input,), named, lambda: inner(input, approximate=approximate))


def with_inplace(name, *defaults, shown=()):
    """The form of an activation that can change its input: the operator with _ behind its name."""

    def one(inner, input, *args, **named):
        inplace = named.pop("inplace", False)
        if len(args) > len(defaults):
            *args, inplace = args
        options = [*args, *defaults[len(args) :]]
        for i, (key, _) in enumerate(shown):
            options[i] = named.pop(key, options[i])
        if named:
            return inner(input, *args, **named, inplace=inplace)
        return overload(name + "_" * bool(inplace))(input, *[float(n) if type(n) is int else n for n in options])

    return one


form("elu")(with_inplace("elu", 1.0, shown=[("alpha", 1.0)]))
form("hardtanh")(with_inplace("hardtanh", -1.0, 1.0, shown=[("min_val", -1.0), ("max_val", 1.0)]))
form("leaky_relu")(with_inplace("leaky_relu", 0.01, shown=[("negative_slope", 0.01)]))
for _name in ("relu", "silu", "hardswish", "hardsigmoid", "mish"):
    form(_name)(with_inplace(_name))


# --- attention ----------------------------------------------------------------------------------------------------------------


@form("scaled_dot_product_attention")
def attention(
    inner, query, key, value, attn_mask=None, dropout_p=0.0, is_causal=False, *, scale=None, enable_gqa=False
):
    """In one step where PyTorch has a kernel for that, else as it composes it."""
    named = {"scale": scale, "enable_gqa": enable_gqa}
    native = lambda: inner(query, key, value, attn_mask, dropout_p, is_causal, **named)  # noqa: E731
    if query.dim() < 2 or enable_gqa:
        return native()
    if fused(query, key, value, attn_mask, dropout_p):
        return in_one(query, key, value, attn_mask, is_causal, scale)
    if is_causal or (attn_mask is not None and str(attn_mask.dtype).endswith("bool")):
        return native()
    return in_steps(query, key, value, attn_mask, dropout_p, scale)


def fused(query, key, value, attn_mask, dropout_p):
    alike = query.dim() == 4 and not dropout_p and query.shape[-1] == key.shape[-1] == value.shape[-1]
    return alike and bool(query.numel() and key.numel()) and not (attn_mask is not None and attn_mask.requires_grad)


def in_one(query, key, value, attn_mask, is_causal, scale):
    """One operator, and one for its derivative."""
    causal = [0.0, True] if is_causal else []
    options = {name: one for name, one in {"attn_mask": attn_mask, "scale": scale}.items() if one is not None}

    def function(q, k, v):
        return functional.scaled_dot_product_attention(q, k, v, attn_mask, 0.0, is_causal, scale=scale)

    def logs():
        with below(), recording(False):
            return (query @ key.mT * (scale or 1 / math.sqrt(query.shape[-1]))).logsumexp(-1)

    def arguments(gradients, tensors, made, wanted):
        return (*gradients, *tensors, *made, logs(), 0.0, is_causal), {"attn_mask": attn_mask} | options

    def native():
        name = "_scaled_dot_product_flash_attention_for_cpu_backward"
        return joined("ScaledDotProductFlashAttentionForCpu", function, name, arguments, query, key, value), logs()

    made = dispatch(
        overload("_scaled_dot_product_flash_attention_for_cpu"), (query, key, value, *causal), options, native
    )[0]
    return alias_of(made) if made.requires_grad else made


def in_steps(query, key, value, attn_mask, dropout_p, scale):
    factor = math.sqrt(scale or 1 / math.sqrt(query.shape[-1]))
    query = overload("mul", "Scalar")(query, factor)
    scores = query @ overload("mul", "Scalar")(key.transpose(-2, -1), factor)
    scores = scores if attn_mask is None else scores.add_(attn_mask)
    weights = overload("_safe_softmax")(scores, -1)
    return functional.dropout(weights, dropout_p) @ value


# --- recurrent layers ---------------------------------------------------------------------------------------------------------


@form("mkldnn_rnn_layer")
def mkldnn_rnn_layer(inner, step, data, sizes, start, weights, reverse):
    """A layer of an LSTM is one operator."""
    w_ih, w_hh, b_ih, b_hh, _ = weights
    if b_ih is None:
        return inner(step, data, sizes, start, weights, reverse)
    hidden, shape = w_hh.shape[1], (len(sizes), sizes[0], -1)
    with below():
        whole = data.view(shape)

    def function(x, *others):
        *weights, h, c = others
        rows, (h, c) = inner(step, x, sizes, [h, c], (*weights, None), reverse)
        return rows.view(shape), h, c

    def arguments(gradients, tensors, made, wanted):
        out, *others = gradients
        kept = (*made, out, *others, reverse, 2, hidden, 1, True, True, False, [], False, workspace(data))
        return (*tensors, *kept), {}

    tensors = (whole, w_ih, w_hh, b_ih, b_hh, *start)

    def in_one():
        return *joined("MkldnnRnnLayer", function, "mkldnn_rnn_layer_backward", arguments, *tensors), workspace(data)

    given = (*tensors, reverse, [], 2, hidden, 1, True, False, False, True)
    *made, _ = dispatch(overload("mkldnn_rnn_layer"), given, {}, in_one)
    if made[0].requires_grad:
        made = [alias_of(x) for x in made]
    with below():
        return made[0].view(len(sizes) * sizes[0], -1), made[1:]


def workspace(data):
    """What PyTorch's kernel leaves for its derivative: nothing here."""
    return wrap(data._array.reshape(-1)[:0])
