"""fftfreq, rfftfreq, fftshift, ifftshift (shelf)."""

import numpy as np

from .._tensor import Tensor, check_dim
from ..creation.arguments import makes
from ..creation.tensor import check_dtype, leaf, module_on
from ..dtypes import FLOATING, get_default_dtype
from ..ops.copy.flip import roll
from ..ops.op import numpy_names

__all__ = ["fftfreq", "rfftfreq", "fftshift", "ifftshift"]


def scaled(name, count, first, n, d, dtype, device, requires_grad):
    """The integers from 0 to first - 1 and then, up to -1, those below 0: divided by n d."""
    kind = check_dtype(dtype) or get_default_dtype()
    if kind.category < FLOATING:
        raise RuntimeError(f"{name} requires a floating point or complex dtype")
    if not kind.is_floating_point:
        raise NotImplementedError(f"\"arange_cpu\" not implemented for '{kind.title}'")
    if count < 0:
        raise RuntimeError(f"Trying to create tensor with negative dimension {count}: [{count}]")
    xp = module_on(device)
    whole = xp.arange(count)
    whole[first:] -= count
    step = 1.0 / (n * d) if n * d else xp.inf
    with np.errstate(invalid="ignore"):  # 0 * inf is nan
        array = whole.astype(kind.numpy) * kind.numpy.type(step)
    return leaf(array, device, requires_grad)


def check_whole(name, n):
    if not hasattr(n, "__index__"):
        raise TypeError(f"fft_{name}(): argument 'n' (position 1) must be int, not {type(n).__name__}")


@makes
def fftfreq(n, d=1.0, *, dtype=None, device=None, requires_grad=False):
    """The frequency of every wave of fft of n points that are d apart: 0, 1, ..., -2, -1, each divided by n d.

    >>> import minitorch as mt
    >>> mt.fft.fftfreq(5)
    tensor([ 0.0000,  0.2000,  0.4000, -0.4000, -0.2000])

    Errors: RuntimeError for a dtype of integers. Source: PyTorch, torch.fft.fftfreq.
    """
    check_whole("fftfreq", n)
    return scaled("fftfreq", n, (n + 1) // 2, n, d, dtype, device, requires_grad)


@makes
def rfftfreq(n, d=1.0, *, dtype=None, device=None, requires_grad=False):
    """The frequency of every wave of rfft of n points that are d apart: 0, 1, ..., n // 2, each divided by n d.

    >>> import minitorch as mt
    >>> mt.fft.rfftfreq(5)
    tensor([0.0000, 0.2000, 0.4000])

    Errors: RuntimeError for a dtype of integers. Source: PyTorch, torch.fft.rfftfreq.
    """
    check_whole("rfftfreq", n)
    return scaled("rfftfreq", n // 2 + 1, n // 2 + 1, n, d, dtype, device, requires_grad)


def moved(name, x, dim, add):
    """x rolled on by half its length along dim, rounded down or (add = 1) up."""
    if not isinstance(x, Tensor):
        raise TypeError(f"fft_{name}(): argument 'input' (position 1) must be Tensor, not {type(x).__name__}")
    dims = tuple(range(x.ndim)) if dim is None else (dim,) if isinstance(dim, int) else tuple(dim)
    shape = x._array.shape
    return roll(x, [(shape[check_dim(d, x.ndim)] + add) // 2 for d in dims], dims)


@numpy_names
def fftshift(input, dim=None):
    """The waves with wave 0 in the middle, along all dimensions or `dim`: frequencies grow from left to right.

    >>> import minitorch as mt
    >>> mt.fft.fftshift(mt.fft.fftfreq(5))
    tensor([-0.4000, -0.2000,  0.0000,  0.2000,  0.4000])

    Source: PyTorch, torch.fft.fftshift.
    """
    return moved("fftshift", input, dim, 0)


@numpy_names
def ifftshift(input, dim=None):
    """The waves in the order of fft again: undoes fftshift.

    >>> import minitorch as mt
    >>> mt.fft.ifftshift(mt.fft.fftshift(mt.arange(5)))
    tensor([0, 1, 2, 3, 4])

    Source: PyTorch, torch.fft.ifftshift.
    """
    return moved("ifftshift", input, dim, 1)
