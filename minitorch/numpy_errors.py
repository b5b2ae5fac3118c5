"""numpy_errors: what NumPy raises, in the error types that PyTorch has for the same mistake (core)."""

import numpy as np

# NumPy's words for mistakes that PyTorch reports with the same type
SAME_TYPE = ("slice step cannot be zero", "is out of bounds for", "shape mismatch: indexing")


def fault(error, name):
    """The error to raise for one that a function met: PyTorch's type for an error of NumPy's, else the error itself.

    >>> from minitorch.numpy_errors import fault
    >>> fault(MemoryError("Unable to allocate 8.0 EiB"), "zeros")
    RuntimeError("zeros(): can't allocate memory: Unable to allocate 8.0 EiB")
    """
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
        return RuntimeError(f"{name}(): {words}")
    if isinstance(error, AttributeError):  # an argument that is not a tensor has no array inside
        return TypeError(f"{name}() received an invalid combination of arguments: {words}")
    if isinstance(error, np._core._exceptions.UFuncTypeError) or "not supported for the input types" in words:
        return NotImplementedError(f'"{name}" not implemented for these dtypes: {words}')
    return error


def settle(error, name, function, args, kwargs):
    """What a call that failed gives: NumPy's integers are taken where Python's are, else it raises PyTorch's type of error."""
    if any([isinstance(x, np.integer) for x in (*args, *kwargs.values())]):
        return function(*[python_int(x) for x in args], **{key: python_int(x) for key, x in kwargs.items()})
    raise fault(error, name) from None


def python_int(x):
    return int(x) if isinstance(x, np.integer) else x
