"""gather, scatter_add (core).

One reads and the other adds at the same places, so each is the other's derivative.
"""

import numpy as np

from ..._tensor import Tensor, check_dim, method, wrap
from ...backend import array_module
from ..op import op
from ..view.narrow import item, put_back

__all__ = ["gather", "scatter_add"]

INT64 = np.dtype("int64")
UNSIGNED = {INT64: np.dtype("uint64"), np.dtype("int32"): np.dtype("uint32")}  # what an index may be


def zeros(g, shape):
    """Zeros of `shape` of the kind of g: an array beside an array, a tensor beside a tensor."""
    array = getattr(g, "_array", g)
    made = array_module(array).zeros(shape, array.dtype)
    return wrap(made) if isinstance(g, Tensor) else made


def like(g, index):
    """An index array as g's kind: a tensor beside a tensor."""
    index = array_module(getattr(g, "_array", g)).asarray(index)
    return wrap(index) if isinstance(g, Tensor) else index


def check_index(index, size, dim, error=RuntimeError):
    """Raise when an element of an index array is not one of 0 ... size - 1."""
    if beyond(index, size):
        wrong = index[(index < 0) | (index >= size)].ravel()[0]
        raise error(f"index {wrong} is out of bounds for dimension {dim} with size {size}")


def beyond(index, size):
    """Whether an element of an array is not one of 0 ... size - 1; read without a sign, a negative one is huge."""
    return index.size and (index.view(UNSIGNED[index.dtype]) if index.dtype in UNSIGNED else index).max() >= size


def grid(x, dim, index):
    """x[grid(x, dim, index)] reads x at `index` along dim, and at each element's own place along the other dimensions."""
    xp = array_module(index)
    places = [xp.arange(n).reshape((-1,) + (1,) * (index.ndim - 1 - d)) for d, n in enumerate(index.shape)]
    places[dim] = index
    return tuple(places)


def check_gather(name, x, dim, index, src=None):
    """dim, x and index fit for gather and scatter, or PyTorch's errors; 0-d arrays count as vectors of length 1."""
    if index.size and index.dtype not in UNSIGNED:
        raise RuntimeError(f"{name}(): Expected dtype int32/int64 for index")
    dim = check_dim(dim, x.ndim)
    if index.size:
        check_shapes(name, x, dim, index, src)
    check_index(index, x.shape[dim] if x.ndim else 1, dim)
    return dim


def check_shapes(name, x, dim, index, src):
    """Raise when the shapes do not fit."""
    shape, whole, source = [a.shape or (1,) for a in (index, x, index if src is None else src)]
    fits = len(shape) == len(whole) == len(source) and all([n <= m for n, m in zip(shape, source, strict=True)])
    if not fits or any([n > m and d != dim for d, (n, m) in enumerate(zip(shape, whole, strict=True))]):
        raise RuntimeError(
            f"{name}(): Expected index {list(shape)} to have as many dimensions as self {list(whole)} and src {list(source)}, and to "
            f"be no larger, than self apart from dimension {dim}"
        )


@op
def gather(input, dim, index, sparse_grad=False):
    """out[i][j] = input[index[i][j]][j] for dim=0, input[i][index[i][j]] for dim=1, and so on; out has the shape of index.

    >>> import minitorch as mt
    >>> mt.gather(mt.tensor([[1, 2], [3, 4]]), 1, mt.tensor([[0], [1]]))
    tensor([[1],
            [4]])

    Errors: RuntimeError for an index out of range or of another number of dimensions. Source: PyTorch, torch.gather.
    """
    dim = check_gather("gather", input, dim, index)
    if input.ndim == 0 or index.ndim == 0:
        return input.reshape(-1)[index]
    return input[grid(input, dim, index)] if index.size else array_module(input).zeros(index.shape, input.dtype)


@op
def scatter_add(input, dim, index, src):
    """input with src[i][j] added at [index[i][j]][j] for dim=0, and so on: the derivative of gather.

    Source: PyTorch, torch.Tensor.scatter_add.
    """
    if input.dtype != src.dtype:
        raise RuntimeError(
            f"scatter(): Expected self.dtype to be equal to src.dtype, but they are {input.dtype}, {src.dtype}"
        )
    dim = check_gather("scatter", input, dim, index, src)
    whole = array_module(input).array(input, order="C")
    if index.size:
        seen, index = vectors(whole, index)
        array_module(input).add.at(seen, grid(seen, dim, index), part_of(src, index))
    return whole


def vectors(x, index):
    """x and index as seen by grid: a 0-d array is a vector of length 1."""
    return x.reshape(x.shape or (1,)), index.reshape(index.shape or (1,))


def part_of(src, index):
    """The part of src that an index array speaks of: a src may be larger than its index."""
    return src.reshape(1) if src.ndim == 0 else src[tuple([slice(n) for n in index.shape])]


def as_large_as(g, shape):
    """g with zeros behind, so that it has `shape`: the gradient of a src larger than its index."""
    if g.shape == shape:
        return g
    if len(g.shape) != len(shape):
        return g.reshape(shape)
    return put_back(g, item, (tuple([slice(n) for n in g.shape]),), shape)


gather.grad(input=lambda g, dim, index, input_shape: scatter_add(zeros(g, input_shape), dim, index, g))
scatter_add.grad(
    input=lambda g: g,
    src=lambda g, dim, index, src_shape: as_large_as(gather(g, dim, index), src_shape),
)

method(gather)
method(scatter_add)
