"""set_default_tensor_type, is_anomaly_enabled, get_file_path, sym_int ...: small helpers that programs ask for (shelf)."""

import math
import os
import sys

from . import dtypes
from .autograd import anomaly
from .creation import legacy_types
from .notes import warn_once

__all__ = """torch set_default_tensor_type is_anomaly_enabled is_anomaly_check_nan_enabled set_anomaly_enabled get_file_path sym_int
sym_float sym_max sym_min sym_not sym_sqrt sym_sum sym_ite SymBool SymFloat SymInt""".split()


torch = sys.modules[
    __package__
]  # PyTorch's package has itself under its own name, and programs write torch.torch.Tensor


def set_default_tensor_type(t):
    """set_default_dtype by the name of an old tensor type: "torch.DoubleTensor" or mt.DoubleTensor.

    Errors: TypeError for types that are not of floating point. Source: PyTorch, torch.set_default_tensor_type.
    """
    warn_once(
        "torch.set_default_tensor_type() is deprecated as of PyTorch 2.1, please use torch.set_default_dtype() and "
        "torch.set_default_device() as alternatives."
    )
    if isinstance(t, str):
        package, _, name = t.rpartition(".")
        if package not in ("torch", "minitorch") or name not in legacy_types.__all__:
            raise TypeError(f"invalid type object: {t}")
        t = getattr(legacy_types, name)
    kind = getattr(t, "dtype", None)
    if kind is None or not kind.is_floating_point:
        raise TypeError("invalid type object: only floating-point types are supported as the default type")
    dtypes.set_default_dtype(kind)


def is_anomaly_enabled():
    """Whether set_detect_anomaly(True) is in force. Source: PyTorch, torch.is_anomaly_enabled."""
    return anomaly._State.enabled


def is_anomaly_check_nan_enabled():
    """Whether it looks for nan. Source: PyTorch, torch.is_anomaly_check_nan_enabled."""
    return anomaly._State.check_nan


def set_anomaly_enabled(enabled, check_nan=True):
    """autograd.set_detect_anomaly. Source: PyTorch, torch.set_anomaly_enabled."""
    anomaly.set_detect_anomaly(enabled, check_nan)


def get_file_path(*path_components):
    """A path below the folder that this package lies in. Source: PyTorch, torch.get_file_path."""
    return os.path.join(os.path.dirname(os.path.dirname(__file__)), *path_components)


# --- numbers that PyTorch's compiler may follow: here plain numbers ------------------------------------------------------


def sym_int(a):
    """A number as an int, towards 0. Source: PyTorch, torch.sym_int."""
    return math.trunc(a)


def sym_float(a):
    """A number as a float. Source: PyTorch, torch.sym_float."""
    return float(a)


def sym_max(a, b):
    """The larger of two numbers, a float if one of them is. Source: PyTorch, torch.sym_max."""
    found = max(a, b)
    return float(found) if float in (type(a), type(b)) else found


def sym_min(a, b):
    """The smaller of two numbers, a float if one of them is. Source: PyTorch, torch.sym_min."""
    found = min(a, b)
    return float(found) if float in (type(a), type(b)) else found


def sym_not(a):
    """The negation of a bool. Source: PyTorch, torch.sym_not."""
    return not a


def sym_sqrt(a):
    """The square root of a number. Source: PyTorch, torch.sym_sqrt."""
    return math.sqrt(a)


def sym_sum(args):
    """The sum of numbers. Source: PyTorch, torch.sym_sum."""
    return sum(args)


def sym_ite(b, t, f):
    """t if b, else f. Source: PyTorch, torch.sym_ite."""
    if not isinstance(b, bool):
        raise TypeError(f"sym_ite(): b must be bool, not {type(b).__name__}")
    return t if b else f


class SymInt:
    """A whole number that a compiler does not know yet: all numbers are known here. Source: PyTorch, torch.SymInt."""

    __module__ = "minitorch"  # where users find it


class SymFloat:
    """A number that a compiler does not know yet. Source: PyTorch, torch.SymFloat."""

    __module__ = "minitorch"  # where users find it


class SymBool:
    """A truth that a compiler does not know yet. Source: PyTorch, torch.SymBool."""

    __module__ = "minitorch"  # where users find it
