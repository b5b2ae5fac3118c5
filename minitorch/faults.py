"""faults: what NumPy raises, in the error types that PyTorch has for the same mistake (core)."""

import dis
import os

import numpy as np

from ._tower import load

FOLDER = os.path.dirname(__file__)
PACKAGES = tuple([os.path.join(os.path.dirname(os.path.dirname(np.__file__)), name) for name in ("numpy", "scipy")])
FAULTS = (
    Exception,
)  # what may come from NumPy, from Python, or from our own checks where an argument has a wrong type

# Arguments by name, and what PyTorch takes for them. Looked at when a call has failed, and only then.
FLAGS = frozenset(
    """
    accumulate ceil_mode center compute_uv count_include_pad descending equal_nan hermitian include_self keepdim largest left
    normalized onesided pivot replacement requires_grad return_complex return_counts return_indices return_inverse some
    sorted stable training transpose unbiased unitriangular unpack_data unpack_pivots upper with_replacement
    """.split()
)
WORDS = frozenset("UPLO approximate equation indexing reduce rounding_mode side".split())
INTEGERS = frozenset("chunks diagonal dim dim0 dim1 dim2 k num_samples offset source_dim".split())
FORMS = ("max", "min", "var", "std", "var_mean", "std_mean")  # whose second argument is another thing in another form
SIZES = frozenset("dims shape size".split())


def fault(error, name):
    """The error to raise for one that a function met: itself where our own code raised it, else PyTorch's kind.

    >>> from minitorch.faults import fault
    >>> fault(MemoryError("Unable to allocate 8.0 EiB"), "zeros")
    RuntimeError("zeros(): can't allocate memory: Unable to allocate 8.0 EiB")
    """
    if isinstance(error, TypeError) and is_meant(error):
        return error
    wrong = misfit(error) if name not in FORMS else None
    if wrong is not None:
        return TypeError(f"{name}(): argument '{wrong[0]}' must be {wrong[1]}, not {type(wrong[2]).__name__}")
    if is_meant(error):
        return error
    if isinstance(error, MemoryError):
        return RuntimeError(f"{name}(): can't allocate memory: {error}")
    if isinstance(error, OverflowError):
        return RuntimeError(f"{name}(): value cannot be converted without overflow: {error}")
    if isinstance(error, IndexError):
        return error if "is out of bounds for" in str(error) else IndexError(f"{name}(): {error}")
    if isinstance(error, ValueError):
        return RuntimeError(f"{name}(): {error}")
    if isinstance(error, AttributeError):
        return TypeError(f"{name}() received an invalid combination of arguments: {error}")
    if isinstance(error, np._core._exceptions.UFuncTypeError) or "not supported for the input types" in str(error):
        return NotImplementedError(f'"{name}" not implemented for these dtypes: {error}')
    return error


def settle(error, name, function, args, kwargs):
    """What a call that failed gives: PyTorch's kind of error, or what an operand makes of it that has __torch_function__."""
    if any([hasattr(type(x), "__torch_function__") and not hasattr(x, "_array") for x in args]):
        return load("minitorch.overrides").first_stranger(function, args, kwargs)
    raise fault(error, name) from None


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


# --- arguments of a wrong type ----------------------------------------------------------------------------------------


def misfit(error):
    """(name, the type wanted, the value) of the first argument of a failed call that has a wrong type, or None."""
    step = error.__traceback__
    while step is not None and step.tb_frame.f_code.co_filename.startswith(FOLDER):
        code, values = step.tb_frame.f_code, step.tb_frame.f_locals
        given = {name: values.get(name) for name in code.co_varnames[: code.co_argcount + code.co_kwonlyargcount]}
        if "args" in values and hasattr(values.get("op"), "parameters"):
            given |= zip(values["op"].parameters, values["args"], strict=False)
        for name, value in given.items():
            kind = None if value is None else wanted(name, value)
            if kind is not None:
                return name, kind, value
        if code.co_argcount > 1 or "op" in values:
            return None
        step = step.tb_next
    return None


def wanted(name, value):
    """What PyTorch takes for the argument of this name where it does not take this value; None where it does."""
    if name in FLAGS:
        return None if isinstance(value, (bool, np.bool_)) else "bool"
    if name in WORDS:
        return None if isinstance(value, str) else "str"
    if name == "input":
        return "Tensor" if isinstance(value, (str, dict, list, tuple, type, int, float, complex)) else None
    if name in INTEGERS:
        return "int" if isinstance(value, (bool, *STRANGE)) or is_fraction(value) else None
    if name in SIZES:
        return "tuple of ints" if isinstance(value, (bool, str, *STRANGE)) or is_fraction(value) else None
    return None


STRANGE = (float, complex, dict, type)  # no integer, nor several


def is_fraction(value):
    """Whether a tensor is none that stands for an integer: one of floats, or of several numbers."""
    array = getattr(value, "_array", None)
    return array is not None and (array.size != 1 or array.dtype.kind not in "iu")
