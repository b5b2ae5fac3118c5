"""utils.benchmark: a statement is measured, and its statistics are those of its times."""

import minitorch as mt

bench = mt.utils.benchmark


def test_statistics():
    measured = bench.Measurement(2, [2.0, 4.0, 6.0, 8.0], "f()")
    assert (measured.times, measured.median, measured.mean, measured.iqr) == ([1, 2, 3, 4], 2.5, 2.5, 1.5)
    assert repr(measured) == "f()\n  Median: 2.50 s, IQR: 1.50 s (4 x 2 runs)"


def test_timers():
    runs, before = [], mt.get_num_threads()
    timer = bench.Timer("runs.append(threads())", globals={"runs": runs, "threads": mt.get_num_threads}, num_threads=2)
    assert timer.timeit(5).mean > 0
    assert len(runs) == 5 + 2  # and the warm-up
    assert set(runs) == {2}
    assert mt.get_num_threads() == before
    assert sum(timer.blocked_autorange(0.01).raw_times) >= 0.01
