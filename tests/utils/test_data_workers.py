"""DataLoader with worker processes: PyTorch's batches and seeds, errors and deaths that are reported, and no end that hangs."""

import ctypes
import faulthandler
import os
import random
import re
import signal
import subprocess
import sys
import time

import numpy as np
import pytest

import minitorch as mt
from minitorch.utils.data import DataLoader, IterableDataset
from minitorch.utils.data._utils.worker import _generate_state

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="processes are forked")


class Drawn:
    """What a worker draws, with each library's numbers."""

    def __init__(self, library):
        self.library = library

    def __len__(self):
        return 7

    def __getitem__(self, i):
        worker = self.library.utils.data.get_worker_info()
        drawn = [random.random(), np.random.rand(), self.library.rand(1).item()]
        return i, worker.id, worker.num_workers, worker.seed, self.library.initial_seed(), *drawn


class Stream(IterableDataset):
    """Worker i gives sizes[i] numbers."""

    def __init__(self, sizes, slow=-1):
        self.sizes, self.slow = sizes, slow

    def __iter__(self):
        worker = mt.utils.data.get_worker_info().id
        for i in range(self.sizes[worker]):
            if worker == self.slow:
                time.sleep(0.05)
            yield worker, i


class Slow:
    """Item `slow` takes a while; an item can be an error, or the end of the process."""

    def __init__(self, n=6, slow=-1, seconds=0.3, wrong=(), error=ValueError, dies=(), kills=()):
        self.n, self.slow, self.seconds, self.wrong = n, slow, seconds, wrong
        self.error, self.dies, self.kills = error, dies, kills

    def __len__(self):
        return self.n

    def __getitem__(self, i):
        if i == self.slow:
            time.sleep(self.seconds)
        if i in self.wrong:
            raise self.error(f"no item {i}")
        if i in self.dies:
            os._exit(3)
        if i in self.kills:
            os.kill(os.getpid(), signal.SIGKILL)
        return mt.utils.data.get_worker_info().id, i


def numbers(loader):
    return [[part.tolist() for part in batch] for batch in loader]


def test_batches_and_seeds_are_pytorchs(torch):
    found = []
    for library in (mt, torch):
        library.manual_seed(0)
        loader = library.utils.data.DataLoader(Drawn(library), batch_size=2, shuffle=True, num_workers=2)
        found.append([numbers(loader), numbers(loader), library.rand(1).item()])
    assert found[0] == found[1]


def test_numpys_seed_is_pytorchs(torch):
    from torch.utils.data._utils.worker import _generate_state as theirs

    for base, worker in ((0, 0), (5, 3), (2**62 + 12345, 7)):
        assert _generate_state(base, worker) == theirs(base, worker)


@pytest.mark.parametrize("sizes", [(5, 5), (0, 4, 9), (3, 0, 0)], ids=str)
@pytest.mark.parametrize(
    "options", [{"batch_size": None}, {"batch_size": 3}, {"batch_size": 3, "drop_last": True}], ids=[0, 1, 2]
)
def test_streams(torch, sizes, options):
    class Theirs(torch.utils.data.IterableDataset):
        def __iter__(self):
            worker = torch.utils.data.get_worker_info().id
            return iter([(worker, i) for i in range(sizes[worker])])

    options = options | {"num_workers": len(sizes), "prefetch_factor": 3}
    expected = list(torch.utils.data.DataLoader(Theirs(), **options))
    found = list(DataLoader(Stream(sizes), **options))
    if options["batch_size"] is not None:
        found, expected = numbers(found), numbers(expected)
    assert found == expected


def test_in_order():
    with_order = numbers(DataLoader(Slow(8, slow=0), num_workers=2))
    assert [i for _, (i,) in with_order] == list(range(8))


def start(worker):
    mt.manual_seed(100 + worker)


def test_worker_init_fn_and_spawned_workers():
    loader = DataLoader(list(range(4)), num_workers=1, worker_init_fn=start, collate_fn=first_and_seed)
    assert list(loader) == [(i, 100) for i in range(4)]
    spawned = DataLoader(mt.arange(5), 2, num_workers=1, multiprocessing_context="spawn")
    assert [batch.tolist() for batch in spawned] == [[0, 1], [2, 3], [4]]


def first_and_seed(batch):
    return batch[0], mt.initial_seed()


def test_persistent_workers_stay():
    loader = DataLoader(Slow(), num_workers=2, persistent_workers=True)
    iterator = iter(loader)
    pids = [worker.pid for worker in iterator._workers]
    next(iterator)  # and leave the rest
    for _ in range(2):
        assert [i for _, (i,) in numbers(loader)] == list(range(6))
    assert [worker.pid for worker in iter(loader)._workers] == pids
    streams = DataLoader(Stream((2, 1)), batch_size=None, num_workers=2, persistent_workers=True)
    assert list(streams) == list(streams) == [[0, 0], [1, 0], [0, 1]]


