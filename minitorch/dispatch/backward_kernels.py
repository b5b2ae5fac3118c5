"""backward_kernels: operators that are derivatives: tanh_backward, convolution_backward ... (shelf).

Each is what autograd gives for the operator of that name: it is run again, and differentiated.
"""

from ..autograd.grad import grad
from ..nn import functional
from ..nn.functional import by_operator
from .calling import recording
from .forms.losses import word
from .kernels import KERNELS, convolution, kernel, top


def back(function, g, *tensors, mask=None):
    """The gradients of function(*tensors), where its result's is g: one for each tensor that mask wants; None for the others."""
    mask = [x is not None for x in tensors] if mask is None else mask
    with recording(True):
        leaves = [None if x is None else x.detach().requires_grad_(bool(m)) for x, m in zip(tensors, mask, strict=True)]
        wanted = [x for x, m in zip(leaves, mask, strict=True) if x is not None and m]
        found = iter(grad(function(*leaves), wanted, g, allow_unused=True)) if wanted else iter(())
    return tuple([next(found) if x is not None and m else None for x, m in zip(leaves, mask, strict=True)])


def of_first(name, function):
    """The derivative of a function of its first tensor: function(x, *options)."""

    def slope(g, x, *options, **named):
        return back(lambda x: function(x, *options, **named), g, x)[0]

    kernel(name)(slope)


# --- activations --------------------------------------------------------------------------------------------------------------

for _name in ("gelu", "silu", "mish", "hardswish", "hardsigmoid", "hardshrink", "softshrink", "glu"):
    of_first(f"{_name}_backward", getattr(functional, _name))
of_first("leaky_relu_backward", lambda x, negative_slope, is_result=False: functional.leaky_relu(x, negative_slope))
of_first("softplus_backward", lambda x, beta, threshold: functional.softplus(x, beta, threshold))
of_first("hardtanh_backward", lambda x, low, high: functional.hardtanh(x, low, high))
of_first("log_sigmoid_backward", lambda x, buffer: functional.logsigmoid(x))


@kernel("elu_backward")
def elu_backward(g, alpha, scale, input_scale, is_result, x):
    if is_result:
        return g * top("where")(x <= 0, (x + alpha * scale) * input_scale, scale)
    slope = top("exp")(x * input_scale) * (alpha * scale * input_scale)
    return g * top("where")(x <= 0, slope, scale)


@kernel("tanh_backward")
def tanh_backward(g, out):
    return g * (1 - out * out)


@kernel("sigmoid_backward")
def sigmoid_backward(g, out):
    return g * (1 - out) * out


@kernel("threshold_backward")
def threshold_backward(g, x, threshold):
    return g * (x > threshold)


@kernel("_softmax_backward_data")
def softmax_backward(g, out, dim, dtype):
    return (g - (g * out).sum(dim, True)) * out


@kernel("_log_softmax_backward_data")
def log_softmax_backward(g, out, dim, dtype):
    return g - out.exp() * g.sum(dim, True)


@kernel("_prelu_kernel_backward")
def prelu_backward(g, x, weight):
    return g * top("where")(x > 0, 1.0, weight), g * x.clamp(max=0)


# --- losses -------------------------------------------------------------------------------------------------------------------

for _name in ("mse_loss", "smooth_l1_loss", "huber_loss", "soft_margin_loss"):
    of_first(f"{_name}_backward", getattr(by_operator, _name))


@kernel("binary_cross_entropy_backward")
def bce_backward(g, x, target, weight=None, reduction=1):
    return back(lambda x: by_operator.binary_cross_entropy(x, target, weight, reduction), g, x)[0]


@kernel("nll_loss_backward", "nll_loss2d_backward")
def nll_backward(g, x, target, weight, reduction, ignore_index, total_weight):
    def loss(x):
        return functional.nll_loss(x, target, weight, ignore_index=ignore_index, reduction=word(reduction))

    return back(loss, g, x)[0]


# --- places -------------------------------------------------------------------------------------------------------------------


def put_back(name, view):
    """The derivative of a view: zeros with the gradient where the view is."""

    def slope(g, sizes, *place):
        whole = g.new_zeros(sizes)
        view(whole, *place).copy_(g)
        return whole

    kernel(name)(slope)


put_back("select_backward", lambda x, dim, index: x.select(dim, index))
put_back("slice_backward", lambda x, dim, start, end, step: KERNELS["slice"](x, dim, start, end, step))
put_back("diagonal_backward", lambda x, offset, dim1, dim2: x.diagonal(offset, dim1, dim2))


@kernel("unfold_backward")
def unfold_backward(g, sizes, dim, size, step):
    return back(lambda x: x.unfold(dim, size, step), g, g.new_zeros(sizes))[0]


