"""fractional_pooling: fractional_max_pool2d, fractional_max_pool3d: the largest numbers of windows that lie at random (shelf)."""

from math import prod

from ..._tensor import wrap
from ...backend import array_module
from ...ops.one_step import one_step
from ...random.sampling import rand
from .pooling import _taken, row_by_row
from .pooling_checks import FLOATS, ints


@one_step
def fractional_max_pool2d(
    input, kernel_size, output_size=None, output_ratio=None, return_indices=False, _random_samples=None
):
    """The largest numbers of windows whose distances are drawn: [N, C, H, W] or [C, H, W] -> [N, C, H', W'] or [C, H', W'].

    kernel_size     of the window: an int, or one for each dimension
    output_size     (H', W'), or an int for both; or output_ratio, what part of (H, W) they are
    return_indices  -> (numbers, where each stood: int64, counting the places of an image row by row)
    _random_samples  what is drawn: from [0, 1), [N, C, 2]; None: drawn now

    >>> import minitorch as mt
    >>> x = mt.arange(25.0).reshape(1, 5, 5)
    >>> mt.nn.functional.fractional_max_pool2d(x, 2, 3, _random_samples=mt.zeros(1, 1, 2))
    tensor([[[ 6.,  7.,  9.],
             [11., 12., 14.],
             [21., 22., 24.]]])

    Errors: ValueError without a size; RuntimeError for sizes that do not fit.
    Source: Graham, Fractional Max-Pooling, 2014; PyTorch, torch.nn.functional.fractional_max_pool2d.
    """
    if output_size is None and output_ratio is not None and len(output_ratio) > 2:
        raise ValueError("fractional_max_pool2d requires output_ratio to either be a single Int or tuple of Ints.")
    return pool(2, input, kernel_size, output_size, output_ratio, return_indices, _random_samples)


@one_step
def fractional_max_pool3d(
    input, kernel_size, output_size=None, output_ratio=None, return_indices=False, _random_samples=None
):
    """The same of a volume: [N, C, D, H, W] or [C, D, H, W]. Source: PyTorch, torch.nn.functional.fractional_max_pool3d."""
    return pool(3, input, kernel_size, output_size, output_ratio, return_indices, _random_samples)


def pool(dims, input, kernel_size, output_size, output_ratio, return_indices, samples):
    """Check the arguments, draw the windows, and look for the largest number of each."""
    name = f"fractional_max_pool{dims}d"
    if output_size is None and output_ratio is None:
        raise ValueError(f"{name} requires specifying either an output_size or an output_ratio")
    if output_size is None:
        ratios = output_ratio if isinstance(output_ratio, (tuple, list)) else (output_ratio,) * dims
        output_size = [int(input.size(d - dims) * ratios[d]) for d in range(dims)]
    if samples is None:
        count = 1 if input.dim() == dims + 1 else input.size(0)
        samples = rand(count, input.size(-dims - 1), dims, dtype=input.dtype, device=input.device)
    kernel, size = (
        several(name, dims, *given) for given in (("kernel_size", kernel_size), ("output_size", output_size))
    )
    check(name, dims, input, kernel, size, samples)
    places = wrap(found(input._array, samples._array, kernel, size))
    out = _taken(input, places, dims, f"FractionalMaxPool{dims}D")
    return (out, places) if return_indices else out


def several(name, dims, what, value):
    """A number for each dimension."""
    if isinstance(value, (tuple, list)) and len(value) != dims:
        words = "a single Int or tuple of Ints" if dims == 2 else "a single Int or tuple of three Ints"
        raise RuntimeError(f"{name}: {what} must either be {words}")
    return ints(name, what, value, dims)


