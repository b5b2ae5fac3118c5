"""attention: sdpa_kernel, which chooses among PyTorch's ways to compute attention: there is one here (shelf)."""

import contextlib
import enum


class SDPBackend(enum.IntEnum):
    """The ways that PyTorch has. Source: PyTorch, torch.nn.attention.SDPBackend."""

    ERROR = -1
    MATH = 0
    FLASH_ATTENTION = 1
    EFFICIENT_ATTENTION = 2
    CUDNN_ATTENTION = 3
    OVERRIDEABLE = 4


@contextlib.contextmanager
def sdpa_kernel(backends, set_priority=False):
    """A block in which PyTorch computes attention in one of these ways. Source: PyTorch, torch.nn.attention.sdpa_kernel."""
    yield
