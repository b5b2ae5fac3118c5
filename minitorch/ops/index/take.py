"""take, put, take_along_dim: elements by their index in the flattened tensor (core).

take and put, masked_select and masked_scatter: one reads and the other writes at the same places, so each is the other's
derivative.
"""

from ..._tensor import check_dim, method, wrap
from ...backend import array_module
from ...dtypes import from_numpy_dtype
from ...out import takes_out
from ..one_step import one_step
from ..op import broadcast_error, numpy_names, op
from ..view.expand import broadcast_to
from ..view.reshape import reshape
from .gather import gather, zeros

__all__ = ["take", "put", "take_along_dim"]


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
        raise RuntimeError(f"{name}(): Expected a long tensor for index, but got {from_numpy_dtype(index.dtype).title}")
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
        own, other = from_numpy_dtype(x.dtype).title, from_numpy_dtype(source.dtype).title
        raise RuntimeError(
            "put_(): self and source expected to have the same dtype, "
            f"but got self.dtype = {own} and source.dtype = {other}"
        )
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


# --- gather, with sizes that broadcast ---------------------------------------------------------------------------------


@one_step
@takes_out
@numpy_names
def take_along_dim(input, indices, dim=None):
    """gather, where the sizes of input and indices broadcast; without dim, over all elements in order.

    Source: PyTorch, torch.take_along_dim.
    """
    if indices._array.dtype != "int64":
        raise RuntimeError(f"torch.take_along_dim(): dtype of indices should be Long but got {indices.dtype.title}")
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


for _function in (take_along_dim, take, put):
    method(_function)
