"""signal: the windows of torch.signal."""

from . import windows

__all__ = ["windows"]
