"""state: what all parts of the double share: the record of refusals and calls, the modules, the memory in use."""

from collections import Counter

import numpy as np

refusals: list = []
counts: Counter = Counter()
modules: dict = {}  # "cupy.linalg" -> the module that stands for it

linalg = {"errors": "ignore"}  # what cupyx.errstate(linalg=...) says

KINDS = "?bhilqBHILQefdFD"  # dtypes that CuPy stores, beside bfloat16
NUMBERS = (bool, int, float, complex, np.generic)


def refuse(error, text):
    """Raise what CuPy raises, and keep its words for a report."""
    refusals.append(text)
    raise error(text)


def checked_dtype(dtype):
    """The dtype, if CuPy has arrays of it."""
    dtype = np.dtype(dtype)
    if dtype.char not in KINDS and dtype.name != "bfloat16" and dtype.kind != "V":
        refuse(ValueError, f"Unsupported dtype {dtype}")
    return dtype


def char_of(dtype):
    """The letter that stands for a dtype in the names of loops."""
    return "E" if dtype.name == "bfloat16" else dtype.char


def dtype_of(char):
    """The dtype of such a letter."""
    if char == "E":
        import ml_dtypes

        return np.dtype(ml_dtypes.bfloat16)
    return np.dtype(char)
