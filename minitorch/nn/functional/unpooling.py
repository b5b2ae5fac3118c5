"""unpooling: max_unpool: numbers back to where max_pool found them; fractional_max_pool: windows that lie at random (shelf)."""

from math import prod

from ..._tensor import wrap
from ...backend import array_module
from ...ops.one_step import one_step
from ...ops.view.squeeze import squeeze, unsqueeze
from ...random.sampling import rand
from .pooling import _taken
from .steps import named
from .windows import check_dims, check_tensor, several


@one_step
def max_unpool1d(input, indices, kernel_size, stride=None, padding=0, output_size=None):
    """What max_pool1d found, put back in place, with zeros between: [N, C, length] or [C, length] -> [N, C, length'].

    indices                       where each number belongs, as return_indices=True gives it
    kernel_size, stride, padding  of that pooling
    output_size                   how long its input was, where several lengths are pooled to the same: [length'], or the shape

    >>> import minitorch as mt
    >>> found = mt.nn.functional.max_pool1d(mt.tensor([[1.0, 5.0, 7.0, 3.0, 2.0]]), 2, return_indices=True)
    >>> mt.nn.functional.max_unpool1d(*found, 2, output_size=[5])
    tensor([[0., 5., 7., 0., 0.]])

    Errors: ValueError for a size that cannot have been, RuntimeError for indices that do not fit.
    Source: PyTorch, torch.nn.functional.max_unpool1d.
    """
    size = size_of(1, input, kernel_size, stride, padding, output_size)
    return squeeze(unpool(2, unsqueeze(input, -1), indices.unsqueeze(-1), (*size, 1)), -1)


@one_step
def max_unpool2d(input, indices, kernel_size, stride=None, padding=0, output_size=None):
    """The same of images: [N, C, H, W] or [C, H, W]. Source: PyTorch, torch.nn.functional.max_unpool2d."""
    return unpool(2, input, indices, size_of(2, input, kernel_size, stride, padding, output_size))


@one_step
def max_unpool3d(input, indices, kernel_size, stride=None, padding=0, output_size=None):
    """The same of volumes: [N, C, D, H, W] or [C, D, H, W]. Source: PyTorch, torch.nn.functional.max_unpool3d."""
    return unpool(3, input, indices, size_of(3, input, kernel_size, stride, padding, output_size))


def size_of(dims, input, kernel_size, stride, padding, output_size):
    """How long the input of the pooling was in each dimension; ValueError for an output_size from which no pooling leads here."""
    name = f"max_unpool{dims}d"
    check_dims(name, input, dims)
    kernel = several(name, "kernel_size", kernel_size, dims, 1)
    stride = kernel if stride is None else several(name, "stride", stride, dims, 1)
    padding = several(name, "padding", padding, dims)
    each = zip(input.shape[-dims:], kernel, stride, padding, strict=True)
    usual = [(n - 1) * s + k - 2 * p for n, k, s, p in each]
    if output_size is None:
        return tuple(usual)
    wanted = tuple(output_size[2:] if len(output_size) == dims + 2 else output_size)
    if len(wanted) != dims or any([abs(n - m) >= s for n, m, s in zip(wanted, usual, stride, strict=True)]):
        raise ValueError(f"invalid output_size {wanted}: it must differ from {usual} by less than the stride {stride}")
    return wanted


def unpool(dims, input, indices, size):
    """Check the indices, and put the numbers in place."""
    check_tensor(f"max_unpool{dims}d", indices, "indices", 2)
    if indices.dtype.name != "int64" or indices.shape != input.shape:
        raise RuntimeError(f"indices should be int64 {list(input.shape)}, not {indices.dtype} {list(indices.shape)}")
    places, count = indices._array, prod(size)
    if places.size and not indices.is_meta and (places.min() < 0 or places.max() >= count):
        raise RuntimeError(f"Found an invalid max index: {places.max()} (output volumes are of size {size})")
    lead = input.shape[:-dims]
    whole = input.new_zeros((*lead, count))  # of several numbers at one place the last stands there
    made = whole.scatter(-1, indices.reshape(*lead, -1), input.reshape(*lead, -1)).reshape(*lead, *size)
    return named(made, f"MaxUnpool{dims}D")


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
    check_dims(name, input, dims)
    if output_size is None and output_ratio is None:
        raise ValueError(f"{name} requires specifying either an output_size or an output_ratio")
    if output_size is None:
        ratios = output_ratio if isinstance(output_ratio, (tuple, list)) else (output_ratio,) * dims
        output_size = [int(n * ratio) for n, ratio in zip(input.shape[-dims:], ratios, strict=True)]
    kernel, size = (
        several(name, *given, dims, 1) for given in (("kernel_size", kernel_size), ("output_size", output_size))
    )
    for n, k, m in zip(input.shape[-dims:], kernel, size, strict=True):
        if m + k - 1 > n - (dims == 3):  # of a volume, PyTorch wants a place more
            raise RuntimeError(f"{name}(): {m} windows of {k} are too large relative to an input of {n}")
    if samples is None:
        count = 1 if input.dim() == dims + 1 else len(input)
        samples = rand(count, input.size(-dims - 1), dims, dtype=input.dtype, device=input.device)
    if samples.ndim != 3 or samples.dtype is not input.dtype or samples.shape[1:] != (input.shape[-dims - 1], dims):
        raise RuntimeError(f"Expect _random_samples of the input's dtype and of size [N, C, {dims}]")
    places = wrap(found(input._array, samples._array, kernel, size))
    out = _taken(input, places, dims, f"FractionalMaxPool{dims}D")
    return (out, places) if return_indices else out


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
    rows = xp.arange(prod(shape)).reshape(shape)
    offsets = rows[tuple([slice(k) for k in kernel])].reshape(-1)  # of a window's numbers from its corner
    places = corner[:, :, None] + offsets  # [N * C, windows, numbers of each]
    rows = x.reshape(len(samples), prod(shape))
    numbers = xp.take_along_axis(rows, places.reshape(len(samples), prod(places.shape[1:])), 1)
    best = numbers.reshape(places.shape).argmax(2)
    return (corner + offsets[best]).reshape(*leading, *size)


def starts(sample, n, size, kernel):
    """Where the windows begin in one dimension, for each number that was drawn: [N * C] -> [N * C, size]."""
    xp, dtype = array_module(sample), sample.dtype
    begins = xp.full((len(sample), size), n - kernel, "int64")
    if size > 1:
        step = xp.asarray(n - kernel).astype(dtype) / xp.asarray(size - 1).astype(dtype)
        sample = sample[:, None]
        whole = ((xp.arange(size - 1).astype(dtype) + sample) * step).astype("int64")
        begins[:, :-1] = whole - (sample * step).astype("int64")
    return begins
