"""select_scatter, slice_scatter, diagonal_scatter: a copy in which a part is replaced (shelf).

`select_scatter(x, src, 0, 2)` is what `x.clone()` holds after `x.select(0, 2).copy_(src)`, without a change in place.
"""

from ..._tensor import check_dim, method
from ...backend import array_module
from ..op import numpy_names, op
from ..pointwise.arithmetic import zeros_of
from ..view.diagonal import diagonal
from ..view.narrow import ALL, item

__all__ = ["select_scatter", "slice_scatter", "diagonal_scatter"]


@op
def scattered(x, src, view, args):
    whole = array_module(x).array(x)
    part = view.forward(whole, *args)
    if part.shape != src.shape:
        raise RuntimeError(
            f"expected src to have a size equal to the slice of self. src size = {list(src.shape)}, slice size = "
            f"{list(part.shape)}"
        )
    part[...] = src
    return whole


scattered.grad(
    x=lambda g, src, view, args: scattered(g, zeros_of(src), view, args), src=lambda g, view, args: view(g, *args)
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
    return scattered(input, src, item, (at,))


@numpy_names
def slice_scatter(input, src, dim=0, start=None, end=None, step=1):
    """A copy of input whose slices start, start + step ... (without `end`) along `dim` are those of `src`.

    Source: PyTorch, torch.slice_scatter.
    """
    at = (ALL,) * check_dim(dim, input.ndim) + (slice(start, end, step), ...)
    return scattered(input, src, item, (at,))


def diagonal_scatter(input, src, offset=0, dim1=0, dim2=1):
    """A copy of input whose diagonal is `src`. Source: PyTorch, torch.diagonal_scatter."""
    return scattered(input, src, diagonal, (offset, dim1, dim2))


for _function in (select_scatter, slice_scatter, diagonal_scatter):
    method(_function)
