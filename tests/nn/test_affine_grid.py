"""The places of affine_grid, to the last digit: it decides on which side of a pixel a place lies."""

import numpy as np
import pytest

import minitorch as mt


@pytest.mark.parametrize("corners", [False, True])
def test_places_are_pytorchs_to_the_last_digit(torch, corners):
    theta = np.random.default_rng(0).normal(size=(4, 2, 3)).astype("float32")
    ours, theirs = (t.nn.functional.affine_grid(t.tensor(theta), (4, 1, 28, 28), corners) for t in (mt, torch))
    assert (ours.numpy() == theirs.numpy()).all()
