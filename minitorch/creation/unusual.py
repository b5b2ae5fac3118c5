"""unusual: data that are no numbers of 64 bits (shelf)."""

import numpy as np

from ..dtypes import FLOATING
from .data import _check_regular, shape_of


def array_of_unusual(array, plain, wanted):
    """Whole numbers above 64 bits, as floats where floats are asked for; errors for these and for what is no number."""
    first = plain
    while isinstance(first, list) and first:
        first = first[0]
    if isinstance(first, int):
        if wanted is None or wanted.category < FLOATING:
            raise ValueError("Overflow when unpacking long long: the number does not fit in int64")
        return np.array(plain, np.float64)
    if array.dtype.kind == "u":  # NumPy's own numbers
        return array
    _check_regular(plain, shape_of(plain), 0)
    raise TypeError(f"new(): invalid data type '{type(first).__name__}'")