def found(x, samples, kernel, size):
    """Where in [*S], counted row by row, the largest number of each window stands: int64 [..., *size]."""
    xp, dims = array_module(x), len(size)
    shape, leading = x.shape[-dims:], x.shape[:-dims]
    samples = samples[: leading[0] if len(leading) > 1 else 1].reshape(-1, dims)
    order = (1, 0) if dims == 2 else (0, 1, 2)  # PyTorch draws the columns of an image first
    begins = [starts(samples[:, i], *how) for i, how in zip(order, zip(shape, size, kernel, strict=True), strict=True)]
    corner = xp.zeros((len(samples), *(1,) * dims), "int64")
    for dim, (begin, n) in enumerate(zip(begins, shape, strict=True)):
        corner = corner * n + begin.reshape(len(samples), *[size[dim] if d == dim else 1 for d in range(dims)])
    corner = corner.reshape(len(samples), prod(size))  # [N * C, windows]
    offsets = row_by_row(xp, [range(max(k, 1)) for k in kernel], shape).reshape(-1)
    places = corner[:, :, None] + offsets  # [N * C, windows, numbers of each]
    numbers = xp.take_along_axis(
        x.reshape(len(samples), prod(shape)), places.reshape(len(samples), prod(places.shape[1:])), 1
    )
    best = numbers.reshape(places.shape).argmax(2)
    return (corner + offsets[best]).reshape(*leading, *size)


def starts(sample, n, size, kernel):
    """Where the windows begin in one dimension, for each number that was drawn: [N * C] -> [N * C, size]."""
    xp, dtype = array_module(sample), sample.dtype
    kernel = max(kernel, 1)
    begins = xp.full((len(sample), size), n - kernel, "int64")
    if size > 1:
        step = xp.asarray(n - kernel).astype(dtype) / xp.asarray(size - 1).astype(dtype)
        sample = sample[:, None]
        whole = ((xp.arange(size - 1).astype(dtype) + sample) * step).astype("int64")
        begins[:, :-1] = whole - (sample * step).astype("int64")
    return begins


def always_with_indices(function):
    """The same function, which always says where the numbers stood, too."""

    def pool(input, kernel_size, output_size=None, output_ratio=None, return_indices=True, _random_samples=None):
        return function(input, kernel_size, output_size, output_ratio, True, _random_samples)

    pool.__name__ = pool.__qualname__ = f"{function.__name__}_with_indices"
    pool.__doc__ = (
        f"{function.__name__}(..., return_indices=True). Source: PyTorch, torch.nn.functional.{pool.__name__}."
    )
    return pool


fractional_max_pool2d_with_indices = always_with_indices(fractional_max_pool2d)
fractional_max_pool3d_with_indices = always_with_indices(fractional_max_pool3d)


def check(name, dims, input, kernel, size, samples):
    """Raise PyTorch's errors for arguments that do not belong together."""
    shown = name if dims == 2 else f"{name}_out"
    shape, first = list(input.shape), input.ndim - dims - 1
    if input.ndim not in (dims + 1, dims + 2):
        raise RuntimeError(f"{shown}(): Expected {dims + 1}D or {dims + 2}D tensor, but got: {shape}")
    for dim in range(first, input.ndim):
        if not shape[dim]:
            raise RuntimeError(
                f"{shown}(): Expected input to have non-zero size for non-batch dimensions, but got{shape} with dimension {dim} "
                "being empty."
            )
    for what, n, k, m in zip(("time", "height", "width")[3 - dims :], shape[-dims:], kernel, size, strict=True):
        if m + k - 1 > n - (dims == 3):  # of a volume, PyTorch wants a place more
            raise RuntimeError(f"{shown}(): pool {what} {k} too large relative to input {what} {n}")
    if min(size) < 0:
        wanted = [*shape[:-dims], *size]
        raise RuntimeError(f"Trying to create tensor with negative dimension {min(size)}: {wanted}")
    if input.dtype.name not in FLOATS:
        raise NotImplementedError(f"\"{name}\" not implemented for '{input.dtype.title}': convert it first")
    if samples.dtype is not input.dtype:
        raise RuntimeError("Expect _random_samples to have the same dtype as input")
    if samples.ndim != 3:
        raise RuntimeError(f"Expect _random_samples to have 3 dimensions, got {samples.ndim}")
    if samples.shape[0] < (shape[0] if first else 1):
        raise RuntimeError("Expect _random_samples.size(0) no less then input batch size.")
    if samples.shape[1] != shape[first]:
        raise RuntimeError("Expect _random_samples.size(1) equals to input channel size.")
    if samples.shape[2] != dims:
        raise RuntimeError(f"Expect _random_samples.size(2) equals to {dims}; got {samples.shape[2]}.")
