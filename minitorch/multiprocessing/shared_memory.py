"""shared_memory: memory that forked processes share, and what is sent of a tensor (shelf)."""

import mmap

import numpy as np

from ..ops.view.memory import memory_below
from ..utils.hooks import refuse_computed


def is_shared(x):
    """Whether a tensor lies in memory that processes share."""
    return isinstance(memory_below(x._array), mmap.mmap)


def move(x):
    """Move a tensor's numbers to shared memory, in the order in which they lie."""
    old = x._array
    ranks = sorted(range(old.ndim), key=lambda d: -old.strides[d])
    rows = np.ndarray([old.shape[d] for d in ranks], old.dtype, mmap.mmap(-1, max(old.nbytes, 1)))
    x._array = rows.transpose(np.argsort(ranks))
    x._array[...] = old


def sent(x):
    """What is pickled of a tensor for another process: a copy of its numbers.

    Errors: RuntimeError for a tensor with a graph, and for a shared one, as its memory reaches forked processes alone.
    """
    refuse_computed(x)
    if is_shared(x):
        raise RuntimeError(
            "a tensor in shared memory reaches only processes that are forked: start them with "
            "multiprocessing.get_context('fork'), or send a copy, x.clone()"
        )
    return x.__reduce_ex__(2)
