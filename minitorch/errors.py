"""errors: NumPy's errors as PyTorch's types; notes that say what to do; warnings that name the user's line (core)."""

import os
import sys
import warnings

import numpy as np

from ._lazy import load


def with_note(error, text):
    """The error with a note: `str(error)` stays PyTorch's message, and the traceback shows what to do below it.

    >>> from minitorch.errors import with_note
    >>> error = with_note(ValueError("shape mismatch"), "Transpose the second one.")
    >>> str(error), error.__notes__
    ('shape mismatch', ['Transpose the second one.'])

    Source: PEP 678, "Enriching Exceptions with Notes".
    """
    error.add_note(text)
    return error


# --- warnings ---------------------------------------------------------------------------------------------------------

warned: dict = {}  # the warnings that were given in this process
# A warning names the user's line. From Python 3.12 on, warnings can skip the package's own files.
PLACE = {"skip_file_prefixes": (os.path.dirname(__file__),)} if sys.version_info >= (3, 12) else {"stacklevel": 4}


def warn(words, category=UserWarning):
    """A warning that names the user's line."""
    warnings.warn(words, category, **PLACE)


def warn_once(words):
    """The same, the first time that there is reason for it."""
    if words not in warned:
        warned[words] = True
        warn(words)


# --- NumPy's errors ------------------------------------------------------------------------------------------------------


def fault(error, name, args=(), function=None):
    """The error to raise for one that a function met: PyTorch's type for an error of NumPy's, else the error itself.

    >>> from minitorch.errors import fault
    >>> fault(MemoryError("Unable to allocate 8.0 EiB"), "zeros")
    RuntimeError("zeros(): can't allocate memory: Unable to allocate 8.0 EiB")
    """
    return load("minitorch.ops.numpy_faults").fault(error, name, args, function)


def broadcast_error(a, b):
    """PyTorch's words for two shapes that do not broadcast."""
    return load("minitorch.ops.numpy_faults").broadcast_error(a, b)


def retry_or_raise(error, name, function, args, kwargs):
    """What a call that failed gives: NumPy's integers are taken where Python's are, else it raises PyTorch's type of error."""
    if any([isinstance(x, np.integer) for x in (*args, *kwargs.values())]):
        plain = lambda x: int(x) if isinstance(x, np.integer) else x
        return function(*[plain(x) for x in args], **{key: plain(x) for key, x in kwargs.items()})
    found = fault(error, name, args, function)
    if type(found) is RuntimeError:  # in words for the caller: the way through the inside says nothing more
        found = found.with_traceback(None)
    try:
        raise found from None
    finally:
        error = found = None  # the traceback holds this frame, which would hold the error