@kernel("embedding_dense_backward")
def embedding_backward(g, indices, num_weights, padding_idx, scale_grad_by_freq):
    def look_up(table):
        return KERNELS["embedding"](table, indices, padding_idx, scale_grad_by_freq)

    return back(look_up, g, g.new_zeros(num_weights, g.shape[-1]))[0]


@kernel("embedding_backward")
def embedding_backward_of(g, indices, num_weights, padding_idx, scale_grad_by_freq, sparse):
    """What PyTorch composes of the other."""
    return embedding_backward(g, indices, num_weights, padding_idx, scale_grad_by_freq)


for _dims in (1, 2):
    for _mode in ("reflection", "replication"):
        _word = {"reflection": "reflect", "replication": "replicate"}[_mode]
        of_first(f"{_mode}_pad{_dims}d_backward", lambda x, pad, mode=_word: functional.pad(x, tuple(pad), mode))


# --- layers -------------------------------------------------------------------------------------------------------------------


@kernel("convolution_backward")
def convolution_backward(
    g, x, weight, bias_sizes, stride, padding, dilation, transposed, output_padding, groups, output_mask
):
    bias = None if bias_sizes is None or not output_mask[2] else g.new_zeros(bias_sizes)

    def convolved(x, weight, bias):
        return convolution(x, weight, bias, stride, padding, dilation, transposed, output_padding, groups)

    return back(convolved, g, x, weight, bias, mask=output_mask)


@kernel("native_layer_norm_backward")
def layer_norm_backward(g, x, normalized_shape, mean, rstd, weight, bias, output_mask):
    eps = spread_of(x, tuple(range(-len(normalized_shape), 0)), rstd)
    return back(
        lambda x, w, b: functional.layer_norm(x, tuple(normalized_shape), w, b, eps), g, x, weight, bias, mask=output_mask
    )  # fmt: skip


def spread_of(x, dims, rstd):
    """The small number that was added to the variance, which derivatives are not given."""
    var = x.detach().double().var(dims, correction=0)
    return max(float((rstd.double().reshape(var.shape) ** -2 - var).abs().mean()), 0.0) if x.numel() else 0.0


@kernel("native_group_norm_backward")
def group_norm_backward(g, x, mean, rstd, weight, N, C, HxW, group, output_mask):
    eps = spread_of(x.reshape(N, group, -1), (2,), rstd)
    bias = g.new_zeros(C) if output_mask[2] else None
    return back(lambda x, w, b: functional.group_norm(x, group, w, b, eps), g, x, weight, bias, mask=output_mask)


@kernel("native_batch_norm_backward")
def batch_norm_backward(g, x, weight, running_mean, running_var, mean, invstd, train, eps, output_mask):
    bias = g.new_zeros(x.shape[1]) if output_mask[2] else None
    known = (None, None) if train else (running_mean, running_var)
    return back(
        lambda x, w, b: functional.batch_norm(x, *known, w, b, train, 0.0, eps), g, x, weight, bias, mask=output_mask
    )  # fmt: skip


@kernel("_scaled_dot_product_flash_attention_for_cpu_backward")
def flash_backward(g, query, key, value, out, logs, dropout_p, is_causal, *, attn_mask=None, scale=None):
    def attend(query, key, value):
        return functional.scaled_dot_product_attention(query, key, value, attn_mask, dropout_p, is_causal, scale=scale)

    return back(attend, g, query, key, value)


# --- pooling ------------------------------------------------------------------------------------------------------------------


def from_places(dims):
    """The derivative of a largest number: to where it stood."""

    def slope(g, x, *more):
        indices = more[-1]
        return (
            x.new_zeros(x.shape).flatten(-dims).scatter_add(-1, indices.flatten(-dims), g.flatten(-dims)).view(x.shape)
        )

    return slope


for _dims in (2, 3):
    kernel(f"max_pool{_dims}d_with_indices_backward", f"adaptive_max_pool{_dims}d_backward")(from_places(_dims))
    of_first(
        f"avg_pool{_dims}d_backward",
        lambda x, *given, dims=_dims: getattr(functional, f"avg_pool{dims}d")(
            x, *[tuple(n) if isinstance(n, list) else n for n in given]
        ),
    )


def adaptive(dims):
    def slope(g, x):
        return back(lambda x: getattr(functional, f"adaptive_avg_pool{dims}d")(x, tuple(g.shape[-dims:])), g, x)[0]

    kernel(f"_adaptive_avg_pool{dims}d_backward")(slope)


adaptive(2)
adaptive(3)


def resized(mode, dims):
    """The derivative of a picture in another size."""

    def slope(g, output_size, input_size, *options):
        return back(lambda x: KERNELS[f"upsample_{mode}{dims}d"](x, output_size, *options), g, g.new_zeros(input_size))[
            0
        ]

    kernel(f"upsample_{mode}{dims}d_backward")(slope)


for _key in [_key for _key in KERNELS if _key.startswith("upsample_")]:
    resized(_key.removeprefix("upsample_")[:-2], int(_key[-2]))
