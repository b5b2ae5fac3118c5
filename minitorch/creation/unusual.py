"""unusual: data that are no lists of Python's numbers, and memory that is not a tensor's (shelf)."""

import numpy as np

from ..dtypes import FLOATING, common_dtype, from_numpy_dtype, kind_of_scalar
from ..errors import warn_once
from .data import _check_regular, shape_of


def array_of_unusual(array, plain, wanted):
    """Whole numbers above 64 bits, as floats where floats are asked for; errors for these and for what is no number."""
    first = plain
    while isinstance(first, list) and first:
        first = first[0]
    if isinstance(first, int):
        if wanted is None or wanted.category < FLOATING:
            raise ValueError("Overflow when unpacking long long: the number does not fit in int64")
        return np.array(plain, np.float64)
    if array.dtype.kind == "u":  # NumPy's own numbers
        return array
    _check_regular(plain, shape_of(plain), 0)
    raise TypeError(f"new(): invalid data type '{type(first).__name__}'")


def float_of(data):
    """A number that Python can convert to float, such as a Fraction; RuntimeError for anything else."""
    if hasattr(data, "__float__"):
        return float(data)
    raise RuntimeError(f"Could not infer dtype of {type(data).__name__}")


def decided(array, kinds):
    """The dtype that NumPy's numbers and tensors in a list of floats decide on."""
    if from_numpy_dtype(array.dtype).category < FLOATING:
        return None
    if array.dtype == np.float16:  # then no float of Python's is among them, which would be wider
        return from_numpy_dtype(array.dtype)
    return common_dtype([*kinds, kind_of_scalar(array.flat[0].item() if array.size else 0.0)], [], [])


def check_memory(array):
    """Raise for memory that a tensor cannot share; warn of memory that cannot be written to."""
    if not array.dtype.isnative or any([step < 0 or step % array.itemsize for step in array.strides]):
        raise ValueError(
            f"given numpy array has another byte order, or strides that no tensor can have: {array.strides}. Share a copy."
        )
    if not array.flags.writeable:
        warn_once("The given NumPy array is not writable, but a tensor that shares its memory can be. Copy it.")
