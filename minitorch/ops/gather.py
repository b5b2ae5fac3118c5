"""gather: elements picked by an index along one dimension, and elements added where an index says.

gather and scatter_add, index_select and index_add, take and put, masked_select and masked_scatter: of each pair, one
reads and the other writes at the same places, so each is the other's derivative.
"""

import numpy as np

from ..backend import array_module
from ..tensor import Tensor, check_dim, method, wrap
from .broadcast import broadcast_to
from .op import broadcast_error, op
from .shape import reshape
from .slicing import item, put_back

__all__ = [
    "gather", "scatter_add", "index_select", "index_add", "take", "put", "take_along_dim", "masked_select",
    "masked_scatter",
]  # fmt: skip


UNSIGNED = {np.dtype("int64"): np.dtype("uint64"), np.dtype("int32"): np.dtype("uint32")}  # what an index may be


def zeros(g, shape):
    """Zeros of `shape` of the kind of g: an array beside an array, a tensor beside a tensor."""
    array = getattr(g, "_array", g)
    made = array_module(array).zeros(shape, array.dtype)
    return wrap(made) if isinstance(g, Tensor) else made


def check_index(index, size, dim, error=RuntimeError):
    """Raise when an element of an index array is not one of 0 ... size - 1."""
    if beyond(index, size):
        wrong = index[(index < 0) | (index >= size)].ravel()[0]
        raise error(f"index {wrong} is out of bounds for dimension {dim} with size {size}")


def beyond(index, size):
    """Whether an element of an array is not one of 0 ... size - 1; read without a sign, a negative one is huge."""
    return index.size and (index.view(UNSIGNED[index.dtype]) if index.dtype in UNSIGNED else index).max() >= size


# --- an index for every element ------------------------------------------------------------------------------------------


def grid(x, dim, index):
    """x[grid(x, dim, index)] reads x at `index` along dim, and at each element's own place along the other dimensions."""
    xp = array_module(index)
    places = [xp.arange(n).reshape((-1,) + (1,) * (index.ndim - 1 - d)) for d, n in enumerate(index.shape)]
    places[dim] = index
    return tuple(places)


def check_gather(name, x, dim, index, src=None):
    """dim, x and index fit for gather and scatter, or PyTorch's errors; 0-d arrays count as vectors of length 1."""
    if index.size and index.dtype not in UNSIGNED:
        raise RuntimeError(f"{name}(): Expected dtype int32/int64 for index, but got {index.dtype}")
    dim = check_dim(dim, x.ndim)
    whom = "input" if name == "gather" else "self"
    if index.size and max(index.ndim, 1) != max(x.ndim, 1):
        raise RuntimeError(
            f"Index tensor must have the same number of dimensions as {whom} tensor, but has {index.ndim} and not {x.ndim}"
        )
    if src is not None and index.size and max(index.ndim, 1) != max(src.ndim, 1):
        raise RuntimeError(
            f"Index tensor must have the same number of dimensions as src tensor, but has {index.ndim} and not {src.ndim}"
        )
    if index.size and index.ndim and x.ndim and not (src is None and fits(index.shape, x.shape, dim)):
        large = any([n > m and d != dim for d, (n, m) in enumerate(zip(index.shape, x.shape, strict=True))])
        small = src is not None and any([n > m for n, m in zip(index.shape, src.shape or (1,), strict=True)])
        if large and src is None:
            d = [n > m and d != dim for d, (n, m) in enumerate(zip(index.shape, x.shape, strict=True))].index(True)
            raise RuntimeError(
                f"Size does not match at dimension {d} expected index {list(index.shape)} to be no larger than self "
                f"{list(x.shape)} apart from dimension {dim}"
            )
        if large or small:
            raise RuntimeError(
                f"Expected index {list(index.shape)} to be no larger than self {list(x.shape)} apart from dimension {dim} "
                f"and to be no larger size than src {list(src.shape)}"
            )
    check_index(index, x.shape[dim] if x.ndim else 1, dim)
    return dim


