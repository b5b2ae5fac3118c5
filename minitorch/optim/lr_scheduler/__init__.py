"""lr_scheduler: learning rates that change as training goes on."""

from ..._lazy import end_of_package, lazy_names

# isort: off
try:
    # 24  learning rates that change
    from .scheduler import EPOCH_DEPRECATION_WARNING, LambdaLR, LRScheduler, _LRScheduler
except ModuleNotFoundError as missing:
    end_of_package(missing)

__getattr__, __dir__ = lazy_names(__name__)
