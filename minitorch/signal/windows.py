"""windows: weights that fade a piece of a signal in and out, with M points.

They are symmetric, the last point like the first; with sym=False periodic, the first M of M + 1 points, for transforms.

All raise ValueError for a negative M, for a dtype other than float32 and float64, and for a layout other than strided.
"""

import math

from ..creation import empty, ones, tensor
from ..dtypes import float32, float64, get_default_dtype
from ..layouts import strided
from ..ops.arithmetic import abs
from ..ops.broadcast import sum
from ..ops.elementwise import cos, exp, sin, sqrt
from ..ops.shape import unsqueeze
from ..ops.windows import bell
from ..ranges import arange, linspace

__all__ = [
    "bartlett", "blackman", "cosine", "exponential", "gaussian", "general_cosine", "general_hamming", "hamming",
    "hann", "kaiser", "nuttall",
]  # fmt: skip


def check(name, M, dtype, layout):
    """The dtype that a window is to have, or the error."""
    if M < 0:
        raise ValueError(f"{name} requires non-negative window length, got M={M}")
    if layout is not strided:
        raise ValueError(f"{name} is implemented for strided tensors only, got: {layout}")
    kind = dtype or get_default_dtype()
    if kind not in (float32, float64):
        raise ValueError(f"{name} expects float32 or float64 dtypes, got: {kind}")
    return kind


def places(first, scale, M, options):
    """M places, 1 apart, each times `scale`."""
    return linspace(first * scale, (first + (M - 1)) * scale, M, **options)


def exponential(M, *, center=None, tau=1.0, sym=True, dtype=None, layout=strided, device=None, requires_grad=False):
    """exp(-|k - center| / tau): it falls to the same part with every tau steps.

    >>> import minitorch as mt
    >>> mt.signal.windows.exponential(3)
    tensor([0.3679, 1.0000, 0.3679])

    Errors: ValueError for tau <= 0, and for a center where the window is to be symmetric.
    Source: PyTorch, torch.signal.windows.exponential.
    """
    options = {"dtype": check("exponential", M, dtype, layout), "device": device, "requires_grad": requires_grad}
    if tau <= 0:
        raise ValueError(f"Tau must be positive, got: {tau} instead.")
    if sym and center is not None:
        raise ValueError("Center must be None for symmetric windows")
    if M == 0:
        return empty((0,), **options)
    center = middle(M, sym) if center is None else center
    return exp(-abs(places(-center, 1 / tau, M, options)))


def middle(M, sym):
    """The place in the middle of M points, or of M + 1 where they are to be periodic."""
    return (M if not sym and M > 1 else M - 1) / 2.0


def cosine(M, *, sym=True, dtype=None, layout=strided, device=None, requires_grad=False):
    """sin(pi (k + 0.5) / M): half a wave.

    >>> import minitorch as mt
    >>> mt.signal.windows.cosine(3)
    tensor([0.5000, 1.0000, 0.5000])

    Source: PyTorch, torch.signal.windows.cosine.
    """
    options = {"dtype": check("cosine", M, dtype, layout), "device": device, "requires_grad": requires_grad}
    if M == 0:
        return empty((0,), **options)
    return sin(places(0.5, math.pi / (M + 1 if not sym and M > 1 else M), M, options))


def gaussian(M, *, std=1.0, sym=True, dtype=None, layout=strided, device=None, requires_grad=False):
    """exp(-k**2 / (2 std**2)), k counted from the middle.

    >>> import minitorch as mt
    >>> mt.signal.windows.gaussian(3)
    tensor([0.6065, 1.0000, 0.6065])

    Errors: ValueError for std <= 0. Source: PyTorch, torch.signal.windows.gaussian.
    """
    options = {"dtype": check("gaussian", M, dtype, layout), "device": device, "requires_grad": requires_grad}
    if std <= 0:
        raise ValueError(f"Standard deviation must be positive, got: {std} instead.")
    if M == 0:
        return empty((0,), **options)
    return exp(-(places(-middle(M, sym), 1 / (std * math.sqrt(2)), M, options) ** 2))


def kaiser(M, *, beta=12.0, sym=True, dtype=None, layout=strided, device=None, requires_grad=False):
    """i0(beta * sqrt(1 - x**2)) / i0(beta), x from -1 to 1: the more beta, the narrower. i0 is a Bessel function.

    >>> import minitorch as mt
    >>> mt.signal.windows.kaiser(3, beta=3.0)
    tensor([0.2049, 1.0000, 0.2049])

    Errors: ValueError for beta < 0. Source: PyTorch, torch.signal.windows.kaiser.
    """
    options = {"dtype": check("kaiser", M, dtype, layout), "device": device, "requires_grad": requires_grad}
    if beta < 0:
        raise ValueError(f"beta must be non-negative, got: {beta} instead.")
    if M < 2:
        return ones((M,), **options)
    wide = tensor(beta, dtype=options["dtype"], device=device)
    beta = wide.item()  # as near as the dtype comes to it, so that no root is taken of less than 0
    k = linspace(-beta, min(beta, -beta + (M - 1) * 2.0 * beta / (M - 1 if sym else M)), M, **options)
    return bell(sqrt(wide * wide - k**2)) / bell(wide)


