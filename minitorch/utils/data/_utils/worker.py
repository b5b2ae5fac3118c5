"""worker: get_worker_info, and what a worker process of a DataLoader does (shelf)."""

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
from ..dataloader import _DatasetKind

MP_STATUS_CHECK_INTERVAL = 5.0  # seconds for which the parent waits until a worker ends
PARENT_CHECK_INTERVAL = 1.0  # seconds after which a worker looks again whether its parent is still there


# --- what a dataset can ask ---------------------------------------------------------------------------------------------


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


# --- what the two processes say to each other ---------------------------------------------------------------------------


@dataclass(frozen=True)
class _IterableDatasetStopIteration:
    """A worker's stream has ended."""

    worker_id: int


@dataclass(frozen=True)
class _ResumeIteration:
    """Start again with the same dataset; sent to the worker, and back as the answer."""


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


@dataclass(frozen=True)
class Job:
    """What a worker is to do; every worker of an iterator gets the same, but for its number."""

    kind: int
    dataset: Any
    auto_collation: bool
    collate_fn: Any
    drop_last: bool
    base_seed: int
    init_fn: Any
    num_workers: int


def _generate_state(base_seed, worker_id):
    """Four words of 32 bits, the seed of NumPy's own generator in a worker. Source: O'Neill, seed_seq, 2015."""
    words = [worker_id, base_seed & 0xFFFFFFFF, base_seed >> 32, 0]
    return [int(word) for word in np.random.SeedSequence(words).generate_state(4)]


class Worker:
    """A process that gets indices from `asked` and sends back batches through the connection `answers`.

    closing  a number in shared memory, not 0 when the iterator has no use for more batches
    """

    def __init__(self, job, worker_id, asked, answers, closing):
        self.job, self.id, self.asked, self.answers, self.closing = job, worker_id, asked, answers, closing
        self.fetcher = self.failed = None
        self.ended = False  # of a stream

    def seed(self):
        """Seed all generators: base_seed + the worker's number, as PyTorch does."""
        global _worker_info
        seed = self.job.base_seed + self.id
        random.seed(seed)
        manual_seed(seed)
        np.random.seed(_generate_state(self.job.base_seed, self.id))
        _worker_info = WorkerInfo(self.id, self.job.num_workers, seed, self.job.dataset)

    def start(self, init_fn=None):
        """Get ready to load, or keep the error that comes of it for the one who asks first."""
        job, self.ended, self.failed = self.job, False, None
        try:
            if init_fn is not None:
                init_fn(self.id)
            how = job.auto_collation, job.collate_fn, job.drop_last
            self.fetcher = _DatasetKind.create_fetcher(job.kind, job.dataset, *how)
        except Exception:
            self.failed = self.wrapped()

    def wrapped(self):
        """The error that is being handled, to be raised again by the parent."""
        return ExceptionWrapper(f"in DataLoader worker process {self.id}")

    def load(self, index):
        """A batch, the end of a stream, or the error that came instead."""
        if self.failed is not None:
            return self.failed
        try:
            return self.fetcher.fetch(index)
        except Exception as error:
            if isinstance(error, StopIteration) and self.job.kind == _DatasetKind.Iterable:
                self.ended = True
                return _IterableDatasetStopIteration(self.id)
            return self.wrapped()

    def send(self, number, data):
        """Send an answer; where it cannot be pickled, the error that says so."""
        try:
            message = pack((number, data))
        except Exception:
            unknown = self.wrapped()
            if isinstance(data, ExceptionWrapper):  # an error of a kind that only this process knows
                unknown, unknown.exc_type = data, RuntimeError
            message = pack((number, unknown))
        self.answers.send_bytes(message)

    def run(self):
        """Answer until None comes."""
        while (task := self.asked.get()) is not None:
            if isinstance(task, _ResumeIteration):
                self.start()
                self.send(task, None)
            elif not self.ended and not self.closing.value:
                number, index = task
                self.send(number, self.load(index))


def end_with_parent(parent):
    """End this process soon after its parent, which may be gone without a word: killed, or by os._exit.

    A thread of its own looks, since the worker may be computing for long, or writing into a pipe that nobody reads.
    """
    while os.getppid() == parent:
        time.sleep(PARENT_CHECK_INTERVAL)
    os._exit(1)


def _worker_loop(job, worker_id, asked, answers, closing):
    """The life of a worker."""
    threading.Thread(target=end_with_parent, args=(os.getppid(),), daemon=True).start()
    try:
        set_num_threads(1)
        worker = Worker(job, worker_id, asked, answers, closing)
        worker.seed()
        worker.start(job.init_fn)
        worker.run()
    except (KeyboardInterrupt, BrokenPipeError):
        pass  # the parent is interrupted as well, or has gone