def fits(shape, whole, dim):
    """Whether two shapes agree in all dimensions but one, which is the usual case."""
    return shape[:dim] == whole[:dim] and shape[dim + 1 :] == whole[dim + 1 :]


@op
def gather(x, dim, index, sparse_grad=False):
    """out[i][j] = x[index[i][j]][j] for dim=0, x[i][index[i][j]] for dim=1, and so on; out has the shape of index.

    >>> import minitorch as mt
    >>> mt.gather(mt.tensor([[1, 2], [3, 4]]), 1, mt.tensor([[0], [1]]))
    tensor([[1],
            [4]])

    Errors: RuntimeError for an index out of range or of another number of dimensions. Source: PyTorch, torch.gather.
    """
    dim = check_gather("gather", x, dim, index)
    if x.ndim == 0 or index.ndim == 0:
        return x.reshape(-1)[index]
    return x[grid(x, dim, index)] if index.size else array_module(x).zeros(index.shape, x.dtype)


@op
def scatter_add(x, dim, index, src):
    """x with src[i][j] added at [index[i][j]][j] for dim=0, and so on: the derivative of gather.

    Source: PyTorch, torch.Tensor.scatter_add.
    """
    if x.dtype != src.dtype:
        raise RuntimeError(f"scatter(): Expected self.dtype to be equal to src.dtype, but they are {x.dtype}, {src.dtype}")
    dim = check_gather("scatter", x, dim, index, src)
    whole = array_module(x).array(x)
    if index.size:
        seen, index = (whole.reshape(1), index.reshape(-1)) if x.ndim == 0 else (whole, index.reshape(index.shape or (1,)))
        array_module(x).add.at(seen, grid(seen, dim, index), part_of(src, index))
    return whole


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


gather.grad(x=lambda g, dim, index, x_shape: scatter_add(zeros(g, x_shape), dim, index, g))
scatter_add.grad(
    x=lambda g: g,
    src=lambda g, dim, index, src_shape: as_large_as(gather(g, dim, index), src_shape),
)


def take_along_dim(input, indices, dim=None):
    """gather, where the sizes of input and indices broadcast; without dim, over all elements in order.

    Source: PyTorch, torch.take_along_dim.
    """
    if indices._array.dtype != "int64":
        raise RuntimeError(f"torch.take_along_dim(): dtype of indices should be Long but got {indices.dtype.name}")
    if dim is None:
        return gather(reshape(input, (-1,)), 0, reshape(indices, (-1,)))
    if input.ndim != indices.ndim:
        raise RuntimeError(
            "torch.take_along_dim(): input and indices should have the same number of dimensions, but got "
            f"{input.ndim} dimensions for input, and {indices.ndim} dimensions for indices"
        )
    dim = check_dim(dim, input.ndim)
    shapes = [list(x._array.shape) for x in (input, indices)]
    for n, m, d in zip(*shapes, range(input.ndim), strict=True):
        if d != dim:
            if n != m and 1 not in (n, m):
                raise broadcast_error(*shapes)
            shapes[0][d] = shapes[1][d] = max(n, m) if n and m else 0
    size = input._array.shape[dim]
    if indices.numel() and indices._array.min() < 0:  # counted from the end
        indices = wrap(indices._array + size * (indices._array < 0))
    return gather(broadcast_to(input, tuple(shapes[0])), dim, broadcast_to(indices, tuple(shapes[1])))


# --- an index for whole slices --------------------------------------------------------------------------------------------


