"""threads: get_num_threads, set_num_threads, and threads that share out the work on a large array (shelf).

What is needed of Python's threads is taken from the modules below `threading` and `queue`, which take longer to import.
"""

import os
from _queue import SimpleQueue
from _thread import allocate_lock, start_new_thread

count = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
started = 0  # helpers, threads that wait for jobs; made when first needed
jobs: SimpleQueue = SimpleQueue()


def help_out():
    """The life of a helper."""
    while True:
        job = jobs.get()
        job()
        del job  # and all that it holds


def together(work, starts):
    """Call work(start) for every start, here and in count - 1 helpers at once, and wait until all are done.

    Each thread takes the next start that nobody has taken. One that comes late, on a busy machine, finds none left and
    is not waited for.
    """
    global started, count
    try:
        for _ in range(started, count - 1):
            start_new_thread(help_out, ())
            started += 1
    except RuntimeError:  # Python in a browser has no threads
        count = started + 1
    left, waiting, errors = list(range(len(starts))), iter(starts), []
    done = allocate_lock()
    done.acquire()

    def take():
        for start in waiting:
            try:
                work(start)
            except BaseException as error:  # raised again by the thread that asked
                errors.append(error)
            if left.pop() == 0:
                done.release()

    for _ in range(min(count, len(starts)) - 1):
        jobs.put(take)
    take()
    done.acquire()  # until the last one is done
    if errors:
        raise errors[0]


def get_num_threads():
    """How many threads compute on a large array. Source: PyTorch, torch.get_num_threads."""
    return count


def set_num_threads(number):
    """Let so many threads compute. Errors: RuntimeError for no positive integer. Source: PyTorch, torch.set_num_threads."""
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
