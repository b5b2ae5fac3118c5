"""array_of, shape_of, infer_dtype: an array from a number, nested lists or a NumPy array (core)."""

import numpy as np

from .._lazy import load
from ..backend import cuda_module
from ..dtypes import COMPLEX, FLOATING, from_numpy_dtype, get_default_dtype


def array_of(data, dtype=None):
    """A new array with a copy of `data`: a number, nested lists of numbers, an array or a tensor.

    Arrays and tensors keep their dtype. Otherwise floats get the default dtype, and ints int64. If `dtype` is given, it
    is used instead.
    Errors: ValueError for ragged lists and for integers above 64 bits, TypeError for text, RuntimeError for what has no
    dtype and for numbers that the dtype asked for cannot hold.
    """
    if is_array(data):
        array = given_array(data)
        kind = from_numpy_dtype(array.dtype)
    else:
        check_regular(data, shape_of(data))
        array, kind = nested_array(data, dtype)
    return array.astype((dtype or kind).numpy, order="C")


def shape_of(data):
    """The shape of nested lists, read off the first element of each list: [[1, 2], [3, 4]] has (2, 2), a number ()."""
    if not isinstance(data, (list, tuple)):
        return ()
    return (len(data), *shape_of(data[0])) if data else (0,)


def check_regular(data, shape, dim=0):
    """ValueError for the first of the nested lists whose length is not shape[dim], where `dim` is its depth."""
    if dim < len(shape) and len(data) != shape[dim]:
        raise ValueError(f"expected sequence of length {shape[dim]} at dim {dim} (got {len(data)})")
    if dim + 1 < len(shape):
        for item in data:
            check_regular(item, shape, dim + 1)


def infer_dtype(array):
    """The dtype for Python numbers that NumPy made an array of: floats get the default dtype, others keep theirs."""
    kind, default = from_numpy_dtype(array.dtype), get_default_dtype()
    if kind.category == COMPLEX:
        return default.to_complex()
    return default if kind.category == FLOATING else kind


def is_array(data):
    """Whether `data` is an array, or something that NumPy or CuPy can take as one: a tensor, for instance."""
    if isinstance(data, (np.ndarray, np.generic)):
        return True
    return hasattr(data, "__array__") or hasattr(data, "__cuda_array_interface__")


def given_array(data):
    """The array that such an object is or holds, where it lies."""
    inner = getattr(data, "_array", data)  # a Tensor gives its own array
    if hasattr(inner, "__cuda_array_interface__"):
        return cuda_module().asarray(inner)
    return np.asarray(inner)


def nested_array(data, dtype):
    """NumPy's array of a number or of nested lists, and the dtype that its numbers have in PyTorch."""
    if is_plain(data):
        array = numpy_array(data)
        if array.dtype.kind in "bifc" and dtype in (None, infer_dtype(array)):  # no integer above 64 bits
            return array, infer_dtype(array)
    return load("minitorch.creation.unusual").unusual_array(data, dtype)


def numpy_array(data):
    """np.array(data), with PyTorch's type of error for a list where a number should be, as in [1, [2]]."""
    try:
        return np.array(data)
    except ValueError:
        raise TypeError("expected a number, but got a list") from None


def is_plain(data):
    """Whether `data` is one of Python's numbers, or nested lists that hold only these."""
    if type(data) in (list, tuple):
        return all([type(x) in (float, int, bool) or is_plain(x) for x in data])
    return type(data) in (float, int, bool, complex)
