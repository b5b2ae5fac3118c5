"""casting: functions that autocast computes in other dtypes: products in 16 bits, losses in float32 (core)."""

from functools import wraps

from .._extension import extension_point

blocks = [0]  # how many blocks of autocast are open, in any thread: while there are none, nobody is asked
OPERATIONS = {"mm": "lower", "batched": "lower", "addmm": "lower", "prod": "full"}


@extension_point
def converted(function, policy, args, kwargs):
    """function(*args, **kwargs), its tensors in the dtype that autocast has for this policy; amp/state.py says which."""
    return function(*args, **kwargs)


def autocasts(policy):
    """Mark a function that autocast computes in 16 bits ("lower"), in float32 ("full") or as it is given ("given").

    >>> @autocasts("lower")
    ... def double(x):
    ...     return 2 * x
    >>> double(3)
    6
    """

    def mark(function):
        @wraps(function)
        def call(*args, **kwargs):
            return converted(function, policy, args, kwargs) if blocks[0] else function(*args, **kwargs)

        return call

    return mark
