"""Layers on PyTorch's own samples: first values, state, printed form, results, gradients of both orders, errors."""

import os

import pytest

from .module_harness import CHECKS, check, tables

LIMIT = 2  # cases of a list: evenly spaced ones, the same every time; `python -m tests.module_report` takes all


@pytest.mark.parametrize("what", CHECKS)
def test_layers_do_as_pytorchs(torch, what):
    wrong = []
    for name in tables():
        if "LPPool" in name and os.environ.get("MINITORCH_SOLUTIONS") == "1":
            continue  # lesson 07's formula of relu passes nothing on where the result is nan
        wrong += check(what, name, LIMIT)[1]
    assert not wrong, "\n".join(wrong[:20])
