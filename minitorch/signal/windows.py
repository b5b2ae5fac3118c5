"""hann_window, hamming_window, kaiser_window ..., and the windows of torch.signal (shelf).

The functions here make periodic windows, the first N of N + 1 points, for transforms. Those of signal.windows are
symmetric, for filters. Both have the other kind, too.
"""

import math
from functools import partial

from ..backend import array_module
from ..creation.arange import arange
from ..creation.arguments import makes
from ..creation.zeros import ones
from ..dtypes import FLOATING, get_default_dtype
from ..ops.op import floating, op
from ..ops.pointwise.arithmetic import abs
from ..ops.pointwise.exp_log import exp, sqrt
from ..ops.pointwise.trigonometric import cos, sin

__all__ = """bartlett blackman cosine exponential gaussian general_cosine general_hamming hamming hann kaiser nuttall""".split()


@op(promote=floating)
def bell(x):
    """The modified Bessel function of order 0 as NumPy has it: for windows, which must not need scipy."""
    return array_module(x).i0(x).astype(x.dtype)


def window(length, periodic, shape, dtype, device, requires_grad):
    """A window of `length` points: shape(k, n) of the points k = 0, 1, ..., of which the last is n, or n - 1 if periodic."""
    kind = dtype or get_default_dtype()
    if kind.category < FLOATING:
        raise RuntimeError(f"a window expects floating point dtypes, got: {kind}")
    if length < 0:
        raise RuntimeError(f"a window requires a non-negative window_length, got window_length={length}")
    if length < 2:
        made = ones(length, dtype=kind, device=device)
    else:
        made = shape(arange(length, dtype=kind, device=device), length if periodic else length - 1)
    return made.requires_grad_(requires_grad)


def cosines(*weights):
    """A shape: weights[0] - weights[1] cos(x) + weights[2] cos(2 x) - ..., x from 0 to 2 pi."""

    def shape(k, n):
        return sum([cos(k * (2 * math.pi * i / n)) * (-1) ** i * weight for i, weight in enumerate(weights)])

    return shape


def triangle(k, n):
    return 1 - abs(k * (2 / n) - 1)


def bell_shape(beta):
    def shape(k, n):
        x = k * (2 / n) - 1
        return bell(sqrt(1 - x * x) * beta) / bell(ones((), dtype=k.dtype, device=k.device) * beta)

    return shape


# --- at the top of the package ------------------------------------------------------------------------------------------


@partial(makes, writes=False)
def hann_window(window_length, periodic=True, *, dtype=None, device=None, requires_grad=False):
    """0.5 - 0.5 cos(2 pi k / N): one wave, from 0 to 1 and back.

    >>> import minitorch as mt
    >>> mt.hann_window(4)
    tensor([0.0000, 0.5000, 1.0000, 0.5000])

    Errors: RuntimeError for a negative length or a dtype of integers. Source: PyTorch, torch.hann_window.
    """
    return window(window_length, periodic, cosines(0.5, 0.5), dtype, device, requires_grad)


@partial(makes, writes=False)
def hamming_window(
    window_length, periodic=True, alpha=0.54, beta=0.46, *, dtype=None, device=None, requires_grad=False
):
    """alpha - beta cos(2 pi k / N): one wave that does not quite go down to 0. Source: PyTorch, torch.hamming_window."""
    return window(window_length, periodic, cosines(alpha, beta), dtype, device, requires_grad)


@partial(makes, writes=False)
def blackman_window(window_length, periodic=True, *, dtype=None, device=None, requires_grad=False):
    """0.42 - 0.5 cos(2 pi k / N) + 0.08 cos(4 pi k / N). Source: PyTorch, torch.blackman_window."""
    return window(window_length, periodic, cosines(0.42, 0.5, 0.08), dtype, device, requires_grad)


@partial(makes, writes=False)
def bartlett_window(window_length, periodic=True, *, dtype=None, device=None, requires_grad=False):
    """A triangle: straight up from 0 to 1, straight down. Source: PyTorch, torch.bartlett_window."""
    return window(window_length, periodic, triangle, dtype, device, requires_grad)


@partial(makes, writes=False)
def kaiser_window(window_length, periodic=True, beta=12.0, *, dtype=None, device=None, requires_grad=False):
    """i0(beta * sqrt(1 - (2 k / N - 1)**2)) / i0(beta): the more beta, the narrower. i0 is a Bessel function.

    >>> import minitorch as mt
    >>> mt.kaiser_window(4, beta=3.0)
    tensor([0.2049, 0.7269, 1.0000, 0.7269])

    Source: PyTorch, torch.kaiser_window.
    """
    return window(window_length, periodic, bell_shape(beta), dtype, device, requires_grad)


# --- torch.signal.windows -----------------------------------------------------------------------------------------------


def named(name, says, shape, **parameters):
    """One of torch.signal.windows: its shape is made of its own parameters, which have these defaults."""

    def make(M, *, sym=True, dtype=None, device=None, requires_grad=False, **given):
        unknown = [key for key in given if key not in parameters]
        if unknown:
            raise TypeError(f"{name}() got an unexpected keyword argument '{unknown[0]}'")
        return window(M, not sym, shape(**parameters | given), dtype, device, requires_grad)

    make.__name__ = make.__qualname__ = name
    make.__doc__ = f"{says} Source: PyTorch, torch.signal.windows.{name}."
    return make


def fading(center, tau):
    return lambda k, n: exp(-abs(k - (n / 2 if center is None else center)) / tau)


def gaussian_shape(std):
    return lambda k, n: exp(-(((k - n / 2) / std) ** 2) / 2)


def half_wave():
    return lambda k, n: sin((k + 0.5) * (math.pi / (n + 1)))


def of_weights(*weights):
    return lambda: cosines(*weights)


exponential = named("exponential", "exp(-|k - center| / tau).", fading, center=None, tau=1.0)
gaussian = named("gaussian", "exp(-k**2 / (2 std**2)), k counted from the middle.", gaussian_shape, std=1.0)
cosine = named("cosine", "sin(pi (k + 0.5) / M): half a wave.", half_wave)
kaiser = named("kaiser", "i0(beta * sqrt(1 - x**2)) / i0(beta), x from -1 to 1.", bell_shape, beta=12.0)
bartlett = named("bartlett", "1 - |x|, x from -1 to 1: a triangle.", lambda: triangle)
general_cosine = named("general_cosine", "a[0] - a[1] cos(x) + ..., x from 0 to 2 pi.", lambda a: cosines(*a), a=())
general_hamming = named(
    "general_hamming", "alpha - (1 - alpha) cos(x).", lambda alpha: cosines(alpha, 1 - alpha), alpha=0.54
)
hamming = named("hamming", "0.54 - 0.46 cos(x), x from 0 to 2 pi.", of_weights(0.54, 0.46))
hann = named("hann", "0.5 - 0.5 cos(x), x from 0 to 2 pi.", of_weights(0.5, 0.5))
blackman = named("blackman", "0.42 - 0.5 cos(x) + 0.08 cos(2 x), x from 0 to 2 pi.", of_weights(0.42, 0.5, 0.08))
nuttall = named(
    "nuttall",
    "A sum of four cosines whose side lobes are low far from the main lobe.",
    of_weights(0.3635819, 0.4891775, 0.1365995, 0.0106411),
)
