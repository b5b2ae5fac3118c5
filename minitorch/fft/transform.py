"""the discrete Fourier transform of arrays, one op per kind, and its lengths and norms (shelf).

Three operations do the work, named for what goes in and comes out: complex or real numbers. The waves of a real signal
come in pairs, X[N - k] the conjugate of X[k], so that half of them say everything: the first N // 2 + 1, "one side".

The matrix exp(-2 pi i k n / N) is symmetric. So the derivative of a transform is the transform itself. Its adjoint, the
conjugate, is the transform in the other direction, with the same factor.
"""

from .._tensor import check_dim
from ..backend import array_module
from ..dtypes import FLOATING, get_default_dtype
from ..ops.complex.real_imag import real
from ..ops.copy.to import convert
from ..ops.op import op
from ..ops.reduction.prod import like
from ..ops.view.narrow import item

__all__ = []

# a transform with its factor forwards is, conjugated, the one backwards with this norm
OTHER = {"forward": "backward", "backward": "forward", "ortho": "ortho"}


# --- the three operations -----------------------------------------------------------------------------------------------


@op(derivative="FftC2CBackward0")
def _fft_c2c(x, dims, norm, forward):
    module = array_module(x).fft
    return (module.fftn if forward else module.ifftn)(x, axes=dims, norm=norm)


_fft_c2c.grad(x=lambda g, dims, norm, forward: _fft_c2c(g, dims, norm, forward))


@op(derivative="FftR2CBackward0")
def _fft_r2c(x, dims, norm, onesided):
    module = array_module(x).fft
    return (module.rfftn if onesided else module.fftn)(x, axes=dims, norm=norm)


def side_back(g, dims, norm, shape):
    """The waves that were left out got no gradient; and of a real number only the real part moves."""
    return real(_fft_c2c(extended(g, shape), dims, norm, True))


_fft_r2c.grad(x=lambda g, dims, norm, x_shape: side_back(g, dims, norm, x_shape))


@op(derivative="FftC2RBackward0")
def _fft_c2r(x, dims, norm, length):
    return array_module(x).fft.irfftn(x, s=(*[x.shape[d] for d in dims[:-1]], length), axes=dims, norm=norm)


def twice(waves, dim, length):
    """The waves that stand for two, their own and their conjugate's, times 2."""
    array = getattr(waves, "_array", waves)
    count = [1] * array.ndim
    count[dim] = array.shape[dim]
    times = array_module(array).ones(count, array.real.dtype)
    times[(slice(None),) * dim + (slice(1, length - array.shape[dim] + 1),)] = 2
    return waves * like(waves, times)


_fft_c2r.grad(x=lambda g, dims, norm, length: twice(_fft_r2c(g, dims, OTHER[norm], True), dims[-1], length))


# --- arguments ----------------------------------------------------------------------------------------------------------


@op(derivative="ConstantPadNdBackward0")
def placed(x, shape, start):
    """Zeros of `shape` with x among them, its first element at `start`."""
    whole = array_module(x).zeros(shape, x.dtype)
    whole[box(start, x.shape)] = x
    return whole


placed.grad(x=lambda g, start, x_shape: item(g, box(start, x_shape)))


def box(start, shape):
    """The index of a part of this shape, whose first element is at `start`."""
    return tuple([slice(i, i + n) for i, n in zip(start, shape, strict=True)])


def extended(x, shape):
    """x with zeros behind it, up to this shape."""
    return x if tuple(x.shape) == tuple(shape) else placed(x, tuple(shape), (0,) * len(shape))


def resized(x, lengths, dims):
    """x with these lengths along dims: what is too much is cut off, what is missing is 0."""
    shape = list(x.shape)
    for n, d in zip(lengths, dims, strict=True):
        shape[d] = n
    common = tuple([min(n, m) for n, m in zip(shape, x.shape, strict=True)])
    return extended(x if common == tuple(x.shape) else item(x, box((0,) * x.ndim, common)), shape)


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
    if dim is None:
        dim = tuple(range(x.ndim))[x.ndim - len(s) if s is not None else 0 :]
    if not x.ndim:
        raise IndexError(f"Dimension specified as {dim} but tensor has no dimensions")
    dim = tuple([check_dim(d, x.ndim) for d in dim])
    if len(set(dim)) < len(dim):
        raise RuntimeError("FFT dims must be unique")
    if s is not None and len(dim) != len(s):
        raise RuntimeError("When given, dim and shape arguments must have the same length")
    s = tuple([x.shape[d] if n in (-1, None) else n for n, d in zip(s or (-1,) * len(dim), dim, strict=True)])
    for n in s:
        if n < 1:
            raise RuntimeError(f"Invalid number of data points ({n}) specified")
    return s, dim
