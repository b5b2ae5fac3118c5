"""nested: from what a person writes (a number, lists of lists, a NumPy array) to one array of one dtype."""

import numpy as np

from .backend import array_module
from .checks import Size
from .dtypes import BOOL, COMPLEX, FLOATING, from_numpy_dtype, get_default_dtype


def array_of(data, dtype=None):
    """One array from a number, nested sequences, or anything with NumPy's array protocol. Always a copy.

    Python's floats become the default dtype (float32), its ints int64; arrays keep the dtype they have.
    Errors: ValueError for ragged lists, TypeError for text, RuntimeError for what has no dtype at all.
    """
    if (
        isinstance(data, (np.ndarray, np.generic))
        or hasattr(data, "__array__")
        or hasattr(data, "__cuda_array_interface__")
    ):
        array = _from_array_like(data)
        kind = from_numpy_dtype(array.dtype)
    else:
        array = _from_sequence(data)
        kind = from_numpy_dtype(array.dtype)
        if kind.category == FLOATING and not _holds_numpy(data):
            kind = get_default_dtype()
        elif kind.category == COMPLEX:
            kind = get_default_dtype().to_complex()
    wanted = kind if dtype is None else dtype
    if kind.category == COMPLEX and wanted.category < COMPLEX and wanted.category != BOOL:
        raise RuntimeError(f"value cannot be converted to type {wanted.name} without overflow: it is complex")
    return array.astype(wanted.numpy, order="C")


def _from_array_like(data):
    inner = getattr(data, "_array", data)  # a Tensor gives its own array
    if hasattr(inner, "__cuda_array_interface__"):
        return array_module(inner).asarray(inner)
    return np.asarray(inner)


def _from_sequence(data):
    plain = _plain(data)
    try:
        array = np.array(plain)
    except OverflowError:
        raise RuntimeError("Overflow when unpacking long long: the number does not fit in int64") from None
    except ValueError:
        _check_regular(plain, shape_of(plain), 0)
        raise
    if array.dtype.kind == "O" and isinstance(plain, int):
        raise RuntimeError("Overflow when unpacking long long: the number does not fit in int64")
    if array.dtype.kind not in "biufc":
        _check_regular(plain, shape_of(plain), 0)
        raise TypeError(f"new(): invalid data type '{type(_first(plain)).__name__}'")
    return array


def _plain(data):
    """Lists of numbers, with any 0-d tensors inside replaced by their numbers."""
    if isinstance(data, (list, tuple, range)) or (hasattr(data, "__len__") and hasattr(data, "__getitem__")):
        if isinstance(data, (str, bytes, dict)):
            raise TypeError(f"new(): invalid data type '{type(data).__name__}'")
        return [x if type(x) in (float, int, bool) else _plain(x) for x in data]
    if hasattr(data, "_array"):
        return data._array.tolist()
    if data is None or not isinstance(data, (int, float, complex, np.generic)):
        if hasattr(data, "__float__"):
            return float(data)
        raise RuntimeError(
            f"Could not infer dtype of {type(data).__name__}: expected a number, a sequence of numbers or an array"
        )
    return data


def _holds_numpy(data):
    first = _first(data)
    return isinstance(first, np.generic) and not isinstance(first, float)


def _first(data):
    while isinstance(data, (list, tuple)) and len(data):
        data = data[0]
    return data


def shape_of(data):
    """The shape that the first element of every level promises: [[1, 2], [3]] promises (2, 2)."""
    shape = []
    while isinstance(data, (list, tuple)):
        shape.append(len(data))
        if not data:
            break
        data = data[0]
    return tuple(shape)


def _check_regular(data, shape, dim):
    """Raise for the first sequence whose length breaks the promise."""
    if dim == len(shape):
        if isinstance(data, list):
            raise TypeError("not a sequence of numbers: some elements are numbers, some are lists")
        return
    if not isinstance(data, list):
        raise TypeError(f"expected a sequence of length {shape[dim]} at dim {dim} (got a {type(data).__name__})")
    if len(data) != shape[dim]:
        raise ValueError(f"expected sequence of length {shape[dim]} at dim {dim} (got {len(data)})")
    for item in data:
        _check_regular(item, shape, dim + 1)


def legacy_array(args, dtype):
    """What `Tensor(...)` and `LongTensor(...)` hold: sizes give uninitialised numbers, a sequence gives data."""
    if len(args) == 1 and not isinstance(args[0], int):
        (data,) = args
        if hasattr(data, "_array"):
            return data._array if data.dtype is dtype else array_of(data, dtype)
        if isinstance(data, Size):
            return np.empty(data, dtype.numpy)
        if not hasattr(data, "__len__"):
            raise TypeError(f"new(): data must be a sequence (got {type(data).__name__})")
        return array_of(data, dtype)
    for size in args:
        if not isinstance(size, int):
            raise TypeError(f"new(): sizes must be ints, but got {type(size).__name__}; for data, pass one sequence")
    return np.empty(args if args else (0,), dtype.numpy)
