"""multiprocessing: Python's own. `x.share_memory_()` moves a tensor to memory that processes forked from then on share.

A tensor that is sent through a queue arrives as a copy of its numbers.

>>> import minitorch.multiprocessing as mp
>>> queue = mp.get_context("fork").SimpleQueue()
>>> queue.put(mp.cpu_count())
>>> queue.get() == mp.cpu_count()
True
"""

import multiprocessing
from multiprocessing import *

__all__ = list(multiprocessing.__all__)
