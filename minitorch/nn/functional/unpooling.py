"""unpooling: max_unpool1d to max_unpool3d: each number back to the place where max_pool found it, zeros elsewhere (shelf)."""

from math import prod

from ...backend import array_module
from ...ops.one_step import one_step
from ...ops.op import op
from ...ops.view.squeeze import squeeze, unsqueeze
from .loss import still
from .pooling import _taken
from .windows import check_dims, check_tensor, several


@op(derivative=lambda x, places, size, kind: f"{kind}Backward0")
def _placed(x, places, size, kind):
    """Zeros [..., *size], in which every number of x stands at its place: of several at one place the last."""
    xp, dims = array_module(x), len(size)
    whole = xp.zeros((prod(x.shape[:-dims]), prod(size)), x.dtype)
    if whole.size:
        count = prod(x.shape[-dims:])
        xp.put_along_axis(whole, places.reshape(len(whole), count), x.reshape(len(whole), count), 1)
    return whole.reshape(*x.shape[:-dims], *size)


_placed.grad(x=lambda g, x, places, size, kind: still(_taken(g, places, len(size), f"{kind}Backward"), x))


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
        raise RuntimeError(
            f"elements in indices should be type int64 and have the input's shape {list(input.shape)}, but got: "
            f"{indices.dtype.title} {list(indices.shape)}"
        )
    places, count = indices._array, prod(size)
    if places.size and not indices.is_meta and (places.min() < 0 or places.max() >= count):
        raise RuntimeError(f"Found an invalid max index: {places.max()} (output volumes are of size {size})")
    return _placed(input, indices, size, f"MaxUnpool{dims}D")
