"""share_memory_, is_shared: memory that several processes share (shelf)."""

import mmap
import sys
import warnings

import numpy as np

from ..._tensor import method

__all__ = []


# --- memory that processes share -----------------------------------------------------------------------------------------


def is_shared(x):
    """Whether x lies where forked processes see each other's changes; always so on a GPU.

    Source: PyTorch, torch.Tensor.is_shared.
    """
    holder = x._array
    while isinstance(holder, np.ndarray):
        holder = holder.base
    return isinstance(holder, mmap.mmap) or x.is_cuda


def share_memory_(x):
    """Move x's numbers to memory that it shares with the processes that are forked from now on. Returns x.

    A change that one of them makes in place is there for all. To a process that is started in another way x is pickled,
    and that makes a copy.

    Errors: RuntimeError for a view with a history; UserWarning when more than x shows the old memory, since that cannot
    move along. Source: PyTorch, torch.Tensor.share_memory_.
    """
    if is_shared(x):
        return x
    if x.grad_fn is not None and x._base is not None:
        raise RuntimeError(
            "share_memory_() would part this view from the tensor whose gradient it belongs to: share that one"
        )
    x._base = None
    if held_elsewhere(x):
        warnings.warn(
            "share_memory_() moves this tensor only: views, detached tensors, arrays or a graph that showed its memory keep "
            "the old one. Share a tensor before it is used.",
            stacklevel=2,
        )
    like = np.empty_like(x._array)  # its strides, without gaps
    shared = np.ndarray(like.shape, like.dtype, mmap.mmap(-1, max(like.nbytes, 1)), strides=like.strides)
    shared[...] = x._array
    x._array = shared
    return x


def held_elsewhere(x):
    """Whether anyone but x holds its array, or the one that this is a part of: two references are x's and the question's."""
    return sys.getrefcount(x._array) > 2 or (x._array.base is not None and sys.getrefcount(x._array.base) > 2)


method(is_shared)
method(share_memory_)
