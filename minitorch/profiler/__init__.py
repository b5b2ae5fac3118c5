"""profiler: profile, record_function, ProfilerActivity (shelf)."""

from enum import Enum

from .._lazy import missing_name
from ..autograd.profiler import profile, record_function

__all__ = ["ProfilerActivity", "profile", "record_function"]


class ProfilerActivity(Enum):
    """What to watch; here there is a CPU. Source: PyTorch, torch.profiler.ProfilerActivity."""

    CPU = 0
    CUDA = 2


def __getattr__(name):
    return missing_name(__name__, name)
