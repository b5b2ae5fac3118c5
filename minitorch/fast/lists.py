"""lists: a list of arrays of one shape and dtype becomes one array at once, and not number by number (short cuts)."""

import numpy as np

from ..creation import data
from .table import in_place_of

ROUND = ("minitorch.creation.data:nested_array", "minitorch.creation.data:_plain")

number_by_number = data.nested_array


def nested_array(given, wanted):
    """The same, in an eighth of the time for a batch of frames or of states."""
    if type(given) not in (list, tuple) or not given or not all([is_like(x, given[0]) for x in given]):
        return number_by_number(given, wanted)
    array = np.stack(given)
    if wanted is not None:
        data._check_fits(array, wanted)
    return array, data._decided(array, {data.from_numpy_dtype(array.dtype): True})


def is_like(x, first):
    """Whether something in a list is an array of real numbers, of its first's shape and dtype."""
    kind = x.dtype.kind if type(x) is np.ndarray and type(first) is np.ndarray else ""
    return (
        kind in ("b", "i", "u", "f") and x.ndim > 0 and x.size > 0 and x.shape == first.shape and x.dtype == first.dtype
    )


put = in_place_of(data, "nested_array", nested_array)
