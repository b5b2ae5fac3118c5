"""select, narrow: slices along a dimension (core).

An index of ints, slices, None and ... picks evenly spaced elements, so the part has a start, a shape and strides: it is
a view. Its derivative puts the gradient back where the part was, into zeros; and the derivative of that is the view.
"""

from ..._tensor import check_dim, method
from ...backend import array_module
from ..op import numpy_names, op

__all__ = ["narrow", "select"]

ALL = slice(None)


@op
def put_back(part, view, args, shape):
    """Zeros of `shape`, with `part` written where `view(zeros, *args)` shows: the derivative of a view."""
    whole = array_module(part).zeros(shape, part.dtype)
    view.forward(whole, *args)[...] = part
    return whole


put_back.grad(part=lambda g, view, args: view(g, *args))


# --- x[index] for an index of ints, slices, None and ... ------------------------------------------------------------------


def last_step(x, index):
    """The name of the step. PyTorch goes through an index from left to right, one view an entry: its last one."""
    name, dim, whole = "AliasBackward0", 0, len(index) > 1
    for i in index:
        if i is None:
            name = "UnsqueezeBackward0"
        elif i is Ellipsis:
            dim += x.ndim - sum([entry is not None and entry is not Ellipsis for entry in index])
        elif isinstance(i, slice):
            if not (whole and i.indices(x.shape[dim]) == (0, x.shape[dim], 1)):
                name = "SliceBackward0"
            dim += 1
        else:
            name, dim = "SelectBackward0", dim + 1
    return name


@op(view=True, derivative=last_step)
def item(x, index):
    """The part of x at a tuple of ints, slices, None and ..."""
    part = x[index]
    if None in index:
        part = part.squeeze().reshape(part.shape)  # whose new dimensions have PyTorch's strides; NumPy's have 0
    return part if type(part) is type(x) else x[(*index, ...)]  # NumPy gives a bare number unless asked with ...


item.grad(x=lambda g, index, x_shape: put_back(g, item, (index,), x_shape))


@numpy_names
def select(input, dim, index):
    """The slice number `index` along dimension `dim`, without that dimension.

    >>> import minitorch as mt
    >>> mt.tensor([[1, 2], [3, 4]]).select(1, 0)
    tensor([1, 3])

    Source: PyTorch, torch.select.
    """
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
    if not shape:
        raise RuntimeError("narrow() cannot be applied to a 0-dim tensor.")
    if length < 0:
        raise RuntimeError("narrow(): length must be non-negative.")
    if hasattr(start, "_array") and (start.ndim or start._array.dtype.kind not in "iu"):
        raise RuntimeError("start must be an 0-dim integral Tensor.")
    dim, start = check_dim(dim, len(shape)), start.__index__()
    size = shape[dim]
    if not -size <= start <= size:
        raise IndexError(f"start out of range (expected to be in range of [-{size}, {size}], but got {start})")
    start += size if start < 0 else 0
    if start + length > size:
        raise RuntimeError(f"start ({start}) + length ({length}) exceeds dimension size ({size}).")
    return item(input, (ALL,) * dim + (slice(start, start + length),))


method(select)
method(narrow)
