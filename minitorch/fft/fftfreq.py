"""fftfreq, rfftfreq, fftshift, ifftshift (shelf)."""

from .._tensor import check_dim
from ..creation.arange import arange
from ..creation.arguments import makes
from ..dtypes import get_default_dtype
from ..ops.copy.flip import roll
from ..ops.reduction.sum import numpy_names

__all__ = ["fftfreq", "rfftfreq", "fftshift", "ifftshift"]


@makes
def fftfreq(n, d=1.0, *, dtype=None, device=None, requires_grad=False):
    """The frequency of every wave of fft of n points that are d apart: 0, 1, ..., -2, -1, each divided by n d.

    >>> import minitorch as mt
    >>> mt.fft.fftfreq(5)
    tensor([ 0.0000,  0.2000,  0.4000, -0.4000, -0.2000])

    Source: PyTorch, torch.fft.fftfreq.
    """
    whole = arange(n, dtype=dtype or get_default_dtype(), device=device)
    whole[(n + 1) // 2 :] -= n
    return (whole * (1.0 / (n * d))).requires_grad_(requires_grad)


@makes
def rfftfreq(n, d=1.0, *, dtype=None, device=None, requires_grad=False):
    """The frequency of every wave of rfft of n points that are d apart: 0, 1, ..., n // 2, each divided by n d.

    Source: PyTorch, torch.fft.rfftfreq.
    """
    whole = arange(n // 2 + 1, dtype=dtype or get_default_dtype(), device=device)
    return (whole * (1.0 / (n * d))).requires_grad_(requires_grad)


def moved(x, dim, add):
    """x rolled on by half its length along dim, rounded down or (add = 1) up."""
    dims = tuple(range(x.ndim)) if dim is None else (dim,) if isinstance(dim, int) else tuple(dim)
    return roll(x, [(x.shape[check_dim(d, x.ndim)] + add) // 2 for d in dims], dims)


@numpy_names
def fftshift(input, dim=None):
    """The waves with wave 0 in the middle, along all dimensions or `dim`: frequencies grow from left to right.

    >>> import minitorch as mt
    >>> mt.fft.fftshift(mt.fft.fftfreq(5))
    tensor([-0.4000, -0.2000,  0.0000,  0.2000,  0.4000])

    Source: PyTorch, torch.fft.fftshift.
    """
    return moved(input, dim, 0)


@numpy_names
def ifftshift(input, dim=None):
    """The waves in the order of fft again: undoes fftshift. Source: PyTorch, torch.fft.ifftshift."""
    return moved(input, dim, 1)
