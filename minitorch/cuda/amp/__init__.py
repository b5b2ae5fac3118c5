"""amp: torch.cuda.amp, the older names of what torch.amp has."""

from ..._tower import end_of_tower

# isort: off
try:
    from .autocast_mode import autocast, custom_bwd, custom_fwd
    from .grad_scaler import GradScaler
    from .common import amp_definitely_not_available
except ModuleNotFoundError as missing:
    end_of_tower(missing)
