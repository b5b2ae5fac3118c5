"""devices: is_available, memory_allocated, manual_seed ...: the GPUs that CuPy sees, their memory, their seeds (shelf)."""

import contextlib
import types

from .. import random
from ..backend import cuda_is_available as is_available
from ..backend import cuda_module
from ..backend import device as Device
from ..random.state import get_rng_state as cpu_state
from ..random.state import set_rng_state as set_cpu_state


def device_count():
    """How many GPUs CuPy sees; 0 without CuPy. Source: PyTorch, torch.cuda.device_count."""
    return cuda_module().cuda.runtime.getDeviceCount() if is_available() else 0


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


def get_device_properties(device=None):
    """Name, generation, bytes and processors of a GPU. Errors: AssertionError without one. Source: PyTorch, of that name."""
    found = cuda_module().cuda.runtime.getDeviceProperties(number_of(device))
    return types.SimpleNamespace(
        name=found["name"].decode(), major=found["major"], minor=found["minor"], total_memory=found["totalGlobalMem"],
        multi_processor_count=found["multiProcessorCount"], warp_size=found["warpSize"],
    )  # fmt: skip


def get_device_name(device=None):
    """What a GPU is called. Source: PyTorch, torch.cuda.get_device_name."""
    return get_device_properties(device).name


def get_device_capability(device=None):
    """(major, minor): which generation a GPU is of. Source: PyTorch, torch.cuda.get_device_capability."""
    found = get_device_properties(device)
    return found.major, found.minor


def is_bf16_supported(including_emulation=True):
    """Whether a GPU is there that computes with bfloat16: since generation 8. Source: PyTorch, torch.cuda.is_bf16_supported."""
    return is_available() and get_device_capability()[0] >= 8


# --- memory, as CuPy's pool counts it: 0 without a GPU --------------------------------------------------------------------

highest = {"allocated": 0}


class OutOfMemoryError(RuntimeError):
    """What PyTorch raises when a GPU has no memory left; programs name it to go on. Source: torch.cuda.OutOfMemoryError."""


def pool():
    """CuPy's memory pool, or None without a GPU."""
    return cuda_module().get_default_memory_pool() if is_available() else None


def empty_cache():
    """Give memory that is kept for later back to the GPU. Without one, nothing. Source: PyTorch, torch.cuda.empty_cache."""
    if is_available():
        pool().free_all_blocks()


def memory_allocated(device=None):
    """How many bytes of a GPU tensors hold. Source: PyTorch, torch.cuda.memory_allocated."""
    return pool().used_bytes() if is_available() else 0


def memory_reserved(device=None):
    """How many bytes of a GPU are held, for tensors and for later. Source: PyTorch, torch.cuda.memory_reserved."""
    return pool().total_bytes() if is_available() else 0


def max_memory_allocated(device=None):
    """The most that memory_allocated has said so far, now included: the pool counts no peaks between two questions."""
    highest["allocated"] = max(highest["allocated"], memory_allocated())
    return highest["allocated"] if is_available() else 0


def reset_peak_memory_stats(device=None):
    """Let max_memory_allocated start again."""
    highest["allocated"] = 0


# --- random numbers, which come from the one generator there is ---------------------------------------------------------


def manual_seed(seed):
    """Seed the random numbers of a GPU: they are drawn from the one generator there is. Without a GPU, nothing.

    Errors: those of int(seed). Source: PyTorch, torch.cuda.manual_seed.
    """
    seed = int(seed)
    if is_available():
        random.manual_seed(seed)


manual_seed_all = manual_seed


def get_rng_state(device="cuda"):
    """Where a GPU's sequence stands. Errors: AssertionError without one. Source: PyTorch, torch.cuda.get_rng_state."""
    cuda_module()
    return cpu_state()


def set_rng_state(new_state, device="cuda"):
    """Go on from where get_rng_state was called. Without a GPU, nothing. Source: PyTorch, torch.cuda.set_rng_state."""
    if is_available():
        set_cpu_state(new_state)
