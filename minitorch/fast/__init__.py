"""fast: short cuts. Each is a quicker way to do what a piece of the core does, and gives the same (short cuts).

`table` says which piece each takes the place of, and which pieces it goes round. MINITORCH_FAST=0 in the environment
leaves all of them out; `off()` and `on()` switch at run time. While a piece of yours is in force, the short cuts that
would go round it step aside, so that what you wrote is what runs.
"""

import contextlib
import os
from collections import Counter

# isort: off
from .table import ShortCut
from .memory import keep_blocks
from . import kernels, calls, inplace, walk

# isort: on

table = [
    ShortCut("calls", "minitorch.ops.op:Op.make", calls.put, calls.ROUND),
    ShortCut("kernels", "minitorch.graph.node:new_type", kernels.put, kernels.ROUND),
    ShortCut("inplace", "minitorch.ops.inplace.in_place:in_place", inplace.put, inplace.ROUND),
    ShortCut("walk", "minitorch.autograd.engine:Engine.run", walk.put, walk.ROUND),
]


aside: Counter = Counter()  # the pieces of yours that are in force, for short cuts that are loaded later


def add(short_cut):
    """Enter a short cut of a file that is loaded when it is asked for."""
    short_cut.reasons.update({target: count for target, count in aside.items() if short_cut.goes_round(target)})
    short_cut.wait("switched off", table[0].reasons["switched off"])
    table.append(short_cut)


def change(reason, count, concerned=table):
    """Count a reason to leave short cuts out."""
    for short_cut in concerned:
        short_cut.wait(reason, count)


def on():
    """Take the short cuts, apart from those that step aside for a piece of yours."""
    change("switched off", -1)


def off():
    """Take none."""
    change("switched off", +1)


@contextlib.contextmanager
def switched_off():
    """Within this block the core alone runs."""
    off()
    try:
        yield
    finally:
        on()


def is_on():
    """The names of the short cuts that are taken now."""
    return [short_cut.name for short_cut in table if short_cut.taken]


def step_aside(target):
    """Leave out the short cuts that go round a piece of the core, "module:name"; returns what puts them back."""

    def count(step):
        aside[target] += step
        change(target, step, [short_cut for short_cut in table if short_cut.goes_round(target)])

    def back():
        count(-1)

    count(+1)

    return back


if os.environ.get("MINITORCH_FAST", "1") == "0":
    off()
else:
    on()
    keep_blocks()
