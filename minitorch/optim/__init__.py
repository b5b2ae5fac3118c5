"""optim: the ways to change parameters so that a loss becomes smaller."""

from .._lazy import end_of_package, lazy_names

# isort: off
try:
    # 20  a network that learns
    from .optimizer import Optimizer
    from .sgd import SGD

    # 23  optimizers: from momentum to AdamW
    from .adam import Adam, AdamW
    from ..fast import adam as _adam

    # 24  learning rates that change
    from .lr_scheduler.scheduler import LRScheduler as _LRScheduler
except ModuleNotFoundError as missing:
    end_of_package(missing)

__getattr__, __dir__ = lazy_names(__name__)
