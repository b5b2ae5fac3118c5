"""utils.benchmark: measurements, their statistics, and tables of them."""

import pytest

import minitorch as mt

bench = mt.utils.benchmark


def task(name, column="", threads=1):
    return bench.TaskSpec("f(x)", "pass", label="L", sub_label=name, description=column, num_threads=threads)


def test_a_timer_measures_with_a_fixed_number_of_threads():
    before, seen = mt.get_num_threads(), []
    timer = bench.Timer("look(x)", globals={"x": mt.ones(2), "look": lambda x: seen.append(mt.get_num_threads())})
    made = timer.timeit(3)
    assert (made.number_per_run, len(made.times), made.num_threads) == (3, 1, 1) and made.mean > 0
    assert set(seen) == {1} and mt.get_num_threads() == before
    assert len(bench.Timer("x + x", globals={"x": mt.ones(2)}).blocked_autorange(min_run_time=0.01).times) >= 1
    assert len(bench.Timer().adaptive_autorange(100.0, min_run_time=1e-4).times) >= 4
    with pytest.raises(ValueError, match="not in c"):
        bench.Timer(language="c++")


def test_statistics_and_words():
    m = bench.Measurement(10, [1e-5, 1.1e-5, 1.2e-5, 2.3e-5], task("a"))
    assert m.median == pytest.approx(1.15e-6) and m.mean == pytest.approx(1.4e-6) and m.iqr == pytest.approx(4e-7)
    assert (
        m.has_warnings
        and "Median: 1.15 us" in repr(m)
        and "4 measurements, 10 runs per measurement, 1 thread" in repr(m)
    )
    assert [len(one.times) for one in bench.Measurement.merge([m, m, bench.Measurement(1, [1.0], task("b"))])] == [8, 1]
    assert (m.title, bench.select_unit(2e-4), bench.trim_sigfig(0.0314, 2)) == ("L: a", ("us", 1e-6), 0.031)
    with pytest.raises(AttributeError):
        m.nothing  # noqa: B018


def test_a_table_has_a_row_for_each_label_and_a_column_for_each_description():
    results = [
        bench.Measurement(1, [t], task(row, column)) for row, column, t in (("r", "one", 1e-3), ("s", "two", 2.5e-3))
    ]
    compare = bench.Compare(results)
    lines = str(compare).splitlines()
    assert "L" in lines[0] and lines[1].split() == ["|", "one", "|", "two"] and lines[2].startswith("1 threads: --")
    assert [line.split() for line in lines[3:5]] == [["r", "|", "1.0", "|"], ["s", "|", "|", "2.5"]]
    compare.colorize()
    assert "\033[92m" in str(compare) and "milliseconds (ms)" in str(compare)
    with pytest.raises(ValueError, match="Measurement"):
        compare.extend_results([3])
