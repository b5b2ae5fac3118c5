"""unusual: data and sizes that are not lists of Python's numbers, and memory that a tensor cannot share (shelf)."""

import numpy as np

from ..backend import to_device
from ..dtypes import BOOL, COMPLEX, FLOATING, INTEGER, check_holds, common_dtype, from_numpy_dtype, kind_of_scalar
from ..errors import warn_once
from .data import infer_dtype, numpy_array


def unusual_array(data, wanted):
    """NumPy's array of a number or nested sequences that may hold tensors and NumPy's numbers, and its dtype.

    Errors: those of array_of, and one where `wanted` cannot hold the numbers.
    """
    kinds: dict = {}
    plain = _plain(data, kinds)
    array = numpy_array(plain)
    if array.dtype.kind not in "bifcV":
        array = array_of_unusual(array, plain, wanted)
    if wanted is not None:
        _check_fits(array, wanted)
    return array, (decided(array, plain, kinds) if kinds else None) or infer_dtype(array)


def _plain(data, kinds):
    """Lists of numbers, with NumPy's numbers for tensors of one element; NumPy's dtypes are entered in `kinds`."""
    if hasattr(data, "_array"):
        data = to_device(data._array, "cpu").reshape(())  # a tensor of one element
    if isinstance(data, np.ndarray) and not data.ndim:
        data = data[()]
    if _is_sequence(data):
        return [x if type(x) in (float, int, bool) else _plain(x, kinds) for x in data]
    if isinstance(data, np.generic):
        kinds[from_numpy_dtype(data.dtype)] = True
        data = np.float32(data) if data.dtype.kind == "V" else data  # NumPy takes no bfloat16 beside a number
    return data if isinstance(data, (int, float, complex, np.generic)) else float_of(data)


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


def array_of_unusual(array, plain, wanted):
    """Integers above 64 bits, as floats if floats are asked for; errors for these and for anything that is not a number."""
    first = plain
    while isinstance(first, list) and first:
        first = first[0]
    if isinstance(first, int):
        if wanted is None or wanted.category < FLOATING:
            raise ValueError("Overflow when unpacking long long: the number does not fit in int64")
        return np.array(plain, np.float64)
    if array.dtype.kind == "u":  # NumPy's own numbers
        return array
    raise TypeError(f"new(): invalid data type '{type(first).__name__}'")


def float_of(data):
    """A number that Python can convert to float, such as a Fraction; RuntimeError for anything else."""
    if hasattr(data, "__float__"):
        return float(data)
    raise RuntimeError(f"Could not infer dtype of {type(data).__name__}")


def decided(array, plain, kinds):
    """The dtype that NumPy's numbers and tensors among Python's numbers decide on, if one of them is a float."""
    if from_numpy_dtype(array.dtype).category < FLOATING:
        return None
    pythons = [kind_of_scalar(x) for x in np.array(plain, object).ravel() if type(x) in (float, int, bool, complex)]
    return common_dtype([*kinds, *dict.fromkeys(pythons)], [], [])


def check_memory(array):
    """Raise for memory that a tensor cannot share; warn of memory that cannot be written to."""
    if not array.dtype.isnative or any([step < 0 or step % array.itemsize for step in array.strides]):
        raise ValueError(f"given numpy array has a byte order or strides that no tensor can have: {array.strides}")
    if not array.flags.writeable:
        warn_once("The given NumPy array is not writable, but a tensor that shares its memory can be. Copy it.")


def unusual_size(size, name):
    """A size with NumPy's or a tensor's integers in it, as a tuple of ints; PyTorch's error for what is not a length."""
    for one in size:
        if isinstance(one, bool) or not hasattr(one, "__index__"):
            raise TypeError(f"{name}(): argument 'size' must be tuple of ints, but found {type(one).__name__}")
        if one.__index__() < 0:
            words = f"Trying to create tensor with negative dimension {one.__index__()}: {list(size)}"
            raise RuntimeError(f"{name}: Dimension size must be non-negative. {words}")
    return tuple([one.__index__() for one in size])
