"""profiler: what a profile counts, its table; the calls are the plain ones again afterwards."""

import pytest

import minitorch as mt
from minitorch.profiler import profile, record_function


def test_operations_are_counted_and_nested():
    x, before = mt.ones(4, 4), mt.add
    with profile(record_shapes=True, profile_memory=True) as prof:
        with record_function("mine"):
            y = x + x
        y @ x
    found = {event.key: event for event in prof.key_averages()}
    assert {name: event.count for name, event in found.items()} == {"mine": 1, "aten::add": 1, "aten::mm": 1}
    assert found["mine"].cpu_time_total >= found["aten::add"].cpu_time_total > 0
    table = prof.key_averages().table(sort_by="cpu_time_total", row_limit=2)
    assert "# of Calls" in table and "Self CPU time total" in table
    assert mt.add is before
    x + x
    assert len(prof.events()) == 3


def test_there_is_no_schedule():
    with pytest.raises(TypeError, match="no schedule"):
        profile(schedule=lambda step: None)
    with pytest.raises(AttributeError, match="open profile around the steps"):
        mt.profiler.schedule  # noqa: B018
