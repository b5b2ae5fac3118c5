"""float8: the dtypes of one byte that files have: numbers to convert, not to compute with (shelf).

>>> import minitorch as mt
>>> mt.tensor([1.0, 3.3]).to(mt.float8_e4m3fn).to(mt.float32)
tensor([1.0000, 3.2500])
"""

import warnings

from ..creation.zeros import empty
from ..dtypes import FLOATING, dtype


def float8(name):
    """A dtype whose `numpy` comes from the package ml_dtypes when it is asked for."""
    made = object.__new__(dtype)
    made.name, made.category, made.itemsize = name, FLOATING, 1
    return made


float8_e4m3fn, float8_e5m2, float8_e8m0fnu = [float8(f"float8_{kind}") for kind in ("e4m3fn", "e5m2", "e8m0fnu")]
float8_e4m3fnuz, float8_e5m2fnuz = float8("float8_e4m3fnuz"), float8("float8_e5m2fnuz")
FLOAT8 = (float8_e4m3fn, float8_e5m2, float8_e4m3fnuz, float8_e5m2fnuz, float8_e8m0fnu)


def placeholder(kind, size):
    """A tensor on "meta" instead of a float8 tensor, if ml_dtypes is not installed; otherwise None."""
    if kind in FLOAT8:
        try:
            kind.numpy  # noqa: B018
        except ImportError as error:
            warnings.warn(f"a tensor of size {tuple(size)} is loaded without numbers, on 'meta': {error}", stacklevel=2)
            return empty(size, device="meta")
    return None
