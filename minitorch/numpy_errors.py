"""numpy_errors: what NumPy raises, in the error types that PyTorch has for the same mistake (core)."""

import numpy as np

from ._tower import load
from .notes import with_note


def fault(error, name, args=()):
    """The error to raise for one that a function met: PyTorch's type for an error of NumPy's, else the error itself.

    >>> from minitorch.numpy_errors import fault
    >>> fault(MemoryError("Unable to allocate 8.0 EiB"), "zeros")
    RuntimeError("zeros(): can't allocate memory: Unable to allocate 8.0 EiB")
    """
    return load("minitorch.numpy_faults").fault(error, name, args)


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


def settle(error, name, function, args, kwargs):
    """What a call that failed gives: NumPy's integers are taken where Python's are, else it raises PyTorch's type of error."""
    if any([isinstance(x, np.integer) for x in (*args, *kwargs.values())]):
        return function(*[python_int(x) for x in args], **{key: python_int(x) for key, x in kwargs.items()})
    found = error if is_said_by_user(error, function) else fault(error, name, args)
    if type(found) is RuntimeError:  # in words for the caller: the way through the inside says nothing more
        found = found.with_traceback(None)
    raise found from None


def is_said_by_user(error, function):
    """Whether an operation of the user's own raised a ValueError: ours raise RuntimeError where they mean it.

    Of shapes that do not broadcast NumPy says so, whoever asked it.
    """
    ours = getattr(function, "forward", function).__module__.startswith("minitorch.")
    return type(error) is ValueError and not ours and "broadcast" not in str(error)


def python_int(x):
    return int(x) if isinstance(x, np.integer) else x
