"""running: what a node of a traced graph computes: aten's operators by their names, and the few of prim (shelf)."""

import sys

from .._tensor import Tensor
from ..dispatch.overloads import trimmed
from ..memory_format import channels_last, channels_last_3d, contiguous_format, preserve_format
from ..nn import functional as F
from ..nn.functional import rnn
from ..ops import aten
from .kinds import DTYPES
from .operators import schema_of

FORMATS = {0: contiguous_format, 1: preserve_format, 2: channels_last, 3: channels_last_3d}
KERNELS: dict = {}  # name of an operator -> what computes it, of all its arguments in their order
REDUCTIONS = ("none", "mean", "sum")


def run(graph, module, args):
    """What a graph gives for arguments, and for a module, if it is a method of one."""
    known = dict(zip(graph.inputs(), args if module is None else (module, *args), strict=True))
    for node in graph._nodes:
        found = step(node, [known[x] for x in node._inputs])
        if len(node._outputs) == 1:
            known[node._outputs[0]] = found
        else:
            known.update(zip(node._outputs, found, strict=True))
    outs = [known[x] for x in graph.outputs()]
    return outs[0] if len(outs) == 1 else tuple(outs) if outs else None


def step(node, given):
    """What one node gives for values."""
    kind = node.kind()
    if kind == "prim::Constant":
        return node.attributes.get("value")
    if kind == "prim::GetAttr":
        return getattr(given[0], node.attributes["name"])
    if kind == "prim::CallMethod":
        return run(given[0]._methods[node.attributes["name"]], given[0], given[1:])
    if kind in PRIMS:
        return PRIMS[kind](*given)
    schema = schema_of(node)
    if schema is None:
        raise RuntimeError(f"minitorch has no kernel for {kind}")
    return call(schema, given)


PRIMS = {
    "prim::ListConstruct": lambda *given: list(given),
    "prim::TupleConstruct": lambda *given: given,
    "prim::TupleUnpack": lambda x: x[0] if len(x) == 1 else x,
    "prim::ListUnpack": lambda x: x[0] if len(x) == 1 else x,
    "prim::DictConstruct": lambda *given: dict(zip(given[::2], given[1::2], strict=True)),
    "prim::NumToTensor": lambda n: sys.modules["minitorch"].tensor(n),
    "aten::Int": lambda x: int(x),
    "aten::Float": lambda x: float(x),
    "aten::Bool": lambda x: bool(x),
    "aten::ScalarImplicit": lambda x: x.item(),
    "aten::size": lambda x, *dim: x.shape[dim[0]] if dim else list(x.shape),
    "aten::numel": lambda x: x.numel(),
    "aten::dim": lambda x: x.dim(),
    "aten::len": len,
    "aten::__getitem__": lambda x, key: x[key],
}


def call(schema, given):
    """What an operator gives for all its arguments in their order."""
    name = schema.name.partition("::")[2]
    given = [typed(x, one.type) for x, one in zip(given, schema.arguments, strict=True)]
    if name in KERNELS:
        return KERNELS[name](*given)
    by_name = {
        one.name: x
        for one, x in zip(schema.arguments, given, strict=True)
        if one.name not in ("layout", "pin_memory", "implicit") and (x is not None or not one.kwarg_only)
    }
    args, kwargs = trimmed(schema, by_name)
    return getattr(aten, name)(*args, **{key: x for key, x in kwargs.items() if key in by_name})


def typed(x, kind):
    """A dtype or memory format of its number."""
    if kind.startswith("ScalarType") and isinstance(x, int):
        return DTYPES[x]
    return FORMATS[x] if kind.startswith("MemoryFormat") and isinstance(x, int) else x


def kernel(*names):
    def enter(function):
        KERNELS.update(dict.fromkeys(names, function))
        return function

    return enter


