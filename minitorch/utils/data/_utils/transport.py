"""transport: batches from one process to another, through a pipe (shelf).

A message is pickled, and the numbers of its arrays follow as they are: each side copies them once.
"""

import io
import pickle
from multiprocessing.reduction import ForkingPickler

import numpy as np

from ...._tensor import Tensor
from ...hooks import refuse_computed

SMALL = 10_000  # bytes: arrays below this are pickled with the rest


class Packer(ForkingPickler):
    """Pickles as multiprocessing does, and tensors by their numbers."""

    def reducer_override(self, obj):
        if not isinstance(obj, Tensor):
            return NotImplemented
        refuse_computed(obj)
        return obj.__reduce_ex__(5)


def pack(message):
    """(pickled, the buffers of its large arrays)."""
    file, large = io.BytesIO(), []

    def keep(buffer):
        """Whether to pickle these bytes with the rest."""
        return buffer.raw().nbytes < SMALL or large.append(buffer.raw()) is not None

    Packer(file, 5, True, keep).dump(message)
    return file.getvalue(), large


def send(connection, pickled, large):
    """Send what `pack` made."""
    connection.send((pickled, [buffer.nbytes for buffer in large]))
    for buffer in large:
        connection.send_bytes(buffer)


def receive(connection):
    """(pickled, buffers), which unpack makes a message of. Errors: EOFError where the other side has ended."""
    pickled, sizes = connection.recv()
    large = [np.empty(size, np.uint8) for size in sizes]
    for buffer in large:
        connection.recv_bytes_into(buffer)
    return pickled, large


def unpack(pickled, large):
    """The message."""
    return pickle.loads(pickled, buffers=large)
