"""kernels: operators of PyTorch that no public function of the package has the name, or the arguments, of (shelf)."""

import sys

from .._tensor import Tensor, wrap
from ..nn import functional
from ..nn.functional import by_operator
from ..ops.view.reshape import _unsafe_view
from .forms.layers import saved
from .forms.losses import total, word

KERNELS: dict = {}


def kernel(*names):
    """A decorator that enters a function under the names of operators."""

    def enter(function):
        KERNELS.update(dict.fromkeys(names, function))
        return function

    return enter


def top(name):
    return getattr(sys.modules["minitorch"], name)


# --- another order of arguments -----------------------------------------------------------------------------------------------


@kernel("_softmax")
def softmax(x, dim, half_to_float):
    return functional.softmax(x, dim)


@kernel("_log_softmax")
def log_softmax(x, dim, half_to_float):
    return functional.log_softmax(x, dim)


@kernel("_safe_softmax")
def safe_softmax(x, dim, dtype=None):
    return functional.attention._safe_softmax(x, dim)


@kernel("_pin_memory")
def pin_memory(x, device=None):
    return x.pin_memory(device)


@kernel("_sparse_addmm")
def sparse_addmm(mat, mat1, mat2, *, beta=1, alpha=1):
    return top("sparse").addmm(mat, mat1, mat2, beta=beta, alpha=alpha)


@kernel("embedding")
def embedding(weight, indices, padding_idx=-1, scale_grad_by_freq=False, sparse=False):
    return functional.embedding(
        indices, weight, None if padding_idx < 0 else padding_idx, None, 2.0, scale_grad_by_freq, sparse
    )


@kernel("_to_copy")
def to_copy(x, *, dtype=None, layout=None, device=None, pin_memory=None, non_blocking=False, memory_format=None):
    made = x.to(device=device or x.device, dtype=dtype or x.dtype, copy=True)
    return made if memory_format is None else made.contiguous(memory_format=memory_format)


@kernel("_unsafe_view", "_reshape_alias")
def unsafe_view(x, size, *more):
    return _unsafe_view(x, tuple(size))


@kernel("alias", "lift_fresh")
def alias(x):
    return x.view_as(x)


@kernel("lift_fresh_copy")
def lift_fresh_copy(x):
    return x.clone()


@kernel("slice")
def sliced(x, dim=0, start=None, end=None, step=1):
    return x[(slice(None),) * (dim % max(x.dim(), 1)) + (slice(start, end, step),)]


@kernel("index")
def index(x, indices):
    return x[tuple([slice(None) if i is None else i for i in indices])]


@kernel("_local_scalar_dense")
def local_scalar_dense(x):
    return x.item()


@kernel("scalar_tensor")
def scalar_tensor(value, *, dtype=None, layout=None, device=None, pin_memory=None):
    return top("scalar_tensor")(value, dtype=dtype, device=device)


@kernel("new_empty_strided")
def new_empty_strided(x, size, stride, *, dtype=None, layout=None, device=None, pin_memory=None):
    return top("empty_strided")(size, stride, dtype=dtype or x.dtype, device=device or x.device)


def maker(name):
    """zeros, rand ... as operators: with layout and pin_memory."""

    def make(*args, layout=None, pin_memory=None, memory_format=None, **named):
        function = getattr(Tensor, name) if name.startswith("new_") else top(name)
        return function(*args, **{key: value for key, value in named.items() if value is not None})

    return kernel(name)(make)


for _name in """zeros ones empty rand randn full arange linspace logspace eye randint randperm empty_strided zeros_like ones_like
    empty_like full_like rand_like randn_like randint_like new_zeros new_ones new_empty new_full""".split():
    maker(_name)


# --- several results ----------------------------------------------------------------------------------------------------------


@kernel("native_layer_norm")
def native_layer_norm(x, normalized_shape, weight, bias, eps):
    dims = tuple(range(x.dim() - len(normalized_shape), x.dim()))
    mean, var = x.detach().mean(dims, True), x.detach().var(dims, correction=0, keepdim=True)
    return functional.layer_norm(x, tuple(normalized_shape), weight, bias, eps), mean, (var + eps).rsqrt()


