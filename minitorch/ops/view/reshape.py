"""view, reshape: the same elements in another shape (core).

Reshaping, transposing and squeezing change the shape and the strides of an array, and leave its memory alone.
"""

import math

from ... import dtypes
from ..._tensor import method
from ...backend import array_module
from ...creation.memory_format import contiguous_format
from ...errors import with_note
from ..copy.clone import clone
from ..op import op

__all__ = ["reshape"]


def star(args, keyword=None):
    """Sizes or dimensions given as f(2, 3), f((2, 3)), f([2, 3]) or by keyword."""
    if keyword is not None:
        return tuple(keyword)
    return tuple(args[0]) if len(args) == 1 and isinstance(args[0], (tuple, list)) else args


def view(x, *shape, dtype=None, size=None):
    """The same memory as another shape, one of whose lengths may be -1; or, given a dtype, the same bytes as that.

    >>> import minitorch as mt
    >>> x = mt.tensor([1, 2, 3, 4])
    >>> x.view(2, -1)
    tensor([[1, 2],
            [3, 4]])

    Errors: RuntimeError when the number of elements differs, or when no strides show this memory in that shape.
    Source: PyTorch, torch.Tensor.view.
    """
    if dtype is not None or (len(shape) == 1 and isinstance(shape[0], (dtypes.dtype, type))):
        return x._view_dtype(dtypes.named(shape[0] if dtype is None else dtype))  # bits have no gradient
    if not shape and size is None:
        raise TypeError("view() received an invalid combination of arguments - got (), but expected (tuple of ints)")
    return _view.call(x, star(shape, size))


@op(view=True)
def _view(input, size):
    size = infer(size, input.size)
    if input.flags.c_contiguous:
        return input.reshape(size)
    strides = strides_of_view(input.shape, input.strides, size)
    if strides is None:
        raise view_error(input.shape, size)
    return as_strided(input, size, strides)


def view_error(shape, size):
    """PyTorch's words for a size in which no strides show the memory."""
    return with_note(
        RuntimeError(
            "view size is not compatible with input tensor's size and stride (at least one dimension spans across two "
            "contiguous subspaces). Use .reshape(...) instead."
        ),
        f"The shape is {list(shape)}, the size asked for {list(size)}.",
    )


_view.grad(input=lambda g, input_shape: g.reshape(input_shape))
method(view)


@op  # of a tensor that nobody else has: no view, as far as autograd is concerned
def _unsafe_view(input, size):
    return input.reshape(size)


_unsafe_view.grad(input=lambda g, input_shape: g.reshape(input_shape))


def reshape(input, *sizes, shape=None):
    """Another shape with the elements in the same order: a view where strides allow it, otherwise a copy.

    Source: PyTorch, torch.reshape.
    """
    size, array = infer(size_given(sizes, shape), input._array.size), input._array
    if array.flags.c_contiguous or strides_of_view(array.shape, array.strides, size) is not None:
        return input.view(size)
    return _unsafe_view(clone(input, contiguous_format), size)


def size_given(sizes, shape):
    """The size that reshape is to give; PyTorch's error where none was said."""
    if not sizes and shape is None:
        raise TypeError('reshape() missing 1 required positional arguments: "shape"')
    return star(sizes, shape)


method(reshape)


def infer(size, count):
    """A size in which -1 is replaced by the length that makes `count` elements; PyTorch's error when none does."""
    known = math.prod([n for n in size if n != -1])
    found = [count // known if n == -1 and known else n for n in size]
    return checked_size(found, size, count)


def checked_size(found, size, count):
    """The lengths found for a size, as a tuple; an error if they do not make `count` elements, or if -1 stands there twice."""
    if size.count(-1) > 1 or min(found, default=0) < 0 or math.prod(found) != count:
        raise size_error(size, count)
    return tuple(found)


def size_error(size, count):
    """What is wrong with a size for `count` elements, in PyTorch's words."""
    for place, n in enumerate(size):
        if n < -1:
            return RuntimeError(f"invalid shape dimension {n} at index {place} of shape {list(size)}")
    if len([n for n in size if n == -1]) > 1:
        return RuntimeError(f"only one dimension can be inferred, but the shape is {list(size)}")
    return RuntimeError(f"shape '{list(size)}' is invalid for input of size {count}")


def strides_of_view(shape, strides, size):
    """The strides that show memory laid out as (shape, strides) in the shape `size`; None if that takes a copy.

    A view may cut an evenly spaced run into other lengths, but no new dimension may reach from one run into the next.
    """
    (length, step), *runs = runs_of(shape, strides)
    found = []
    for n in reversed(size):
        if length == 1 and n > 1 and runs:
            length, step = runs.pop(0)
        if length % n:
            return None
        found.append(step)
        length, step = length // n, step * n
    return tuple(reversed(found))


def runs_of(shape, strides):
    """The evenly spaced runs of a layout, the last first: [(how many elements, the step between them)].

    Where a dimension continues the next one without a gap, the two are one run.
    """
    runs = []
    for n, step in zip(reversed(shape), reversed(strides), strict=True):
        if runs and (n == 1 or step == runs[-1][0] * runs[-1][1]):
            runs[-1] = (runs[-1][0] * n, runs[-1][1])
        else:
            runs.append((n, step))
    return runs


def as_strided(x, shape, strides):
    """The memory of an array with another shape and other strides. NumPy counts the strides in bytes."""
    return array_module(x).lib.stride_tricks.as_strided(x, shape, strides)
