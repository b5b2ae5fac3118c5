"""autocast_mode: torch.cuda.amp's older names for autocast (shelf)."""

import warnings

from ...amp import autocast_mode as amp
from ...dtypes import float16


class autocast(amp.autocast):
    """amp.autocast("cuda", ...) by its older name, with a warning that says so. Source: PyTorch, torch.cuda.amp.autocast."""

    def __init__(self, enabled=True, dtype=float16, cache_enabled=True):
        warnings.warn(
            "`torch.cuda.amp.autocast(args...)` is deprecated. Please use `torch.amp.autocast('cuda', args...)` instead.",
            FutureWarning,
            stacklevel=2,
        )
        super().__init__("cuda", enabled=enabled, dtype=dtype, cache_enabled=cache_enabled)


def custom_fwd(fwd=None, *, cast_inputs=None):
    """amp.custom_fwd(device_type="cuda") by its older name. Source: PyTorch, torch.cuda.amp.custom_fwd."""
    warnings.warn(
        "`torch.cuda.amp.custom_fwd(args...)` is deprecated. Please use `torch.amp.custom_fwd(args..., device_type='cuda')` "
        "instead.",
        FutureWarning,
        stacklevel=2,
    )
    return amp.custom_fwd(fwd, device_type="cuda", cast_inputs=cast_inputs)


def custom_bwd(bwd):
    """amp.custom_bwd(device_type="cuda") by its older name. Source: PyTorch, torch.cuda.amp.custom_bwd."""
    warnings.warn(
        "`torch.cuda.amp.custom_bwd(args...)` is deprecated. Please use `torch.amp.custom_bwd(args..., device_type='cuda')` "
        "instead.",
        FutureWarning,
        stacklevel=2,
    )
    return amp.custom_bwd(bwd, device_type="cuda")
