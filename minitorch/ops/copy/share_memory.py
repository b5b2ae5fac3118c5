"""share_memory_, is_shared: memory that several processes share (shelf)."""

import mmap
import os
import sys
import tempfile
import warnings
import weakref
from multiprocessing.reduction import DupFd, ForkingPickler

import numpy as np

from ..._tensor import Tensor, bare, method
from ..view.stride import memory_below

__all__ = []


# --- memory that processes share -----------------------------------------------------------------------------------------


def is_shared(x):
    """Whether x lies where forked processes see each other's changes; always so on a GPU.

    Source: PyTorch, torch.Tensor.is_shared.
    """
    return isinstance(memory_below(x._array), mmap.mmap) or x.is_cuda


def share_memory_(x):
    """Move x's numbers to memory that it shares with the processes that get it. Returns x.

    A change that one of them makes in place is there for all: processes that are forked from now on, and those to which x
    is sent by multiprocessing, as an argument or through a queue (on Windows that makes a copy).

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
    shared = np.ndarray(like.shape, like.dtype, new_memory(max(like.nbytes, 1)), strides=like.strides)
    shared[...] = x._array
    x._array = shared
    announce()
    return x


def held_elsewhere(x):
    """Whether anyone but x holds its array, or the one that this is a part of: two references are x's and the question's."""
    return sys.getrefcount(x._array) > 2 or (x._array.base is not None and sys.getrefcount(x._array.base) > 2)


# --- a tensor for another process ------------------------------------------------------------------------------------------


class Shared(mmap.mmap):
    """Memory that belongs to a file without a name: who has the file's handle has the memory."""


def new_memory(size):
    """So many bytes that processes can share."""
    if os.name != "posix":
        return mmap.mmap(-1, size)
    if hasattr(os, "memfd_create"):
        handle = os.memfd_create("minitorch")
    else:
        with tempfile.TemporaryFile() as file:
            handle = os.dup(file.fileno())
    os.ftruncate(handle, size)
    return mapped(handle, size)


def mapped(handle, size):
    """The memory of a file; the handle is closed when nothing shows the memory any more."""
    memory = Shared(handle, size)
    memory.handle = handle
    weakref.finalize(memory, os.close, handle)
    return memory


def announce():
    """Tell multiprocessing how tensors are sent."""
    for cls in (Tensor, *Tensor.__subclasses__()):
        ForkingPickler.register(cls, parts)


def parts(x):
    """What multiprocessing sends of a tensor: where its memory is, or if that is not shared, what pickle takes."""
    memory = memory_below(x._array)
    if not isinstance(memory, Shared):
        return x.__reduce_ex__(2)
    start = x._array.ctypes.data - np.frombuffer(memory, np.uint8).ctypes.data
    layout = x._array.shape, x._array.dtype, start, x._array.strides
    return received, (type(x), DupFd(memory.handle), len(memory), layout, x.requires_grad, x.__dict__)


def received(cls, file, size, layout, requires_grad, attributes):
    """The tensor in the process that gets it."""
    announce()
    shape, kind, start, strides = layout
    made = bare(cls)
    made.__setstate__((np.ndarray(shape, kind, mapped(file.detach(), size), start, strides), requires_grad, attributes))
    return made


method(is_shared)
method(share_memory_)