KERNELS["dropout"] = lambda x, p, train: F.dropout(x, p, train)
KERNELS["dropout_"] = lambda x, p, train: F.dropout(x, p, train, True)
KERNELS["feature_dropout"] = lambda x, p, train: F.dropout2d(x, p, train)
KERNELS["feature_dropout_"] = lambda x, p, train: F.dropout2d(x, p, train, True)
KERNELS["alpha_dropout"] = lambda x, p, train: F.alpha_dropout(x, p, train)
KERNELS["feature_alpha_dropout"] = lambda x, p, train: F.feature_alpha_dropout(x, p, train)
KERNELS["layer_norm"] = lambda x, shape, w, b, eps, cudnn: F.layer_norm(x, tuple(shape), w, b, eps)
KERNELS["group_norm"] = lambda x, groups, w, b, eps, cudnn: F.group_norm(x, groups, w, b, eps)
KERNELS["embedding"] = lambda w, x, place, scale, sparse: F.embedding(
    x, w, None if place < 0 else place, None, 2.0, scale, sparse
)
KERNELS["linear"] = lambda x, w, b: F.linear(x, w, b)
KERNELS["softmax"] = lambda x, dim, dtype: F.softmax(x, dim, dtype=dtype)
KERNELS["log_softmax"] = lambda x, dim, dtype: F.log_softmax(x, dim, dtype=dtype)
KERNELS["elu"] = lambda x, alpha, scale, inner: F.elu(x, alpha)
KERNELS["elu_"] = lambda x, alpha, scale, inner: F.elu(x, alpha, True)
KERNELS["log_sigmoid"] = lambda x: F.logsigmoid(x)
KERNELS["pad"] = lambda x, sizes, mode, value: F.pad(x, tuple(sizes), mode, value)
KERNELS["einsum"] = lambda equation, tensors, path: sys.modules["minitorch"].einsum(equation, *tensors)
KERNELS["tensordot"] = lambda x, y, a, b: sys.modules["minitorch"].tensordot(x, y, (a, b))
KERNELS["broadcast_tensors"] = lambda tensors: list(sys.modules["minitorch"].broadcast_tensors(*tensors))
KERNELS["unsafe_chunk"] = lambda x, count, dim: list(x.chunk(count, dim))
KERNELS["numpy_T"] = lambda x: x.T
KERNELS["mT"] = lambda x: x.mT
KERNELS["rsub"] = lambda x, other, alpha: other - (x if alpha == 1 else x * alpha)
KERNELS["select"] = lambda x, dim, i: x.select(dim, i)
KERNELS["slice"] = lambda x, dim, start, stop, by: x[(slice(None),) * (dim % x.dim()) + (slice(start, stop, by),)]
KERNELS["index"] = lambda x, places: x[tuple([slice(None) if i is None else i for i in places])]
KERNELS["copy_"] = lambda x, other, wait: x.copy_(other)
KERNELS["contiguous"] = lambda x, form: x.contiguous(memory_format=form)
KERNELS["reshape"] = lambda x, shape: x.reshape(*shape)
KERNELS["view"] = lambda x, shape: x.view(*shape)
KERNELS["expand"] = lambda x, sizes, implicit: x.expand(*sizes)
KERNELS["__and__"], KERNELS["__or__"] = lambda x, y: x & y, lambda x, y: x | y
KERNELS["__xor__"] = lambda x, y: x ^ y
KERNELS["pow"] = lambda x, y: x**y
KERNELS["flatten"] = lambda x, start, end: x.flatten(start, end)
KERNELS["detach"] = lambda x: x.detach()


@kernel("index_put_")
def index_put_(x, places, values, accumulate):
    where = tuple([slice(None) if i is None else i for i in places])
    if accumulate:
        return x.index_put_(where, values, True)
    x[where] = values
    return x


@kernel("batch_norm")
def batch_norm(x, w, b, mean, var, training, momentum, eps, cudnn):
    return F.batch_norm(x, mean, var, w, b, training, momentum, eps)


@kernel("instance_norm")
def instance_norm(x, w, b, mean, var, of_input, momentum, eps, cudnn):
    return F.instance_norm(x, mean, var, w, b, of_input, momentum, eps)


@kernel("_convolution")
def convolution(x, w, b, stride, padding, dilation, transposed, extra, groups, *flags):
    dims = len(stride)
    stride, padding, dilation, extra = tuple(stride), tuple(padding), tuple(dilation), tuple(extra)
    if transposed:
        return getattr(F, f"conv_transpose{dims}d")(x, w, b, stride, padding, extra, groups, dilation)
    return getattr(F, f"conv{dims}d")(x, w, b, stride, padding, dilation, groups)


