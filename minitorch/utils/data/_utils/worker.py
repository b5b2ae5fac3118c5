"""worker: get_worker_info, and what a worker process of a DataLoader does (shelf).

A task is (number, indices), and its answer (number, batch). A task without a number has the dataset begin anew, and None
ends the process. Instead of a batch may come the class EndOfStream, or the error that was raised, in an ExceptionWrapper.
"""

import io
import os
import random
import sys
import threading
import time
import traceback
from dataclasses import dataclass
from multiprocessing.reduction import ForkingPickler
from typing import Any

import numpy as np

from ...._tensor import Tensor
from ....ops.threads import set_num_threads
from ....random import manual_seed
from ...hooks import refuse_computed
from .fetch import EndOfStream

MP_STATUS_CHECK_INTERVAL = 5.0  # seconds for which the parent waits until a worker ends
PARENT_CHECK_INTERVAL = 1.0  # seconds after which a worker looks again whether anybody wants its batches


@dataclass(frozen=True, slots=True)
class WorkerInfo:
    """What get_worker_info says: number and count of the workers, this one's seed, and its copy of the dataset."""

    id: int
    num_workers: int
    seed: int
    dataset: Any


_worker_info: WorkerInfo | None = None


def get_worker_info():
    """In a DataLoader's worker process a WorkerInfo, elsewhere None: so a stream can give each worker its own share.

    Source: PyTorch, torch.utils.data.get_worker_info.
    """
    return _worker_info


# --- what is sent -------------------------------------------------------------------------------------------------------


class Words(str):
    """Words that stay readable in a KeyError, which shows the repr of what it is given."""

    __repr__ = str.__str__


class ExceptionWrapper:
    """The error that is being handled in a worker, its kind and its traceback as text, to be raised by the parent.

    Source: PyTorch, torch._utils.ExceptionWrapper.
    """

    def __init__(self, where):
        self.exc_type, error, _ = sys.exc_info()
        self.where, self.notes = where, error.__dict__.pop("__notes__", [])  # PyTorch's words have none
        self.exc_msg = traceback.format_exc()

    def reraise(self):
        """Raise an error of the same kind, or a RuntimeError where one cannot be made of words alone."""
        words = Words(f"Caught {self.exc_type.__name__} {self.where}.\nOriginal {self.exc_msg}")
        try:
            error = self.exc_type(words)
        except Exception:
            raise RuntimeError(words) from None
        for note in self.notes:
            error.add_note(note)
        try:
            raise error
        finally:
            del error  # an error that is held by a frame that it holds is not freed before the garbage collector comes


class Packer(ForkingPickler):
    """Pickles as multiprocessing does, and tensors by their numbers."""

    def reducer_override(self, obj):
        if not isinstance(obj, Tensor):
            return NotImplemented
        refuse_computed(obj)
        return obj.__reduce_ex__(5)


def pack(message):
    """A message as bytes."""
    file = io.BytesIO()
    Packer(file, 5).dump(message)
    return file.getvalue()


# --- the process --------------------------------------------------------------------------------------------------------


def _generate_state(base_seed, worker_id):
    """Four words of 32 bits, the seed of NumPy's own generator in a worker. Source: O'Neill, seed_seq, 2015."""
    words = [worker_id, base_seed & 0xFFFFFFFF, base_seed >> 32, 0]
    return [int(word) for word in np.random.SeedSequence(words).generate_state(4)]


def seed_all(base_seed, worker_id):
    """Seed all generators of a worker: base_seed + its number, as PyTorch does. Returns that seed."""
    seed = base_seed + worker_id
    random.seed(seed)
    manual_seed(seed)
    np.random.seed(_generate_state(base_seed, worker_id))
    return seed


class Worker:
    """What loads: make_fetcher and init_fn are called at the first task, so that their errors are answers, too."""

    def __init__(self, worker_id, make_fetcher, init_fn):
        self.where = f"in DataLoader worker process {worker_id}"
        self.id, self.make_fetcher, self.init_fn, self.fetcher = worker_id, make_fetcher, init_fn, None

    def load(self, index):
        """A batch, or what comes instead."""
        try:
            if self.init_fn is not None:
                self.init_fn(self.id)
                self.init_fn = None
            self.fetcher = self.fetcher or self.make_fetcher()
            return self.fetcher(index)
        except EndOfStream:
            return EndOfStream
        except Exception:
            return ExceptionWrapper(self.where)

    def message(self, number, data):
        """An answer as bytes; where it cannot be pickled, the error that says so."""
        try:
            return pack((number, data))
        except Exception:
            unknown = ExceptionWrapper(self.where)
            if isinstance(data, ExceptionWrapper):  # an error of a kind that only this process knows
                unknown, unknown.exc_type = data, RuntimeError
            return pack((number, unknown))


def end_with_parent(parent, closing):
    """End this process soon after nobody wants more batches: also where the parent is killed and cannot send None.

    A thread of its own looks, since the worker may be computing for long, or writing into a pipe that nobody reads.
    """
    while os.getppid() == parent and not closing.value:
        time.sleep(PARENT_CHECK_INTERVAL)
    os._exit(0)


def _worker_loop(make_fetcher, base_seed, init_fn, num_workers, worker_id, asked, answers, closing):
    """The life of a worker. `closing`, a number in shared memory, is not 0 once nobody wants more batches."""
    global _worker_info
    threading.Thread(target=end_with_parent, args=(os.getppid(), closing), daemon=True).start()
    try:
        set_num_threads(1)
        seed, dataset = seed_all(base_seed, worker_id), make_fetcher.args[0]
        _worker_info = WorkerInfo(worker_id, num_workers, seed, dataset)
        worker = Worker(worker_id, make_fetcher, init_fn)
        while (task := asked.get()) is not None:
            number, index = task
            if number is None:
                worker.fetcher = None
            elif not closing.value:
                answers.send_bytes(worker.message(number, worker.load(index)))
    except (KeyboardInterrupt, BrokenPipeError):
        pass  # the parent is interrupted as well, or has gone
