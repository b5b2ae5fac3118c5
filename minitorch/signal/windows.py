"""hann_window, hamming_window, kaiser_window ..., and the windows of torch.signal (shelf).

The functions here make periodic windows, the first N of N + 1 points, for transforms. Those of signal.windows are
symmetric, for filters. Both have the other kind, too.
"""

import math
from functools import partial

from ..backend import array_module
from ..creation.arange import arange, linspace
from ..creation.arguments import makes
from ..creation.tensor import check_dtype, tensor
from ..creation.zeros import empty, ones
from ..dtypes import FLOATING, float32, float64, get_default_dtype
from ..memory_format import strided
from ..ops.comparison.clamp import clamp
from ..ops.comparison.maximum import minimum
from ..ops.op import floating, op
from ..ops.pointwise.arithmetic import abs
from ..ops.pointwise.exp_log import exp, sqrt
from ..ops.pointwise.trigonometric import cos, sin
from ..ops.reduction.sum import sum
from ..ops.view.squeeze import unsqueeze
from ..special.bessel import i1

__all__ = """bartlett blackman cosine exponential gaussian general_cosine general_hamming hamming hann kaiser nuttall""".split()


@op(promote=floating, derivative="I0Backward0")
def bell(x):
    """The modified Bessel function of order 0 as NumPy has it: for windows, which must not need scipy."""
    return array_module(x).i0(x).astype(x.dtype)


bell.grad(x=lambda g, x: g * i1(x))


def window(name, length, periodic, shape, dtype, device, requires_grad):
    """A window of `length` points: shape(points, n) of the points 0, 1, ... of n, the last number being n - 1."""
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

    Errors: RuntimeError for a negative length or a dtype of integers. Source: PyTorch, torch.hann_window.
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
    return window("blackman_window", window_length, periodic, two_cosines, dtype, device, requires_grad)


def two_cosines(k, n):
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


def points(first, scale, M, options):
    """M points, 1 apart, each times `scale`."""
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
    return exp(-abs(points(-center, 1 / tau, M, options)))


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
    return sin(points(0.5, math.pi / (M + 1 if not sym and M > 1 else M), M, options))


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
    return exp(-(points(-middle(M, sym), 1 / (std * math.sqrt(2)), M, options) ** 2))


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
    return cosine_terms([alpha, 1.0 - alpha], M, sym, dtype, layout, device, requires_grad)


def cosine_terms(a, M, sym, dtype, layout, device, requires_grad):
    """general_cosine with these weights."""
    return general_cosine(M, a=a, sym=sym, dtype=dtype, layout=layout, device=device, requires_grad=requires_grad)


def hamming(M, *, sym=True, dtype=None, layout=strided, device=None, requires_grad=False):
    """0.54 - 0.46 cos(x), x from 0 to 2 pi: it does not quite go down to 0.

    >>> import minitorch as mt
    >>> mt.signal.windows.hamming(3)
    tensor([0.0800, 1.0000, 0.0800])

    Source: PyTorch, torch.signal.windows.hamming.
    """
    return cosine_terms([0.54, 1.0 - 0.54], M, sym, dtype, layout, device, requires_grad)


def hann(M, *, sym=True, dtype=None, layout=strided, device=None, requires_grad=False):
    """0.5 - 0.5 cos(x), x from 0 to 2 pi: one wave, from 0 to 1 and back.

    >>> import minitorch as mt
    >>> mt.signal.windows.hann(3)
    tensor([0., 1., 0.])

    Source: PyTorch, torch.signal.windows.hann.
    """
    return cosine_terms([0.5, 0.5], M, sym, dtype, layout, device, requires_grad)


def blackman(M, *, sym=True, dtype=None, layout=strided, device=None, requires_grad=False):
    """0.42 - 0.5 cos(x) + 0.08 cos(2 x), x from 0 to 2 pi: narrower than one wave.

    >>> import minitorch as mt
    >>> mt.signal.windows.blackman(5)[1:4]
    tensor([0.3400, 1.0000, 0.3400])

    Source: PyTorch, torch.signal.windows.blackman.
    """
    check("blackman", M, dtype, layout)
    return cosine_terms([0.42, 0.5, 0.08], M, sym, dtype, layout, device, requires_grad)


def nuttall(M, *, sym=True, dtype=None, layout=strided, device=None, requires_grad=False):
    """A sum of four cosines whose side lobes are low far from the main lobe.

    >>> import minitorch as mt
    >>> mt.signal.windows.nuttall(5)[1:4]
    tensor([0.2270, 1.0000, 0.2270])

    Source: PyTorch, torch.signal.windows.nuttall.
    """
    return cosine_terms([0.3635819, 0.4891775, 0.1365995, 0.0106411], M, sym, dtype, layout, device, requires_grad)
