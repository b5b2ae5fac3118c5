"""profiler: profile, record_function, ProfilerActivity (shelf)."""

from enum import Enum

from .._lazy import lazy_names
from ..autograd.profiler import profile, record_function

__all__ = ["ProfilerActivity", "profile", "record_function"]


class ProfilerActivity(Enum):
    """What to watch; here there is a CPU. Source: PyTorch, torch.profiler.ProfilerActivity."""

    CPU = 0
    CUDA = 2


__getattr__, __dir__ = lazy_names(__name__)
