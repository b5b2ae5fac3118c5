"""lr_scheduler: learning rates that change as training goes on."""

from ..._lazy import end_of_package, missing_name, names_of

# isort: off
try:
    # 24  learning rates that change
    from .scheduler import EPOCH_DEPRECATION_WARNING, LambdaLR, LRScheduler, _LRScheduler
except ModuleNotFoundError as missing:
    end_of_package(missing)


def __getattr__(name):
    return missing_name(__name__, name)


def __dir__():
    return names_of(__name__)
