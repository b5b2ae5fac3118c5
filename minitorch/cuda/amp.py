"""amp: torch.cuda.amp, the older names of what torch.amp has, which many training programs still use (shelf)."""

import warnings

from ..amp import autocast_mode, grad_scaler
from ..dtypes import float16

OLDER = "`torch.cuda.amp.{0}(args...)` is deprecated. Please use `torch.amp.{0}('cuda', args...)` instead."


class autocast(autocast_mode.autocast):
    """amp.autocast("cuda", ...) by its older name, with a warning that says so. Source: PyTorch, torch.cuda.amp.autocast."""

    def __init__(self, enabled=True, dtype=float16, cache_enabled=True):
        warnings.warn(OLDER.format("autocast"), FutureWarning, stacklevel=2)
        super().__init__("cuda", enabled=enabled, dtype=dtype, cache_enabled=cache_enabled)


class GradScaler(grad_scaler.GradScaler):
    """amp.GradScaler("cuda", ...) by its older name, with a warning that says so. Source: PyTorch, torch.cuda.amp.GradScaler."""

    def __init__(self, init_scale=2.0**16, growth_factor=2.0, backoff_factor=0.5, growth_interval=2000, enabled=True):
        warnings.warn(OLDER.format("GradScaler"), FutureWarning, stacklevel=2)
        super().__init__("cuda", init_scale, growth_factor, backoff_factor, growth_interval, enabled)
