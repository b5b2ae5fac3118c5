"""activation: relu, tanh, sigmoid, gelu, elu, softplus ... of torch.nn.functional, element by element (core)."""

import math

from ..._tensor import Tensor
from ...backend import array_module
from ...dtypes import from_numpy_dtype
from ...memory_format import in_rows
from ...notes import with_note
from ...ops.index.where import masked, where
from ...ops.inplace.in_place import History, write
from ...ops.op import common, op
from ...ops.pointwise import activation
from ...ops.pointwise.arithmetic import abs, zeros_of
from ...ops.pointwise.erf import erf
from ...ops.pointwise.exp_log import exp
from ...ops.pointwise.softmax import implicit_dim, softmax
from ...ops.view.reshape import reshape


def relu(input, inplace=False):
    """max(x, 0). Source: PyTorch, torch.nn.functional.relu."""
    return input.relu_() if inplace else activation.relu(input)


def tanh(input):
    """(exp(x) - exp(-x)) / (exp(x) + exp(-x)). Source: PyTorch, torch.nn.functional.tanh."""
    return activation.tanh(input)


def sigmoid(input):
    """1 / (1 + exp(-x)). Source: PyTorch, torch.nn.functional.sigmoid."""
    return activation.sigmoid(input)


def softmin(input, dim=None, _stacklevel=3, dtype=None):
    """softmax(-x). Source: PyTorch, torch.nn.functional.softmin."""
    if dim is None:
        dim = implicit_dim("softmin", input.ndim)
    return softmax(-input, dim, dtype=dtype)


def floats_only(x, name):
    """Raise PyTorch's error for integers, and for complex ones."""
    if x.dtype.kind in "iubc":
        kind = from_numpy_dtype(x.dtype).title
        raise with_note(
            NotImplementedError(f"\"{name}\" not implemented for '{kind}'"), "Convert it with .float() first."
        )


def same(result, x):
    """The result in the dtype of x."""
    return result if result.dtype == x.dtype else result.astype(x.dtype)


def single(x):
    """Numbers of 16 bits as float32: between the first step and the last, nothing is rounded."""
    if isinstance(x, Tensor):
        return x.float() if x.itemsize == 2 and x.is_floating_point() else x
    return x.astype("float32") if x.dtype.itemsize == 2 and x.dtype.kind in "fV" else x


def applied(function, input, inplace, *options):
    """function(input, *options), or the same written into the input's own memory."""
    if not inplace:
        return function(input, *options)
    History.allow(input)
    return write(input, function(History.before(input, options), *options))


def bent_in_place(made, inplace, slope, name):
    """What an activation made. In place with a slope below 0 it has no derivative: its results no longer tell their signs."""
    if inplace and slope < 0 and made._edge is not None:
        made._edge[0].register_prehook(lambda grads: refuse_slope(name))
    return made


def refuse_slope(name):
    """PyTorch's error for the derivative of such a step."""
    more = (
        ""
        if name == "elu"
        else (
            " File an issue at https://github.com/pytorch/pytorch if you do require supporting in-place leakRelu backward "
            "calculation with negative slope"
        )
    )
    raise RuntimeError(
        f"In-place {name} backward calculation is triggered with a negative slope which is not supported. This is caused by "
        f"calling in-place forward function with a negative slope, please call out-of-place version instead.{more}"
    )


def pick(condition, x, y):
    """x where the condition holds, else y; for arrays and tensors."""
    made = condition if hasattr(condition, "_array") else None
    return where(condition, x, y) if made is not None else array_module(condition).where(condition, x, y)


@op
def _softplus(x, beta, threshold):
    floats_only(x, "softplus_cpu")
    xp = array_module(x)
    return same(xp.where(x * beta > threshold, x, xp.logaddexp(x * beta, 0) / beta), x)


_softplus.grad(
    x=lambda g, x, beta, threshold: pick(x * beta > threshold, single(g), g * activation.sigmoid(single(x) * beta))
)


def softplus(input, beta=1.0, threshold=20.0, *, out=None):
    """log(1 + exp(beta x)) / beta, and x where beta x > threshold. Source: PyTorch, torch.nn.functional.softplus."""
    return _softplus.call(input, beta, threshold, out=out)


@op
def _silu(x):
    floats_only(x, "silu_cpu")
    wide = single(x)
    return same(wide * activation.sigmoid(wide), x)


def silu_slope(x):
    s = activation.sigmoid(x)
    return s + x * s * (1 - s)


_silu.grad(x=lambda g, x: g * silu_slope(single(x)))


def silu(input, inplace=False):
    """x sigmoid(x). Source: PyTorch, torch.nn.functional.silu."""
    return applied(_silu, input, inplace)


@op
def _gelu(x):
    floats_only(x, "GeluKernelImpl")
    wide = single(x)
    return same(wide * cdf(wide), x)


def cdf(x):
    """The probability that a standard normal number is at most x."""
    return (erf(x * math.sqrt(0.5)) + 1) * 0.5


def gelu_slope(x):
    return cdf(x) + x * pdf(x)


def pdf(x):
    """The density of standard normal numbers at x."""
    return exp(x * x * -0.5) * (1 / math.sqrt(2 * math.pi))


_gelu.grad(x=lambda g, x: g * gelu_slope(single(x)))


def bent(x):
    """tanh(sqrt(2 / pi) (x + 0.044715 x**3)), which is close to 2 cdf(x) - 1."""
    return activation.tanh((x + x * x * x * 0.044715) * math.sqrt(2 / math.pi))


