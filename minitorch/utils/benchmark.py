"""benchmark: Timer, Measurement and Compare: how long a statement takes, measured often enough, and tables of it (shelf)."""

import math
import textwrap
import timeit
from collections import defaultdict
from contextlib import contextmanager
from dataclasses import dataclass, fields

import numpy as np

from ..threads import get_num_threads, set_num_threads

__all__ = ["Timer", "Measurement", "TaskSpec", "Compare", "timer", "select_unit", "unit_to_english", "trim_sigfig"]

timer = timeit.default_timer
UNITS = {"ns": (1e-9, "nanosecond"), "us": (1e-6, "microsecond"), "ms": (1e-3, "millisecond"), "s": (1, "second")}
UNSTEADY, VERY_UNSTEADY = 0.1, 0.25  # the middle half of the times is so much of the median wide


def select_unit(t):
    """The unit in which t seconds are a handy number, and its length in seconds."""
    name = {-3: "ns", -2: "us", -1: "ms"}.get(math.floor(math.log10(t) / 3) if t > 0 else 0, "s")
    return name, UNITS[name][0]


def unit_to_english(u):
    """The name of a unit."""
    return UNITS[u][1]


def trim_sigfig(x, n):
    """x with its first n digits.

    >>> import minitorch as mt
    >>> mt.utils.benchmark.trim_sigfig(3.14159, 2)
    3.1
    """
    if n != int(n):
        raise AssertionError("Number of significant figures must be an integer")
    return round(x, n - math.ceil(math.log10(abs(x)))) if x else 0.0


@contextmanager
def threads_set_to(count):
    """Compute on so many threads inside of a block."""
    before = get_num_threads()
    set_num_threads(count)
    try:
        yield
    finally:
        set_num_threads(before)


@dataclass(frozen=True)
class TaskSpec:
    """What is measured, and what it is called. Source: PyTorch, torch.utils.benchmark.TaskSpec."""

    stmt: str
    setup: str
    global_setup: str = ""
    label: str | None = None
    sub_label: str | None = None
    description: str | None = None
    env: str | None = None
    num_threads: int = 1

    @property
    def title(self):
        """The label, or the statement where there is none."""
        more = self.sub_label or ""
        if self.label is None and "\n" in self.stmt:
            return f"stmt:{f' ({more})' if more else ''}\n{textwrap.indent(self.stmt, '  ')}"
        return (self.stmt if self.label is None else self.label) + (f": {more}" if more else "")

    def setup_str(self):
        """How the setup is shown."""
        if self.setup in ("", "pass"):
            return ""
        return f"setup:\n{textwrap.indent(self.setup, '  ')}" if "\n" in self.setup else f"setup: {self.setup}"

    def summarize(self):
        """Title, description and setup, a line each."""
        parts = [part for part in (self.title, self.description, self.setup_str()) if part]
        return "\n".join([f"{part}\n" if "\n" in part else part for part in parts])


NAMES = [field.name for field in fields(TaskSpec)]


