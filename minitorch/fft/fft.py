"""fft, ifft, rfft, irfft, their 2- and n-dimensional forms, fftfreq, fftshift: discrete Fourier transforms (shelf).

A name says what goes in and what comes out. Plain: complex numbers on both sides. r: the signal is real, and half of its
spectrum is kept. i: the inverse, from spectrum to signal. 2 and n: along two or more dimensions at once.

    n, s   how many points are transformed, along `dim`: what is too much is cut off, what is missing is 0
    norm   where the factor 1/N stands: "backward" (default) in the i-functions, "forward" in the others,
           "ortho" as 1/sqrt(N) in both

All raise RuntimeError for 0 points, for an unknown norm, and for half precision.

Three operations do the work, from complex or real numbers to complex or real ones. The waves of a real signal come in
pairs, X[N - k] the conjugate of X[k], so that half of them say everything: the first N // 2 + 1, "one side". The matrix
exp(-2 pi i k n / N) is symmetric. So the derivative of a transform is the transform itself. Its adjoint, the conjugate,
is the transform in the other direction, with the same factor.
"""

from .._tensor import check_dim
from ..backend import array_module
from ..creation.arange import arange
from ..creation.tensor import makes
from ..dtypes import FLOATING, get_default_dtype
from ..ops.complex.real_imag import real
from ..ops.copy.flip import roll
from ..ops.copy.to import convert
from ..ops.index.scatter import as_large_as
from ..ops.op import op
from ..ops.out import takes_out
from ..ops.reduction.prod import like
from ..ops.reduction.sum import numpy_names
from ..ops.view.narrow import item

__all__ = """fft ifft rfft irfft fft2 ifft2 rfft2 irfft2 fftn ifftn rfftn irfftn fftfreq rfftfreq fftshift
ifftshift""".split()

# a transform with its factor forwards is, conjugated, the one backwards with this norm
OTHER = {"forward": "backward", "backward": "forward", "ortho": "ortho"}


# --- the three operations -----------------------------------------------------------------------------------------------


@op(derivative="FftC2CBackward0")
def _fft_c2c(input, dims, norm, forward):
    module = array_module(input).fft
    return (module.fftn if forward else module.ifftn)(input, axes=dims, norm=norm)


_fft_c2c.grad(input=lambda g, dims, norm, forward: _fft_c2c(g, dims, norm, forward))


@op(derivative="FftR2CBackward0")
def _fft_r2c(input, dims, norm, onesided):
    module = array_module(input).fft
    return (module.rfftn if onesided else module.fftn)(input, axes=dims, norm=norm)


def side_back(g, dims, norm, input_shape):
    """The waves that were left out got no gradient; and of a real number only the real part moves."""
    return real(_fft_c2c(as_large_as(g, tuple(input_shape)), dims, norm, True))


_fft_r2c.grad(input=side_back)


@op(derivative="FftC2RBackward0")
def _fft_c2r(input, dims, norm, length):
    return array_module(input).fft.irfftn(input, s=(*[input.shape[d] for d in dims[:-1]], length), axes=dims, norm=norm)


def twice(waves, dim, length):
    """The waves that stand for two, their own and their conjugate's, times 2."""
    array = getattr(waves, "_array", waves)
    count = [1] * array.ndim
    count[dim] = array.shape[dim]
    times = array_module(array).ones(count, array.real.dtype)
    times[(slice(None),) * dim + (slice(1, length - array.shape[dim] + 1),)] = 2
    return waves * like(waves, times)


_fft_c2r.grad(input=lambda g, dims, norm, length: twice(_fft_r2c(g, dims, OTHER[norm], True), dims[-1], length))


# --- arguments ----------------------------------------------------------------------------------------------------------


def resized(x, lengths, dims):
    """x with these lengths along dims: what is too much is cut off, what is missing is 0."""
    shape = list(x.shape)
    for n, d in zip(lengths, dims, strict=True):
        shape[d] = n
    common = tuple([min(n, m) for n, m in zip(shape, x.shape, strict=True)])
    x = x if common == tuple(x.shape) else item(x, tuple([slice(n) for n in common]))
    return as_large_as(x, tuple(shape))


def numbers(x, make_complex=False):
    """x in a dtype that has transforms: integers become the default float, and real ones complex where asked."""
    kind = x.dtype if x.dtype.category >= FLOATING else get_default_dtype()
    if kind.itemsize < 4:
        raise RuntimeError(f"Unsupported dtype {kind.title}")
    return convert(x, kind.to_complex() if make_complex else kind)


def check_norm(norm):
    if norm is not None and norm not in OTHER:
        raise RuntimeError(f'Invalid normalization mode: "{norm}"')
    return norm or "backward"


