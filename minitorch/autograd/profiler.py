"""profiler: profile and record_function: how long operations took, and how often they were called (shelf).

While a profile is open, every operation's call is exchanged for one that looks at the clock. The times are this library's
own, so they include what it does around NumPy. A backward pass computes on arrays and makes no entries of its own: put
record_function around it.
"""

import json
import re
import threading
import time
from functools import wraps

from ..fast.calls import exchange
from ..ops.op import Op, called

__all__ = ["EventList", "FunctionEvent", "FunctionEventAvg", "profile", "record_function"]

open_profiles: list = []  # those that are watching, the innermost last
running = threading.local()  # the events that are open in a thread


def shown(microseconds):
    """A time as the table shows it."""
    for limit, unit in ((1e6, "s"), (1e3, "ms")):
        if microseconds >= limit:
            return f"{microseconds / limit:.3f}{unit}"
    return f"{microseconds:.3f}us"


class FunctionEvent:
    """One call: its name, when it began and ended, in microseconds, and what of that time was spent in other events."""

    def __init__(self, name, start, input_shapes=()):
        self.name = self.key = name
        self.start, self.end, self.inner, self.count = start, start, 0.0, 1
        self.input_shapes, self.thread = input_shapes, threading.get_ident()
        self.cpu_memory_usage = self.inner_memory = 0  # bytes

    @property
    def cpu_time_total(self):
        """Microseconds from beginning to end."""
        return self.end - self.start

    cpu_time = cpu_time_total

    @property
    def self_cpu_time_total(self):
        """The same without what other events inside took."""
        return self.cpu_time_total - self.inner

    @property
    def self_cpu_memory_usage(self):
        """Bytes of the results that were new, without those of other events inside."""
        return self.cpu_memory_usage - self.inner_memory


class FunctionEventAvg:
    """All calls of one name together."""

    def __init__(self, key):
        self.key = self.name = key
        self.count, self.cpu_time_total, self.self_cpu_time_total = 0, 0.0, 0.0
        self.cpu_memory_usage, self.self_cpu_memory_usage = 0, 0
        self.input_shapes: tuple = ()

    def add(self, event):
        """Count one more call."""
        for name in ("count", "cpu_time_total", "self_cpu_time_total", "cpu_memory_usage", "self_cpu_memory_usage"):
            setattr(self, name, getattr(self, name) + getattr(event, name))
        self.input_shapes = event.input_shapes
        return self

    @property
    def cpu_time(self):
        """Microseconds of a call, on average."""
        return self.cpu_time_total / max(self.count, 1)


class EventList(list):
    """Events, with tables and totals of them. Source: PyTorch, torch.autograd.profiler_util.EventList."""

    def __init__(self, events=(), profile_memory=False, shapes=False):
        super().__init__(events)
        self.profile_memory, self.shapes = profile_memory, shapes

    @property
    def self_cpu_time_total(self):
        return sum([event.self_cpu_time_total for event in self])

    def key_averages(self, group_by_input_shape=False):
        """The events of each name together, or of each name and sizes of operands."""
        found = {}
        for event in self:
            key = (event.key, event.input_shapes) if group_by_input_shape else event.key
            found.setdefault(key, FunctionEventAvg(event.key)).add(event)
        return EventList(found.values(), self.profile_memory, group_by_input_shape)

    def table(self, sort_by=None, row_limit=100, max_name_column_width=55, header=None):
        """A table of these events as text, the largest of `sort_by` first.

        With profile_memory there are columns of bytes, after key_averages(group_by_input_shape=True) one of sizes.
        """
        events = list(self)
        if sort_by is not None:
            events.sort(key=lambda event: getattr(event, sort_by), reverse=True)
        total = self.self_cpu_time_total
        columns = self.columns(events[: row_limit if row_limit >= 0 else None], total, max_name_column_width)
        widths = [max([len(cell) for cell in column]) for column in columns]
        head, *rows = [
            "  ".join([cell.rjust(n) for cell, n in zip(line, widths, strict=True)])
            for line in zip(*columns, strict=True)
        ]
        rule = "  ".join(["-" * n for n in widths])
        made = [*([header] if header else []), rule, head, rule, *rows, rule]
        return "\n".join(made) + f"\nSelf CPU time total: {shown(total)}\n"

    def columns(self, events, total, name_width):
        """The columns of a table, each with its head."""

        def share(microseconds):
            return f"{100 * microseconds / total:.2f}%" if total else "0.00%"

        made = [
            ["Name", *[event.key[:name_width] for event in events]],
            ["Self CPU %", *[share(event.self_cpu_time_total) for event in events]],
            ["Self CPU", *[shown(event.self_cpu_time_total) for event in events]],
            ["CPU total %", *[share(event.cpu_time_total) for event in events]],
            ["CPU total", *[shown(event.cpu_time_total) for event in events]],
            ["CPU time avg", *[shown(event.cpu_time_total / max(event.count, 1)) for event in events]],
        ]
        if self.profile_memory:
            made.append(["CPU Mem", *[f"{event.cpu_memory_usage} B" for event in events]])
            made.append(["Self CPU Mem", *[f"{event.self_cpu_memory_usage} B" for event in events]])
        made.append(["# of Calls", *[str(event.count) for event in events]])
        if self.shapes:
            made.append(["Input Shapes", *[str([list(shape) for shape in event.input_shapes]) for event in events]])
        return made

    __str__ = table

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
    event = FunctionEvent(name, time.perf_counter() * 1e6, shapes)
    running.__dict__.setdefault("stack", []).append(event)
    return event


