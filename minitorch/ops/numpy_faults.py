"""numpy_faults: the type of error that PyTorch has for each of NumPy's (shelf)."""

import numpy as np

from ..errors import broadcast_error

# NumPy's words for mistakes that PyTorch reports with the same type
SAME_TYPE = (
    "slice step cannot be zero",
    "expected a non-empty list",
    "is out of bounds for",
    "shape mismatch: indexing",
)


def fault(error, name, args=()):
    """The error to raise for one that a function met: PyTorch's type for an error of NumPy's, else the error itself."""
    words = str(error)
    if isinstance(error, MemoryError):
        return RuntimeError(f"{name}(): can't allocate memory: {words}")
    if isinstance(error, OverflowError):
        return RuntimeError(f"{name}(): value cannot be converted without overflow: {words}")
    if isinstance(error, np.exceptions.AxisError):
        return IndexError(f"{name}(): {words}")
    if isinstance(error, np.linalg.LinAlgError) or any([known in words for known in SAME_TYPE]):
        return error
    if type(error) is ValueError:
        shapes = [x._array.shape for x in args if hasattr(x, "_array")]
        if len(shapes) == 2 and "broadcast" in words:
            return broadcast_error(*shapes)
        return RuntimeError(f"{name}(): {words}")
    if isinstance(error, AttributeError):  # an argument that is not a tensor has no array inside
        return TypeError(f"{name}() received an invalid combination of arguments: {words}")
    if isinstance(error, np._core._exceptions.UFuncTypeError) or "not supported for the input types" in words:
        return NotImplementedError(f'"{name}" not implemented for these dtypes: {words}')
    return error