def places(x, s, dim):
    """(lengths, dims) of a transform: s and dim as a tuple, a number, or None."""
    s, dim = (tuple(v) if hasattr(v, "__iter__") else v if v is None else (v,) for v in (s, dim))
    if not x.ndim:
        raise IndexError(f"Dimension specified as {dim} but tensor has no dimensions")
    if dim is None:
        dim = range(x.ndim - len(s) if s is not None else 0, x.ndim)
    dim = tuple([check_dim(d, x.ndim) for d in dim])
    if len(set(dim)) < len(dim) or (s is not None and len(dim) != len(s)):
        raise RuntimeError(f"FFT dims must be unique, and as many as lengths are given, but got {dim} and {s}")
    s = tuple([x.shape[d] if n in (-1, None) else n for n, d in zip(s or (-1,) * len(dim), dim, strict=True)])
    check_count(min(s, default=1))
    return s, dim


def check_count(n):
    if n < 1:
        raise RuntimeError(f"Invalid number of data points ({n}) specified")


# --- the transforms -----------------------------------------------------------------------------------------------------


def family(compute):
    """The three forms of a transform: along one dimension, two, and any number of them."""
    name = compute.__name__

    def one(input, n=None, dim=-1, norm=None):
        return compute(input, n, dim, check_norm(norm))

    def two(input, s=None, dim=(-2, -1), norm=None):
        return compute(input, s, dim, check_norm(norm))

    def several(input, s=None, dim=None, norm=None):
        return compute(input, s, dim, check_norm(norm))

    one.__doc__ = compute.__doc__
    two.__doc__ = f"{name} along two dimensions. Source: PyTorch, torch.fft.{name}2."
    several.__doc__ = (
        f"{name} along several dimensions, all of them or `dim`, or the last ones that `s` has lengths for.\n\n"
        f"Errors: RuntimeError for a dimension named twice. Source: PyTorch, torch.fft.{name}n."
    )
    for form, ending in ((one, ""), (two, "2"), (several, "n")):
        form.__name__ = form.__qualname__ = name + ending
    return [numpy_names(takes_out(form)) for form in (one, two, several)]


@family
def fft(x, s, dim, norm):
    """The waves of a signal: X[k] = sum over n of x[n] * exp(-2 pi i k n / N).

    >>> import minitorch as mt
    >>> mt.fft.fft(mt.tensor([1.0, 0.0, -1.0, 0.0]))
    tensor([0.+0.j, 2.+0.j, 0.+0.j, 2.+0.j])

    Source: PyTorch, torch.fft.fft.
    """
    lengths, dims = places(x, s, dim)
    return _fft_c2c(resized(numbers(x, make_complex=True), lengths, dims), dims, norm, True)


@family
def ifft(x, s, dim, norm):
    """The signal with these waves: x[n] = 1/N * sum over k of X[k] * exp(2 pi i k n / N).

    >>> import minitorch as mt
    >>> mt.fft.ifft(mt.fft.fft(mt.tensor([1.0, 2.0]))).real
    tensor([1., 2.])

    Source: PyTorch, torch.fft.ifft.
    """
    lengths, dims = places(x, s, dim)
    return _fft_c2c(resized(numbers(x, make_complex=True), lengths, dims), dims, norm, False)


@family
def rfft(x, s, dim, norm):
    """The waves of a real signal, one side: the first N // 2 + 1 of fft.

    >>> import minitorch as mt
    >>> mt.fft.rfft(mt.tensor([1.0, 0.0, -1.0, 0.0]))
    tensor([0.+0.j, 2.+0.j, 0.+0.j])

    Errors: RuntimeError for complex numbers. Source: PyTorch, torch.fft.rfft.
    """
    if x.dtype.is_complex:
        raise RuntimeError(f"rfft expects a real input tensor, but got {x.dtype.title}")
    lengths, dims = places(x, s, dim)
    return _fft_r2c(resized(numbers(x), lengths, dims), dims, norm, True)


@family
def irfft(x, s, dim, norm):
    """The real signal of n points, 2 (waves - 1) unless told, whose waves on one side are these.

    >>> import minitorch as mt
    >>> mt.fft.irfft(mt.fft.rfft(mt.tensor([1.0, 2.0, 3.0])), n=3)
    tensor([1., 2., 3.])

    Source: PyTorch, torch.fft.irfft.
    """
    lengths, dims = places(x, s, dim)
    last = tuple(s)[-1] if hasattr(s, "__iter__") else s
    length = 2 * (x.shape[dims[-1]] - 1) if last in (None, -1) else lengths[-1]
    check_count(length)
    waves = resized(numbers(x, make_complex=True), (*lengths[:-1], length // 2 + 1), dims)
    return _fft_c2r(waves, dims, norm, length)


fft, fft2, fftn = fft
ifft, ifft2, ifftn = ifft
rfft, rfft2, rfftn = rfft
irfft, irfft2, irfftn = irfft


# --- frequencies --------------------------------------------------------------------------------------------------------


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
