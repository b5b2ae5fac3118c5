"""share_memory: forked processes share a model's memory."""

import multiprocessing as mp
import sys

import pytest

import minitorch as mt

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="processes are forked")


def train(model):
    with mt.no_grad():
        for p in model.parameters():
            p.add_(1)


def test_forked_processes_train_one_model():
    model = mt.nn.Linear(2, 2).share_memory()
    before = [p.detach().clone() for p in model.parameters()]
    processes = [mp.get_context("fork").Process(target=train, args=(model,)) for _ in range(2)]
    for process in processes:
        process.start()
        process.join()
    for old, new in zip(before, model.parameters(), strict=True):
        assert new.is_shared() and mt.allclose(new, old + 2)


def test_a_tensor_that_is_sent_arrives_as_a_copy():
    queue, x = mp.get_context("fork").SimpleQueue(), mt.arange(3.0)
    queue.put(x)
    x.add_(1)
    assert queue.get().tolist() == [0, 1, 2]
