"""multiprocessing: Python's, with tensors in memory that processes share.

`x.share_memory_()` moves a tensor to memory that processes forked from then on share: what one writes is there for all. A
tensor that is sent, through a queue or as an argument of a process that is not forked, arrives as a copy.

>>> import minitorch.multiprocessing as mp
>>> queue = mp.get_context("fork").SimpleQueue()
>>> queue.put(mp.cpu_count())
>>> queue.get() == mp.cpu_count()
True
"""

import multiprocessing
from multiprocessing import *
from multiprocessing.reduction import ForkingPickler

from .._tensor import Tensor
from ..nn.parameter import Parameter
from .shared_memory import sent

for _kind in (Tensor, Parameter):
    ForkingPickler.register(_kind, sent)

__all__ = list(multiprocessing.__all__)
