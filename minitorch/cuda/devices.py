"""devices: is_available, device_count, synchronize ...: which GPUs there are, as CuPy sees them (shelf)."""

import contextlib
import types

from ..backend import cuda_is_available as is_available
from ..backend import cuda_module
from ..backend import device as Device


def device_count():
    """How many GPUs CuPy sees; 0 without CuPy. Source: PyTorch, torch.cuda.device_count."""
    return cuda_module().cuda.runtime.getDeviceCount() if is_available() else 0


def is_initialized():
    """Whether the GPU can be used: it needs no preparation. Source: PyTorch, torch.cuda.is_initialized."""
    return is_available()


def init():
    """Nothing where there is a GPU. Errors: AssertionError without one. Source: PyTorch, torch.cuda.init."""
    cuda_module()


def number_of(device):
    """The index of a device, of "cuda:1" or of a number; None stands for the current one."""
    cupy = cuda_module()
    if device is None:
        return cupy.cuda.Device().id
    index = device if isinstance(device, int) else Device(device).index
    if index is not None and index >= cupy.cuda.runtime.getDeviceCount():
        raise RuntimeError("CUDA error: invalid device ordinal")
    return cupy.cuda.Device().id if index is None else index


def synchronize(device=None):
    """Wait until the GPU has finished what it was asked to do. Source: PyTorch, torch.cuda.synchronize."""
    cuda_module().cuda.Device(number_of(device)).synchronize()


def current_device():
    """The index of the GPU that "cuda" means. Source: PyTorch, torch.cuda.current_device."""
    return number_of(None)


def set_device(device):
    """Let "cuda" mean this GPU. Source: PyTorch, torch.cuda.set_device."""
    cuda_module().cuda.Device(number_of(device)).use()


@contextlib.contextmanager
def device(device):
    """A block in which "cuda" means this GPU; None or a negative number changes nothing. Source: PyTorch, torch.cuda.device."""
    if device is None or (isinstance(device, int) and device < 0) or not is_available():
        yield
    else:
        with cuda_module().cuda.Device(number_of(device)):
            yield


def properties_of(device):
    """What CUDA says about a GPU: a dict."""
    return cuda_module().cuda.runtime.getDeviceProperties(number_of(device))


def get_device_properties(device=None):
    """Name, generation, bytes and processors of a GPU. Errors: AssertionError without one.

    Source: PyTorch, torch.cuda.get_device_properties.
    """
    found = properties_of(device)
    return types.SimpleNamespace(
        name=found["name"].decode(),
        major=found["major"],
        minor=found["minor"],
        total_memory=found["totalGlobalMem"],
        multi_processor_count=found["multiProcessorCount"],
        warp_size=found["warpSize"],
    )


def get_device_name(device=None):
    """What a GPU is called. Source: PyTorch, torch.cuda.get_device_name."""
    return properties_of(device)["name"].decode()


def get_device_capability(device=None):
    """(major, minor): which generation a GPU is of. Source: PyTorch, torch.cuda.get_device_capability."""
    found = properties_of(device)
    return found["major"], found["minor"]


def is_bf16_supported(including_emulation=True):
    """Whether a GPU is there that computes with bfloat16: since generation 8. Source: PyTorch, torch.cuda.is_bf16_supported."""
    return is_available() and get_device_capability()[0] >= 8


__all__ = [
    "current_device", "device", "device_count", "get_device_capability", "get_device_name", "get_device_properties", "init",
    "is_available", "is_bf16_supported", "is_initialized", "set_device", "synchronize",
]  # fmt: skip