@kernel("native_batch_norm", "_native_batch_norm_legit")
def native_batch_norm(x, weight, bias, running_mean, running_var, training, momentum, eps):
    made = functional.batch_norm(x, running_mean, running_var, weight, bias, training, momentum, eps)
    none = wrap(x._array.reshape(-1)[:0])
    return (made, *saved(x._array, eps)) if training else (made, none, none)


@kernel("nll_loss_forward", "nll_loss2d_forward")
def nll_loss_forward(x, target, weight, reduction, ignore_index):
    made = functional.nll_loss(x, target, weight, ignore_index=ignore_index, reduction=word(reduction))
    return made, total(target, weight, ignore_index, x)


@kernel("log_sigmoid_forward")
def log_sigmoid_forward(x):
    return functional.logsigmoid(x), abs(x.detach())


@kernel("_prelu_kernel")
def prelu(x, weight):
    return functional.prelu(x, weight.reshape(-1))


@kernel("_adaptive_avg_pool2d")
def adaptive_avg_pool2d(x, output_size):
    return functional.adaptive_avg_pool2d(x, output_size)


@kernel("_scaled_dot_product_flash_attention_for_cpu")
def flash_attention(query, key, value, dropout_p=0.0, is_causal=False, *, attn_mask=None, scale=None):
    made = functional.scaled_dot_product_attention(query, key, value, attn_mask, dropout_p, is_causal, scale=scale)
    scores = query.detach() @ key.detach().mT * (scale or query.shape[-1] ** -0.5)
    return made, scores.logsumexp(-1)


@kernel("convolution")
def convolution(x, weight, bias, stride, padding, dilation, transposed, output_padding, groups):
    dims = weight.dim() - 2
    if transposed:
        function = getattr(functional, f"conv_transpose{dims}d")
        return function(x, weight, bias, tuple(stride), tuple(padding), tuple(output_padding), groups, tuple(dilation))
    return getattr(functional, f"conv{dims}d")(x, weight, bias, tuple(stride), tuple(padding), tuple(dilation), groups)


# --- losses, whose reduction is a number that is 1, the mean, unless given ------------------------------------------------------


def loss(name):
    """A loss as an operator: input, target, the options that stand before the reduction, the reduction."""

    def function(input, target, *options, **named):
        named = named if len(options) > BEFORE.get(name, 0) or "reduction" in named else named | {"reduction": 1}
        return getattr(by_operator, name)(input, target, *options, **named)

    kernel(name)(function)


BEFORE = {"binary_cross_entropy": 1}
for _name in ("mse_loss", "smooth_l1_loss", "huber_loss", "soft_margin_loss", "binary_cross_entropy"):
    loss(_name)


@kernel("binary_cross_entropy_with_logits")
def with_logits(input, target, weight=None, pos_weight=None, reduction=1):
    return functional.binary_cross_entropy_with_logits(
        input, target, weight, pos_weight=pos_weight, reduction=word(reduction)
    )  # fmt: skip


# --- the rest -----------------------------------------------------------------------------------------------------------------


@kernel("unfold")
def unfold(x, dimension, size, step):
    return x.unfold(dimension, size, step)


@kernel("_unique2")
def unique(x, sorted=True, return_inverse=False, return_counts=False):
    values, inverse, counts = x.unique(True, True, True)
    none = x.new_empty(0, dtype=inverse.dtype)
    return values, inverse if return_inverse else none, counts if return_counts else none


def upsample(mode, dims):
    """A picture in another size: by its name, each mode and number of dimensions."""

    def function(x, output_size, *options):
        named = {} if mode == "nearest" else {"align_corners": bool(options[0])}
        factors = options[len(named) :]
        if any([one is not None for one in factors]):
            return functional.interpolate(x, None, tuple(factors), mode, **named)
        return functional.interpolate(x, tuple(output_size), None, mode, **named)

    kernel(f"upsample_{mode}{dims}d")(function)


for _mode, _dims in (
    ("nearest", 1),
    ("nearest", 2),
    ("nearest", 3),
    ("linear", 1),
    ("bilinear", 2),
    ("bicubic", 2),
    ("trilinear", 3),
):
    upsample(_mode, _dims)