@op(derivative="GeluBackward0")
def _gelu_tanh(x):
    floats_only(x, "GeluKernelImpl")
    wide = single(x)
    return same(wide * 0.5 * (bent(wide) + 1), x)


def gelu_tanh_slope(x):
    t = bent(x)
    return (t + 1) * 0.5 + x * (1 - t * t) * (x * x * (3 * 0.044715) + 1) * (0.5 * math.sqrt(2 / math.pi))


_gelu_tanh.grad(x=lambda g, x: g * gelu_tanh_slope(single(x)))


def gelu(input, *, approximate="none"):
    """x times the probability that a standard normal number is below x; "tanh" computes it approximately.

    Source: Hendrycks and Gimpel, "Gaussian Error Linear Units"; PyTorch, torch.nn.functional.gelu.
    """
    if approximate == "none":
        return _gelu(input)
    if approximate != "tanh":
        raise with_note(RuntimeError("approximate argument must be either none or tanh."), f"It is {approximate}.")
    return _gelu_tanh(input)


@op
def _elu(x, alpha):
    floats_only(x, "elu_cpu")
    xp, wide = array_module(x), single(x)
    return same(xp.where(wide > 0, wide, alpha * xp.expm1(xp.minimum(wide, 0))), x)


_elu.grad(x=lambda g, x, alpha: pick(x <= 0, g * exp(masked(single(x), x < 0)) * alpha, single(g)))


def elu(input, alpha=1.0, inplace=False):
    """x for positive x, alpha (exp(x) - 1) for others. Source: PyTorch, torch.nn.functional.elu."""
    return bent_in_place(applied(_elu, input, inplace, alpha), inplace, alpha, "elu")


@op
def _leaky_relu(x, negative_slope):
    floats_only(x, "leaky_relu_cpu")
    return same(array_module(x).where(x > 0, x, single(x) * negative_slope), x)


_leaky_relu.grad(x=lambda g, x, negative_slope: leaky_relu_backward(g, x, negative_slope))


@op(derivative="LeakyReluBackwardBackward0")
def leaky_relu_backward(grad_output, x, negative_slope):
    """What leaky_relu sends back. Where x is does not change it: the gradient of x is zeros, not None."""
    return array_module(x).where(x > 0, single(grad_output), single(grad_output) * negative_slope)


leaky_relu_backward.grad(
    grad_output=lambda g, x, negative_slope: leaky_relu_backward(g, x, negative_slope),
    x=lambda g: zeros_of(g),
)


def leaky_relu(input, negative_slope=0.01, inplace=False):
    """x for positive x, negative_slope x for others. Source: PyTorch, torch.nn.functional.leaky_relu."""
    return bent_in_place(applied(_leaky_relu, input, inplace, negative_slope), inplace, negative_slope, "leakyReLu")


@op(derivative="LogSigmoidBackward0")
def log_sigmoid(x):
    floats_only(x, "log_sigmoid_cpu")
    xp = array_module(x)
    return in_rows(same(-xp.logaddexp(-single(x), 0), x))


def log_sigmoid_slope(x):
    """sigmoid(-x), made of exp(-|x|), which PyTorch keeps: in half precision it is rounded."""
    power = single(exp(-abs(x)))
    part = power / (power + 1)
    return pick(x < 0, 1 - part, part)


log_sigmoid.grad(x=lambda g, x: g * log_sigmoid_slope(x))


def logsigmoid(input, *, out=None):
    """log(sigmoid(x)), computed so that it does not overflow. Source: PyTorch, torch.nn.functional.logsigmoid."""
    return log_sigmoid.call(input, out=out)


@op(promote=common, derivative="PreluKernelBackward0")
def _prelu(x, weight):
    floats_only(x, "prelu_kernel")
    return array_module(x).where(x > 0, x, x * weight)


_prelu.grad(
    x=lambda g, x, weight: prelu_backward(g, x, weight),
    weight=lambda g, x: masked(g * x, ~(x > 0)),
)


@op(promote=common, derivative="PreluKernelBackwardBackward0")
def prelu_backward(grad_output, x, weight):
    """What prelu sends back to x. Where x is does not change it: the gradient of x is zeros, not None."""
    return array_module(x).where(x > 0, grad_output, grad_output * weight)


prelu_backward.grad(
    grad_output=lambda g, x, weight: pick(x >= 0, g, g * weight),  # of the two slopes at 0 PyTorch takes the other here
    x=lambda g: zeros_of(g),
    weight=lambda g, grad_output, x: masked(g * grad_output, ~(x >= 0)),
)


def prelu(input, weight):
    """x for positive x, weight x for others: weight is one number, or [C] for input [N, C, ...].

    Errors: RuntimeError when there are neither one nor C weights. Source: PyTorch, torch.nn.functional.prelu.
    """
    if weight.numel() != 1:
        channels = input.shape[1] if input.ndim > 1 else 1
        if not input.ndim:
            raise RuntimeError("Not allow zero-dim input tensor.")
        if channels != weight.numel():
            raise RuntimeError(
                f"Mismatch of parameter numbers and input channel size. Found parameter numbers = {weight.numel()} "
                f"and channel size = {channels}."
            )
    if weight.ndim > 1:
        raise RuntimeError(f"prelu: Expected `weight` to be a scalar or 1D tensor, but got: ndim = {weight.ndim}")
    shape = [1] * input.ndim
    if input.ndim > 1:
        shape[1] = -1
    return _prelu(input, reshape(weight, shape))
