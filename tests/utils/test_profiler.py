"""profiler: what a profile counts, its table, its schedule; the calls are the plain ones again afterwards."""

import json

import minitorch as mt
from minitorch.profiler import profile, record_function, schedule


def test_operations_are_counted_and_nested(tmp_path):
    x, before = mt.ones(4, 4), mt.add
    with profile(record_shapes=True, profile_memory=True) as prof:
        with record_function("mine"):
            y = x + x
        y @ x
    found = {event.key: event for event in prof.key_averages()}
    assert {name: event.count for name, event in found.items()} == {"mine": 1, "aten::add": 1, "aten::mm": 1}
    assert found["mine"].cpu_time_total >= found["aten::add"].cpu_time_total > 0
    table = prof.key_averages(group_by_input_shape=True).table(sort_by="cpu_time_total", row_limit=2)
    assert "# of Calls" in table and "Self CPU time total" in table
    assert prof.key_averages(group_by_input_shape=True)[-1].input_shapes == ((4, 4), (4, 4))
    prof.export_chrome_trace(tmp_path / "trace.json")
    names = [event["name"] for event in json.loads((tmp_path / "trace.json").read_text())["traceEvents"]]
    assert sorted(names) == ["aten::add", "aten::mm", "mine"]
    assert mt.add is before
    x + x
    assert len(prof.events()) == 3


def test_a_schedule_names_the_steps(torch):
    options = {"wait": 1, "warmup": 1, "active": 2, "repeat": 1, "skip_first": 1}
    ours, theirs = [[str(lib(**options)(step)) for step in range(8)] for lib in (schedule, torch.profiler.schedule)]
    assert ours == theirs
    seen = []
    with profile(
        schedule=schedule(wait=1, warmup=0, active=1), on_trace_ready=lambda p: seen.append(len(p.events()))
    ) as p:
        for count in (1, 2, 3, 4):
            for _ in range(count):
                mt.ones(2) + 1
            p.step()
    assert seen == [2, 4]
