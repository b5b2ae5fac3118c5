"""float8: the dtypes of one byte, as they stand in files: to be kept and converted, not to be computed with (shelf).

>>> import minitorch as mt
>>> mt.tensor([1.0, 3.3]).to(mt.float8_e4m3fn).to(mt.float32)
tensor([1.0000, 3.2500])
"""

import warnings

import numpy as np

from ..creation.empty_strided import empty_strided
from ..dtypes import FLOATING, by_numpy, dtype

FLOAT8 = ("float8_e4m3fn", "float8_e5m2", "float8_e4m3fnuz", "float8_e5m2fnuz", "float8_e8m0fnu")
made: dict = {}  # {name: the dtype}


def float8(name):
    """The dtype of this name; the name itself where the package ml_dtypes, which has these numbers, is not installed."""
    if name not in made:
        try:
            import ml_dtypes
        except ImportError:
            return name
        kind = made[name] = dtype.__new__(dtype)
        kind.name, kind.category, kind.itemsize = name, FLOATING, 1
        kind.numpy = np.dtype(getattr(ml_dtypes, name))
        by_numpy[kind.numpy] = kind
    return made[name]


def placeholder(name, size):
    """What stands for a tensor of such numbers where they cannot be read: one on "meta", which has none."""
    warnings.warn(
        f"a tensor of size {tuple(size)} holds {name} and is loaded without its numbers, on the device 'meta': "
        "install the package ml_dtypes to read them",
        stacklevel=2,
    )
    return empty_strided(size, [0] * len(size), device="meta")


def __getattr__(name):
    if name not in FLOAT8:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    kind = float8(name)
    if kind is name:
        raise ImportError(f"{name} needs the package ml_dtypes: pip install ml_dtypes")
    return kind
