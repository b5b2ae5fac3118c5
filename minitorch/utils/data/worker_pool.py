"""worker_pool: the batches of a DataLoader, loaded by worker processes (shelf).

    sampler -> indices, a queue for each worker -> workers -> batches, a pipe from each worker -> in order -> for loop

A queue and a pipe for each, and no lock that two workers share: one that is killed at a bad moment stops no other.
"""

import collections
import itertools
import multiprocessing
import os
import pickle
import signal
import sys
import time
import warnings
from multiprocessing.connection import wait

from ._utils.worker import (
    MP_STATUS_CHECK_INTERVAL,
    ExceptionWrapper,
    Job,
    _IterableDatasetStopIteration,
    _ResumeIteration,
    _worker_loop,
    get_worker_info,
)
from .dataloader import _BaseDataLoaderIter

__all__ = ["_MultiProcessingDataLoaderIter", "get_worker_info"]


def cause_of_death(worker):
    """The error that says in which way a process ended."""
    code = worker.exitcode
    if code is not None and code < 0:
        return RuntimeError(f"DataLoader worker (pid {worker.pid}) is killed by signal: {signal.strsignal(-code)}. ")
    return RuntimeError(
        f"DataLoader worker (pid {worker.pid}) exited unexpectedly with exit code {code}. Details are lost due to "
        "multiprocessing. Rerunning with num_workers=0 may give better error trace."
    )