def bartlett(M, *, sym=True, dtype=None, layout=strided, device=None, requires_grad=False):
    """1 - |x|, x from -1 to 1: a triangle.

    >>> import minitorch as mt
    >>> mt.signal.windows.bartlett(3)
    tensor([0., 1., 0.])

    Source: PyTorch, torch.signal.windows.bartlett.
    """
    options = {"dtype": check("bartlett", M, dtype, layout), "device": device, "requires_grad": requires_grad}
    if M < 2:
        return ones((M,), **options)
    return 1 - abs(linspace(-1, -1 + (M - 1) * (2 / (M - 1 if sym else M)), M, **options))


def general_cosine(M, *, a, sym=True, dtype=None, layout=strided, device=None, requires_grad=False):
    """a[0] - a[1] cos(x) + a[2] cos(2 x) - ..., x from 0 to 2 pi.

    >>> import minitorch as mt
    >>> mt.signal.windows.general_cosine(3, a=[0.5, 0.5])
    tensor([0., 1., 0.])

    Errors: TypeError where `a` is no list, ValueError where it is empty.
    Source: PyTorch, torch.signal.windows.general_cosine.
    """
    options = {"dtype": check("general_cosine", M, dtype, layout), "device": device, "requires_grad": requires_grad}
    if M < 2:
        return ones((M,), **options)
    if not hasattr(a, "__iter__"):
        raise TypeError("Coefficients must be a list/tuple")
    if not a:
        raise ValueError("Coefficients cannot be empty")
    x = linspace(0, (M - 1) * (2 * math.pi / (M - 1 if sym else M)), M, **options)
    weights = tensor([(-1) ** i * weight for i, weight in enumerate(a)], **options)
    return sum(unsqueeze(weights, -1) * cos(unsqueeze(arange(len(weights), **options), -1) * x), 0)


def general_hamming(M, *, alpha=0.54, sym=True, dtype=None, layout=strided, device=None, requires_grad=False):
    """alpha - (1 - alpha) cos(x), x from 0 to 2 pi.

    >>> import minitorch as mt
    >>> mt.signal.windows.general_hamming(3, alpha=0.75)
    tensor([0.5000, 1.0000, 0.5000])

    Source: PyTorch, torch.signal.windows.general_hamming.
    """
    return waves([alpha, 1.0 - alpha], M, sym, dtype, layout, device, requires_grad)


def waves(a, M, sym, dtype, layout, device, requires_grad):
    """general_cosine with these weights."""
    return general_cosine(M, a=a, sym=sym, dtype=dtype, layout=layout, device=device, requires_grad=requires_grad)


def hamming(M, *, sym=True, dtype=None, layout=strided, device=None, requires_grad=False):
    """0.54 - 0.46 cos(x), x from 0 to 2 pi: it does not quite go down to 0.

    >>> import minitorch as mt
    >>> mt.signal.windows.hamming(3)
    tensor([0.0800, 1.0000, 0.0800])

    Source: PyTorch, torch.signal.windows.hamming.
    """
    return waves([0.54, 1.0 - 0.54], M, sym, dtype, layout, device, requires_grad)


def hann(M, *, sym=True, dtype=None, layout=strided, device=None, requires_grad=False):
    """0.5 - 0.5 cos(x), x from 0 to 2 pi: one wave, from 0 to 1 and back.

    >>> import minitorch as mt
    >>> mt.signal.windows.hann(3)
    tensor([0., 1., 0.])

    Source: PyTorch, torch.signal.windows.hann.
    """
    return waves([0.5, 0.5], M, sym, dtype, layout, device, requires_grad)


def blackman(M, *, sym=True, dtype=None, layout=strided, device=None, requires_grad=False):
    """0.42 - 0.5 cos(x) + 0.08 cos(2 x), x from 0 to 2 pi: narrower than one wave.

    >>> import minitorch as mt
    >>> mt.signal.windows.blackman(5)[1:4]
    tensor([0.3400, 1.0000, 0.3400])

    Source: PyTorch, torch.signal.windows.blackman.
    """
    check("blackman", M, dtype, layout)
    return waves([0.42, 0.5, 0.08], M, sym, dtype, layout, device, requires_grad)


def nuttall(M, *, sym=True, dtype=None, layout=strided, device=None, requires_grad=False):
    """Four waves, of which little is left far from the middle of the spectrum.

    >>> import minitorch as mt
    >>> mt.signal.windows.nuttall(5)[1:4]
    tensor([0.2270, 1.0000, 0.2270])

    Source: PyTorch, torch.signal.windows.nuttall.
    """
    return waves([0.3635819, 0.4891775, 0.1365995, 0.0106411], M, sym, dtype, layout, device, requires_grad)