@dataclass(repr=False)
class Measurement:
    """The times of a statement: `raw_times`, seconds of `number_per_run` runs each.

    >>> import minitorch as mt
    >>> m = mt.utils.benchmark.Measurement(2, [4.0, 6.0], mt.utils.benchmark.TaskSpec("f()", "pass"))
    >>> m.times, m.median, m.mean, m.stmt
    ([2.0, 3.0], 2.5, 2.5, 'f()')

    Source: PyTorch, torch.utils.benchmark.Measurement.
    """

    number_per_run: int
    raw_times: list
    task_spec: TaskSpec
    metadata: dict | None = None

    def __getattr__(self, name):
        if name in NAMES:
            return getattr(self.task_spec, name)
        raise AttributeError(f"'{type(self).__name__}' object has no attribute '{name}'")

    @property
    def times(self):
        """Seconds of one run."""
        return [t / self.number_per_run for t in self.raw_times]

    def quantile(self, share):
        """The time that this share of the times is at most."""
        return float(np.quantile(self.times, share))

    @property
    def median(self):
        return self.quantile(0.5)

    @property
    def mean(self):
        return float(np.mean(self.times))

    @property
    def iqr(self):
        """How wide the middle half of the times is."""
        return self.quantile(0.75) - self.quantile(0.25)

    @property
    def significant_figures(self):
        """About how many digits of the median say something: 1 to 4."""
        times = sorted(self.times)
        middle = times[len(times) // 4 : math.ceil(3 * len(times) / 4)]
        spread = max(1.645 * float(np.std(middle)) / math.sqrt(len(middle)), 25e-9)
        return min(max(math.floor(math.log10(self.median / spread)), 1), 4)

    def meets_confidence(self, threshold=UNSTEADY):
        """Whether the times differ little."""
        return self.iqr / self.median < threshold

    @property
    def has_warnings(self):
        return not self.meets_confidence()

    @property
    def title(self):
        return self.task_spec.title

    @property
    def as_row_name(self):
        return self.sub_label or self.stmt or "[Unknown]"

    def __repr__(self):
        n, (unit, scale) = len(self.raw_times), select_unit(self.median)
        low, high = self.quantile(0.25), self.quantile(0.75)
        lines = [object.__repr__(self), self.task_spec.summarize()]
        lines.append(f"  {'Median: ' if n > 1 else ''}{self.median / scale:.2f} {unit}")
        if n >= 4:
            lines.append(f"  IQR:    {self.iqr / scale:.2f} {unit} ({low / scale:.2f} to {high / scale:.2f})")
        each = "per measurement," if n > 1 else ","
        counted = f"  {n} measurement{'s' if n > 1 else ''}, {self.number_per_run} runs {each}"
        lines.append(f"{counted} {self.num_threads} thread{'s' if self.num_threads > 1 else ''}")
        if self.has_warnings:
            doubt = (
                "This could indicate system fluctuation."
                if self.meets_confidence(VERY_UNSTEADY)
                else "This suggests significant environmental influence."
            )
            wide = f"{self.iqr / self.median * 100:.1f}%"
            lines.append(f"  WARNING: Interquartile range is {wide} of the median measurement.\n           {doubt}")
        return "\n".join(lines)

    @staticmethod
    def merge(measurements):
        """One measurement for all of the same task."""
        groups = defaultdict(list)
        for one in measurements:
            groups[one.task_spec].extend(one.times)
        return [Measurement(1, times, task) for task, times in groups.items()]


class Timer:
    """Measures a statement: timeit.Timer with a warm-up, a fixed number of threads, and statistics.

    stmt, setup, globals        as timeit.Timer takes them
    label, sub_label, description, env  names for the tables of Compare: table, row, column, and where it ran
    num_threads                 how many threads may compute

    >>> import minitorch as mt
    >>> m = mt.utils.benchmark.Timer("x + x", globals={"x": mt.ones(8)}).timeit(10)
    >>> m.number_per_run, m.mean > 0
    (10, True)

    Source: PyTorch, torch.utils.benchmark.Timer.
    """

    def __init__(
        self,
        stmt="pass",
        setup="pass",
        global_setup="",
        timer=timer,
        globals=None,
        label=None,
        sub_label=None,
        description=None,
        env=None,
        num_threads=1,
        language="python",
    ):
        if str(language).lower() not in ("python", "py"):
            raise ValueError(f"Timer measures statements in Python, not in {language}")
        if not isinstance(stmt, str):
            raise ValueError("Currently only a `str` stmt is supported.")
        stmt, setup = textwrap.dedent(stmt).strip(), textwrap.dedent(setup).strip()
        self._task_spec = TaskSpec(stmt, setup, global_setup, label, sub_label, description, env, num_threads)
        self._timer = timeit.Timer(stmt, setup, timer, dict(globals or {}))

    def once(self, number):
        """Seconds for so many runs; never none at all, so that one can divide by it."""
        return max(self._timer.timeit(number), 1e-9)

    def timeit(self, number=1000000):
        """The time of `number` runs, after a warm-up."""
        with threads_set_to(self._task_spec.num_threads):
            self.once(max(number // 100, 2))
            return Measurement(number, [self.once(number)], self._task_spec)

    def block_size(self, min_run_time):
        """How many runs make the clock's own time negligible: 1, 10, 100 ..."""
        overhead = float(np.median([self.once(0) for _ in range(5)]))
        number = 1
        while (taken := self.once(number)) <= min_run_time:
            if overhead <= 1e-4 * taken and taken >= min_run_time / 1000:
                break
            number *= 10
        return number

    def blocked_autorange(self, callback=None, min_run_time=0.2):
        """As many measurements as fit into min_run_time seconds."""
        return self.adaptive_autorange(
            math.inf, min_run_time=min_run_time, callback=callback, least=1, block=min_run_time
        )

    def adaptive_autorange(
        self, threshold=0.1, *, min_run_time=0.01, max_run_time=10.0, callback=None, least=4, block=0.05
    ):
        """Measurements until the middle half of them is at most `threshold` of the median wide, or the time is up."""
        times = []
        with threads_set_to(self._task_spec.num_threads):
            number = self.block_size(block)
            while True:
                times.append(self.once(number))
                if callback:
                    callback(number, times[-1])
                made = Measurement(number, times, self._task_spec)
                enough = sum(times) >= min_run_time and len(times) >= least
                if (enough and made.meets_confidence(threshold)) or sum(times) > max(max_run_time, min_run_time):
                    return made


class Compare:
    """A table of measurements: a row for each sub_label, a column for each description.

    Source: PyTorch, torch.utils.benchmark.Compare.
    """

    def __init__(self, results):
        self._results = []
        self._trim, self._colored, self._warn = False, None, False
        self.extend_results(results)

    def extend_results(self, results):
        """Add measurements."""
        for one in results:
            if not isinstance(one, Measurement):
                raise ValueError(f"Expected an instance of `Measurement`, got {type(one)} instead.")
        self._results.extend(results)

    def trim_significant_figures(self):
        """Show only digits that say something."""
        self._trim = True

    def colorize(self, rowwise=False):
        """Show the fastest of each column, or of each row, in green, and slow ones in red."""
        self._colored = "row" if rowwise else "column"

    def highlight_warnings(self):
        """Mark measurements whose times differ much."""
        self._warn = True

    def print(self):
        """Print the table."""
        print(str(self))

    def __str__(self):
        groups = defaultdict(list)
        for one in Measurement.merge(self._results):
            groups[one.label].append(one)
        return "\n".join([self.layout(label, group) for label, group in groups.items()])

    def layout(self, label, group):
        """The table of one label."""
        unit, scale = select_unit(min([one.median for one in group]))
        heads = list(dict.fromkeys([one.description for one in group]))
        rows = sorted(
            dict.fromkeys([(one.num_threads, one.env or "", one.as_row_name) for one in group]), key=lambda r: r[:2]
        )
        cells = {((one.num_threads, one.env or "", one.as_row_name), one.description): one for one in group}
        show_env = len({one.env for one in group}) > 1
        envs = max([len(env) for _, env, _ in rows]) if show_env else 0
        names = ["  " + (f"({env})" if show_env else "").ljust(envs + 4) + name for _, env, name in rows]
        texts = [[self.cell(cells.get((row, head)), scale) for head in heads] for row in rows]
        longest = [max([len(line[j]) for line in texts]) for j in range(len(heads))]
        texts = [[text.rjust(width) for text, width in zip(line, longest, strict=True)] for line in texts]
        first = max([len(name) for name in names])
        widths = [max([len(head or ""), *[len(line[j]) for line in texts]]) for j, head in enumerate(heads)]
        titles = [(head or "").center(width) for head, width in zip(heads, widths, strict=True)]
        lines, threads = ["  |  ".join([" " * first, *titles])], None
        total = len(lines[0])
        for row, name, line in zip(rows, names, texts, strict=True):
            if row[0] != threads:
                threads = row[0]
                lines.append(f"{threads} threads: ".ljust(total, "-"))
            shown = [
                self.color(text.center(width), cells, row, head)
                for text, width, head in zip(line, widths, heads, strict=True)
            ]
            lines.append("  |  ".join([name.ljust(first), *shown]))
        note = "(! XX%) Measurement has high variance, where XX is the IQR / median * 100.\n" if self._warn else ""
        top = f"[{f' {label or str()} '.center(total - 2, '-')}]"
        return "\n".join([top, *lines, "", f"Times are in {unit_to_english(unit)}s ({unit}).", note])

    def cell(self, one, scale):
        """A time as text."""
        if one is None:
            return ""
        time = one.median / scale
        if self._trim:
            figures = one.significant_figures
            text = f"{trim_sigfig(time, figures):.{max(figures - math.ceil(math.log10(time)), 0)}f}"
        else:
            text = f"{time:.1f}"
        return text + (f" (! {one.iqr / one.median * 100:.0f}%)" if self._warn and one.has_warnings else "")

    def color(self, text, cells, row, head):
        """Text in the colour that its time deserves among those it is compared with."""
        if self._colored is None or (row, head) not in cells:
            return text
        beside = [
            one.median
            for (r, h), one in cells.items()
            if r[0] == row[0] and (r == row if self._colored == "row" else h == head)
        ]
        time, best = cells[row, head].median, min(beside)
        for reached, code in (
            (time <= max(best * 1.01, best + 100e-9), "\033[92m\033[1m"),
            (time <= best * 1.1, "\033[34m\033[1m"),
            (time >= best * 5, "\033[31m\033[1m"),
            (time >= best * 2, "\033[2m\033[91m"),
        ):
            if reached:
                return f"{code}{text}\033[0m"
        return text
