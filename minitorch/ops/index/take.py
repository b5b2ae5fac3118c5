"""take, put: elements by their index in the flattened tensor (shelf).

take and put, masked_select and masked_scatter: one reads and the other writes at the same places, so each is the other's
derivative.
"""

from ..._tensor import method
from ...backend import array_module
from ..inplace.in_place import in_place_forms
from ..op import op
from .gather import zeros

__all__ = ["take", "put"]


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
    """Raise for indices that are not integers, or out of range."""
    if index.dtype != "int64":
        raise RuntimeError(f"{name}(): Expected a long tensor for index, but got {index.dtype}")
    if index.size and (index.min() < -x.size or index.max() >= x.size):
        raise IndexError(f"{name}(): index out of range, on a tensor of {x.size} elements")


@op
def put(x, index, source, accumulate=False):
    """x with the elements of `source` written (or added) at `index`, counted through in order.

    Source: PyTorch, torch.Tensor.put_.
    """
    check_take("put_", x, index)
    if x.dtype != source.dtype or index.size != source.size:
        raise RuntimeError(
            f"put_() takes as many elements of self's dtype as indices, but got {source.size} of {source.dtype} and {index.size} "
            f"for {x.dtype}"
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


for _function in (take, put):
    method(_function)
in_place_forms("put")
