"""windows: weights that fade a piece of a signal in and out, so that its ends do not look like a jump.

The functions here make periodic windows, the first N of N + 1 points, for transforms. Those of signal.windows are
symmetric, for filters. Both have the other kind, too.
"""

import math
from functools import partial

from ..backend import array_module
from ..creation import check_dtype, ones
from ..dtypes import FLOATING, get_default_dtype
from ..making import makes
from ..ranges import arange
from .bessel import i1
from .elementwise import cos, sqrt
from .extremes import minimum
from .op import floating, op
from .select import clamp

__all__ = ["bartlett_window", "blackman_window", "hamming_window", "hann_window", "kaiser_window"]


@op(promote=floating, derivative="I0Backward0")
def bell(x):
    """The modified Bessel function of order 0 as NumPy has it: for windows, which must not need scipy."""
    return array_module(x).i0(x).astype(x.dtype)


bell.grad(x=lambda g, x: g * i1(x))


def window(name, length, periodic, shape, dtype, device, requires_grad):
    """A window of `length` points: shape(places, n) of the places 0, 1, ... of n points, the last number being n - 1."""
    if not isinstance(length, int):
        raise TypeError(f"{name}(): argument 'window_length' (position 1) must be int, not {type(length).__name__}")
    kind = check_dtype(dtype) or get_default_dtype()
    if kind.category < FLOATING:
        raise RuntimeError(f"{name} expects floating point dtypes, got: {kind}")
    if length < 0:
        raise RuntimeError(f"{name} requires non-negative window_length, got window_length={length}")
    if not kind.is_floating_point:
        raise NotImplementedError(f"\"arange_cpu\" not implemented for '{kind.title}'")
    if length < 2:
        made = ones(length, dtype=kind, device=device)
    else:
        made = shape(arange(length, dtype=kind, device=device), length if periodic else length - 1)
    return made.requires_grad_() if requires_grad else made


@partial(makes, writes=False)
def hann_window(window_length, periodic=True, *, dtype=None, device=None, requires_grad=False):
    """0.5 - 0.5 cos(2 pi k / N): one wave, from 0 to 1 and back.

    >>> import minitorch as mt
    >>> mt.hann_window(4)
    tensor([0.0000, 0.5000, 1.0000, 0.5000])

    Errors: RuntimeError for a negative length or a dtype of whole numbers. Source: PyTorch, torch.hann_window.
    """
    return window("hann_window", window_length, periodic, raised(0.5, 0.5), dtype, device, requires_grad)


@partial(makes, writes=False)
def hamming_window(
    window_length, periodic=True, alpha=0.54, beta=0.46, *, dtype=None, device=None, requires_grad=False
):
    """alpha - beta cos(2 pi k / N): one wave that does not quite go down to 0.

    >>> import minitorch as mt
    >>> mt.hamming_window(4)
    tensor([0.0800, 0.5400, 1.0000, 0.5400])

    Source: PyTorch, torch.hamming_window.
    """
    return window("hamming_window", window_length, periodic, raised(alpha, beta), dtype, device, requires_grad)


def raised(alpha, beta):
    """A cosine upside down, raised."""
    return lambda k, n: cos(k * (math.pi * 2 / n)) * -beta + alpha


@partial(makes, writes=False)
def blackman_window(window_length, periodic=True, *, dtype=None, device=None, requires_grad=False):
    """0.42 - 0.5 cos(2 pi k / N) + 0.08 cos(4 pi k / N): narrower than one wave.

    >>> import minitorch as mt
    >>> mt.blackman_window(4)[1:]
    tensor([0.3400, 1.0000, 0.3400])

    Source: PyTorch, torch.blackman_window.
    """
    return window("blackman_window", window_length, periodic, two_waves, dtype, device, requires_grad)


def two_waves(k, n):
    k = k * (math.pi / n)
    return cos(k * 4) * 0.08 - cos(k * 2) * 0.5 + 0.42


@partial(makes, writes=False)
def bartlett_window(window_length, periodic=True, *, dtype=None, device=None, requires_grad=False):
    """A triangle: straight up from 0 to 1, straight down.

    >>> import minitorch as mt
    >>> mt.bartlett_window(4)
    tensor([0.0000, 0.5000, 1.0000, 0.5000])

    Source: PyTorch, torch.bartlett_window.
    """
    return window("bartlett_window", window_length, periodic, triangle, dtype, device, requires_grad)


def triangle(k, n):
    k = k * (2 / n)
    return minimum(k, 2 - k)


@partial(makes, writes=False)
def kaiser_window(window_length, periodic=True, beta=12.0, *, dtype=None, device=None, requires_grad=False):
    """i0(beta * sqrt(1 - (2 k / N - 1)**2)) / i0(beta): the more beta, the narrower. i0 is a Bessel function.

    >>> import minitorch as mt
    >>> mt.kaiser_window(4, beta=3.0)
    tensor([0.2049, 0.7269, 1.0000, 0.7269])

    Source: PyTorch, torch.kaiser_window.
    """

    def shape(k, n):
        if k.dtype.itemsize == 2:  # half precision has no room for the numbers in between
            return shape(k.float(), n).to(k.dtype)
        k = k * (2 / n) - 1
        return bell(sqrt(clamp(1 - k * k, 0)) * beta) / bell(ones((), dtype=k.dtype, device=device) * beta)

    return window("kaiser_window", window_length, periodic, shape, dtype, device, requires_grad)
