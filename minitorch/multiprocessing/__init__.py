"""multiprocessing: Python's, with spawn and the names that torch.multiprocessing adds.

Tensors are sent like anything else: a copy, or after share_memory_() the same memory.

>>> import minitorch.multiprocessing as mp
>>> queue = mp.get_context("fork").SimpleQueue()
>>> queue.put(mp.cpu_count())
>>> queue.get() == mp.cpu_count()
True
"""

import multiprocessing
from multiprocessing import *

from .._tower import end_of_tower

try:
    from .spawn import (
        ProcessContext,
        ProcessException,
        ProcessExitedException,
        ProcessRaisedException,
        get_all_sharing_strategies,
        get_sharing_strategy,
        set_sharing_strategy,
        spawn,
        start_processes,
    )
except ModuleNotFoundError as missing:
    end_of_tower(missing)

__all__ = [*multiprocessing.__all__, "ProcessContext", "ProcessException", "ProcessExitedException"]
__all__ += ["ProcessRaisedException", "start_processes", "spawn", "get_all_sharing_strategies", "get_sharing_strategy"]
__all__ += ["set_sharing_strategy"]
