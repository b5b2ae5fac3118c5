"""signal: what torch.signal has, windows."""

from . import windows

__all__ = ["windows"]
