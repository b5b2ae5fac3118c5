"""select_scatter, slice_scatter, diagonal_scatter, as_strided_scatter (shelf).

`select_scatter(x, src, 0, 2)` is what `x.clone()` holds after `x.select(0, 2).copy_(src)`, without a change in place.
"""

from ..._tensor import check_dim, method
from ...backend import array_module
from ..op import numpy_names, op
from ..pointwise.arithmetic import zeros_of
from ..view.as_strided import _as_strided, as_strided
from ..view.diagonal import diagonal
from ..view.narrow import ALL, item
from ..view.stride import memory_of, start_of

__all__ = ["select_scatter", "slice_scatter", "diagonal_scatter", "as_strided_scatter"]


@op(derivative=lambda x, src, view, args, name: name)
def scattered(x, src, view, args, name):
    whole = twin(x) if view is _as_strided else array_module(x).array(x)
    view.forward(whole, *args)[...] = src
    return whole


def twin(x):
    """A copy of x at its place in a copy of the whole memory."""
    memory = memory_of(x).copy()
    return array_module(x).lib.stride_tricks.as_strided(memory[start_of(x) :], x.shape, x.strides)


scattered.grad(
    x=lambda g, src, view, args, name: scattered(g, zeros_of(src), view, args, name),
    src=lambda g, view, args: view(g, *args),
)


def replace(name, input, src, view, args):
    """`input` with `src` in the part that view(input, *args) shows; they must be of one shape."""
    shown = view.forward(input._array, *args).shape
    if src._array.shape != shown:
        raise RuntimeError(
            f"expected src to have a size equal to the slice of self. src size = {list(src.shape)}, "
            f"slice size = {list(shown)}"
        )
    return scattered(input, src, view, args, name)


@numpy_names
def select_scatter(input, src, dim, index):
    """A copy of input whose slice number `index` along `dim` is `src`.

    >>> import minitorch as mt
    >>> mt.select_scatter(mt.zeros(2, 2), mt.ones(2), 0, 1)
    tensor([[0., 0.],
            [1., 1.]])

    Errors: IndexError for an index out of range, RuntimeError for a src of another shape than the slice.
    Source: PyTorch, torch.select_scatter.
    """
    input.select(dim, index)  # raises what is to be raised
    at = (ALL,) * check_dim(dim, input.ndim) + (index.__index__(), ...)
    return replace("SelectScatterBackward0", input, src, item, (at,))


@numpy_names
def slice_scatter(input, src, dim=0, start=None, end=None, step=1):
    """A copy of input whose slices start, start + step ... (without `end`) along `dim` are those of `src`.

    Source: PyTorch, torch.slice_scatter.
    """
    if step <= 0:
        raise RuntimeError(f"slice step must be positive, but is {step}")
    at = (ALL,) * check_dim(dim, input.ndim) + (slice(start, end, step), ...)
    return replace("SliceScatterBackward0", input, src, item, (at,))


def diagonal_scatter(input, src, offset=0, dim1=0, dim2=1):
    """A copy of input whose diagonal is `src`. Source: PyTorch, torch.diagonal_scatter."""
    return replace("DiagonalScatterBackward0", input, src, diagonal, (offset, dim1, dim2))


def as_strided_scatter(input, src, size, stride, storage_offset=None):
    """A copy of input, of its whole memory, in which what as_strided would show is `src`.

    The gradient of input is zero where `src` stands; PyTorch's, by mistake, is zero everywhere else.
    Source: PyTorch, torch.as_strided_scatter.
    """
    as_strided(input.detach(), size, stride, storage_offset)  # raises what is to be raised
    array = input._array
    start = start_of(array)
    offset = start if storage_offset is None else storage_offset
    layout = (tuple([n // array.itemsize for n in array.strides]), start)
    args = (tuple(size), tuple(stride), offset, layout)
    return replace("AsStridedScatterBackward0", input, src, _as_strided, args)


for _function in (select_scatter, slice_scatter, diagonal_scatter, as_strided_scatter):
    method(_function)
