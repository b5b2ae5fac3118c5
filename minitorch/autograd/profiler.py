"""profiler: profile and record_function: how long operations took, and how often they were called (shelf).

While a profile is open, every operation's call is exchanged for one that looks at the clock. The times are this library's
own, so they include what it does around NumPy. A backward pass computes on arrays and makes no entries of its own: put
record_function around it.
"""

import re
import threading
import time
from dataclasses import dataclass
from functools import wraps

from ..fast.calls import exchange_calls
from ..ops.op import Op, called

__all__ = ["profile", "record_function", "EventList", "FunctionEvent"]

open_profiles: list = []  # those that are watching, the innermost last
running = threading.local()  # the events that are open in a thread


@dataclass(eq=False)
class FunctionEvent:
    """One call, or all calls of one name together: how often, and how long in microseconds.

    cpu_time_total  from beginning to end     self_cpu_time_total  without what other events inside took
    """

    key: str
    start: float = 0.0
    count: int = 0
    cpu_time_total: float = 0.0
    self_cpu_time_total: float = 0.0

    name = property(lambda self: self.key)
    cpu_time = property(lambda self: self.cpu_time_total / max(self.count, 1))  # on average


class EventList(list):
    """Events, with tables and totals of them. Source: PyTorch, torch.autograd.profiler_util.EventList."""

    @property
    def self_cpu_time_total(self):
        """The time of all events, each without those inside."""
        return sum([event.self_cpu_time_total for event in self])

    def key_averages(self):
        """The events of each name together."""
        found = {}
        for event in self:
            whole = found.setdefault(event.key, FunctionEvent(event.key))
            for what in ("count", "cpu_time_total", "self_cpu_time_total"):
                setattr(whole, what, getattr(whole, what) + getattr(event, what))
        return EventList(found.values())

    def table(self, sort_by=None, row_limit=100):
        """A table of these events as text, the largest of `sort_by` (cpu_time_total, count ...) first."""
        events = sorted(self, key=lambda event: getattr(event, sort_by, 0), reverse=True) if sort_by else list(self)
        total = self.self_cpu_time_total or 1.0
        lines = [("Name", "Self CPU %", "Self CPU", "CPU total %", "CPU total", "CPU time avg", "# of Calls")]
        for event in events[: row_limit if row_limit >= 0 else None]:
            cells = [event.key[:55]]
            for time_of_it in (event.self_cpu_time_total, event.cpu_time_total):
                cells += [f"{100 * time_of_it / total:.2f}%", shown(time_of_it)]
            lines.append((*cells, shown(event.cpu_time), str(event.count)))
        widths = [max([len(line[i]) for line in lines]) for i in range(len(lines[0]))]
        rule = "  ".join(["-" * n for n in widths])
        rows = ["  ".join([cell.rjust(n) for cell, n in zip(line, widths, strict=True)]) for line in lines]
        made = [rule, rows[0], rule, *rows[1:], rule]
        return "\n".join(made) + f"\nSelf CPU time total: {shown(self.self_cpu_time_total)}\n"

    __str__ = table


def shown(microseconds):
    """A time as the table shows it."""
    for limit, unit in ((1e6, "s"), (1e3, "ms")):
        if microseconds >= limit:
            return f"{microseconds / limit:.3f}{unit}"
    return f"{microseconds:.3f}us"


# --- watching ------------------------------------------------------------------------------------------------------------


def begin(name):
    """Open an event in this thread."""
    event = FunctionEvent(name, time.perf_counter() * 1e6)
    running.__dict__.setdefault("stack", []).append(event)
    return event


def finish(event):
    """Close it, and give it to the profiles that watch."""
    took, stack = time.perf_counter() * 1e6 - event.start, running.stack
    while stack and stack.pop() is not event:
        pass
    event.count, event.cpu_time_total = 1, took
    event.self_cpu_time_total += took
    if stack:
        stack[-1].self_cpu_time_total -= took
    for one in open_profiles:
        one._events.append(event)


def aten_name(op):
    """PyTorch's name of an operation, read off that of its step: MaxPool2DWithIndicesBackward0 is of max_pool2d_with_indices."""
    step = op.derivative.split("Backward")[0] if isinstance(op.derivative, str) else op.name
    return f"aten::{re.sub('(?<=[a-z])(?=[A-Z])|(?<=D)(?=[A-Z])', '_', step).lower()}"


def timed(maker):
    """The calls that a maker makes, with a look at the clock before and after."""

    def make(op, on_unsupported):
        function = maker(op, on_unsupported)
        name = aten_name(op)

        def call(*args, **named):
            event = begin(name)
            try:
                return function(*args, **named)
            finally:
                finish(event)

        return called(call, op, on_unsupported)

    return make


class profile:
    """Time the operations of a block. PyTorch's options, for GPUs, shapes, memory and stacks, are accepted and ignored.

    >>> import minitorch as mt
    >>> with mt.profiler.profile() as prof:
    ...     x = mt.ones(3) + 1
    >>> [event.key for event in prof.key_averages()]
    ['aten::add']

    Source: PyTorch, torch.profiler.profile, torch.autograd.profiler.profile.
    """

    plain = None  # how calls were made before the first profile

    def __init__(self, enabled=True, **options):
        if options.keys() & {"schedule", "on_trace_ready"}:
            raise TypeError("profile has no schedule: open it around the steps that you want to see")
        self.enabled, self._events = enabled, EventList()

    def start(self):
        """Begin to watch."""
        if self.enabled:
            if not open_profiles:
                profile.plain = Op.make
                exchange_calls(timed(Op.make))
            open_profiles.append(self)
        return self

    __enter__ = start

    def stop(self):
        """Watch no longer."""
        if self in open_profiles:
            open_profiles.remove(self)
            if not open_profiles:
                exchange_calls(profile.plain)
            self._events.sort(key=lambda event: event.start)

    def __exit__(self, *error):
        self.stop()

    def events(self):
        """All events, in the order in which they began."""
        return self._events

    def __getattr__(self, name):
        """What their list can do: key_averages, table."""
        return getattr(vars(self)["_events"], name)


class record_function:
    """A block, or as a decorator a function, that is one entry of its own. Source: PyTorch, of that name."""

    def __init__(self, name, args=None):
        self.name, self.args, self.event = name, args, None

    def __enter__(self):
        self.event = begin(self.name) if open_profiles else None
        return self

    def __exit__(self, *error):
        if self.event is not None:
            finish(self.event)

    def __call__(self, function):
        @wraps(function)
        def wrapper(*args, **named):
            with record_function(self.name, self.args):
                return function(*args, **named)

        return wrapper
