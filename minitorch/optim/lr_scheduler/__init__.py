"""lr_scheduler: learning rates that change as training goes on."""

from ..._lazy import end_of_package, missing_name, names_of

# isort: off
try:
    # 20  a network that learns
    from .scheduler import EPOCH_DEPRECATION_WARNING, LRScheduler, _LRScheduler
    from .step_lr import StepLR
    from .lambda_lr import LambdaLR
except ModuleNotFoundError as missing:
    end_of_package(missing)


def __getattr__(name):
    return missing_name(__name__, name)


def __dir__():
    return names_of(__name__)
