"""unpooling: max_unpool1d to max_unpool3d: each number back to the place where max_pool found it, zeros elsewhere (shelf)."""

from math import prod

from ..._tensor import Tensor
from ...backend import array_module
from ...ops.one_step import one_step
from ...ops.op import op
from ...ops.view.squeeze import squeeze, unsqueeze
from .memory_order import ordered_like
from .pooling import _taken
from .pooling_checks import FLOATS, ints


@op(derivative=lambda x, places, size, kind: f"{kind}Backward0")
def _placed(x, places, size, kind):
    """Zeros [..., *size], in which every number of x stands at its place: of several at one place the last."""
    xp, dims = array_module(x), len(size)
    whole = xp.zeros((prod(x.shape[:-dims]), prod(size)), x.dtype)
    if whole.size:
        count = prod(x.shape[-dims:])
        xp.put_along_axis(whole, places.reshape(len(whole), count), x.reshape(len(whole), count), 1)
    return ordered_like(x, whole.reshape(*x.shape[:-dims], *size), dims)


_placed.grad(x=lambda g, places, size, kind: _taken(g, places, len(size), f"{kind}Backward"))


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
    return squeeze(unpool(2, unsqueeze(input, -1), indices.unsqueeze(-1), (*size, 1), None), -1)


@one_step
def max_unpool2d(input, indices, kernel_size, stride=None, padding=0, output_size=None):
    """The same of images: [N, C, H, W] or [C, H, W]. Source: PyTorch, torch.nn.functional.max_unpool2d."""
    return unpool(2, input, indices, size_of(2, input, kernel_size, stride, padding, output_size), None)


@one_step
def max_unpool3d(input, indices, kernel_size, stride=None, padding=0, output_size=None):
    """The same of volumes: [N, C, D, H, W] or [C, D, H, W]. Source: PyTorch, torch.nn.functional.max_unpool3d."""
    size = size_of(3, input, kernel_size, stride, padding, output_size)
    return unpool(3, input, indices, size, kernel_size if stride is None else stride)


def size_of(dims, input, kernel_size, stride, padding, output_size):
    """How long the input of the pooling was in each dimension."""
    stride = kernel_size if stride is None else stride
    kernel, stride, padding = (
        tuple(n) if isinstance(n, (tuple, list)) else (n,) * dims for n in (kernel_size, stride, padding)
    )
    if min(len(kernel), len(stride), len(padding)) < len(kernel) or input.ndim < len(kernel):
        raise IndexError(
            f"max_unpool{dims}d(): kernel_size, stride and padding must be an int, or one for each dimension"
        )
    lengths = input.shape[input.ndim - len(kernel) :]
    usual = [(n - 1) * s + k - 2 * p for n, k, s, p in zip(lengths, kernel, stride, padding, strict=False)]
    size = usual if output_size is None else wanted(kernel, stride, usual, output_size)
    for dim, n in enumerate(size):
        if n < 0:
            raise ValueError(
                "max_unpooling: output_size must contain non-negative spatial dimensions, but got "
                f"output_size[{dim}]={n}"
            )
    return tuple(size)


def wanted(kernel, stride, usual, output_size):
    """The output_size that was asked for, without batch and channels; ValueError if no pooling leads from it to the input."""
    dims = len(kernel)
    output_size = output_size[2:] if len(output_size) == dims + 2 else output_size
    if len(output_size) != dims:
        raise ValueError(
            f"output_size should be a sequence containing {dims} or {dims + 2} elements, but it has a length of "
            f"'{len(output_size)}'"
        )
    for dim, (n, s, least) in enumerate(zip(output_size, stride, usual, strict=True)):
        if not least - s < n < least + s:
            raise ValueError(
                f'invalid output_size "{output_size}" (dim {dim} must be between {least - s} and {least + s})'
            )
    return output_size


def unpool(dims, input, indices, size, stride):
    """Check the arguments, and put the numbers in place."""
    name = f"max_unpool{dims}d"
    size = ints(name, "output_size", list(size), dims)
    if not isinstance(indices, Tensor):
        raise TypeError(f"{name}(): argument 'indices' (position 2) must be Tensor, not {type(indices).__name__}")
    if indices.dtype.name != "int64":
        raise RuntimeError(f"elements in indices should be type int64 but got: {indices.dtype.title}")
    if input.ndim not in (dims + 1, dims + 2):
        raise RuntimeError(
            f"Input to max_unpooling{dims}d should be a {dims + 1}d or {dims + 2}d Tensor, but got a tensor with "
            f"{input.ndim} dimensions."
        )
    if indices.shape != input.shape:
        raise RuntimeError(
            f"Expected shape of indices to be same as that of the input tensor ({list(input.shape)}) but got indices tensor "
            f"with shape: {list(indices.shape)}"
        )
    steps = stride if isinstance(stride, (tuple, list)) else [stride] * dims
    if stride is not None and min(steps) < 1:
        raise RuntimeError(f"strides should be greater than zero, but got stride: {list(steps)}")
    for dim in range(1, input.ndim):
        if not input.shape[dim]:
            raise RuntimeError(
                f"max_unpooling{dims}d_forward_out_cpu(): Expected input to have non-zero size for non-batch dimensions, but got "
                f"{list(input.shape)} with dimension {dim} being empty."
            )
    if input.dtype.name not in FLOATS:
        raise NotImplementedError(f"\"{name}\" not implemented for '{input.dtype.title}': convert it first")
    places, count = indices._array, prod(size)
    if count and places.size and (places.min() < 0 or places.max() >= count):
        wrong = places[(places < 0) | (places >= count)].ravel()[0]
        raise RuntimeError(
            f"Found an invalid max index: {wrong} (output volumes are of size {'x'.join(map(str, size))})"
        )
    return _placed(input, places, size, f"MaxUnpool{dims}D")
