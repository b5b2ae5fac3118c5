"""benchmark: Timer and Measurement: how long a statement takes, measured often enough (shelf)."""

import textwrap
import timeit
from contextlib import contextmanager

import numpy as np

from ..threads import get_num_threads, set_num_threads

__all__ = ["Measurement", "Timer", "timer"]

timer = timeit.default_timer
UNITS = {"s": 1.0, "ms": 1e-3, "us": 1e-6, "ns": 1e-9}


@contextmanager
def threads_set_to(count):
    """Compute on so many threads inside of a block."""
    before = get_num_threads()
    set_num_threads(count)
    try:
        yield
    finally:
        set_num_threads(before)


class Measurement:
    """The times of a statement: `raw_times`, seconds of `number_per_run` runs each.

    >>> import minitorch as mt
    >>> m = mt.utils.benchmark.Measurement(2, [4.0, 6.0], "f()")
    >>> m.times, m.median, m.mean
    ([2.0, 3.0], 2.5, 2.5)

    Source: PyTorch, torch.utils.benchmark.Measurement.
    """

    def __init__(self, number_per_run, raw_times, title):
        self.number_per_run, self.raw_times, self.title = number_per_run, raw_times, title

    @property
    def times(self):
        """Seconds of one run."""
        return [t / self.number_per_run for t in self.raw_times]

    @property
    def median(self):
        return float(np.median(self.times))

    @property
    def mean(self):
        return float(np.mean(self.times))

    @property
    def iqr(self):
        """How wide the middle half of the times is."""
        low, high = np.quantile(self.times, [0.25, 0.75])
        return float(high - low)

    def __repr__(self):
        unit = next((name for name, length in UNITS.items() if self.median >= length), "ns")
        middle, width = self.median / UNITS[unit], self.iqr / UNITS[unit]
        count = len(self.raw_times)
        return f"{self.title}\n  Median: {middle:.2f} {unit}, IQR: {width:.2f} {unit} ({count} x {self.number_per_run} runs)"


class Timer:
    """Measures a statement: timeit.Timer with a warm-up, a fixed number of threads, and statistics.

    stmt, setup, globals  as timeit.Timer takes them
    label, sub_label, description  what the measurement is called
    num_threads           how many threads may compute

    >>> import minitorch as mt
    >>> m = mt.utils.benchmark.Timer("x + x", globals={"x": mt.ones(8)}).timeit(10)
    >>> m.number_per_run, m.mean > 0
    (10, True)

    Source: PyTorch, torch.utils.benchmark.Timer.
    """

    def __init__(
        self, stmt="pass", setup="pass", timer=timer, globals=None, label=None, sub_label=None, description=None,
        num_threads=1,
    ):  # fmt: skip
        stmt, setup = textwrap.dedent(stmt).strip(), textwrap.dedent(setup).strip()
        self.title = ": ".join([part for part in (label or stmt, sub_label, description) if part])
        self.num_threads = num_threads
        self._timer = timeit.Timer(stmt, setup, timer, dict(globals or {}))

    def once(self, number):
        """Seconds for so many runs; never none at all, so that one can divide by it."""
        return max(self._timer.timeit(number), 1e-9)

    def timeit(self, number=1000000):
        """The time of `number` runs, after a warm-up."""
        with threads_set_to(self.num_threads):
            self.once(max(number // 100, 2))
            return Measurement(number, [self.once(number)], self.title)

    def blocked_autorange(self, min_run_time=0.2):
        """As many measurements as fit into min_run_time seconds, each of so many runs that the clock hardly counts."""
        with threads_set_to(self.num_threads):
            number, times = 1, []
            while self.once(number) < min_run_time / 1000:
                number *= 10
            while sum(times) < min_run_time:
                times.append(self.once(number))
            return Measurement(number, times, self.title)
