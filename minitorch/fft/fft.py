"""fft, ifft, rfft, irfft, hfft, ihfft, and their 2- and n-dimensional forms (shelf).

A name says what goes in and what comes out. Plain: complex numbers on both sides. r: the signal is real, and half of its
spectrum is kept. h: the spectrum is real, and the signal, which is Hermitian, is given by one half. i: the inverse, from
spectrum to signal. 2 and n: along two or more dimensions at once.

    n, s   how many points are transformed, along `dim`: what is too much is cut off, what is missing is 0
    norm   where the factor 1/N stands: "backward" (default) in the i-functions, "forward" in the others,
           "ortho" as 1/sqrt(N) in both

All raise RuntimeError for 0 points, for an unknown norm, and for half precision.
"""

from .._tensor import Tensor
from ..numpy_errors import fault
from ..ops.complex.real_imag import conj, conj_physical
from ..ops.op import fill_out
from ..out import check_tensor
from .transform import (
    OTHER,
    _fft_c2c,
    _fft_c2r,
    _fft_r2c,
    check_norm,
    check_points,
    half_places,
    numbers,
    place,
    places,
    resized,
)

__all__ = """fft ifft rfft irfft hfft ihfft fft2 ifft2 rfft2 irfft2 hfft2 ihfft2 fftn ifftn rfftn irfftn hfftn
ihfftn""".split()

PLAIN = {"input": (Tensor, "Tensor"), "n": (int, "int"), "norm": (str, "str")}  # what an argument must be
TITLES = {"fft2": "fftn", "ifft2": "fftn", "ifftn": "fftn"}  # under which name PyTorch complains


def transform(kind):
    """Make a function one of torch.fft: its arguments are checked, and `out` takes what it makes, of that kind."""

    def around(function):
        name, names = function.__name__, function.__code__.co_varnames
        wanted = {**PLAIN, "dim": (int, "int")} if "n" in names else PLAIN
        function.__qualname__ = f"fft_{name}"  # as PyTorch calls it when an argument is missing
        title = TITLES.get(name, name.replace("2", "n"))

        def call(*args, out=None, **named):
            if "axis" in named:  # NumPy's word, which PyTorch takes too
                named["dim"] = named.pop("axis")
            for key, value in (*zip(names, args, strict=False), *named.items()):
                types, told = wanted.get(key, (object, ""))
                if not isinstance(value, types) and (value is not None or key in ("input", "dim")):
                    where = " (position 1)" if key == "input" else ""
                    raise TypeError(
                        f"{function.__qualname__}(): argument '{key}'{where} must be {told}, not {type(value).__name__}"
                    )
            if out is None:
                try:
                    return function(*args, **named)
                except Exception as error:
                    raise fault(error, name) from None
            check_tensor(out, function.__qualname__)
            if not (out.dtype.is_complex if kind == "complex" else out.dtype.is_floating_point):
                raise RuntimeError(f"{title} expects a {kind} output tensor, but got {out.dtype.title}")
            return fill_out(out, function(*args, **named), call)

        call.__name__ = call.__qualname__ = name
        call.__doc__, call.__module__, call.__wrapped__ = function.__doc__, function.__module__, function
        return call

    return around


def check_real(name, x, what):
    if x.dtype.is_complex:
        raise RuntimeError(f"{name} expects a {what} input tensor, but got {x.dtype.title}")


# --- along one dimension ------------------------------------------------------------------------------------------------


def to_waves(x, n, dim, norm, forward, onesided):
    """The waves of a real or complex signal; of a real one backwards they are the conjugates of those forwards."""
    x = numbers(x)
    dim = place(x, dim)
    check_points(x._array.shape[dim] if n is None else n)
    x = x if n is None else resized(x, [n], [dim])
    if x.dtype.is_complex:
        return _fft_c2c(x, (dim,), check_norm(norm), forward)
    if forward:
        return _fft_r2c(x, (dim,), check_norm(norm), onesided)
    return conj(_fft_r2c(x, (dim,), OTHER[check_norm(norm)], onesided))


