"""accelerator: the GPU under a name that says nothing of its make: cuda, or none (shelf)."""

from ..backend import device as Device
from ..cuda.devices import current_device as current_device_index
from ..cuda.devices import device_count, is_available, synchronize
from ..cuda.devices import set_device as set_device_index

__all__ = [
    "current_accelerator", "current_device_index", "device_count", "is_available", "set_device_index", "synchronize",
]  # fmt: skip


def current_accelerator(check_available=False):
    """The device "cuda" where there is a GPU, and else None. Source: PyTorch, torch.accelerator.current_accelerator.

    >>> import minitorch as mt
    >>> device = mt.accelerator.current_accelerator() if mt.accelerator.is_available() else mt.device("cpu")
    """
    return Device("cuda") if is_available() else None
