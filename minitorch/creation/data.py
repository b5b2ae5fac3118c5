"""array_of, infer_dtype, shape_of: an array from a number, nested lists or a NumPy array (core)."""

import numpy as np

from ..backend import cuda_module, to_device
from ..dtypes import COMPLEX, FLOATING, INTEGER, common_dtype, from_numpy_dtype, get_default_dtype, kind_of_scalar
from ..errors import warn_once, with_note


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


def check_memory(array):
    """Raise for memory that a tensor cannot share; warn of memory that cannot be written to."""
    if not array.dtype.isnative or any([step < 0 or step % array.itemsize for step in array.strides]):
        raise ValueError(
            f"given numpy array has another byte order, or at least one stride that is negative or no multiple of the element "
            f"size: strides {array.strides}. Share array.copy() instead."
        )
    if not array.flags.writeable:
        warn_once(
            "The given NumPy array is not writable, but a tensor that shares its memory could be written to. Copy it."
        )


def nested_array(data, wanted):
    """NumPy's array of a number or nested sequences; and its dtype where NumPy's numbers among them decide it, or None."""
    kinds: dict = {}
    plain = _plain(data, kinds)
    try:
        array = np.array(plain)
    except ValueError:
        _check_regular(plain, shape_of(plain), 0, _first(plain))
        raise
    if array.dtype.kind not in "bifcV":
        array = _unusual(array, plain, wanted)
    if wanted is not None:
        _check_fits(array, wanted)
    return array, _decided(array, kinds)


def _unusual(array, plain, wanted):
    """Whole numbers above 64 bits, as floats where floats are asked for; errors for these and for what is no number."""
    first = _first(plain)
    if array.dtype.kind in "Ou" and isinstance(first, int):
        if wanted is None or wanted.category < FLOATING:
            raise ValueError("Overflow when unpacking long long: the number does not fit in int64")
        return np.array(plain, np.float64)
    if array.dtype.kind == "u":
        return array
    _check_regular(plain, shape_of(plain), 0, _first(plain))
    raise TypeError(f"new(): invalid data type '{type(first).__name__}'")


def _decided(array, kinds):
    """The dtype that NumPy's numbers and tensors in a list of floats decide on; None where there are none."""
    if not kinds or from_numpy_dtype(array.dtype).category < FLOATING:
        return None
    if array.dtype == np.float16:  # then no float of Python's is among them, which would be wider
        return from_numpy_dtype(array.dtype)
    return common_dtype([*kinds, kind_of_scalar(array.flat[0].item() if array.size else 0.0)], [], [])


def _plain(data, kinds):
    """Lists of numbers, with NumPy's numbers for tensors of one element; NumPy's dtypes are entered in `kinds`."""
    if hasattr(data, "_array"):
        data = _element(data)
    if _is_sequence(data):
        return [x if type(x) in (float, int, bool) else _plain(x, kinds) for x in data]
    if isinstance(data, np.generic):
        kinds[from_numpy_dtype(data.dtype)] = True
    return data if isinstance(data, (int, float, complex, np.generic)) else _float_of(data)


def _element(tensor):
    """The one number of a tensor, in NumPy's form."""
    if tensor._array.size != 1:
        raise ValueError("only one element tensors can be converted to Python scalars")
    return to_device(tensor._array, "cpu").reshape(-1)[0]


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


def _float_of(data):
    """What knows itself as a float, such as a Fraction; RuntimeError for what is no number."""
    if hasattr(data, "__float__"):
        return float(data)
    error = RuntimeError(f"Could not infer dtype of {type(data).__name__}")
    raise with_note(error, "Expected a number, a sequence of numbers or an array.")


def _check_fits(array, wanted):
    """Raise for Python's numbers that a dtype asked for cannot hold. Below 0, the unsigned ones count from their end."""
    kind = array.dtype.kind
    if kind == "c" and wanted.category == FLOATING:
        raise TypeError(f"must be real number, not complex: ask for a complex dtype instead of {wanted.name}")
    if kind == "c" and wanted.category == INTEGER:
        raise TypeError("'complex' object cannot be interpreted as an integer")
    if wanted.category == INTEGER and kind in "if" and array.size and wanted.itemsize < 8:
        limits = np.iinfo(wanted.numpy)
        if array.max() > limits.max or array.min() < (limits.min or -limits.max):
            raise RuntimeError(f"value cannot be converted to type {wanted.name} without overflow")


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


def _check_regular(data, shape, dim, first):
    """Raise for the first sequence whose length breaks the promise. `first` is the first of all numbers."""
    if dim == len(shape):
        if isinstance(data, list):
            wanted = "'list' object cannot be interpreted as an integer"
            raise TypeError(wanted if isinstance(first, int) else "must be real number, not list")
        return
    if not isinstance(data, list):
        error = TypeError("not a sequence")
        raise with_note(error, f"Expected one of length {shape[dim]} at dim {dim}, got {type(data).__name__}.")
    if len(data) != shape[dim]:
        raise ValueError(f"expected sequence of length {shape[dim]} at dim {dim} (got {len(data)})")
    for item in data:
        _check_regular(item, shape, dim + 1, first)
