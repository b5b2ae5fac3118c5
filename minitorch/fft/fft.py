"""fft, ifft, rfft, irfft, and their 2- and n-dimensional forms (shelf).

A name says what goes in and what comes out. Plain: complex numbers on both sides. r: the signal is real, and half of its
spectrum is kept. i: the inverse, from spectrum to signal. 2 and n: along two or more dimensions at once.

    n, s   how many points are transformed, along `dim`: what is too much is cut off, what is missing is 0
    norm   where the factor 1/N stands: "backward" (default) in the i-functions, "forward" in the others,
           "ortho" as 1/sqrt(N) in both

All raise RuntimeError for 0 points, for an unknown norm, and for half precision.
"""

from ..ops.op import fill_out
from ..ops.reduction.sum import numpy_names
from .transform import _fft_c2c, _fft_c2r, _fft_r2c, check_norm, numbers, places, resized

__all__ = """fft ifft rfft irfft fft2 ifft2 rfft2 irfft2 fftn ifftn rfftn irfftn""".split()


# --- along several dimensions -------------------------------------------------------------------------------------------


def to_waves(x, s, dim, norm, forward):
    """Complex numbers to complex numbers."""
    lengths, dims = places(x, s, dim)
    return _fft_c2c(resized(numbers(x, make_complex=True), lengths, dims), dims, check_norm(norm), forward)


def of_real(name, x, s, dim):
    """Real numbers, which have these lengths along dims: (numbers, dims)."""
    if x.dtype.is_complex:
        raise RuntimeError(f"{name} expects a real input tensor, but got {x.dtype.title}")
    lengths, dims = places(x, s, dim)
    return resized(numbers(x), lengths, dims), dims


def of_half(x, s, dim):
    """One side of the waves of a real signal, the dims, and that signal's length along the last of them."""
    lengths, dims = places(x, s, dim)
    last = s if not hasattr(s, "__iter__") else tuple(s)[-1]
    length = 2 * (x.shape[dims[-1]] - 1) if last in (None, -1) else lengths[-1]
    if length < 1:
        raise RuntimeError(f"Invalid number of data points ({length}) specified")
    return resized(numbers(x, make_complex=True), (*lengths[:-1], length // 2 + 1), dims), dims, length


def transform(function):
    """Let a transform take NumPy's names, and write its result into `out`."""

    def call(*args, out=None, **named):
        made = function(*args, **named)
        return made if out is None else fill_out(out, made, call)

    call.__name__ = call.__qualname__ = function.__name__
    call.__doc__, call.__module__, call.__wrapped__ = function.__doc__, function.__module__, function
    return numpy_names(call)


@transform
def fftn(input, s=None, dim=None, norm=None):
    """fft along several dimensions, all of them or `dim`, or the last ones that `s` has lengths for.

    >>> import minitorch as mt
    >>> mt.fft.fftn(mt.ones(2, 2)).real
    tensor([[4., 0.],
            [0., 0.]])

    Errors: RuntimeError for a dimension named twice. Source: PyTorch, torch.fft.fftn.
    """
    return to_waves(input, s, dim, norm, True)


@transform
def ifftn(input, s=None, dim=None, norm=None):
    """ifft along several dimensions: undoes fftn. Source: PyTorch, torch.fft.ifftn."""
    return to_waves(input, s, dim, norm, False)


@transform
def rfftn(input, s=None, dim=None, norm=None):
    """fftn of real numbers; of the last dimension one side is kept.

    >>> import minitorch as mt
    >>> mt.fft.rfftn(mt.ones(2, 4)).shape
    minitorch.Size([2, 3])

    Errors: RuntimeError for complex numbers. Source: PyTorch, torch.fft.rfftn.
    """
    x, dims = of_real("rfftn", input, s, dim)
    return _fft_r2c(x, dims, check_norm(norm), True)


@transform
def irfftn(input, s=None, dim=None, norm=None):
    """The real numbers whose rfftn this is; the last length of `s` is theirs. Source: PyTorch, torch.fft.irfftn."""
    x, dims, length = of_half(input, s, dim)
    return _fft_c2r(x, dims, check_norm(norm), length)


def along_two(function):
    """A transform along two dimensions, the last ones unless told."""

    def call(input, s=None, dim=(-2, -1), norm=None):
        return function.__wrapped__.__wrapped__(input, s, dim, norm)

    call.__name__ = function.__name__[:-1] + "2"
    call.__doc__ = f"{function.__name__} along two dimensions. Source: PyTorch, torch.fft.{call.__name__}."
    return transform(call)


fft2, ifft2, rfft2, irfft2 = [along_two(each) for each in (fftn, ifftn, rfftn, irfftn)]


# --- along one dimension ------------------------------------------------------------------------------------------------


@transform
def fft(input, n=None, dim=-1, norm=None):
    """The waves of a signal: X[k] = sum over n of x[n] * exp(-2 pi i k n / N).

    >>> import minitorch as mt
    >>> mt.fft.fft(mt.tensor([1.0, 0.0, -1.0, 0.0]))
    tensor([0.+0.j, 2.+0.j, 0.+0.j, 2.+0.j])

    Source: PyTorch, torch.fft.fft.
    """
    return to_waves(input, n, dim, norm, True)


@transform
def ifft(input, n=None, dim=-1, norm=None):
    """The signal with these waves: x[n] = 1/N * sum over k of X[k] * exp(2 pi i k n / N).

    >>> import minitorch as mt
    >>> mt.fft.ifft(mt.fft.fft(mt.tensor([1.0, 2.0]))).real
    tensor([1., 2.])

    Source: PyTorch, torch.fft.ifft.
    """
    return to_waves(input, n, dim, norm, False)


@transform
def rfft(input, n=None, dim=-1, norm=None):
    """The waves of a real signal, one side: the first N // 2 + 1 of fft.

    >>> import minitorch as mt
    >>> mt.fft.rfft(mt.tensor([1.0, 0.0, -1.0, 0.0]))
    tensor([0.+0.j, 2.+0.j, 0.+0.j])

    Errors: RuntimeError for complex numbers. Source: PyTorch, torch.fft.rfft.
    """
    return rfftn(input, n, dim, norm)


@transform
def irfft(input, n=None, dim=-1, norm=None):
    """The real signal of n points, 2 (waves - 1) unless told, whose waves on one side are these.

    >>> import minitorch as mt
    >>> mt.fft.irfft(mt.fft.rfft(mt.tensor([1.0, 2.0, 3.0])), n=3)
    tensor([1., 2., 3.])

    Source: PyTorch, torch.fft.irfft.
    """
    return irfftn(input, n, dim, norm)
