"""profiler: profile and record_function: how long operations took, and how often they were called (shelf).

While a profile is open, every operation's call is exchanged for one that looks at the clock. The times are this library's
own, so they include what it does around NumPy. A backward pass computes on arrays and makes no entries of its own: put
record_function around it.
"""

import json
import threading
import time
from functools import wraps

from ..fast.calls import exchange
from ..ops.op import Op, called

__all__ = ["profile", "record_function", "emit_nvtx", "emit_itt", "EventList", "FunctionEvent", "FunctionEventAvg"]

open_profiles: list = []  # those that are watching, the innermost last
running = threading.local()  # the events that are open in a thread


class FunctionEvent:
    """One call: its name, when it began and ended, in microseconds, and what of that time was spent in other events."""

    def __init__(self, name, start, depth=0, input_shapes=()):
        self.name = self.key = name
        self.start, self.end, self.inner, self.depth = start, start, 0.0, depth
        self.input_shapes, self.thread = input_shapes, threading.get_ident()
        self.count = 1

    @property
    def cpu_time_total(self):
        """Microseconds from beginning to end."""
        return self.end - self.start

    @property
    def self_cpu_time_total(self):
        """The same without what other events inside took."""
        return self.cpu_time_total - self.inner

    cpu_time = cpu_time_total

    def __repr__(self):
        return f"<FunctionEvent name={self.name} cpu_time={self.cpu_time_total:.3f}us>"


class FunctionEventAvg:
    """All calls of one name together."""

    def __init__(self, key):
        self.key = self.name = key
        self.count, self.cpu_time_total, self.self_cpu_time_total = 0, 0.0, 0.0
        self.input_shapes: tuple = ()

    def add(self, event):
        """Count one more call."""
        self.count += event.count
        self.cpu_time_total += event.cpu_time_total
        self.self_cpu_time_total += event.self_cpu_time_total
        self.input_shapes = event.input_shapes
        return self

    @property
    def cpu_time(self):
        """Microseconds of a call, on average."""
        return self.cpu_time_total / max(self.count, 1)

    def __repr__(self):
        return f"<FunctionEventAvg key={self.key} self_cpu_time={self.self_cpu_time_total:.3f}us cpu_time={self.cpu_time:.3f}us>"


def shown(microseconds):
    """A time as the table shows it."""
    for limit, unit in ((1e6, "s"), (1e3, "ms")):
        if microseconds >= limit:
            return f"{microseconds / limit:.3f}{unit}"
    return f"{microseconds:.3f}us"


class EventList(list):
    """Events, with tables and totals of them. Source: PyTorch, torch.autograd.profiler_util.EventList."""

    @property
    def self_cpu_time_total(self):
        return sum([event.self_cpu_time_total for event in self])

    def key_averages(self, group_by_input_shape=False, group_by_stack_n=0):
        """The events of each name together."""
        found = {}
        for event in self:
            key = (event.key, event.input_shapes) if group_by_input_shape else event.key
            found.setdefault(key, FunctionEventAvg(event.key)).add(event)
        return EventList(found.values())

    def total_average(self):
        """All events together."""
        total = FunctionEventAvg("Total")
        for event in self:
            total.add(event)
        return total

    def table(
        self, sort_by=None, row_limit=100, max_src_column_width=75, max_name_column_width=55, header=None, **rest
    ):
        """A table of these events as text, the largest of `sort_by` first."""
        events = list(self)
        if sort_by is not None:
            name = sort_by.replace("cuda", "cpu").replace("device", "cpu")
            events.sort(key=lambda event: getattr(event, name), reverse=True)
        total = self.self_cpu_time_total
        heads = ("Name", "Self CPU %", "Self CPU", "CPU total %", "CPU total", "CPU time avg", "# of Calls")
        lines = [heads]
        for event in events[: row_limit if row_limit >= 0 else None]:
            own, whole = event.self_cpu_time_total, event.cpu_time_total
            shares = [f"{100 * t / total:.2f}%" if total else "0.00%" for t in (own, whole)]
            each = shown(whole / max(event.count, 1))
            lines.append(
                (
                    event.key[:max_name_column_width],
                    shares[0],
                    shown(own),
                    shares[1],
                    shown(whole),
                    each,
                    str(event.count),
                )
            )
        widths = [max([len(line[i]) for line in lines]) for i in range(len(heads))]
        rule = "  ".join(["-" * n for n in widths])
        rows = ["  ".join([cell.rjust(n) for cell, n in zip(line, widths, strict=True)]) for line in lines]
        made = [*([header] if header else []), rule, rows[0], rule, *rows[1:], rule]
        return "\n".join(made) + f"\nSelf CPU time total: {shown(total)}\n"

    def __str__(self):
        return self.table()

    def export_chrome_trace(self, path):
        """Write the events as a file that chrome://tracing shows."""
        made = [
            {"name": e.name, "ph": "X", "ts": e.start, "dur": e.cpu_time_total, "tid": e.thread, "pid": "CPU functions"}
            for e in self
        ]
        with open(path, "w", encoding="utf-8") as file:
            json.dump({"traceEvents": made}, file)


