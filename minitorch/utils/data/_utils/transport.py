"""transport: batches from one process to another, large arrays through shared memory (shelf).

What is pickled goes through a pipe, 64 KB at a time. A large array is quicker through a file in /dev/shm, which is memory
with a name: measured, float32, a batch made by a worker until it can be used here: 0.4 MB in 0.7 ms instead of 1.2,
40 MB in 65 ms instead of 190 (two busy cores).
"""

import io
import os
import pickle
import shutil
import tempfile
from multiprocessing.reduction import ForkingPickler
from multiprocessing.util import Finalize

import numpy as np

from ...._tensor import Tensor
from ...hooks import refuse_computed

SHARED = "/dev/shm"
SMALL = 100_000  # bytes: below this the pipe is quicker
ALIGNED = 64  # bytes between the starts of arrays in a file are a multiple of this


def shared_folder():
    """A new folder in shared memory, or None where there is none; removed when the process ends."""
    try:
        folder = tempfile.mkdtemp(prefix=f"minitorch-{os.getpid()}-", dir=SHARED)
    except OSError:
        return None
    Finalize(None, remove, (folder,), exitpriority=-1)  # after the workers have ended
    return folder


def remove(folder):
    """Remove a folder and what was left in it."""
    if folder is not None:
        shutil.rmtree(folder, ignore_errors=True)


def pack(message, folder):
    """(pickled, path of a file with its large arrays or None, how long each of them is)."""
    large = []

    def keep(buffer):
        """Whether to pickle these bytes with the rest."""
        return buffer.raw().nbytes < SMALL or large.append(buffer) is not None

    if folder is not None:
        pickled = dumps(message, keep)
        if not large:
            return pickled, None, []
        path = written(large, folder)
        if path is not None:
            return pickled, path, [buffer.raw().nbytes for buffer in large]
    return dumps(message), None, []


class Packer(ForkingPickler):
    """Pickles as multiprocessing does, and tensors by their numbers: a handle for each would take a millisecond."""

    def reducer_override(self, obj):
        if not isinstance(obj, Tensor):
            return NotImplemented
        refuse_computed(obj)
        return obj.__reduce_ex__(5)


def dumps(message, keep=None):
    """The message as bytes, but for the buffers for which `keep` says no."""
    file = io.BytesIO()
    Packer(file, 5, True, keep).dump(message)
    return file.getvalue()


def written(large, folder):
    """The path of a new file with these bytes; None where there is no room for them, or no folder any more."""
    try:
        handle, path = tempfile.mkstemp(dir=folder)
    except OSError:
        return None
    try:
        with open(handle, "wb") as file:
            for buffer in large:
                file.write(buffer.raw())
                file.write(bytes(-file.tell() % ALIGNED))
    except OSError:
        os.unlink(path)
        return None
    return path


def unpack(pickled, path, sizes):
    """The message; its file is removed."""
    return pickle.loads(pickled, buffers=read(path, sizes) if path is not None else ())


def read(path, sizes):
    """The parts of a file, which is removed: memory that can be written to."""
    try:
        with open(path, "rb") as file:
            memory = np.empty(os.fstat(file.fileno()).st_size, np.uint8)
            file.readinto(memory)
    finally:
        os.unlink(path)
    parts, start = [], 0
    for size in sizes:
        parts.append(memoryview(memory)[start : start + size])
        start += size + -size % ALIGNED
    return parts
