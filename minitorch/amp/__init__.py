"""amp: automatic mixed precision: autocast computes in 16 bits where that does no harm, GradScaler keeps gradients from 0."""

from .._lazy import end_of_package

# isort: off
try:
    from .autocast_mode import autocast, is_autocast_available
    from .grad_scaler import GradScaler
except ModuleNotFoundError as missing:
    end_of_package(missing)

__all__ = ["GradScaler", "autocast", "is_autocast_available"]
