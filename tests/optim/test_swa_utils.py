"""swa_utils: means of models, their learning rate and their statistics as in PyTorch; LBFGS."""

import warnings

import numpy as np
import pytest

import minitorch as mt


def model_of(library):
    library.manual_seed(0)
    return library.nn.Sequential(library.nn.Linear(3, 4), library.nn.BatchNorm1d(4), library.nn.Linear(4, 2))


def train(library, steps=6, **options):
    model = model_of(library)
    mean = library.optim.swa_utils.AveragedModel(model, **options)
    optimizer = library.optim.SGD(model.parameters(), lr=0.1)
    scheduler = library.optim.swa_utils.SWALR(optimizer, swa_lr=0.5, anneal_epochs=3)
    x = library.tensor(np.random.default_rng(0).normal(size=(16, 3)).astype("float32"))
    rates = []
    for _ in range(steps):
        optimizer.zero_grad()
        (model(x) ** 2).mean().backward()
        optimizer.step()
        scheduler.step()
        rates.append(scheduler.get_last_lr())
        mean.update_parameters(model)
    library.optim.swa_utils.update_bn([x[:8], (x[8:], 0)], mean)
    return mean.state_dict(), rates, scheduler.state_dict()


def choices(library):
    swa = library.optim.swa_utils
    return {
        "default": {}, "buffers": {"use_buffers": True}, "own": {"avg_fn": lambda mean, new, count: (mean + new) / 2},
        "ema": {"avg_fn": swa.get_ema_avg_fn(0.9)}, "swa": {"avg_fn": swa.get_swa_avg_fn()},
        "ema lists": {"multi_avg_fn": swa.get_ema_multi_avg_fn(0.9), "use_buffers": True},
        "swa lists": {"multi_avg_fn": swa.get_swa_multi_avg_fn()},
    }  # fmt: skip


@pytest.mark.parametrize("choice", choices(mt))
def test_means_of_models(torch, choice):
    state, rates, schedule = train(mt, **choices(mt)[choice])
    expected, their_rates, their_schedule = train(torch, **choices(torch)[choice])
    assert list(state) == list(expected)
    for name, value in expected.items():
        np.testing.assert_allclose(state[name].numpy(), value.numpy(), rtol=1e-4, atol=1e-5, err_msg=name)
    assert rates == their_rates
    assert schedule == their_schedule
    assert list(schedule) == list(their_schedule)


@pytest.mark.parametrize("strategy", ["cos", "linear"])
@pytest.mark.parametrize("epochs", [0, 1, 4])
def test_swalr(torch, strategy, epochs):
    def rates(library):
        optimizer = library.optim.SGD([library.ones(1, requires_grad=True)], lr=1.0)
        scheduler = library.optim.swa_utils.SWALR(optimizer, [0.1], anneal_epochs=epochs, anneal_strategy=strategy)
        found = [scheduler.get_last_lr()]
        for _ in range(6):
            optimizer.step()
            scheduler.step()
            found.append(scheduler.get_last_lr())
        return found

    assert rates(mt) == rates(torch)


def test_errors():
    swa, optimizer = mt.optim.swa_utils, mt.optim.SGD([mt.ones(1, requires_grad=True)], lr=1.0)
    for make in (swa.get_ema_avg_fn, swa.get_ema_multi_avg_fn):
        with pytest.raises(ValueError, match="Invalid decay value 2"):
            make(2)
    with pytest.raises(ValueError, match="anneal_strategy must"):
        swa.SWALR(optimizer, 0.1, anneal_strategy="exp")
    with pytest.raises(ValueError, match="swa_lr must have the same length"):
        swa.SWALR(optimizer, [0.1, 0.2])


@pytest.mark.parametrize("search", [None, "strong_wolfe"])
def test_lbfgs_on_rosenbrock(torch, search):
    def way(library):
        p = library.tensor([-1.5, 1.0], dtype=library.float64, requires_grad=True)
        optimizer = library.optim.LBFGS([p], lr=0.5, max_iter=7, history_size=3, line_search_fn=search)
        found = []

        def closure():
            optimizer.zero_grad()
            loss = (1 - p[0]) ** 2 + 100 * (p[1] - p[0] ** 2) ** 2
            loss.backward()
            return loss

        for _ in range(6):
            found.append([optimizer.step(closure).item(), *p.tolist()])
        state = optimizer.state_dict()["state"][0]
        return found, state["func_evals"], state["n_iter"], list(state)

    (mine, *counts), (theirs, *expected) = way(mt), way(torch)
    np.testing.assert_allclose(mine, theirs, rtol=1e-7)
    assert counts == expected


def test_no_extra_options():
    class Plain(mt.optim.Optimizer):
        def __init__(self, params, lr):
            super().__init__(params, {"lr": lr})

        def step(self):
            pass

    with warnings.catch_warnings():
        warnings.simplefilter("error")
        optimizer = Plain([mt.ones(1, requires_grad=True)], 0.1)
    assert repr(optimizer) == "Plain (\nParameter Group 0\n    lr: 0.1\n)"
