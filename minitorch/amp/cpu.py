"""cpu: torch.cpu.amp's older names for autocast and GradScaler (shelf)."""

import warnings

from ..dtypes import bfloat16
from . import autocast_mode, grad_scaler

OLDER = "`torch.cpu.amp.{0}(args...)` is deprecated. Please use `torch.amp.{0}('cpu', args...)` instead."


class autocast(autocast_mode.autocast):
    """amp.autocast("cpu", ...) by its older name, with a warning that says so. Source: PyTorch, torch.cpu.amp.autocast."""

    def __init__(self, enabled=True, dtype=bfloat16, cache_enabled=True):
        warnings.warn(OLDER.format("autocast"), FutureWarning, stacklevel=2)
        super().__init__("cpu", enabled=enabled, dtype=dtype, cache_enabled=cache_enabled)


class GradScaler(grad_scaler.GradScaler):
    """amp.GradScaler("cpu", ...) by its older name, with a warning that says so. Source: PyTorch, torch.cpu.amp.GradScaler."""

    def __init__(self, init_scale=2.0**16, growth_factor=2.0, backoff_factor=0.5, growth_interval=2000, enabled=True):
        warnings.warn(OLDER.format("GradScaler"), FutureWarning, stacklevel=2)
        super().__init__("cpu", init_scale, growth_factor, backoff_factor, growth_interval, enabled)
