"""pieces: a large array is worked on a piece at a time, by as many threads as there are cores.

NumPy computes on one core, and a formula of several steps writes a whole array after each of them. A piece fits into
the processor's own memory, so its steps cost little more than one; and NumPy lets other threads work meanwhile.
"""

import os
import threading
from _queue import SimpleQueue
from _thread import allocate_lock

import numpy as np

LARGE = 1 << 16  # numbers; below it, handing over costs more than it saves
PIECE = 1 << 15


def in_pieces(function, x):
    """function(x) for a function that treats each number by itself, such as np.exp; in pieces if x is large.

    >>> import numpy as np
    >>> float(in_pieces(np.sqrt, np.full(100_000, 4.0)).sum())
    200000.0
    """
    if type(x) is not np.ndarray or x.size < LARGE or not x.flags.c_contiguous:
        return function(x)
    given = x.reshape(-1)
    out = np.empty(x.shape, function(given[:1]).dtype)
    kept = out.reshape(-1)
    starts = iter(range(0, x.size, PIECE))

    def work():
        for start in starts:  # each thread takes the next piece that nobody has taken
            kept[start : start + PIECE] = function(given[start : start + PIECE])

    together(work)
    return out


# --- threads ----------------------------------------------------------------------------------------------------------


count = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
started = 0  # helpers, threads that wait for jobs; made when first needed
jobs: SimpleQueue = SimpleQueue()


def help_out():
    """The life of a helper."""
    while True:
        work, done, errors = jobs.get()
        try:
            work()
        except BaseException as error:  # raised again by the thread that asked
            errors.append(error)
        done.release()


def together(work):
    """Call work() here and in count - 1 helpers at once, and wait for all of them."""
    global started
    for _ in range(started, count - 1):
        threading.Thread(target=help_out, daemon=True).start()
        started += 1
    locks, errors = [], []
    for _ in range(count - 1):
        done = allocate_lock()
        done.acquire()
        locks.append(done)
        jobs.put((work, done, errors))
    work()
    for done in locks:
        done.acquire()  # until its helper releases it
    if errors:
        raise errors[0]


def get_num_threads():
    """How many threads compute on a large array. Source: PyTorch, torch.get_num_threads."""
    return count


def set_num_threads(number):
    """Let so many threads compute on a large array.

    Errors: RuntimeError for what is no positive whole number. Source: PyTorch, torch.set_num_threads.
    """
    global count
    if isinstance(number, bool) or not isinstance(number, int):
        raise RuntimeError(f"set_num_threads expects an int, but got {type(number).__name__}")
    if number < 1:
        raise RuntimeError("set_num_threads expects a positive integer")
    count = number


def after_fork():
    """A forked process has none of the threads."""
    global started, jobs
    started, jobs = 0, SimpleQueue()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=after_fork)