@kernel("_convolution_mode")
def convolution_mode(x, w, b, stride, padding, dilation, groups):
    return getattr(F, f"conv{len(stride)}d")(x, w, b, tuple(stride), padding, tuple(dilation), groups)


def pooled(name):
    def one(x, size, stride, *more):
        return getattr(F, name)(
            x, tuple(size), tuple(stride) or None, *[tuple(n) if isinstance(n, list) else n for n in more]
        )

    return one


for _name in ("max_pool1d", "max_pool2d", "max_pool3d", "avg_pool1d", "avg_pool2d", "avg_pool3d"):
    KERNELS[_name] = pooled(_name)
for _name in ("lstm", "gru", "rnn_tanh", "rnn_relu"):
    KERNELS[_name] = lambda x, hx, *more, name=_name: getattr(rnn, name)(x, tuple(hx) if name == "lstm" else hx, *more)


@kernel("cross_entropy_loss")
def cross_entropy_loss(x, target, weight, reduction, ignored, smoothing):
    return F.cross_entropy(
        x, target, weight, ignore_index=ignored, reduction=REDUCTIONS[reduction], label_smoothing=smoothing
    )


@kernel("nll_loss_nd")
def nll_loss(x, target, weight, reduction, ignored):
    return F.nll_loss(x, target, weight, ignore_index=ignored, reduction=REDUCTIONS[reduction])


@kernel("kl_div")
def kl_div(x, target, reduction, log_target):
    return F.kl_div(x, target, reduction=REDUCTIONS[reduction], log_target=log_target)


@kernel("scaled_dot_product_attention")
def attention(q, k, v, mask, chance, causal, scale, grouped):
    return F.scaled_dot_product_attention(q, k, v, mask, chance, causal, scale=scale, enable_gqa=grouped)


@kernel("to")
def to(x, *more):
    """Four forms, told apart by what comes first."""
    copy, given = bool(more[-2]), [one for one in more[:-3] if one is not None]
    if isinstance(more[0], Tensor):
        return x.to(more[0], copy=copy)
    named = {"dtype" if one in DTYPES.values() else "device": one for one in given if not isinstance(one, (bool, int))}
    return x.to(copy=copy, **named)


def upsampled(mode, dims):
    def one(x, sizes, *more):
        factors, align = more[-1], more[0] if len(more) == 2 else None
        sizes, factors = sizes and tuple(sizes), factors and tuple(factors)
        return F.interpolate(x, sizes, factors, mode, align)

    return one


for _mode, _dims in (
    ("nearest", 1), ("nearest", 2), ("nearest", 3), ("linear", 1), ("bilinear", 2), ("bicubic", 2), ("trilinear", 3)
):  # fmt: skip
    KERNELS[f"upsample_{_mode}{_dims}d"] = upsampled(_mode, _dims)


@kernel("_transformer_encoder_layer_fwd")
def encoder_layer(
    x,
    width,
    heads,
    w,
    b,
    w_out,
    b_out,
    gelu,
    norm_first,
    eps,
    w_1,
    b_1,
    w_2,
    b_2,
    w_in,
    b_in,
    w_back,
    b_back,
    mask=None,
    kind=None,
):
    """An encoder layer in one step, as PyTorch runs it without gradients. kind  0: mask says who sees whom, 1: what is padding"""
    masks = {} if mask is None else {"key_padding_mask" if kind == 1 else "attn_mask": mask}

    def attended(x):
        x = x.transpose(0, 1)
        made = F.multi_head_attention_forward(
            x, x, x, width, heads, w, b, None, None, False, 0.0, w_out, b_out, False, need_weights=False, **masks
        )  # fmt: skip
        return made[0].transpose(0, 1)

    def forward(x):
        return F.linear((F.gelu if gelu else F.relu)(F.linear(x, w_in, b_in)), w_back, b_back)

    first, second = [lambda x, w=w, b=b: F.layer_norm(x, (width,), w, b, eps) for w, b in ((w_1, b_1), (w_2, b_2))]
    if norm_first:
        x = x + attended(first(x))
        return x + forward(second(x))
    x = first(x + attended(x))
    return second(x + forward(x))
