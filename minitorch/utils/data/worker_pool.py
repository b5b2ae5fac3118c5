"""worker_pool: the batches of a DataLoader, loaded by worker processes (shelf).

    sampler -> indices, a queue for each worker -> workers -> batches, a pipe from each worker -> in order -> for loop

A queue and a pipe for each, and no lock that two workers share: one that is killed at a bad moment stops no other.
"""

import itertools
import multiprocessing
import os
import pickle
import signal
import sys
import time
import warnings
from multiprocessing.connection import wait

from ._utils.fetch import EndOfStream, _BaseDataLoaderIter
from ._utils.worker import MP_STATUS_CHECK_INTERVAL, ExceptionWrapper, _worker_loop, get_worker_info

__all__ = ["_MultiProcessingDataLoaderIter", "get_worker_info"]


def cause_of_death(worker):
    """The error that says in which way a process ended."""
    code = worker.exitcode
    if code is not None and code < 0:
        return RuntimeError(f"DataLoader worker (pid {worker.pid}) is killed by signal: {signal.strsignal(-code)}. ")
    words = f"DataLoader worker (pid {worker.pid}) exited unexpectedly with exit code {code}. Details are lost due to"
    return RuntimeError(f"{words} multiprocessing. Rerunning with num_workers=0 may give better error trace.")


class _MultiProcessingDataLoaderIter(_BaseDataLoaderIter):
    """The walk through a DataLoader whose batches are loaded by processes, some of them ahead of time.

    Tasks are numbered in the sampler's order and given to the workers in turn. An answer that comes before its turn waits.

    Source: PyTorch, torch.utils.data.dataloader._MultiProcessingDataLoaderIter.
    """

    _owner = None

    def __init__(self, loader):
        super().__init__(loader)
        self._persistent_workers, self._timeout = loader.persistent_workers, loader.timeout
        self._ahead = loader.prefetch_factor * loader.num_workers
        if self._ahead <= 0:
            raise AssertionError("prefetch_factor must be greater than 0 for MultiProcessingDataLoaderIter")
        context = loader.multiprocessing_context or multiprocessing
        self._workers, self._index_queues, self._answers = [], [], []
        self._shutdown, self._owner = False, os.getpid()
        self._closing = context.RawValue("b", 0)
        self._send_idx = 0  # the number of the next task
        for worker_id in range(loader.num_workers):
            job = self._make_fetcher, self._base_seed, loader.worker_init_fn, loader.num_workers, worker_id
            self._start_worker(context, job)
        self._begin()

    def _start_worker(self, context, job):
        asked = context.Queue()
        asked.cancel_join_thread()  # what nobody has read when the process ends need not be read
        answers, sender = multiprocessing.Pipe(duplex=False)
        worker = context.Process(target=_worker_loop, args=(*job, asked, sender, self._closing), daemon=True)
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

    def _begin(self):
        """Nothing is asked for yet: now it is, as far ahead as is wanted."""
        self._rcvd_idx = self._send_idx  # the task whose batch is handed on next; answers to older ones are thrown away
        self._tasks = {}  # number -> worker, of tasks that were given out and not handed on
        self._arrived = {}  # number -> batch, of those that came before their turn
        self._going = dict.fromkeys(range(len(self._workers)))  # the workers whose streams have not ended
        self._turns = itertools.cycle(self._going.copy())
        for _ in range(self._ahead):
            self._try_put_index()

    def _reset(self):
        super()._reset()
        for asked in self._index_queues:
            asked.put((None, None))
        self._begin()

    def _try_put_index(self):
        """Give the next indices, if there are any, to the next worker, if there is one."""
        if not self._going:
            return
        try:
            index = next(self._sampler_iter)
        except StopIteration:
            return
        worker_id = next(i for i in self._turns if i in self._going)
        self._index_queues[worker_id].put((self._send_idx, index))
        self._tasks[self._send_idx] = worker_id
        self._send_idx += 1

    # --- from the workers -----------------------------------------------------------------------------------------------

    def _next_data(self):
        while self._rcvd_idx < self._send_idx:
            while self._rcvd_idx not in self._arrived:
                self._receive()
            data, worker_id = self._arrived.pop(self._rcvd_idx), self._tasks.pop(self._rcvd_idx)
            self._rcvd_idx += 1
            if data is EndOfStream:
                self._going.pop(worker_id, None)
            self._try_put_index()
            if data is EndOfStream:
                continue
            if isinstance(data, ExceptionWrapper):
                data.reraise()
            return data
        if not self._persistent_workers:
            self._shutdown_workers()
        raise StopIteration

    def _receive(self):
        """Take the answers that are there, from whichever workers; wait for the first."""
        working = dict.fromkeys(self._tasks.values())
        sources = {self._answers[i]: i for i in working} | {self._workers[i].sentinel: i for i in working}
        ready = wait(list(sources), self._timeout or None)
        if not ready:
            raise RuntimeError(f"DataLoader timed out after {self._timeout} seconds")
        found = {worker_id: self._take(worker_id) for worker_id in dict.fromkeys([sources[source] for source in ready])}
        if not any(found.values()):
            self._say_who_died(list(found))

    def _take(self, worker_id):
        """Take a worker's answer, and say whether there was one; there is none if it has ended."""
        try:
            if self._answers[worker_id].poll():
                number, data = pickle.loads(self._answers[worker_id].recv_bytes())
                if number in self._tasks:
                    self._arrived[number] = data
                return True
        except (EOFError, OSError):
            pass
        return False

    def _say_who_died(self, gone):
        """Raise for workers that ended although there was work for them."""
        for worker_id in gone:
            self._workers[worker_id].join(MP_STATUS_CHECK_INTERVAL)
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
