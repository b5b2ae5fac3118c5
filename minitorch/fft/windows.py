"""hann_window, hamming_window, blackman_window, bartlett_window, kaiser_window (shelf).

A periodic window has the first N of N + 1 points, for transforms; others are symmetric, for filters.
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
from ..ops.pointwise.exp_log import sqrt
from ..ops.pointwise.trigonometric import cos

__all__ = ["hann_window", "hamming_window", "blackman_window", "bartlett_window", "kaiser_window"]


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
