"""numpy_faults: the type of error that PyTorch has for each of NumPy's (shelf)."""

import numpy as np

from ..errors import with_note

# NumPy's words for mistakes that PyTorch reports with the same type
SAME_TYPE = (
    "slice step cannot be zero",
    "expected a non-empty list",
    "is out of bounds for",
    "shape mismatch: indexing",
)


def fault(error, name, args=(), function=None):
    """The error to raise for one that a function met: PyTorch's type for an error of NumPy's, else the error itself."""
    words = str(error)
    if function is not None and is_said_by_user(error, function):
        return error
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


def is_said_by_user(error, function):
    """Whether an operation of the user's own raised a ValueError: ours raise RuntimeError where they mean it.

    NumPy itself says that shapes do not broadcast.
    """
    ours = getattr(function, "forward", function).__module__.startswith("minitorch.")
    return type(error) is ValueError and not ours and "broadcast" not in str(error)


def broadcast_error(a, b):
    """PyTorch's words for two shapes that do not broadcast."""
    ndim = max(len(a), len(b))
    left, right = (1,) * (ndim - len(a)) + tuple(a), (1,) * (ndim - len(b)) + tuple(b)
    for dim in reversed(range(ndim)):
        if left[dim] != right[dim] and 1 not in (left[dim], right[dim]):
            error = RuntimeError(
                f"The size of tensor a ({left[dim]}) must match the size of tensor b ({right[dim]}) "
                f"at non-singleton dimension {dim}"
            )
            return with_note(error, f"The shapes are {list(a)} and {list(b)}.")
    return RuntimeError(f"The shapes {list(a)} and {list(b)} do not fit together")
