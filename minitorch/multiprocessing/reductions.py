"""reductions: how multiprocessing sends tensors and storages: a handle of their memory, which then is shared (shelf)."""

import errno
import multiprocessing
import os
import time
import weakref
from multiprocessing import resource_sharer
from multiprocessing.reduction import DupFd, ForkingPickler
from multiprocessing.util import Finalize, register_after_fork

import numpy as np

from .._tensor import Tensor, bare
from ..ops.view.memory import memory_below, root
from ..storage import TypedStorage, UntypedStorage, typed, untyped
from ..utils.hooks import warn_if_has_hooks
from .shared_memory import Shared, array_of, is_shared, mapped, move

SMALL = 1_000_000  # bytes: so much goes along as a copy, for one that comes when the process that sent it has ended
PATIENCE = 5.0  # seconds for which a process that ends waits until what it sent has been taken
waits_in = {"process": None}


class StorageWeakRef:
    """What knows a storage again, and does not keep its memory. Source: PyTorch, torch.multiprocessing.reductions."""

    def __init__(self, storage):
        self.cdata, self._memory = storage._cdata, weakref.ref(root(storage._memory))

    def expired(self):
        """Whether the memory is gone."""
        return self._memory() is None

    def __hash__(self):
        return self.cdata

    def __eq__(self, other):
        return self is other or self.cdata == other.cdata


def init_reductions():
    """Tell multiprocessing how tensors and storages are sent. Source: PyTorch, torch.multiprocessing.reductions."""
    for cls in (Tensor, *Tensor.__subclasses__()):
        ForkingPickler.register(cls, reduce_tensor)
    for cls in (UntypedStorage, TypedStorage):
        ForkingPickler.register(cls, reduce_storage)
    wait_at_the_end()


def place_of(one):
    """Where the numbers of a tensor or a storage are: (handle, size of the memory, copy, shape, dtype, start, strides).

    None if another process cannot get there: not on the CPU, on Windows, in memory that came from elsewhere, or where
    there are no more handles; or if there are several, as of a sparse tensor.
    """
    if one.device.type != "cpu" or os.name != "posix" or hasattr(getattr(one, "_array", None), "nnz"):
        return None
    try:
        if not is_shared(one):
            move(one)
        return handle_of(one)
    except OSError as error:
        if error.errno != errno.EMFILE:
            raise
        return None


def handle_of(one):
    """The same of what is shared already."""
    array = array_of(one)
    memory, whole = memory_below(array), root(array)
    if not isinstance(memory, Shared):
        return None
    start = array.ctypes.data - whole.ctypes.data if array.size else 0
    copy = bytes(memory) if len(memory) <= SMALL else None
    return DupFd(memory.handle), len(memory), copy, array.shape, array.dtype, start, array.strides


def array_at(file, size, copy, shape, kind, start, strides):
    """The array at that place, in the process that gets it."""
    init_reductions()
    try:
        whole = mapped(file.detach(), size)
    except (OSError, EOFError):  # the process that sent it has ended, or this one has too many open files
        if copy is None:
            raise
        whole = np.frombuffer(copy, np.uint8).copy()
    return np.ndarray(shape, kind, whole, start, strides)


def reduce_tensor(x):
    """What is sent of a tensor: its place, or where that is not to be reached what pickle takes."""
    if x.requires_grad and not x.is_leaf:
        raise RuntimeError(
            "Cowardly refusing to serialize non-leaf tensor which requires_grad, since autograd does not support crossing "
            "process boundaries.  If you just want to transfer the data, call detach() on the tensor before serializing "
            "(e.g., putting it on the queue)."
        )
    warn_if_has_hooks(x)
    place = place_of(x)
    return x.__reduce_ex__(2) if place is None else (rebuild_tensor, (type(x), place, x.requires_grad, x.__dict__))


def rebuild_tensor(cls, place, requires_grad, attributes):
    """The tensor in the process that gets it."""
    made = bare(cls)
    made.__setstate__((array_at(*place), requires_grad, attributes))
    return made


def reduce_storage(storage):
    """What is sent of a storage."""
    place = place_of(storage)
    return storage.__reduce__() if place is None else (rebuild_storage, (place, getattr(storage, "dtype", None)))


def rebuild_storage(place, kind):
    """The storage in the process that gets it."""
    memory = array_at(*place)
    return untyped(memory) if kind is None else typed(memory, kind)


def wait_at_the_end():
    """Let a process that another one started wait at its end: a handle can be taken only while its owner is there.

    It has to be known before the end begins: queues send the last of what was put then, from a thread of their own.
    """
    if multiprocessing.parent_process() is not None and waits_in["process"] != os.getpid():
        waits_in["process"] = os.getpid()
        Finalize(None, until_taken, exitpriority=-10)  # after queues have sent what was put


register_after_fork(wait_at_the_end, lambda wait: wait())


def until_taken():
    """Wait until all handles have been taken, or for as long as patience lasts."""
    end, sharer = time.monotonic() + PATIENCE, resource_sharer._resource_sharer
    while sharer._cache and time.monotonic() < end:
        time.sleep(0.01)
    resource_sharer.stop(1.0)  # when the last one has been handed over
