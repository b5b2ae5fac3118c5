"""index_put: a copy in which places are written (shelf)."""

from ..._tensor import method
from ...backend import array_module, check_places
from ..inplace.in_place import in_place_forms
from ..op import op
from ..reduction.sum import sum_to
from ..view.narrow import ALL
from .parse import add_at, at, filled_in, index_error, parse


@op
def erase(input, places):
    """input with zeros at `places`."""
    whole = array_module(input).array(input)
    whole[filled_in(places)] = 0
    return whole


erase.grad(input=lambda g, places: erase(g, places))


@op
def _index_put(input, places, values, accumulate):
    whole = array_module(input).array(input)
    if accumulate:
        return add_at(whole, places, values)
    check_places(whole, places)
    whole[filled_in(places)] = values
    return whole


_index_put.grad(
    input=lambda g, places, accumulate: g if accumulate else erase(g, places),
    values=lambda g, places, values_shape: sum_to_size(at(g, places), values_shape),
)


def sum_to_size(g, shape):
    """g summed to a shape that broadcasts to g's; leading ones in it that g lacks are given back."""
    bare = shape[max(len(shape) - g.ndim, 0) :]
    return sum_to(g, bare).reshape(shape)


def index_put(input, indices, values, accumulate=False):
    """A copy of `input` with `values` written (or added) at `indices`: one tensor per dimension, or None for all of it.

    >>> import minitorch as mt
    >>> mt.zeros(3).index_put((mt.tensor([0, 2]),), mt.tensor(1.0))
    tensor([1., 0., 1.])

    Source: PyTorch, torch.index_put.
    """
    if len(indices) > input.ndim:
        raise IndexError(f"too many indices for tensor of dimension {input.ndim} (got {len(indices)})")
    _, places = parse(input, tuple([ALL if i is None else i for i in indices]))
    if values.dtype is not input.dtype:
        raise RuntimeError(f"Index put requires one dtype, got {input.dtype} for the destination and {values.dtype}")
    try:
        return _index_put(input, places, values, accumulate)
    except IndexError as error:
        raise index_error(input._array, error) from None


method(index_put)
in_place_forms("index_put")