@op
def index_select(x, dim, index):
    """The slices of x at `index`, a vector, along dimension `dim`: a copy.

    >>> import minitorch as mt
    >>> mt.tensor([[1, 2], [3, 4]]).index_select(0, mt.tensor([1, 1]))
    tensor([[3, 4],
            [3, 4]])

    Source: PyTorch, torch.index_select.
    """
    if index.ndim > 1:
        raise IndexError(f"index_select(): Index is supposed to be a vector, but has {index.ndim} dimensions")
    if index.dtype not in UNSIGNED:
        raise RuntimeError(f"index_select(): Expected dtype int32 or int64 for index, but got {index.dtype}")
    dim = check_dim(dim, x.ndim)
    size = x.shape[dim] if x.ndim else 1
    if beyond(index, size):
        raise IndexError(f"index out of range in self: dimension {dim} has size {size}, the index is {index.tolist()}")
    if x.ndim == 0:
        if index.size != 1:
            raise IndexError("index_select(): Index to scalar can have only 1 value")
        return x.copy()
    return x.take(index.reshape(-1), dim)


@op
def index_add(x, dim, index, source, alpha=1):
    """x with the slices of `source`, times alpha, added at `index` along `dim`. Source: PyTorch, torch.Tensor.index_add."""
    dim = check_slices("index_add_", x, dim, index, source, RuntimeError)
    whole = array_module(x).array(x)
    scaled = source if type(alpha) is int and alpha == 1 else (source * alpha).astype(x.dtype)
    seen = whole.reshape(whole.shape or (1,)).swapaxes(0, dim)
    array_module(x).add.at(seen, index.reshape(-1), scaled.swapaxes(0, dim) if scaled.ndim else scaled)
    return whole


def check_slices(name, x, dim, index, source, error):
    """dim as a number from 0; PyTorch's errors when the slices of source do not fit into x at index."""
    dim = check_dim(dim, x.ndim)
    if index.ndim > 1:
        raise IndexError(f"{name}(): Index should have dimension 1 or 0 (got {index.ndim})")
    if index.size and index.dtype not in UNSIGNED:
        raise RuntimeError(f"{name}(): Expected dtype int32/int64 for index but got: {index.dtype}")
    if x.dtype != source.dtype:
        raise RuntimeError(f"{name}(): self and source expected to have the same dtype, but got {x.dtype} and {source.dtype}")
    count = source.shape[dim] if source.ndim > dim else 1
    if index.size != count:
        raise error(
            f"{name}(): Number of indices ({index.size}) should be equal to source.size(dim): ({count}), for dim: {dim}"
        )
    mine, theirs = ([n for d, n in enumerate(a.shape) if d != dim] for a in (x, source))
    if mine != theirs:
        raise error(
            f"source tensor shape must match self tensor shape, excluding the specified dimension. Got self.shape = "
            f"{list(x.shape)} source.shape = {list(source.shape)}"
        )
    check_index(index, x.shape[dim] if x.ndim else 1, dim, RuntimeError if error is RuntimeError else IndexError)
    return dim


def times(g, alpha):
    return g if type(alpha) is int and alpha == 1 else g * alpha


index_select.grad(x=lambda g, dim, index, x_shape: index_add(zeros(g, x_shape), dim, index, g))
index_add.grad(
    x=lambda g: g,
    source=lambda g, dim, index, alpha, source_shape: times(index_select(g, dim, index).reshape(source_shape), alpha),
)

# --- an index into all elements in order ---------------------------------------------------------------------------------


@op
def take(x, index):
    """The elements of x, counted through in order, at `index`: a tensor of the shape of index.

    >>> import minitorch as mt
    >>> mt.tensor([[1, 2], [3, 4]]).take(mt.tensor([0, 3]))
    tensor([1, 4])

    Source: PyTorch, torch.take.
    """
    check_take("take", x, index)
    return x.reshape(-1)[index]


def check_take(name, x, index):
    if index.dtype != "int64":
        raise RuntimeError(f"{name}(): Expected a long tensor for index, but got {index.dtype}")
    wrong = index[(index < -x.size) | (index >= x.size)].ravel() if index.size else ()
    if len(wrong):
        if not x.size:
            raise IndexError("take(): tried to take from an empty tensor")
        raise IndexError(f"out of range: tried to access index {wrong[0]} on a tensor of {x.size} elements.")