# --- watching ------------------------------------------------------------------------------------------------------------


def begin(name, shapes=()):
    """Open an event in this thread."""
    stack = running.__dict__.setdefault("stack", [])
    event = FunctionEvent(name, time.perf_counter() * 1e6, len(stack), shapes)
    stack.append(event)
    return event


def finish(event):
    """Close it, and give it to the profiles that watch."""
    event.end = time.perf_counter() * 1e6
    stack = running.stack
    while stack and stack.pop() is not event:
        pass
    if stack:
        stack[-1].inner += event.cpu_time_total
    for one in open_profiles:
        one._events.append(event)


def timed(maker):
    """The calls that a maker makes, with a look at the clock before and after."""

    def make(op, stranger):
        function = maker(op, stranger)
        name = f"aten::{op.name}"

        def call(*args, **named):
            shapes = ()
            if any([one.record_shapes for one in open_profiles]):
                shapes = tuple([tuple(x.shape) for x in args if hasattr(x, "_array")])
            event = begin(name, shapes)
            try:
                return function(*args, **named)
            finally:
                finish(event)

        return called(call, op, stranger)

    return make


class Watch:
    """The way in which calls were made before the first profile, to be put back after the last."""

    maker = None

    @classmethod
    def start(cls):
        """Exchange all calls for timed ones."""
        cls.maker = Op.make
        exchange(timed(cls.maker))

    @classmethod
    def stop(cls):
        """Put the plain ones back."""
        exchange(cls.maker)


class profile:
    """Time the operations of a block.

    record_shapes  note the operands' sizes; the options for GPUs and for memory are taken and not used

    >>> import minitorch as mt
    >>> with mt.autograd.profiler.profile() as prof:
    ...     x = mt.ones(3) + 1
    >>> [event.key for event in prof.key_averages()]
    ['aten::add']

    Source: PyTorch, torch.autograd.profiler.profile.
    """

    def __init__(self, enabled=True, *, record_shapes=False, **options):
        self.enabled, self.record_shapes, self._events = enabled, record_shapes, EventList()

    def __enter__(self):
        if self.enabled:
            if not open_profiles:
                Watch.start()
            open_profiles.append(self)
        return self

    def __exit__(self, *error):
        if self in open_profiles:
            open_profiles.remove(self)
            if not open_profiles:
                Watch.stop()
            self._events.sort(key=lambda event: event.start)
        return False

    @property
    def function_events(self):
        return self._events

    @property
    def self_cpu_time_total(self):
        return self._events.self_cpu_time_total

    def key_averages(self, group_by_input_shape=False, group_by_stack_n=0):
        """The events of each name together."""
        return self._events.key_averages(group_by_input_shape)

    def total_average(self):
        """All events together."""
        return self._events.total_average()

    def table(self, *args, **named):
        """A table of all events."""
        return self._events.table(*args, **named)

    def export_chrome_trace(self, path):
        """Write the events as a file that chrome://tracing shows."""
        self._events.export_chrome_trace(path)

    def __str__(self):
        return self.table() if self.enabled else "<unfinished torch.autograd.profile>"


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
        return False

    def __call__(self, function):
        @wraps(function)
        def wrapper(*args, **named):
            with record_function(self.name, self.args):
                return function(*args, **named)

        return wrapper


class emit_nvtx:
    """Marks for NVIDIA's profiler: there is none on the CPU. Source: PyTorch, of that name."""

    def __init__(self, enabled=True, record_shapes=False):
        self.enabled = enabled

    def __enter__(self):
        if self.enabled:
            raise RuntimeError("emit_nvtx: the profiler needs CUDA; use autograd.profiler.profile() on the CPU")
        return self

    def __exit__(self, *error):
        return False


class emit_itt(emit_nvtx):
    """Marks for Intel's profiler, which is not there. Source: PyTorch, of that name."""
