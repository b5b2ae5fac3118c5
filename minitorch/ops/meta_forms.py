"""meta_forms: the form of what a function of NumPy gives for arrays without numbers (shelf).

The function runs on zeros. A long dimension is shortened for that; it runs again with each of them a little longer, and by
how much the result grows says how long it is for the true lengths.
"""

from fractions import Fraction

import numpy as np

from ..creation.meta import of_form, room

UNKNOWN = (
    "nonzero",
    "argwhere",
    "flatnonzero",
    "unique",
    "bincount",
    "array_equal",
    "allclose",
)  # depend on the numbers
VIEWS = """transpose swapaxes moveaxis squeeze expand_dims diagonal broadcast_to as_strided sliding_window_view real
imag""".split()  # whose results show the same memory
SORTED = {"sort": None, "partition": None, "argsort": np.int64, "argpartition": np.int64}  # -> dtype, None: the same
LONG, STEP = 48, 12  # which lengths are shortened; 12 keeps what is left of a division by 2, 3, 4, 6 and 12


def formed(function, args, named):
    """What a function gives, without its numbers."""
    name = function.__name__
    if name in UNKNOWN:
        raise NotImplementedError(
            f"aten::{name}: attempted to run this operator with Meta tensors, but its result depends on the numbers"
        )
    if name in VIEWS:
        return of_form(function(getattr(args[0], "form", args[0]), *args[1:], **named))
    if named.get("out") is not None:
        return named["out"]
    if name in SORTED:
        return room(args[0].shape, SORTED[name] or args[0].dtype)
    lengths = sorted({n for x in arrays_in([args, named]) for n in x.shape if n > LONG})
    short = {n: STEP * (1 + 2 * k) + n % STEP for k, n in enumerate(lengths)}
    first = of_zeros(function, args, named, short)
    longer = [of_zeros(function, args, named, short | {n: short[n] + STEP}) for n in lengths]
    return grown(first, longer, [Fraction(n - short[n], STEP) for n in lengths])


def arrays_in(value):
    """The arrays in arguments, in lists, tuples and dicts of them too."""
    if isinstance(value, np.ndarray):
        return [value]
    inside = value.values() if type(value) is dict else value if type(value) in (list, tuple) else ()
    return [array for one in inside for array in arrays_in(one)]


def of_zeros(function, args, named, short):
    """What the function gives for zeros, with short lengths for the long ones."""

    def zeros_for(value):
        if isinstance(value, np.ndarray):
            return np.zeros([short.get(n, n) for n in value.shape], value.dtype)
        if type(value) is dict:
            return {key: zeros_for(one) for key, one in value.items()}
        return type(value)([zeros_for(one) for one in value]) if type(value) in (list, tuple) else value

    with np.errstate(all="ignore"):
        return function(*zeros_for(args), **zeros_for(named))


def grown(first, longer, more):
    """The form of a result for the true lengths: by how much it grows with each of them, times how often."""
    if isinstance(first, (tuple, list)):
        parts = [grown(one, [other[i] for other in longer], more) for i, one in enumerate(first)]
        return type(first)(*parts) if hasattr(first, "_fields") else type(first)(parts)
    if not isinstance(first, (np.ndarray, np.generic)):
        return first
    shape = [n + sum([(other.shape[dim] - n) * times for other, times in zip(longer, more, strict=True)])
             for dim, n in enumerate(first.shape)]  # fmt: skip
    return room([int(n) for n in shape], first.dtype)
