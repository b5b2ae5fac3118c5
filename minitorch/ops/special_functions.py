"""special_functions: scipy.special, or CuPy's form of it (shelf)."""

import numpy as np

from ..backend import array_module
from ..creation.meta import meta


def special_functions(x):
    """scipy.special, or CuPy's form of it, for a real array x: loaded when first asked for, it takes longer than NumPy."""
    if getattr(x, "dtype", None) is not None and x.dtype.kind == "c":
        raise NotImplementedError("special functions such as erf take real numbers, not complex ones")
    try:
        if array_module(x) in (np, meta):
            import scipy.special as functions
        else:
            import cupyx.scipy.special

            functions = array_module(x).special(cupyx.scipy.special)
    except ImportError as error:
        raise ImportError("special functions such as erf need the package scipy: pip install scipy") from error
    return functions
