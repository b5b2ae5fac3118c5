"""accelerator: torch.accelerator: the GPU that CuPy sees, or none (shelf)."""

from .backend import cuda_is_available as is_available
from .backend import device as Device
from .cuda import devices


def device_count():
    """How many accelerators there are. Source: PyTorch, torch.accelerator.device_count."""
    return devices.device_count()


def current_accelerator(check_available=False):
    """device(type='cuda') where there is a GPU, otherwise None. Source: PyTorch, torch.accelerator.current_accelerator."""
    return Device("cuda") if is_available() else None


def check():
    """Raise where there is no accelerator."""
    if not is_available():
        raise RuntimeError("Cannot access accelerator device when none is available.")


def current_device_index():
    """The index of the accelerator in use. Errors: RuntimeError for none."""
    check()
    return devices.current_device()


current_device_idx = current_device_index


def set_device_index(device, /):
    """Use this accelerator. Errors: RuntimeError for none."""
    check()
    devices.set_device(device)


set_device_idx = set_device_index


def synchronize(device=None, /):
    """Wait until the accelerator has finished. Errors: RuntimeError for none. Source: torch.accelerator.synchronize."""
    check()
    devices.synchronize(device)