class _MultiProcessingDataLoaderIter(_BaseDataLoaderIter):
    """The walk through a DataLoader whose batches are loaded by processes, some of them ahead of time.

    Tasks are numbered in the sampler's order and given to the workers in turn. An answer that comes before its turn waits.

    Source: PyTorch, torch.utils.data.dataloader._MultiProcessingDataLoaderIter.
    """

    _owner = None

    def __init__(self, loader):
        super().__init__(loader)
        self._prefetch_factor = loader.prefetch_factor
        if self._prefetch_factor <= 0:
            raise AssertionError("prefetch_factor must be greater than 0 for MultiProcessingDataLoaderIter")
        context = loader.multiprocessing_context or multiprocessing
        self._workers, self._index_queues, self._answers = [], [], []
        self._shutdown, self._owner = False, os.getpid()
        self._closing = context.RawValue("b", 0)
        self._job = Job(
            self._dataset_kind, self._dataset, self._auto_collation, self._collate_fn, self._drop_last, self._base_seed,
            loader.worker_init_fn, self._num_workers,
        )  # fmt: skip
        for worker_id in range(self._num_workers):
            self._start_worker(context, worker_id)
        self._reset(loader, first_iter=True)

    def _start_worker(self, context, worker_id):
        asked = context.Queue()
        asked.cancel_join_thread()  # what nobody has read when the process ends need not be read
        answers, sender = multiprocessing.Pipe(duplex=False)
        arguments = self._job, worker_id, asked, sender, self._closing
        worker = context.Process(target=_worker_loop, args=arguments, daemon=True)
        try:
            worker.start()
        except (TypeError, AttributeError, pickle.PicklingError):
            warnings.warn(
                "Got pickle error when attempting to start a worker Process: unless it is forked, the dataset and all "
                "functions of the DataLoader have to be picklable. multiprocessing.set_start_method('fork') needs no pickle.",
                stacklevel=5,
            )
            raise
        sender.close()  # the worker has it, and when the worker ends, so does the pipe
        self._workers.append(worker)
        self._index_queues.append(asked)
        self._answers.append(answers)

    def _reset(self, loader, first_iter=False):
        """Start again, with the workers that are there."""
        super()._reset(loader, first_iter)
        self._send_idx = self._rcvd_idx = 0  # the next task to be given out, and to be handed on
        self._tasks = {}  # number -> worker, of tasks that were given out and not handed on
        self._arrived = {}  # number -> batch, of those that came before their turn
        self._messages = collections.deque()
        self._workers_status = [True] * self._num_workers  # whether its stream goes on
        self._turns = itertools.cycle(range(self._num_workers))
        if not first_iter:
            for asked in self._index_queues:
                asked.put(_ResumeIteration())
            resumed = 0
            while resumed < self._num_workers:
                number, _ = self._next_message()
                resumed += isinstance(number, _ResumeIteration)
        for _ in range(self._prefetch_factor * self._num_workers):
            self._try_put_index()

    # --- to the workers -------------------------------------------------------------------------------------------------

    def _try_put_index(self):
        """Give the next indices, if there are any, to the next worker."""
        try:
            index = self._next_index()
        except StopIteration:
            return
        for worker_id in itertools.islice(self._turns, self._num_workers):
            if self._workers_status[worker_id]:
                self._index_queues[worker_id].put((self._send_idx, index))
                self._tasks[self._send_idx] = worker_id
                self._send_idx += 1
                return

    # --- from the workers -----------------------------------------------------------------------------------------------

    def _next_data(self):
        while True:
            self._pass_over_what_will_not_come()
            if self._rcvd_idx == self._send_idx:
                if not self._persistent_workers:
                    self._shutdown_workers()
                raise StopIteration
            if self._rcvd_idx in self._arrived:
                return self._hand_on(self._rcvd_idx, self._arrived.pop(self._rcvd_idx))
            number, data = self._next_message()
            if isinstance(data, _IterableDatasetStopIteration):
                self._end_of_stream(data.worker_id)
            elif number == self._rcvd_idx:
                return self._hand_on(number, data)
            else:
                self._arrived[number] = data

    def _pass_over_what_will_not_come(self):
        """Go on to the next task whose answer is here or can still come."""
        while self._rcvd_idx < self._send_idx:
            worker_id = self._tasks.get(self._rcvd_idx)
            if worker_id is not None and (self._rcvd_idx in self._arrived or self._workers_status[worker_id]):
                return
            self._tasks.pop(self._rcvd_idx, None)
            self._rcvd_idx += 1

    def _hand_on(self, number, data):
        del self._tasks[number]
        self._try_put_index()
        if isinstance(data, ExceptionWrapper):
            data.reraise()
        return data

    def _end_of_stream(self, worker_id):
        self._workers_status[worker_id] = False
        if not self._persistent_workers:
            self._index_queues[worker_id].put(None)
        self._try_put_index()

    def _next_message(self):
        """(number, data) of the next answer, whichever worker it is from."""
        while not self._messages:
            working = [i for i, status in enumerate(self._workers_status) if status]
            sources = {self._answers[i]: i for i in working} | {self._workers[i].sentinel: i for i in working}
            ready = wait(list(sources), self._timeout or None)
            if not ready:
                raise RuntimeError(f"DataLoader timed out after {self._timeout} seconds")
            gone = [i for i in dict.fromkeys([sources[source] for source in ready]) if not self._receive(i)]
            if gone and not self._messages:
                self._say_who_died(gone)
        return self._messages.popleft()

    def _receive(self, worker_id):
        """Take a worker's answer, and say whether there was one; there is none if it has ended."""
        try:
            if self._answers[worker_id].poll():
                self._messages.append(pickle.loads(self._answers[worker_id].recv_bytes()))
                return True
        except (EOFError, OSError):
            pass
        return False

    def _say_who_died(self, gone):
        """Raise for workers that ended although there was work for them."""
        for worker_id in gone:
            self._workers[worker_id].join(MP_STATUS_CHECK_INTERVAL)
            self._workers_status[worker_id] = False
        pids = ", ".join([str(self._workers[i].pid) for i in gone])
        cause = cause_of_death(self._workers[gone[0]])
        raise RuntimeError(f"DataLoader worker (pid(s) {pids}) exited unexpectedly") from cause

    # --- the end --------------------------------------------------------------------------------------------------------

    def _shutdown_workers(self):
        """End the workers: ask them, and after some seconds do not ask."""
        if self._shutdown or self._owner != os.getpid():
            return
        self._shutdown = True
        try:
            self._closing.value = 1
            for asked in self._index_queues:
                asked.put(None)
            self._wait_for_workers(MP_STATUS_CHECK_INTERVAL)
        finally:
            for worker in self._workers:
                if worker.is_alive():
                    worker.terminate()
                    worker.join(MP_STATUS_CHECK_INTERVAL)
            for end in [*self._index_queues, *self._answers]:
                end.close()

    def _wait_for_workers(self, seconds):
        """Wait until all have ended, and throw away what they send: one that waits for a reader would not end."""
        end = time.monotonic() + seconds
        answers = list(self._answers)
        while any([worker.is_alive() for worker in self._workers]) and time.monotonic() < end:
            alive = [worker.sentinel for worker in self._workers if worker.is_alive()]
            for source in wait([*answers, *alive], max(0, end - time.monotonic())):
                if source in answers:
                    try:
                        source.recv_bytes()
                    except (EOFError, OSError):
                        answers.remove(source)

    def __del__(self):
        if self._owner is not None and not sys.is_finalizing():
            self._shutdown_workers()
