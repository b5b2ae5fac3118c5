"""float8: the dtypes of one byte, as they stand in files: to be kept and converted, not to be computed with (shelf).

>>> import minitorch as mt
>>> mt.tensor([1.0, 3.3]).to(mt.float8_e4m3fn).to(mt.float32)
tensor([1.0000, 3.2500])
"""

import warnings

from ..creation.empty_strided import empty_strided
from ..dtypes import FLOATING, dtype

float8_e4m3fn, float8_e5m2 = dtype("float8_e4m3fn", FLOATING, 1), dtype("float8_e5m2", FLOATING, 1)
float8_e4m3fnuz, float8_e5m2fnuz = dtype("float8_e4m3fnuz", FLOATING, 1), dtype("float8_e5m2fnuz", FLOATING, 1)
float8_e8m0fnu = dtype("float8_e8m0fnu", FLOATING, 1)
FLOAT8 = (float8_e4m3fn, float8_e5m2, float8_e4m3fnuz, float8_e5m2fnuz, float8_e8m0fnu)


def is_missing(kind):
    """Whether this is one of them, and the package ml_dtypes, which has their numbers, is not installed."""
    if any([kind is one for one in FLOAT8]):
        try:
            kind.numpy  # noqa: B018
        except ImportError:
            return True
    return False


def placeholder(kind, size):
    """What stands for a tensor of such numbers where they cannot be read: one on "meta", which has none."""
    warnings.warn(
        f"a tensor of size {tuple(size)} holds {kind.name} and is loaded without its numbers, on the device 'meta': "
        "install the package ml_dtypes to read them",
        stacklevel=2,
    )
    return empty_strided(size, [0] * len(size), device="meta")
