"""spinning: threads that share out kernels look out for the next one a while before they sleep (short cuts).

To wake a thread takes 40 microseconds, and so does waiting for Python's lock while another thread has it. So a helper
that has done its job looks, without the lock, at a table (jobs.py) that says whether there is another, and takes part in
kernels there and then; a thread that asked for jobs of Python's looks until the helpers have done theirs. Of those, all
that is in the table is a hint: who misses it sleeps and is woken as ever.
"""

import os

from ... import threads
from ..._holes import fill
from . import jobs
from .jobs import AWAKE, BUSY, PLACE, POSTED, THREADS, table
from .kernel import Kernel

LOOKS = 20_000  # how often a helper looks, about 25 nanoseconds each time
ENTRY = 200  # looks after a job came, until the thread that gave it has entered its own kernel, and so left the lock
END = 2_000  # how often the thread that asked looks


def make(types):
    """How a function is compiled that looks."""

    def compiled(numba, function, **options):
        jobs.prepare(numba)
        return numba.njit(f"i8({types})", nogil=True, **options)(function)

    return lambda function: Kernel(function, compiled)


@make("i8[::1], i8, i8, i8")
def rest(table, helper, looks, entry):
    """Until there is a job of Python's; a kernel's is begun here. Whether this thread is in the way of who gave it."""
    jobs.put(table, BUSY + min(helper, THREADS - 1), 0)
    looked, job = 0, 0
    while looked < looks and jobs.look(table, POSTED) <= 0:
        before, job = job, jobs.join_in(table, helper + 1, job)
        looked = 0 if job != before else looked + 1
        if looked == 0 and jobs.core() == table[PLACE] >= 0:
            return 1
    if looked < looks:
        for _ in range(entry):
            jobs.look(table, POSTED)
    return 0


@make("i8[::1], i8, i8")
def wait(table, helpers, looks):
    """Until no helper is at a job of Python's."""
    for _ in range(looks):
        busy = 0
        for place in range(BUSY, BUSY + helpers):
            busy += jobs.look(table, place)
        if busy == 0:
            return 1
    return 0


def posting(number):
    table[POSTED] += number


def starting(helper):
    table[POSTED] -= 1
    table[AWAKE] += 1
    table[BUSY + min(helper, THREADS - 1)] = 1


def resting(helper):
    while rest(table, helper, LOOKS, ENTRY):
        step_aside(int(table[PLACE]))
    table[AWAKE] -= 1


def step_aside(core):
    """Go on on another core: of two threads that share one each waits for the other, and not every system parts them."""
    usable = os.sched_getaffinity(0)
    if len(usable) > 1:
        os.sched_setaffinity(0, usable - {core})
        os.sched_setaffinity(0, usable)


def finishing():
    wait(table, min(threads.started, THREADS), END)


def stay_awake():
    """Let threads do so from now on."""
    rest.compiled()
    wait.compiled()
    fill("minitorch.threads", posting=posting, starting=starting, resting=resting, finishing=finishing)


def nothing(*_):
    """What a helper is given to do that is wanted awake."""


def wake(number):
    """Let so many helpers look out for kernels; they begin when they are there."""
    if threads.started < number:
        threads.together(nothing, range(number + 1))
    asleep = number - int(table[AWAKE] + table[POSTED])
    posting(asleep)
    for _ in range(asleep):
        threads.jobs.put(nothing)


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=lambda: table.fill(0))