def to_signal(x, n, dim, norm, forward):
    """The real signal of n points with the waves x on one side."""
    x = numbers(x, make_complex=True)
    dim = place(x, dim)
    length = check_points(2 * (x.shape[dim] - 1) if n is None else n)
    x = resized(x, [length // 2 + 1], [dim]) if n is not None else x
    norm = check_norm(norm)
    return _fft_c2r(conj(x) if forward else x, (dim,), OTHER[norm] if forward else norm, length)


@transform("complex")
def fft(input, n=None, dim=-1, norm=None):
    """The waves of a signal: X[k] = sum over n of x[n] * exp(-2 pi i k n / N).

    >>> import minitorch as mt
    >>> mt.fft.fft(mt.tensor([1.0, 0.0, -1.0, 0.0]))
    tensor([0.+0.j, 2.+0.j, 0.+0.j, 2.+0.j])

    Source: PyTorch, torch.fft.fft.
    """
    return to_waves(input, n, dim, norm, True, False)


@transform("complex")
def ifft(input, n=None, dim=-1, norm=None):
    """The signal with these waves: x[n] = 1/N * sum over k of X[k] * exp(2 pi i k n / N).

    >>> import minitorch as mt
    >>> mt.fft.ifft(mt.fft.fft(mt.tensor([1.0, 2.0]))).real
    tensor([1., 2.])

    Source: PyTorch, torch.fft.ifft.
    """
    return to_waves(input, n, dim, norm, False, False)


@transform("complex")
def rfft(input, n=None, dim=-1, norm=None):
    """The waves of a real signal, one side: the first N // 2 + 1 of fft.

    >>> import minitorch as mt
    >>> mt.fft.rfft(mt.tensor([1.0, 0.0, -1.0, 0.0]))
    tensor([0.+0.j, 2.+0.j, 0.+0.j])

    Errors: RuntimeError for complex numbers. Source: PyTorch, torch.fft.rfft.
    """
    check_real("rfft", input, "real")
    return to_waves(input, n, dim, norm, True, True)


@transform("floating point")
def irfft(input, n=None, dim=-1, norm=None):
    """The real signal of n points, 2 (waves - 1) unless told, whose waves on one side are these.

    >>> import minitorch as mt
    >>> mt.fft.irfft(mt.fft.rfft(mt.tensor([1.0, 2.0, 3.0])), n=3)
    tensor([1., 2., 3.])

    Source: PyTorch, torch.fft.irfft.
    """
    return to_signal(input, n, dim, norm, False)


@transform("floating point")
def hfft(input, n=None, dim=-1, norm=None):
    """The n real waves of a signal that mirrors itself, x[N - n] the conjugate of x[n], given by one side of it.

    >>> import minitorch as mt
    >>> mt.fft.hfft(mt.tensor([0.0, 1.0, 0.0]))
    tensor([ 2.,  0., -2.,  0.])

    Source: PyTorch, torch.fft.hfft.
    """
    return to_signal(input, n, dim, norm, True)


@transform("complex")
def ihfft(input, n=None, dim=-1, norm=None):
    """One side of the signal, which mirrors itself, that has these real waves: undoes hfft.

    >>> import minitorch as mt
    >>> mt.fft.ihfft(mt.tensor([2.0, 0.0, -2.0, 0.0])).real
    tensor([0., 1., 0.])

    Errors: RuntimeError for complex numbers. Source: PyTorch, torch.fft.ihfft.
    """
    check_real("ihfft", input, "real")
    return to_waves(input, n, dim, norm, False, True)


# --- along several dimensions -------------------------------------------------------------------------------------------


def along_all(x, s, dim, norm, forward):
    """Complex numbers to complex numbers."""
    lengths, dims = places(x, s, dim)
    return _fft_c2c(resized(numbers(x, make_complex=True), lengths, dims), dims, check_norm(norm), forward)


@transform("complex")
def fftn(input, s=None, dim=None, norm=None):
    """fft along several dimensions, all of them or `dim`, or the last ones that `s` has lengths for.

    >>> import minitorch as mt
    >>> mt.fft.fftn(mt.ones(2, 2)).real
    tensor([[4., 0.],
            [0., 0.]])

    Errors: RuntimeError for a dimension named twice. Source: PyTorch, torch.fft.fftn.
    """
    return along_all(input, s, dim, norm, True)


@transform("complex")
def ifftn(input, s=None, dim=None, norm=None):
    """ifft along several dimensions: undoes fftn.

    >>> import minitorch as mt
    >>> mt.fft.ifftn(mt.tensor([[4.0, 0.0], [0.0, 0.0]])).real
    tensor([[1., 1.],
            [1., 1.]])

    Source: PyTorch, torch.fft.ifftn.
    """
    return along_all(input, s, dim, norm, False)


@transform("complex")
def rfftn(input, s=None, dim=None, norm=None):
    """fftn of real numbers; of the last dimension one side is kept.

    >>> import minitorch as mt
    >>> mt.fft.rfftn(mt.ones(2, 4)).shape
    minitorch.Size([2, 3])

    Errors: RuntimeError for complex numbers. Source: PyTorch, torch.fft.rfftn.
    """
    check_real("rfftn", input, "real-valued")
    lengths, dims = places(input, s, dim, "rfftn")
    return _fft_r2c(resized(numbers(input), lengths, dims), dims, check_norm(norm), True)


@transform("floating point")
def irfftn(input, s=None, dim=None, norm=None):
    """The real numbers whose rfftn this is; the last length of `s` is theirs.

    >>> import minitorch as mt
    >>> mt.fft.irfftn(mt.fft.rfftn(mt.ones(2, 3)), s=(2, 3))
    tensor([[1., 1., 1.],
            [1., 1., 1.]])

    Source: PyTorch, torch.fft.irfftn.
    """
    lengths, dims, length = half_places(input, s, dim, "irfftn")
    x = resized(numbers(input, make_complex=True), lengths, dims)
    return _fft_c2r(x, dims, check_norm(norm), length)


@transform("floating point")
def hfftn(input, s=None, dim=None, norm=None):
    """The real waves of a signal that mirrors itself, given by one side of its last dimension.

    >>> import minitorch as mt
    >>> mt.fft.hfftn(mt.tensor([[0.0, 1.0, 0.0], [0.0, 0.0, 0.0]]))
    tensor([[ 2.,  0., -2.,  0.],
            [ 2.,  0., -2.,  0.]])

    Source: PyTorch, torch.fft.hfftn.
    """
    lengths, dims, length = half_places(input, s, dim, "hfftn")
    x, norm = resized(numbers(input, make_complex=True), lengths, dims), check_norm(norm)
    if len(dims) > 1:
        x = _fft_c2c(x, dims[:-1], norm, True)
    return _fft_c2r(conj(x), dims[-1:], OTHER[norm], length)


@transform("complex")
def ihfftn(input, s=None, dim=None, norm=None):
    """One side of the signal, which mirrors itself, that has these real waves: undoes hfftn.

    >>> import minitorch as mt
    >>> mt.fft.ihfftn(mt.ones(2, 2)).real
    tensor([[1., 0.],
            [0., 0.]])

    Errors: RuntimeError for complex numbers. Source: PyTorch, torch.fft.ihfftn.
    """
    if input.dtype.is_complex:
        raise RuntimeError(f"Only supports floating-point dtypes, but found: {input.dtype.title}")
    lengths, dims = places(input, s, dim, "ihfftn")
    x, norm = resized(numbers(input), lengths, dims), check_norm(norm)
    half = conj_physical(_fft_r2c(x, dims[-1:], OTHER[norm], True))
    return _fft_c2c(half, dims[:-1], norm, False) if len(dims) > 1 else half


def along_two(function):
    """A transform along two dimensions, the last ones unless told."""

    def call(input, s=None, dim=(-2, -1), norm=None):
        return function.__wrapped__(input, s, dim, norm)

    call.__name__ = function.__name__.replace("n", "2") if function.__name__ != "fftn" else "fft2"
    call.__doc__ = f"{function.__name__} along two dimensions. Source: PyTorch, torch.fft.{call.__name__}."
    return call


fft2, ifft2 = (transform("complex")(along_two(each)) for each in (fftn, ifftn))
rfft2, ihfft2 = (transform("complex")(along_two(each)) for each in (rfftn, ihfftn))
irfft2, hfft2 = (transform("floating point")(along_two(each)) for each in (irfftn, hfftn))
