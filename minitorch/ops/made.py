"""made: tensors made by a rule that few need: the indices of triangles, memory laid out as one wishes, other classes."""

from .._tensor import Tensor, legacy_array, method, wrap
from ..backend import array_module
from ..creation import check_dtype, leaf, module_on, size_of
from ..dtypes import FLOATING, get_default_dtype, int64
from .indexing import nonzero
from .slicing import item
from .storage import contiguous_steps

__all__ = ["tril_indices", "triu_indices", "nonzero_static", "empty_strided", "empty_permuted"]

# --- indices -------------------------------------------------------------------------------------------------------------


def triangle(name, where):
    """tril_indices and triu_indices differ in which half of a matrix they are about."""

    def indices(row, col, offset=0, *, dtype=None, device=None):
        for what, n in (("row", row), ("col", col)):
            if n < 0:
                raise RuntimeError(f"{what} must be non-negative, got {n}")
        kind = check_dtype(dtype) or int64
        if kind.category >= FLOATING:
            raise NotImplementedError(f"\"{name}\" not implemented for '{kind.title}': indices are whole numbers")
        xp = module_on(device)
        mask = getattr(xp, where)(xp.ones((row, col), bool), offset)
        return leaf(xp.stack(mask.nonzero()).astype(kind.numpy), device, False)

    indices.__name__ = indices.__qualname__ = name
    return indices


tril_indices, triu_indices = triangle("tril_indices", "tril"), triangle("triu_indices", "triu")
tril_indices.__doc__ = """The rows and columns of the lower triangle of a matrix, row by row: int64 [2, n].

    >>> import minitorch as mt
    >>> mt.tril_indices(2, 2)
    tensor([[0, 1, 1],
            [0, 0, 1]])

    Errors: RuntimeError for a negative size, NotImplementedError for a floating dtype.
    Source: PyTorch, torch.tril_indices."""
triu_indices.__doc__ = "The rows and columns of the upper triangle. Source: PyTorch, torch.triu_indices."


def nonzero_static(input, *, size, fill_value=-1, out=None):
    """nonzero in exactly `size` rows: what is too much is left out, what is missing is `fill_value`.

    >>> import minitorch as mt
    >>> mt.nonzero_static(mt.tensor([0, 5]), size=2)
    tensor([[ 1],
            [-1]])

    Source: PyTorch, torch.nonzero_static.
    """
    if size < 0:
        raise RuntimeError(f"nonzero_static: 'size' must be an non-negative integer, but is {size}")
    found = nonzero(input)._array[:size]
    whole = array_module(found).full((size, found.shape[1]), fill_value, found.dtype)
    whole[: len(found)] = found
    if out is None:
        return wrap(whole)
    out._array = whole
    return out


method(nonzero_static)

# --- memory --------------------------------------------------------------------------------------------------------------


def empty_strided(size, stride, *, dtype=None, device=None, requires_grad=False):
    """A tensor of the given size and strides, in elements, with whatever numbers lay in its memory.

    >>> import minitorch as mt
    >>> mt.empty_strided((2, 3), (1, 2)).stride()
    (1, 2)

    Source: PyTorch, torch.empty_strided.
    """
    size, stride = size_of((tuple(size),), "empty_strided"), tuple(stride)
    if len(size) != len(stride):
        raise RuntimeError(
            f"dimensionality of sizes ({len(size)}) must match dimensionality of strides ({len(stride)})"
        )
    if any([n < 0 for n in stride]):
        raise RuntimeError(f"Storage size calculation overflowed with sizes={list(size)} and strides={list(stride)}")
    kind, xp = (check_dtype(dtype) or get_default_dtype()).numpy, module_on(device)
    last = sum([(n - 1) * step for n, step in zip(size, stride, strict=True)])
    memory = xp.empty(0 if 0 in size else last + 1, kind)
    steps = [n * kind.itemsize for n in stride]
    return leaf(xp.lib.stride_tricks.as_strided(memory, size, steps), device, requires_grad)


@method
def new_empty_strided(self, size, stride, *, dtype=None, device=None, requires_grad=False):
    """empty_strided, with the dtype and device of this tensor. Source: PyTorch, torch.Tensor.new_empty_strided."""
    where = self.device if device is None else device
    return empty_strided(size, stride, dtype=dtype or self.dtype, device=where, requires_grad=requires_grad)


def empty_permuted(size, physical_layout, *, dtype=None, device=None, requires_grad=False):
    """An uninitialised tensor whose dimensions lie in memory in the order physical_layout, the last one innermost.

    Source: PyTorch, torch.empty_permuted.
    """
    size, order = size_of((tuple(size),), "empty_permuted"), tuple(physical_layout)
    if len(size) != len(order):
        raise RuntimeError(
            "Number of dimensions in size does not match the length of the physical_layout; i.e. "
            f"len(size) = {len(size)} is not equal to len(physical_layout) = {len(order)}"
        )
    for place, dim in enumerate(order):
        if not 0 <= dim < len(size):
            raise RuntimeError(
                f"Dimension out of range (expected to be between 0 and {len(size) - 1}, but got {dim} at index {place})."
            )
    if len(set(order)) < len(order):
        raise RuntimeError(f"Duplicate dim not allowed, but physical_layout is {order}")
    steps = dict(zip(order, contiguous_steps([size[d] for d in order]), strict=True))
    stride = [steps[d] for d in range(len(size))]
    return empty_strided(size, stride, dtype=dtype, device=device, requires_grad=requires_grad)


# --- of another kind -----------------------------------------------------------------------------------------------------


@method
def new(self, *args, device=None):
    """PyTorch's old constructor, for this tensor's dtype: new(2, 3) is uninitialised, new([1, 2]) holds that data.

    Source: PyTorch, torch.Tensor.new.
    """
    if args and isinstance(args[0], Tensor) and args[0].dtype is not self.dtype:
        raise TypeError(f"expected a tensor of {self.dtype}, but got one of {args[0].dtype}")
    return leaf(legacy_array(args, self.dtype), self.device if device is None else device, False)


@method
def as_subclass(self, cls):
    """The same memory and history as a tensor of a class derived from Tensor. What is computed from it is a Tensor.

    Source: PyTorch, torch.Tensor.as_subclass.
    """
    if not (isinstance(cls, type) and issubclass(cls, Tensor)):
        raise RuntimeError(f"cls must be a type that inherits from Tensor, but is {cls!r}")
    shown = item(self, (...,))
    shown.__class__ = cls
    return shown
