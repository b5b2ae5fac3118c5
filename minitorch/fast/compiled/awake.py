"""awake: threads that share out kernels look out for the next one a while before they sleep (short cuts).

To wake a thread takes 40 microseconds, and so does waiting for Python's lock while another thread has it. So a helper
that has done its job looks, without the lock, at a table that says whether there is another; and the thread that asked
looks until the helpers have done theirs. All that is in the table is a hint: who misses it sleeps and is woken as ever.
"""

import os
from typing import Any

import numpy as np

from ... import threads
from ..._holes import fill
from .kernel import Kernel

LOOKS = 12_000  # how often a helper looks, about 25 nanoseconds each time
ENTRY = 200  # looks after a job came, until the thread that gave it has entered its own kernel, and so left the lock
END = 2_000  # how often the thread that asked looks
HELPERS = 256  # of more, the last share their place

# how many jobs nobody has taken yet, and, for each helper, whether it is at one
table = np.zeros(HELPERS + 1, np.int64)
look: Any = None


def looker(numba):
    """look(table, i), of a number that another thread may change, with a pause that is good for the other threads."""
    tools, types = numba.core.cgutils, numba.types
    ir = tools.ir

    def build(context, build, signature, given):
        array = context.make_array(signature.args[0])(context, build, given[0])
        if build.module.triple.startswith("x86_64"):
            pause = tools.get_or_insert_function(
                build.module, ir.FunctionType(ir.VoidType(), []), "llvm.x86.sse2.pause"
            )
            build.call(pause, [])
        return build.load_atomic(build.gep(array.data, [given[1]]), "acquire", 8)

    def look(_, table, i):
        return types.int64(table, types.intp), build

    return numba.extending.intrinsic(look)


def make(types):
    """How a function is compiled that looks."""

    def compiled(numba, function, **options):
        global look
        look = look or looker(numba)
        return numba.njit(f"void({types})", nogil=True, **options)(function)

    return lambda function: Kernel(function, compiled)


@make("i8[::1], i8, i8, i8")
def rest(table, place, looks, entry):
    """Until there is a job."""
    table[place] = 0
    for _ in range(looks):
        if look(table, 0) > 0:
            for _ in range(entry):
                look(table, 0)
            break


@make("i8[::1], i8, i8")
def wait(table, places, looks):
    """Until no helper is at a job."""
    for _ in range(looks):
        busy = 0
        for place in range(1, places + 1):
            busy += look(table, place)
        if busy == 0:
            break


def posting(number):
    table[0] += number


def starting(helper):
    table[0] -= 1
    table[min(helper, HELPERS - 1) + 1] = 1


def resting(helper):
    rest(table, min(helper, HELPERS - 1) + 1, LOOKS, ENTRY)


def finishing():
    wait(table, min(threads.started, HELPERS), END)


def stay_awake():
    """Let threads do so from now on."""
    rest.compiled()
    wait.compiled()
    fill("minitorch.threads", posting=posting, starting=starting, resting=resting, finishing=finishing)


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=lambda: table.fill(0))
