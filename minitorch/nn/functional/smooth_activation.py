"""smooth_activation: elu, celu, selu, softplus, logsigmoid, mish, glu, softsign, tanhshrink, softmin, gumbel_softmax (shelf)."""

import math

from ..._tensor import check_dim
from ...backend import array_module
from ...errors import warn
from ...ops.index.where import choose, where
from ...ops.join.split import split
from ...ops.op import op
from ...ops.pointwise.activation import sigmoid
from ...ops.pointwise.softmax import implicit_dim, softmax
from .activation import single
from .gates import applied, floats
from .steps import named

ALPHA, SCALE = 1.6732632423543772848170429916717, 1.0507009873554804934193349852946  # of SELU


def _elu(x, alpha, scale, steep):
    """scale x for positive x, scale alpha (exp(steep x) - 1) for others."""
    floats(x._array, "elu")
    wide = single(x)
    below = (where(wide > 0, 0.0, wide) * steep).expm1() * alpha
    return named((where(wide > 0, wide, below) * scale).to(x.dtype), "Elu")


def elu(input, alpha=1.0, inplace=False):
    """x for positive x, alpha (exp(x) - 1) for others. Source: PyTorch, torch.nn.functional.elu."""
    return applied(_elu, input, inplace, alpha, 1.0, 1.0)


def celu(input, alpha=1.0, inplace=False):
    """x for positive x, alpha (exp(x / alpha) - 1) for others. Source: Barron, 2017; PyTorch, torch.nn.functional.celu."""
    if alpha == 0:
        raise RuntimeError("ZeroDivisionError: alpha cannot be 0 for CELU")
    return applied(_elu, input, inplace, alpha, 1.0, 1 / alpha)


def selu(input, inplace=False):
    """elu with the alpha, and times the scale, that keep mean 0 and variance 1 from layer to layer.

    >>> import minitorch as mt
    >>> mt.selu(mt.tensor([-1.0, 0.0, 1.0]))
    tensor([-1.1113,  0.0000,  1.0507])

    Source: Klambauer et al., 2017; PyTorch, torch.nn.functional.selu.
    """
    return applied(_elu, input, inplace, ALPHA, SCALE, 1.0)


@op
def _softplus(input, beta, threshold):
    xp, wide = array_module(input), floats(input, "softplus")
    return xp.where(wide * beta > threshold, wide, xp.logaddexp(wide * beta, 0) / beta).astype(input.dtype, copy=False)


def softplus_back(g, input, beta, threshold):
    wide = single(input) * beta
    return g * choose(wide > threshold, 1.0, sigmoid(wide))


_softplus.grad(input=softplus_back)


def softplus(input, beta=1.0, threshold=20.0, *, out=None):
    """log(1 + exp(beta x)) / beta, and x where beta x > threshold. Source: PyTorch, torch.nn.functional.softplus."""
    return _softplus.call(input, beta, threshold, out=out)


def logsigmoid(input):
    """log(sigmoid(x)), computed so that it does not overflow. Source: PyTorch, torch.nn.functional.logsigmoid."""
    return named(-_softplus(-input, 1.0, math.inf), "LogSigmoid")


def mish(input, inplace=False):
    """x tanh(softplus(x)). Source: Misra, 2019; PyTorch, torch.nn.functional.mish."""
    return applied(_mish, input, inplace)


def _mish(x):
    wide = single(x)
    return named((wide * _softplus(wide, 1.0, math.inf).tanh()).to(x.dtype), "Mish")


# --- out of the operators -----------------------------------------------------------------------------------------------


def glu(input, dim=-1):
    """The first half of x along `dim` times the sigmoid of the second half: a gate.

    Errors: RuntimeError for an odd length. Source: Dauphin et al., 2016; PyTorch, torch.nn.functional.glu.
    """
    if input.ndim == 0:
        raise RuntimeError("glu does not support scalars because halving size must be even")
    dim = check_dim(dim, input.ndim)
    if input.shape[dim] % 2:
        raise RuntimeError(f"Halving dimension must be even, but dimension {dim} is size {input.shape[dim]}")
    value, gate = split(input, input.shape[dim] // 2, dim)
    return value * sigmoid(gate)


def softsign(input):
    """x / (1 + |x|). Source: PyTorch, torch.nn.functional.softsign."""
    return input / (input.abs() + 1)


def tanhshrink(input):
    """x - tanh(x). Source: PyTorch, torch.nn.functional.tanhshrink."""
    return input - input.tanh()


def softmin(input, dim=None, _stacklevel=3, dtype=None):
    """softmax(-x). Source: PyTorch, torch.nn.functional.softmin."""
    if dim is None:
        dim = implicit_dim("softmin", input.ndim)
    return softmax(-input, dim, dtype=dtype)


def gumbel_softmax(logits, tau=1, hard=False, eps=1e-10, dim=-1):
    """Softmax of (logits + noise) / tau: a drawn class as a vector of probabilities through which gradients flow.

    tau   how even the probabilities are; towards 0, one class gets nearly all
    hard  give 1 to the likeliest class and 0 to the others; gradients are as without it
    eps   taken, not used

    >>> import minitorch as mt
    >>> _ = mt.manual_seed(0)
    >>> mt.nn.functional.gumbel_softmax(mt.zeros(3), hard=True)
    tensor([0., 0., 1.])

    Source: Jang, Gu and Poole, 2016; PyTorch, torch.nn.functional.gumbel_softmax.
    """
    if eps != 1e-10:
        warn("`eps` parameter is deprecated and has no effect.")
    noise = -logits.new_empty(logits.shape).exponential_().log()
    soft = softmax((logits + noise) / tau, dim)
    if not hard:
        return soft
    likeliest = soft.max(dim, keepdim=True)[1]
    return soft.new_zeros(soft.shape).scatter_(dim, likeliest, 1.0) - soft.detach() + soft
