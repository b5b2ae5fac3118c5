"""legacy: PyTorch's old constructors: Tensor(2, 3), LongTensor([1, 2]) (shelf)."""

import operator

import numpy as np

from .. import dtypes
from .._lazy_names import FUNCTIONS
from .._tensor import Tensor, wrap
from ..backend import device as Device
from ..size import Size
from .data import array_of


def legacy_array(args, dtype, device=None):
    """What `Tensor(...)` and `LongTensor(...)` hold: sizes give uninitialized numbers, a sequence or a tensor gives data."""
    if device is not None and Device(device).type != "cpu":
        raise RuntimeError(f"legacy constructor expects device type: cpu but device type: {device} was passed")
    if len(args) == 1 and not isinstance(args[0], (int, np.integer)):
        (data,) = args
        if isinstance(data, Size):
            return np.empty(data, dtype.numpy)
        if hasattr(data, "_array") and data.dtype is dtype:
            return data._array
        if not hasattr(data, "__len__"):
            raise TypeError(f"new(): data must be a sequence (got {type(data).__name__})")
        return array_of(data, dtype)
    return np.empty([operator.index(one) for one in args] if args else (0,), dtype.numpy)


def check_kind(args, dtype):
    """Raise for a tensor of another dtype: these constructors do not convert."""
    if len(args) == 1 and isinstance(args[0], Tensor) and args[0].dtype is not dtype:
        raise TypeError(f"expected a tensor of {dtype} (got {args[0].dtype})")


class _Typed(type):
    """FloatTensor and its kin: they make plain Tensors, and isinstance asks for the dtype."""

    def __call__(cls, *args):
        check_kind(args, cls.dtype)
        return wrap(legacy_array(args, cls.dtype))

    def __instancecheck__(cls, x):
        return isinstance(x, Tensor) and x.dtype is cls.dtype and x.is_cpu

    def __repr__(cls):
        return f"<class 'minitorch.{cls.__name__}'>"


def _typed(name, kind):
    doc = f"`{name}(2, 3)` or `{name}([1, 2])`: PyTorch's old constructor of {kind.name} tensors."
    return _Typed(name, (), {"dtype": kind, "__doc__": doc, "__module__": "minitorch"})


for _kind in dtypes.ALL:
    _name = f"{_kind.title}Tensor"
    if _name in FUNCTIONS["creation.legacy"].split():
        globals()[_name] = _typed(_name, _kind)