def large(batch):
    return {"x": mt.full((300, 300), float(batch[0])), "y": (np.arange(3), mt.arange(60_000)), "n": batch[0]}


def test_large_arrays_travel_whole():
    for n, batch in enumerate(DataLoader(range(6), num_workers=2, collate_fn=large)):
        assert batch["n"] == n
        assert batch["x"].shape == (300, 300)
        assert (batch["x"] == n).all()
        batch["x"].add_(1)  # it is ours to change
        assert batch["y"][0].tolist() == [0, 1, 2]
        assert (batch["y"][1] == mt.arange(60_000)).all()


class TwoWords(Exception):
    def __init__(self, one, two):
        super().__init__(one, two)


def test_errors_are_raised_again_and_name_the_item():
    loader = DataLoader(Slow(wrong=(3,)), 2, num_workers=2)
    iterator = iter(loader)
    next(iterator)
    with pytest.raises(
        ValueError, match=r"(?s)Caught ValueError in DataLoader worker process 1\.\nOriginal .*no item 3"
    ) as caught:
        next(iterator)
    assert str(caught.value).endswith("ValueError: no item 3\n")  # PyTorch's words; which item it was is a note
    assert caught.value.__notes__ == ["This was item 3 of the dataset, a Slow."]
    assert [i for _, i in numbers(iterator)] == [[4, 5]]  # it goes on
    with pytest.raises(KeyError, match="Caught KeyError in DataLoader worker process 0") as caught:
        next(iter(DataLoader(Slow(wrong=(0,), error=KeyError), num_workers=1)))
    assert "\n" in str(caught.value)

    class Local(Exception):
        pass

    for error in (lambda words: TwoWords(words, 2), Local):
        with pytest.raises(RuntimeError, match="no item 0"):
            next(iter(DataLoader(Slow(wrong=(0,), error=error), num_workers=1)))


def test_errors_of_the_start():
    def broken(worker):
        raise RuntimeError("cannot start")

    for options in ({"worker_init_fn": broken, "dataset": range(4)}, {"dataset": Stream((), slow="no number")}):
        with pytest.raises((RuntimeError, IndexError), match="in DataLoader worker process 0"):
            list(DataLoader(num_workers=1, **options))
    with (
        pytest.warns(UserWarning, match="Got pickle error when attempting to start a worker"),
        pytest.raises((AttributeError, TypeError), match="pickle"),
    ):
        iter(DataLoader(range(3), num_workers=1, collate_fn=lambda batch: batch, multiprocessing_context="spawn"))


def large_and_computed(batch):
    return mt.ones(300, 300, requires_grad=True) * 2


@pytest.mark.parametrize(
    "options", [{"batch_size": 2}, {"batch_size": None}, {"collate_fn": large_and_computed}], ids=[0, 1, 2]
)
def test_a_batch_with_a_graph_is_not_sent(options):
    """PyTorch: RuntimeError, too. Without a graph, as a leaf, it arrives and requires its gradient."""
    rows = mt.ones(4, 2, requires_grad=True)
    with pytest.raises(RuntimeError, match="(?s)in DataLoader worker process 0.*non-leaf tensor which requires_grad"):
        next(iter(DataLoader(rows * 2, num_workers=1, **options)))
    leaves = list(DataLoader([mt.ones(2, requires_grad=True)], batch_size=None, num_workers=1))
    assert leaves[0].requires_grad and leaves[0].is_leaf


def test_what_cannot_be_sent_is_an_error():
    with pytest.raises((AttributeError, TypeError), match="(?s)in DataLoader worker process 0.*pickle"):
        next(iter(DataLoader(range(3), num_workers=1, collate_fn=lambda batch: lambda: batch)))


@pytest.mark.parametrize(
    ("dataset", "cause"),
    [
        (Slow(dies=(2,)), "exited unexpectedly with exit code 3. Det"),
        (Slow(kills=(2,)), "is killed by signal: Killed. "),
    ],
    ids=["exit", "kill"],
)
def test_deaths_are_reported_at_once(dataset, cause):
    iterator, began = iter(DataLoader(dataset, num_workers=2)), time.monotonic()
    with pytest.raises(RuntimeError, match=r"^DataLoader worker \(pid\(s\) \d+\) exited unexpectedly$") as caught:
        numbers(iterator)
    assert re.match(rf"DataLoader worker \(pid \d+\) {cause}", str(caught.value.__cause__))
    del caught
    assert time.monotonic() - began < 4
    workers = iterator._workers
    del iterator
    assert [worker.is_alive() for worker in workers] == [False, False]


