"""select_scatter, slice_scatter, diagonal_scatter, as_strided_scatter (shelf).

`select_scatter(x, src, 0, 2)` is what `x.clone()` holds after `x.select(0, 2).copy_(src)`, without a change in place.
"""

from ..._tensor import Tensor, check_dim, method
from ...backend import array_module
from ...out import takes_out
from ..op import numpy_names, op
from ..pointwise.arithmetic import zeros_of
from ..view.as_strided import layout_of, like, places_in
from ..view.diagonal import diagonal
from ..view.narrow import ALL, item
from ..view.stride import memory_of, start_of
from .gather import zeros
from .take import put, take
from .where import masked

__all__ = ["select_scatter", "slice_scatter", "diagonal_scatter", "as_strided_scatter"]


@op(derivative=lambda x, src, view, args, name: name)
def scattered(x, src, view, args, name):
    whole = array_module(x).array(x)
    view.forward(whole, *args)[...] = src
    return whole


scattered.grad(
    x=lambda g, src, view, args, name: scattered(g, zeros_of(src), view, args, name),
    src=lambda g, view, args: view(g, *args),
)


def replace(name, input, src, view, args):
    """`input` with `src` in the part that view(input, *args) shows; they must be of one shape."""
    check_src(src, view.forward(input._array, *args).shape)
    return scattered(input, src, view, args, name)


def check_src(src, shown):
    """PyTorch's errors for what is to be written and does not have the shape of the part it is written into."""
    if not isinstance(src, Tensor):
        raise TypeError(f"argument 'src' must be Tensor, not {type(src).__name__}")
    if src._array.shape != shown:
        raise RuntimeError(
            f"expected src to have a size equal to the slice of self. src size = {list(src.shape)}, "
            f"slice size = {list(shown)}"
        )


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


@takes_out
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
    size, stride, offset, layout = layout_of(input, size, stride, storage_offset)
    check_src(src, size)
    return written(input, src, size, stride, offset, layout)


@op(derivative="AsStridedScatterBackward0")
def written(x, src, size, stride, offset, layout):
    memory = memory_of(x).copy()
    show = array_module(x).lib.stride_tricks.as_strided
    show(memory[offset:], size, [n * x.itemsize for n in stride])[...] = src
    return show(memory[start_of(x) :], x.shape, x.strides)


def rest_of(g, size, stride, offset, layout):
    """g, with zeros where the strided part lies: of the elements there the result holds nothing of the input."""
    index = places_in(g.shape, layout, size, stride, offset).reshape(-1)
    index = like(g, index[index >= 0])
    return put(g, index, zeros(g, index.shape))


def part_of(g, size, stride, offset, layout):
    """The elements of g where the strided part lies, by their place and not by g's memory: g may be expanded."""
    index = places_in(g.shape, layout, size, stride, offset)
    if not index.size:
        return zeros(g, size)
    inside = index >= 0
    return masked(take(g, like(g, index * inside)), like(g, inside))


written.grad(
    x=lambda g, size, stride, offset, layout: rest_of(g, size, stride, offset, layout),
    src=lambda g, size, stride, offset, layout: part_of(g, size, stride, offset, layout),
)


for _function in (select_scatter, slice_scatter, diagonal_scatter, as_strided_scatter):
    method(_function)
