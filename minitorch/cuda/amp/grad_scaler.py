"""grad_scaler: torch.cuda.amp's older name for GradScaler (shelf)."""

import warnings

from ...amp import grad_scaler as amp
from ...amp.grad_scaler import OptState

__all__ = ["GradScaler", "OptState"]


class GradScaler(amp.GradScaler):
    """amp.GradScaler("cuda", ...) by its older name, with a warning that says so. Source: PyTorch, torch.cuda.amp.GradScaler."""

    def __init__(self, init_scale=2.0**16, growth_factor=2.0, backoff_factor=0.5, growth_interval=2000, enabled=True):
        warnings.warn(
            "`torch.cuda.amp.GradScaler(args...)` is deprecated. Please use `torch.amp.GradScaler('cuda', args...)` instead.",
            FutureWarning,
            stacklevel=2,
        )
        super().__init__("cuda", init_scale, growth_factor, backoff_factor, growth_interval, enabled)
