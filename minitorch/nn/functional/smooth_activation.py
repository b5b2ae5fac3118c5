"""smooth_activation: celu, selu, mish, glu, softsign, tanhshrink, and prelu as a method of Tensor (shelf)."""

from ..._tensor import check_dim, method
from ...backend import array_module
from ...ops.index.where import masked
from ...ops.join.cat import _cat
from ...ops.join.split import _split
from ...ops.op import op
from ...ops.pointwise import activation
from ...ops.pointwise.exp_log import exp
from .activation import applied, bent_in_place, floats_only, log_sigmoid, pick, prelu, same, single

ALPHA, SCALE = 1.6732632423543772848170429916717, 1.0507009873554804934193349852946  # of SELU


@op
def _celu(x, alpha):
    floats_only(x, "elu_cpu")
    xp, wide = array_module(x), single(x)
    return same(xp.where(wide > 0, wide, alpha * xp.expm1(xp.minimum(wide, 0) * (1 / alpha))), x)


_celu.grad(x=lambda g, x, alpha: pick(x <= 0, g * exp(masked(single(x), x < 0) * (1 / alpha)), single(g)))


def celu(input, alpha=1.0, inplace=False):
    """x for positive x, alpha (exp(x / alpha) - 1) for others.

    Errors: RuntimeError for an alpha of 0. Source: Barron, 2017; PyTorch, torch.nn.functional.celu.
    """
    if alpha == 0:
        raise RuntimeError("ZeroDivisionError: alpha cannot be 0 for CELU")
    return bent_in_place(applied(_celu, input, inplace, alpha), inplace, alpha, "elu")


@op(derivative="EluBackward0")
def _selu(x):
    floats_only(x, "elu_cpu")
    xp, wide = array_module(x), single(x)
    return same(xp.where(wide > 0, wide * SCALE, xp.expm1(xp.minimum(wide, 0)) * (ALPHA * SCALE)), x)


_selu.grad(x=lambda g, x: pick(x <= 0, g * exp(masked(single(x), x < 0)) * (ALPHA * SCALE), single(g) * SCALE))


def selu(input, inplace=False):
    """elu with the alpha, and times the scale, that keep mean 0 and variance 1 from layer to layer.

    >>> import minitorch as mt
    >>> mt.selu(mt.tensor([-1.0, 0.0, 1.0]))
    tensor([-1.1113,  0.0000,  1.0507])

    Source: Klambauer et al., 2017; PyTorch, torch.nn.functional.selu.
    """
    return applied(_selu, input, inplace)


@op
def _mish(x):
    floats_only(x, "mish_cpu")
    xp, wide = array_module(x), single(x)
    return same(wide * xp.tanh(xp.log1p(xp.exp(wide))), x)


def mish_slope(x):
    t = activation.tanh(-log_sigmoid(-x))
    return t + x * activation.sigmoid(x) * (1 - t * t)


_mish.grad(x=lambda g, x: g * mish_slope(single(x)))


def mish(input, inplace=False):
    """x tanh(softplus(x)). Source: Misra, 2019; PyTorch, torch.nn.functional.mish."""
    return applied(_mish, input, inplace)


# --- a gate -------------------------------------------------------------------------------------------------------------


def halves(x, dim):
    """The two halves of x along dim."""
    return _split(x, [x.shape[dim] // 2] * 2, dim)


@op
def _glu(x, dim):
    floats_only(x, "glu_cpu")
    value, gate = halves(single(x), dim)
    return same(value * activation.sigmoid(gate), x)


def glu_back(g, x, dim):
    """g * sigmoid(gate) for the values, g * value * sigmoid'(gate) for the gates."""
    value, gate = halves(x, dim)
    s, g, value = single(activation.sigmoid(gate)), single(g), single(value)
    return _cat(dim, None, g * s, g * value * s * (1 - s))


_glu.grad(x=lambda g, x, dim: glu_back(g, x, dim))


def glu(input, dim=-1, *, out=None):
    """The first half of x along `dim` times the sigmoid of the second half: a gate.

    Errors: RuntimeError for an odd length. Source: Dauphin et al., 2016; PyTorch, torch.nn.functional.glu.
    """
    if input.ndim == 0:
        raise RuntimeError("glu does not support scalars because halving size must be even")
    dim = check_dim(dim, input.ndim)
    if input.shape[dim] % 2:
        raise RuntimeError(f"Halving dimension must be even, but dimension {dim} is size {input.shape[dim]}")
    return _glu.call(input, dim, out=out)


# --- out of the operators -----------------------------------------------------------------------------------------------


def softsign(input):
    """x / (1 + |x|). Source: PyTorch, torch.nn.functional.softsign."""
    return input / (input.abs() + 1)


def tanhshrink(input):
    """x - tanh(x). Source: PyTorch, torch.nn.functional.tanhshrink."""
    return input - input.tanh()


method(prelu)