def test_a_segmentation_fault():
    def fault(batch):
        faulthandler.disable()
        ctypes.string_at(0)

    with pytest.raises(RuntimeError, match="exited unexpectedly$") as caught:
        next(iter(DataLoader(range(3), num_workers=1, collate_fn=fault)))
    assert str(caught.value.__cause__).endswith("is killed by signal: Segmentation fault. ")


def test_timeout():
    with pytest.raises(RuntimeError, match="DataLoader timed out after 0.2 seconds"):
        next(iter(DataLoader(Slow(slow=0, seconds=1), num_workers=1, timeout=0.2)))


def test_an_abandoned_iterator_ends_its_workers():
    iterator = iter(DataLoader(range(1000), num_workers=2, collate_fn=large))
    next(iterator)
    workers, began = iterator._workers, time.monotonic()
    del iterator
    assert [worker.exitcode for worker in workers] == [0, 0]
    assert time.monotonic() - began < 4


def test_many_indices_do_not_stop_the_end():
    iterator = iter(DataLoader(range(3_000_000), 400_000, num_workers=1, collate_fn=len))
    assert next(iterator) == 400_000
    workers = iterator._workers
    del iterator
    assert workers[0].exitcode == 0


PROGRAM = """
import os, signal, sys, time
import minitorch as mt

class Data:
    def __len__(self):
        return 100
    def __getitem__(self, i):
        if busy == "busy" and i > 3:
            time.sleep(60)  # "computing"
        return mt.zeros(size) + i

if __name__ == "__main__":
    how, kept, busy, size = *sys.argv[1:4], int(sys.argv[4])
    loader = mt.utils.data.DataLoader(Data(), 2, num_workers=2, persistent_workers=kept == "kept", prefetch_factor=4)
    iterator = iter(loader)
    next(iterator), next(iterator)  # one batch of each worker: both have begun
    print(*[worker.pid for worker in iterator._workers], flush=True)
    if how == "error":
        raise RuntimeError("my own")
    if how == "interrupted":
        time.sleep(60)
    if how == "exit":
        sys.exit(5)
    if how == "gone":
        os._exit(7)
    if how == "killed":
        os.kill(os.getpid(), signal.SIGKILL)
"""


def is_running(pid):
    try:
        with open(f"/proc/{pid}/stat") as file:
            return file.read().rpartition(")")[2].split()[0] not in "ZX"
    except FileNotFoundError:
        return False


@pytest.mark.skipif(not os.path.isdir("/proc"), reason="looks for processes in /proc")
@pytest.mark.parametrize("kept", ["kept", "new"])
@pytest.mark.parametrize(
    ("how", "code", "words"),
    [("end", 0, ""), ("error", 1, "my own"), ("exit", 5, ""), ("interrupted", -signal.SIGINT, "KeyboardInterrupt")],
)
def test_programs_end_and_leave_nothing(tmp_path, how, code, words, kept):
    program = started(tmp_path, how, kept)
    line = program.stdout.readline()
    if how == "interrupted":
        os.killpg(program.pid, signal.SIGINT)  # what Ctrl-C does: all processes get it
    _, errors = program.communicate(timeout=30)
    pids = line.split()
    assert program.returncode == code, errors
    assert words in errors
    assert errors.count("Traceback") == (1 if words else 0), errors
    assert [pid for pid in pids if is_running(pid)] == []


@pytest.mark.skipif(not os.path.isdir("/proc"), reason="looks for processes in /proc")
@pytest.mark.parametrize("size", [100, 40_000])  # pickled as a whole, and the numbers apart
@pytest.mark.parametrize(
    ("how", "kept", "busy"), [("gone", "new", "not"), ("killed", "kept", "not"), ("killed", "new", "busy")]
)
def test_workers_end_soon_after_a_parent_that_is_gone_at_once(tmp_path, how, kept, busy, size):
    program = started(tmp_path, how, kept, busy, size)
    pids = program.stdout.readline().split()
    program.wait(timeout=30)
    end = time.monotonic() + 5
    while any(is_running(pid) for pid in pids) and time.monotonic() < end:
        time.sleep(0.05)
    assert [pid for pid in pids if is_running(pid)] == []
    program.communicate()


def started(tmp_path, how, kept, busy="not", size=40_000):
    """The program above, running."""
    file = tmp_path / "program.py"
    file.write_text(PROGRAM)
    return subprocess.Popen(
        [sys.executable, str(file), how, kept, busy, str(size)], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
        start_new_session=True, env=os.environ | {"PYTHONPATH": os.path.dirname(os.path.dirname(mt.__file__))},
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),  # what starts the tests may have it ignored
    )  # fmt: skip
