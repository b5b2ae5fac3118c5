"""LBFGS on a valley, and an optimizer of one's own, as in PyTorch."""

import warnings

import numpy as np
import pytest

import minitorch as mt


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
