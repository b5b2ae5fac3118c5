"""share_memory_, is_shared: memory that several processes share (shelf)."""

import mmap

import numpy as np

from ..._tensor import method
from ..view.memory import memory_below


@method
def is_shared(x):
    """Whether forked processes see each other's changes of x; always on a GPU. Source: PyTorch, torch.Tensor.is_shared."""
    return x.is_cuda or isinstance(memory_below(x._array), mmap.mmap)


@method
def share_memory_(x):
    """Move x's numbers to memory that it shares with forked processes. Returns x.

    A change that one of them makes in place is there for all: processes that are forked from now on. Unlike PyTorch's
    this moves x alone: views of it, and what NumPy or a graph has of it, keep the old memory, so share it first.

    Errors: RuntimeError for a meta tensor. Source: PyTorch, torch.Tensor.share_memory_.
    """
    if x.device.type == "meta":
        raise RuntimeError("_share_fd_: only available on CPU")
    if not is_shared(x):
        old = x._array
        ranks = sorted(range(old.ndim), key=lambda d: -old.strides[d])
        rows = np.ndarray([old.shape[d] for d in ranks], old.dtype, mmap.mmap(-1, max(old.nbytes, 1)))
        x._array = rows.transpose(np.argsort(ranks))
        x._array[...] = old
    return x
