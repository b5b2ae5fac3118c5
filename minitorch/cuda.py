"""cuda: is there a GPU? The questions of torch.cuda that make sense here (shelf)."""

from . import random
from .backend import cuda_is_available as is_available
from .backend import cuda_module


def device_count():
    """How many GPUs CuPy sees; 0 without CuPy."""
    return cuda_module().cuda.runtime.getDeviceCount() if is_available() else 0


def synchronize(device=None):
    """Wait until the GPU has finished what it was asked to do."""
    cuda_module().cuda.Device(device).synchronize()


def manual_seed_all(seed):
    """Seed the random numbers of all GPUs: they are drawn from the one generator there is. Without a GPU, nothing."""
    if is_available():
        random.manual_seed(seed)


manual_seed = manual_seed_all

__all__ = ["device_count", "is_available", "manual_seed", "manual_seed_all", "synchronize"]