@op
def put(x, index, source, accumulate=False):
    """x with the elements of `source` written (or added) at `index`, counted through in order.

    Source: PyTorch, torch.Tensor.put_.
    """
    check_take("put_", x, index)
    if x.dtype != source.dtype:
        raise RuntimeError(f"put_(): self and source expected to have the same dtype, but got {x.dtype}, {source.dtype}")
    if index.size != source.size:
        raise IndexError(
            f"put_(): Expected source and index to have the same number of elements, but got source.numel() = {source.size}, "
            f"index.numel() = {index.size}"
        )
    whole = array_module(x).array(x, order="C")
    if accumulate:
        array_module(x).add.at(whole.reshape(-1), index.reshape(-1), source.reshape(-1))
    else:
        whole.reshape(-1)[index.reshape(-1)] = source.reshape(-1)
    return whole


take.grad(x=lambda g, index, x_shape: put(zeros(g, x_shape), index, g, True))
put.grad(
    x=lambda g, index, accumulate: g if accumulate else put(g, index, zeros(g, index.shape)),
    source=lambda g, index, source_shape: take(g, index).reshape(source_shape),
)

# --- a mask --------------------------------------------------------------------------------------------------------------


@op
def _masked_select(x, mask):
    return x[mask]


@op
def _masked_scatter(x, mask, source):
    whole = array_module(x).array(x)
    whole[mask] = source.reshape(-1)[: int(mask.sum())]
    return whole


def put_in_order(g, mask, shape):
    """The elements of g under the mask, in order, as the first elements of a tensor of `shape`; zeros behind."""
    picked, size = _masked_select(g, mask), 1
    for n in shape:
        size *= n
    return as_large_as(picked, (size,)).reshape(shape)


_masked_select.grad(x=lambda g, mask: _masked_scatter(zeros(g, mask.shape), mask, g))
_masked_scatter.grad(
    x=lambda g, mask: g * ~mask,
    source=lambda g, mask, source_shape: put_in_order(g, mask, source_shape),
)


def spread(x, mask):
    """x and mask in their common shape."""
    shapes = x._array.shape, mask._array.shape
    if shapes[0] == shapes[1]:
        return x, mask
    try:
        shape = array_module(x._array).broadcast_shapes(*shapes)
    except ValueError:
        raise broadcast_error(*reversed(shapes)) from None
    return broadcast_to(x, shape), broadcast_to(mask, shape)


def masked_select(input, mask, *, out=None):
    """The elements of input where the mask is True, as a vector; sizes broadcast. Source: PyTorch, torch.masked_select."""
    if mask._array.dtype != "bool":
        raise RuntimeError(f"masked_select: expected BoolTensor for mask, but got {mask.dtype.name}")
    return _masked_select(*spread(input, mask)) if out is None else out.copy_(_masked_select(*spread(input, mask)))


def masked_scatter(input, mask, source):
    """input with the elements of `source`, in order, where the mask is True.

    Source: PyTorch, torch.Tensor.masked_scatter_.
    """
    if mask._array.dtype != "bool":
        raise RuntimeError(f"masked_scatter_ only supports boolean masks, but got mask with dtype {mask.dtype.name}")
    if input.dtype is not source.dtype:
        raise RuntimeError(
            f"masked_scatter: expected self and source to have same dtypes but got {input.dtype.name} and {source.dtype.name}"
        )
    input, mask = spread(input, mask)
    if source.numel() < int(mask._array.sum()):
        raise RuntimeError("Number of elements of source < number of ones in mask")
    return _masked_scatter(input, mask, source)


for _function in (gather, scatter_add, take_along_dim, index_select, index_add, take, put, masked_select, masked_scatter):
    method(_function)