def finish(event):
    """Close it, and give it to the profiles that watch."""
    event.end = time.perf_counter() * 1e6
    stack = running.stack
    while stack and stack.pop() is not event:
        pass
    if stack:
        stack[-1].inner += event.cpu_time_total
        stack[-1].inner_memory += event.cpu_memory_usage
        stack[-1].cpu_memory_usage += event.cpu_memory_usage
    for one in open_profiles:
        one._events.append(event)


def new_bytes(made, args):
    """How many bytes the tensors hold that an operation made, without views of its operands and the operands themselves."""
    results = [x for x in (made if isinstance(made, tuple | list) else (made,)) if hasattr(x, "_array")]
    own = [x for x in results if x._array.base is None and not any([x is y for y in args])]
    return sum([x._array.nbytes for x in own])


def aten_name(op):
    """PyTorch's name of an operation, read off that of its node: MaxPool2DWithIndicesBackward0 is of max_pool2d_with_indices."""
    node = op.derivative.split("Backward")[0] if isinstance(op.derivative, str) else op.name
    return f"aten::{re.sub('(?<=[a-z])(?=[A-Z])|(?<=D)(?=[A-Z])', '_', node).lower()}"


def timed(maker):
    """The calls that a maker makes, with a look at the clock before and after."""

    def make(op, stranger):
        function, name = maker(op, stranger), aten_name(op)

        def call(*args, **named):
            shapes = ()
            if any([one.record_shapes for one in open_profiles]):
                shapes = tuple([tuple(x.shape) for x in args if hasattr(x, "_array")])
            event = begin(name, shapes)
            try:
                made = function(*args, **named)
                event.cpu_memory_usage += new_bytes(made, args)
                return made
            finally:
                finish(event)

        return called(call, op, stranger)

    return make


class profile:
    """Time the operations of a block.

    record_shapes   note the operands' sizes
    profile_memory  show how many bytes the results took; the options for GPUs and stacks are taken and not used

    >>> import minitorch as mt
    >>> with mt.autograd.profiler.profile() as prof:
    ...     x = mt.ones(3) + 1
    >>> [event.key for event in prof.key_averages()]
    ['aten::add']

    Source: PyTorch, torch.autograd.profiler.profile.
    """

    plain_maker: list = []  # how calls were made before the first open profile

    def __init__(self, enabled=True, *, record_shapes=False, profile_memory=False, **options):
        self.enabled, self.record_shapes, self.profile_memory = enabled, record_shapes, profile_memory
        self._events = EventList([], profile_memory)

    def __enter__(self):
        if self.enabled:
            if not open_profiles:
                self.plain_maker[:] = [Op.make]
                exchange(timed(Op.make))
            open_profiles.append(self)
        return self

    def __exit__(self, *error):
        if self in open_profiles:
            open_profiles.remove(self)
            if not open_profiles:
                exchange(*self.plain_maker)
            self._events.sort(key=lambda event: event.start)
        return False

    @property
    def function_events(self):
        return self._events

    @property
    def self_cpu_time_total(self):
        return self._events.self_cpu_time_total

    def key_averages(self, group_by_input_shape=False):
        """The events of each name together."""
        return self._events.key_averages(group_by_input_shape)

    def table(self, *args, **named):
        """A table of all events."""
        return self._events.table(*args, **named)

    def export_chrome_trace(self, path):
        """Write the events as a file that chrome://tracing shows."""
        self._events.export_chrome_trace(path)


class record_function:
    """A block, or as a decorator a function, that is one entry of its own. Source: PyTorch, of that name."""

    def __init__(self, name, args=None):
        self.name, self.event = name, None

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
            with record_function(self.name):
                return function(*args, **named)

        return wrapper
