"""bounds: index arrays checked, and zeros to write into (core)."""

import numpy as np

from ..._tensor import Tensor, wrap
from ...backend import array_module

__all__ = []

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
