"""legacy: what PyTorch's old constructors hold: Tensor(2, 3), Tensor([1, 2]) (shelf)."""

import operator

import numpy as np

from ..size import Size
from .data import array_of


def legacy_array(args, dtype):
    """What `Tensor(...)` and `LongTensor(...)` hold: sizes give uninitialised numbers, a sequence or a tensor gives data."""
    if len(args) == 1 and not isinstance(args[0], (int, np.integer)):
        (data,) = args
        if isinstance(data, Size):
            return np.empty(data, dtype.numpy)
        if hasattr(data, "_array") and data.dtype is dtype:
            return data._array
        if hasattr(data, "_memory"):
            return data._memory.view(dtype.numpy)
        if not hasattr(data, "__len__"):
            raise TypeError(f"new(): data must be a sequence (got {type(data).__name__})")
        return array_of(data, dtype)
    return np.empty([operator.index(one) for one in args] if args else (0,), dtype.numpy)
