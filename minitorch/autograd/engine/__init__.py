"""engine: the backward pass is a ladder, too: `Engine` is the highest rung that is there (core)."""

from ..._tower import end_of_tower

# isort: off
try:
    # 06  walking it backwards
    from .walk import Walk as Engine, accumulate
    from .wanted import Wanted as Engine

    # 08  stopping and watching
    from .hooked import Hooked as Engine, tasks

    # 09  changes in place
    from .renewed import Renewed as Engine
except ModuleNotFoundError as missing:
    end_of_tower(missing)
