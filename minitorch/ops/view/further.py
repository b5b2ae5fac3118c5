"""flatten, expand_as, view_as, unflatten, ravel, select, narrow and the like: further views (shelf)."""

from ..._tensor import Size, Tensor, check_dim, method
from ...backend import array_module
from ..op import op
from ..reduction.sum import _sum, numpy_names, sum_to
from .expand import _expand, broadcast_shapes, broadcast_to
from .narrow import ALL, item
from .reshape import infer, reshape, star, view


def flatten(input, start_dim=0, end_dim=-1):
    """The dimensions from start_dim to end_dim as one. A 0-d tensor becomes one of one element.

    >>> import minitorch as mt
    >>> mt.zeros(2, 3, 4).flatten(1).shape
    minitorch.Size([2, 12])

    Source: PyTorch, torch.flatten.
    """
    shape = input._array.shape
    first, last = check_dim(start_dim, len(shape)), check_dim(end_dim, len(shape))
    if first > last:
        raise RuntimeError("flatten() has invalid args: start_dim cannot come after end_dim")
    if not shape:
        return reshape(input, (1,))
    if first == last:
        return input
    return reshape(input, (*shape[:first], Size(shape[first : last + 1]).numel(), *shape[last + 1 :]))


method(flatten)


# --- shapes brought together ---------------------------------------------------------------------------------------------


def expand_as(self, other):
    """This tensor stretched to the shape of `other`. Source: PyTorch, torch.Tensor.expand_as."""
    return broadcast_to(self, other.shape)


def broadcast_tensors(*tensors):
    """All tensors stretched to one shape. Source: PyTorch, torch.broadcast_tensors."""
    size = broadcast_shapes(*[x.shape for x in tensors])
    return tuple([x if x.shape == size else _expand(x, tuple(size)) for x in tensors])


def sum_to_size(self, *sizes, size=None):
    """This tensor summed to a shape it could have been stretched from. Source: PyTorch, torch.Tensor.sum_to_size."""
    size, shape = star(sizes, size), tuple(self.shape)
    lead = len(shape) - len(size)
    if lead < 0 or any(n not in (1, m) for n, m in zip(size, shape[lead:], strict=True)):
        raise RuntimeError(f"size {{{list(size)}}} is not expandable to size {{{list(shape)}}}.")
    return sum_to(self, size) if size else _sum(self)


def view_as(input, other):
    """input.view(other.size()). Source: PyTorch, torch.Tensor.view_as."""
    return view(input, other._array.shape)


def reshape_as(input, other):
    """input.reshape(other.size()). Source: PyTorch, torch.Tensor.reshape_as."""
    return reshape(input, other._array.shape)


@numpy_names
def unflatten(input, dim, sizes):
    """One dimension as several, of the lengths `sizes`, one of which may be -1. Source: PyTorch, torch.unflatten."""
    shape = input._array.shape
    dim = check_dim(dim, len(shape))
    sizes = infer((sizes,) if isinstance(sizes, int) else tuple(sizes), shape[dim])
    return view(input, (*shape[:dim], *sizes, *shape[dim + 1 :]))


def ravel(input):
    """All elements as one contiguous dimension: a view where they are contiguous. Source: PyTorch, torch.ravel."""
    return view(input.contiguous(), (-1,))


# --- a part of one dimension ---------------------------------------------------------------------------------------------


@numpy_names
def select(input, dim, index):
    """Number `index` of dimension `dim`, without that dimension: x[:, index] for dim=1. Source: PyTorch, torch.select."""
    shape = input._array.shape
    if not shape:
        raise IndexError("select() cannot be applied to a 0-dim tensor.")
    dim, index = check_dim(dim, len(shape)), index.__index__()
    if not -shape[dim] <= index < shape[dim]:
        raise IndexError(f"select(): index {index} out of range for tensor of size {list(shape)} at dimension {dim}")
    return item(input, (ALL,) * dim + (index,))


@numpy_names
def narrow(input, dim, start, length):
    """`length` elements of dimension `dim`, from `start` on.

    >>> import minitorch as mt
    >>> mt.arange(5).narrow(0, 1, 3)
    tensor([1, 2, 3])

    Source: PyTorch, torch.narrow.
    """
    shape = input._array.shape
    if not shape or length < 0:
        raise RuntimeError(f"narrow() takes a tensor with dimensions and a length >= 0, not {list(shape)}, {length}")
    if isinstance(start, Tensor) and (start.ndim or start._array.dtype.kind not in "iu"):
        raise RuntimeError("start must be an 0-dim integral Tensor.")
    dim, start = check_dim(dim, len(shape)), start.__index__()
    size = shape[dim]
    if not -size <= start <= size:
        raise IndexError(f"start out of range (expected to be in range of [-{size}, {size}], but got {start})")
    start += size if start < 0 else 0
    if start + length > size:
        raise RuntimeError(f"start ({start}) + length ({length}) exceeds dimension size ({size}).")
    return item(input, (ALL,) * dim + (slice(start, start + length),))


# --- the same bytes as another dtype -------------------------------------------------------------------------------------


@op(view=True)
def _as_dtype(input, dtype):
    times = max(dtype.itemsize // input.itemsize, 1)
    if input.itemsize != dtype.itemsize and (
        not input.ndim or (input.size and input.strides[-1] != input.itemsize) or input.shape[-1] % times
    ):
        words = f"self.size(-1) must be divisible by {times} and self.stride(-1) must be 1, not {list(input.shape)}"
        raise RuntimeError(f"to view {input.dtype} as {dtype.title} (different element sizes), {words}")
    shown = input.view(dtype.numpy)
    return shown if input.size else array_module(input).empty(shown.shape, shown.dtype)


def _view_dtype(x, dtype):
    """x.view(dtype). Bits have no gradient."""
    return _as_dtype(x.detach() if x.requires_grad else x, dtype)


for _function in (expand_as, sum_to_size, view_as, reshape_as, unflatten, ravel, select, narrow, _view_dtype):
    method(_function)
