"""multiprocessing: Python's, with spawn and the names that torch.multiprocessing adds.

Tensors are sent as a handle of their memory, which is shared from then on: what one process writes is there for all.

>>> import minitorch.multiprocessing as mp
>>> queue = mp.get_context("fork").SimpleQueue()
>>> queue.put(mp.cpu_count())
>>> queue.get() == mp.cpu_count()
True
"""

import multiprocessing
from multiprocessing import *

from .._tower import end_of_tower

# isort: off
try:
    from .spawn import (
        ProcessContext,
        ProcessException,
        ProcessExitedException,
        ProcessRaisedException,
        _get_thread_name,
        _set_thread_name,
        get_all_sharing_strategies,
        get_sharing_strategy,
        set_sharing_strategy,
        spawn,
        start_processes,
    )
    from .reductions import init_reductions

    init_reductions()
except ModuleNotFoundError as missing:
    end_of_tower(missing)

__all__ = [*multiprocessing.__all__, "ProcessContext", "ProcessException", "ProcessExitedException"]
__all__ += ["ProcessRaisedException", "start_processes", "spawn", "get_all_sharing_strategies", "get_sharing_strategy"]
__all__ += ["set_sharing_strategy"]
