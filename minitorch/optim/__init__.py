"""optim: the ways to change parameters so that a loss becomes smaller."""

from .._tower import end_of_tower

# isort: off
try:
    # 20  a network that learns
    from .optimizer import Optimizer
    from .sgd import SGD
except ModuleNotFoundError as missing:
    end_of_tower(missing)
