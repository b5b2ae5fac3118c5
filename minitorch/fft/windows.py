"""hann_window, hamming_window, blackman_window (shelf).

A periodic window has the first N of N + 1 points, for transforms; others are symmetric, for filters.
"""

from functools import partial

from ..creation.tensor import check_dtype, leaf, makes, module_on
from ..dtypes import FLOATING, get_default_dtype
from ..ops.one_step import one_step

__all__ = ["hann_window", "hamming_window", "blackman_window"]


def window(length, periodic, shape, dtype, device, requires_grad):
    """A window of `length` points: shape(xp, x) of evenly spaced x from 0 to 1, without 1 if periodic."""
    kind, xp = check_dtype(dtype) or get_default_dtype(), module_on(device)
    if kind.category < FLOATING or length < 0:
        raise RuntimeError(f"a window needs a length and a floating point dtype, but got {length} and {kind}")
    array = xp.ones(length)
    if length > 1:
        array = shape(xp, xp.arange(length) / (length if periodic else length - 1))
    return leaf(array.astype(kind.numpy), device, requires_grad)


def cosines(first, second, third=0.0):
    """The shape of a sum of waves: first - second cos(2 pi x) + third cos(4 pi x)."""
    return lambda xp, x: first - second * xp.cos(2 * xp.pi * x) + third * xp.cos(4 * xp.pi * x)


@one_step
@partial(makes, writes=False)
def hann_window(window_length, periodic=True, *, dtype=None, device=None, requires_grad=False):
    """0.5 - 0.5 cos(2 pi k / N): one wave, from 0 to 1 and back.

    >>> import minitorch as mt
    >>> mt.hann_window(4)
    tensor([0.0000, 0.5000, 1.0000, 0.5000])

    Errors: RuntimeError for a negative length or a dtype of integers. Source: PyTorch, torch.hann_window.
    """
    return window(window_length, periodic, cosines(0.5, 0.5), dtype, device, requires_grad)


@one_step
@partial(makes, writes=False)
def hamming_window(
    window_length, periodic=True, alpha=0.54, beta=0.46, *, dtype=None, device=None, requires_grad=False
):
    """alpha - beta cos(2 pi k / N): one wave that does not quite go down to 0. Source: PyTorch, torch.hamming_window."""
    return window(window_length, periodic, cosines(alpha, beta), dtype, device, requires_grad)


@one_step
@partial(makes, writes=False)
def blackman_window(window_length, periodic=True, *, dtype=None, device=None, requires_grad=False):
    """0.42 - 0.5 cos(2 pi k / N) + 0.08 cos(4 pi k / N). Source: PyTorch, torch.blackman_window."""
    return window(window_length, periodic, cosines(0.42, 0.5, 0.08), dtype, device, requires_grad)
