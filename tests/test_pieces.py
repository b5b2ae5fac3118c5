"""Large arrays: the same numbers in pieces and by several threads as at once."""

import os
import threading

import numpy as np
import pytest

import minitorch as mt
from minitorch import pieces

NAMES = ("exp", "exp2", "expm1", "log1p", "sin", "cos", "tan", "asin", "atan", "sinh", "tanh", "sigmoid", "relu")


@pytest.fixture(autouse=True)
def threads():
    before = mt.get_num_threads()
    yield
    mt.set_num_threads(before)


@pytest.mark.parametrize("number", [1, 2, 5])
@pytest.mark.parametrize("name", NAMES)
def test_large_arrays_give_what_small_ones_give(name, number):
    mt.set_num_threads(number)
    x = mt.rand(3, 50_001) * 2 - 1
    x[0, 0], x[1, 7] = float("nan"), -0.0
    whole = getattr(mt, name)(x)
    parts = [getattr(mt, name)(x[:, k : k + 1000]) for k in range(0, 50_001, 1000)]
    assert whole.dtype is x.dtype and whole.is_contiguous()
    np.testing.assert_allclose(whole.numpy(), mt.cat(parts, 1).numpy(), rtol=3e-7)


@pytest.mark.parametrize(
    "function",
    [
        lambda m, x: m.clamp(x, -0.5, 0.5),
        lambda m, x: x.abs() ** 1.5,
        lambda m, x: m.softmax(x, 1),
        lambda m, x: m.log_softmax(x, 0),
        lambda m, x: m.nn.functional.gelu(x),
        lambda m, x: m.nn.functional.silu(x),
    ],
)
@pytest.mark.parametrize("turned", [False, True])
def test_large_arrays_and_their_gradients_are_pytorchs(torch, function, turned):
    values = np.random.default_rng(0).normal(size=(300, 500))
    found = []
    for m in (mt, torch):
        x = m.tensor(values, requires_grad=True)
        y = function(m, x.T if turned else x)
        (y * y).sum().backward()
        found.append((y.detach().numpy(), x.grad.numpy()))
    for ours, theirs in zip(*found, strict=True):
        np.testing.assert_allclose(ours, theirs, rtol=1e-9, atol=1e-12)


def test_every_number_is_worked_on_once():
    mt.set_num_threads(4)
    seen = []

    def count(part):
        seen.append(part.size)
        return part + 1

    x = np.arange(10 * pieces.PIECE + 3, dtype="float64")
    assert np.array_equal(pieces.in_pieces(count, x), x + 1)
    assert sum(seen) == x.size + 1  # the first number twice: it says what dtype the answers have


def test_an_error_in_any_thread_is_raised():
    mt.set_num_threads(3)
    calls = []

    def fails(part):
        calls.append(1)
        if part.size > 1:
            raise ValueError("here")
        return part

    for _ in range(20):
        with pytest.raises(ValueError, match="here"):
            pieces.in_pieces(fails, np.ones(20 * pieces.PIECE))
    assert np.array_equal(pieces.in_pieces(np.sqrt, np.ones(20 * pieces.PIECE)), np.ones(20 * pieces.PIECE))


def test_threads_of_the_user_and_forked_processes():
    mt.set_num_threads(2)
    x = mt.ones(100_000)
    expected = x.exp()
    found = []
    users = [threading.Thread(target=lambda: found.append(mt.equal(x.exp(), expected))) for _ in range(8)]
    for user in users:
        user.start()
    for user in users:
        user.join()
    assert found == [True] * 8
    if hasattr(os, "fork"):
        child = os.fork()
        if child == 0:
            os._exit(0 if mt.equal(x.exp(), expected) else 1)
        assert os.waitpid(child, 0)[1] == 0


def test_how_many_threads():
    mt.set_num_threads(3)
    assert mt.get_num_threads() == 3
    for wrong in (0, -1, 1.5, True, "2"):
        with pytest.raises(RuntimeError, match="set_num_threads expects a"):
            mt.set_num_threads(wrong)
