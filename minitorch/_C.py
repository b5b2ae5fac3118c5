"""_C: torch._C: what programs ask PyTorch's compiled part for, as far as it is here too; the rest is not (shelf)."""

from ._tensor import Tensor
from .backend import device, get_default_device
from .cuda.memory import OutOfMemoryError
from .dtypes import dtype
from .linalg.checks import LinAlgError as _LinAlgError
from .memory_format import layout, memory_format
from .nn import functional as _nn
from .random import Generator
from .size import Size

__all__ = ["Generator", "OutOfMemoryError", "Size", "_LinAlgError", "_nn", "device", "dtype", "layout", "memory_format"]

_TensorBase = TensorBase = Tensor
_get_default_device = get_default_device


class DisableTorchFunctionSubclass:
    """A block in which __torch_function__ is not asked, as nowhere here. Source: PyTorch, of the same name."""

    def __enter__(self):
        return self

    def __exit__(self, *error):
        return None


DisableTorchFunction = DisableTorchFunctionSubclass


def _log_api_usage_once(name):
    """Nothing: use is not counted."""


def _get_tracing_state():
    """None: nothing is traced."""


def _is_torch_function_mode_enabled():
    """False: there are no such modes."""
    return False


def _are_functorch_transforms_active():
    """False: vmap and grad do not change what functions see."""
    return False
