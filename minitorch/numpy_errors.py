"""numpy_errors: what NumPy raises, in the error types that PyTorch has for the same mistake (core)."""

import dis
import os

import numpy as np

from ._holes import hole

FOLDER = os.path.dirname(__file__)
PACKAGES = ("numpy", "scipy")


def fault(error, name):
    """The error to raise for one that a function met: itself where our own code raised it, else PyTorch's kind.

    >>> from minitorch.numpy_errors import fault
    >>> fault(MemoryError("Unable to allocate 8.0 EiB"), "zeros")
    RuntimeError("zeros(): can't allocate memory: Unable to allocate 8.0 EiB")
    """
    if is_meant(error) and type(error).__module__ != "builtins":
        return error
    wrong = wrong_type(error, name)
    if wrong is not None:
        return wrong
    return error if is_meant(error) else in_pytorch_s_type(error, name)


@hole
def wrong_type(error, name):
    """PyTorch's TypeError where an argument of the failed call has a wrong type: not looked at yet."""


@hole
def look(name, args, named):
    """Raise PyTorch's TypeError for arguments of a wrong type before a call: nothing is looked at yet."""


@hole
def read_otherwise(name, function, args, kwargs):
    """What a failed call gives where it is meant otherwise: in a form that it had in earlier versions, or to be taken over by an
    operand with a __torch_function__ of its own. There is neither yet."""
    return NotImplemented


def is_meant(error):
    """Whether a raise statement of this package or of the user's raised an error, rather than NumPy or Python itself."""
    step = error.__traceback__
    if step is None:
        return False
    while step.tb_next is not None:
        step = step.tb_next
    code = step.tb_frame.f_code
    if not code.co_filename.startswith(FOLDER):
        return step.tb_frame.f_globals.get("__name__", "").partition(".")[0] not in PACKAGES
    return dis.opname[code.co_code[step.tb_lasti]] in ("RAISE_VARARGS", "RERAISE")


def in_pytorch_s_type(error, name):
    """An error of NumPy's or Python's as PyTorch would raise it."""
    if isinstance(error, MemoryError):
        return RuntimeError(f"{name}(): can't allocate memory: {error}")
    if isinstance(error, OverflowError):
        return RuntimeError(f"{name}(): value cannot be converted without overflow: {error}")
    if isinstance(error, IndexError):
        whole = "is out of bounds for" in str(error) or str(error).startswith("shape mismatch: indexing")
        return error if whole else IndexError(f"{name}(): {error}")
    if isinstance(error, ValueError):
        return error if str(error) == "slice step cannot be zero" else RuntimeError(f"{name}(): {error}")
    if isinstance(error, AttributeError):
        return TypeError(f"{name}() received an invalid combination of arguments: {error}")
    if isinstance(error, np._core._exceptions.UFuncTypeError) or "not supported for the input types" in str(error):
        return NotImplementedError(f'"{name}" not implemented for these dtypes: {error}')
    return error


def settle(error, name, function, args, kwargs):
    """What a call that failed gives: what it means otherwise, or PyTorch's kind of error.

    NumPy's integers are taken where Python's are: the call is made again with those.
    """
    answer = read_otherwise(name, function, args, kwargs)
    if answer is not NotImplemented:
        return answer
    if any([isinstance(x, np.integer) for x in (*args, *kwargs.values())]):
        return function(*[python_int(x) for x in args], **{key: python_int(x) for key, x in kwargs.items()})
    try:
        raise fault(error, name) from None
    finally:
        error = None  # its traceback has this frame in it


def python_int(x):
    return int(x) if isinstance(x, np.integer) else x
