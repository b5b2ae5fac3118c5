"""array_of, infer_dtype, shape_of: an array from a number, nested lists or a NumPy array (core)."""

import numpy as np

from .._lazy import load
from ..backend import cuda_module, to_device
from ..dtypes import BOOL, COMPLEX, FLOATING, INTEGER, check_holds, from_numpy_dtype, get_default_dtype


def array_of(data, dtype=None):
    """One array from a number, nested sequences, or anything with NumPy's array protocol. Always a copy.

    Python's floats become the default dtype (float32), its ints int64; arrays keep the dtype they have.
    Errors: ValueError for ragged lists and for integers above 64 bits, TypeError for text, RuntimeError for what has no
    dtype and for numbers that the dtype asked for cannot hold.
    """
    if is_array(data):
        array = given_array(data)
        kind = from_numpy_dtype(array.dtype)
    else:
        array, kind = nested_array(data, dtype)
        if kind is None:
            kind = infer_dtype(array)
    wanted = kind if dtype is None else dtype
    return array.astype(wanted.numpy, order="C")


def infer_dtype(array):
    """The dtype of Python's numbers, which NumPy has made an array: floats get the default dtype, others keep theirs."""
    kind = from_numpy_dtype(array.dtype)
    if kind.category == FLOATING:
        return get_default_dtype()
    if kind.category == COMPLEX:
        return get_default_dtype().to_complex()
    return kind


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


def nested_array(data, wanted):
    """NumPy's array of a number or nested sequences; and its dtype where NumPy's numbers among them decide it, or None."""
    kinds: dict = {}
    plain = _plain(data, kinds)
    try:
        array = np.array(plain)
    except ValueError:
        _check_regular(plain, shape_of(plain), 0)
        raise
    if array.dtype.kind not in "bifcV":
        array = load("minitorch.creation.unusual").array_of_unusual(array, plain, wanted)
    if wanted is not None:
        _check_fits(array, wanted)
    return array, load("minitorch.creation.unusual").decided(array, kinds) if kinds else None


def _plain(data, kinds):
    """Lists of numbers, with NumPy's numbers for tensors of one element; NumPy's dtypes are entered in `kinds`."""
    if hasattr(data, "_array"):
        data = to_device(data._array, "cpu").reshape(())[()]  # a tensor of one element
    if _is_sequence(data):
        return [x if type(x) in (float, int, bool) else _plain(x, kinds) for x in data]
    if isinstance(data, np.generic):
        kinds[from_numpy_dtype(data.dtype)] = True
    return (
        data
        if isinstance(data, (int, float, complex, np.generic))
        else load("minitorch.creation.unusual").float_of(data)
    )


def _is_sequence(data):
    """Whether `data` is a list or can be walked like one; errors for text and dictionaries."""
    if isinstance(data, (list, tuple, range)):
        if len(data) and isinstance(data[0], str):
            raise ValueError("too many dimensions 'str'")
        return True
    if isinstance(data, (str, bytes)):
        raise TypeError(f"new(): invalid data type '{type(data).__name__}'")
    if isinstance(data, dict):
        raise RuntimeError(f"Could not infer dtype of {type(data).__name__}")
    return hasattr(data, "__len__") and hasattr(data, "__getitem__")


def _check_fits(array, wanted):
    """Raise for Python's numbers that a dtype asked for cannot hold."""
    if array.dtype.kind == "c" and BOOL < wanted.category < COMPLEX:
        raise TypeError(f"must be real number, not complex: ask for a complex dtype instead of {wanted.name}")
    if wanted.category == INTEGER and array.dtype.kind in "if" and array.size:
        check_holds(wanted, array.max().item())
        check_holds(wanted, array.min().item())


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
            raise TypeError("expected a number, but got a list")
        return
    if not isinstance(data, list):
        raise TypeError(f"expected a sequence of length {shape[dim]} at dim {dim}, but got {type(data).__name__}")
    if len(data) != shape[dim]:
        raise ValueError(f"expected sequence of length {shape[dim]} at dim {dim} (got {len(data)})")
    for item in data:
        _check_regular(item, shape, dim + 1)
