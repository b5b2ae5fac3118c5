"""__array__ and __array_wrap__: a tensor where NumPy wants an array (core)."""

import numpy as np

from .._tensor import method
from .tensor import from_numpy

__all__ = []


# --- NumPy -----------------------------------------------------------------------------------------------------------


def _array(self, dtype=None, copy=None):
    """What np.asarray(tensor) gives: the same memory, unless another dtype or a copy is asked for."""
    return np.array(self.numpy(), dtype=dtype, copy=copy)


def _array_wrap(self, array, context=None, return_scalar=False):
    """What NumPy's functions return when they are given tensors. Bools come as uint8, as they do in PyTorch."""
    return from_numpy(array.astype(np.uint8) if array.dtype.kind == "b" else array)


method(_array, "__array__")
method(_array_wrap, "__array_wrap__")
