"""faults: what NumPy raises, in the error types that PyTorch has for the same mistake (core)."""

import dis
import os

import numpy as np

FOLDER = os.path.dirname(__file__)
PACKAGES = tuple([os.path.join(os.path.dirname(os.path.dirname(np.__file__)), name) for name in ("numpy", "scipy")])
FAULTS = (ValueError, TypeError, AttributeError, MemoryError, OverflowError)  # what may come from NumPy or from Python


def fault(error, name):
    """The error to raise for one that a function met: itself where our own code raised it, else PyTorch's kind.

    >>> from minitorch.faults import fault
    >>> fault(MemoryError("Unable to allocate 8.0 EiB"), "zeros")
    RuntimeError("zeros(): can't allocate memory: Unable to allocate 8.0 EiB")
    """
    if is_meant(error):
        return error
    if isinstance(error, MemoryError):
        return RuntimeError(f"{name}(): can't allocate memory: {error}")
    if isinstance(error, OverflowError):
        return RuntimeError(f"{name}(): value cannot be converted without overflow: {error}")
    if isinstance(error, IndexError):
        return IndexError(f"{name}(): {error}")
    if isinstance(error, ValueError):
        return RuntimeError(f"{name}(): {error}")
    if isinstance(error, AttributeError):
        return TypeError(f"{name}() received an invalid combination of arguments: {error}")
    if isinstance(error, np._core._exceptions.UFuncTypeError) or "not supported for the input types" in str(error):
        return NotImplementedError(f'"{name}" not implemented for these dtypes: {error}')
    return error


def is_meant(error):
    """Whether a raise statement of this package or of the user's raised an error, rather than NumPy or Python itself."""
    step = error.__traceback__
    if step is None:
        return False
    while step.tb_next is not None:
        step = step.tb_next
    code = step.tb_frame.f_code
    if not code.co_filename.startswith(FOLDER):
        return not code.co_filename.startswith(PACKAGES)
    return dis.opname[code.co_code[step.tb_lasti]] in ("RAISE_VARARGS", "RERAISE")
