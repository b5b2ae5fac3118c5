"""interpolate, grid_sample, affine_grid and their layers against PyTorch: values, gradients, names, errors, prints."""

import numpy as np
import pytest

import minitorch as mt
from minitorch.autograd import gradgradcheck

from .test_nn_functional import numbers, pair, same_error

F = mt.nn.functional


def same(torch, call, *arrays, kind="float32", exact=1e-5):
    """A call gives the same values and gradients in both libraries."""
    both = [pair(torch, array, kind) for array in arrays]
    mine, its = call(mt, *[ours for ours, _ in both]), call(torch, *[theirs for _, theirs in both])
    np.testing.assert_allclose(mine.detach().numpy(), its.detach().numpy(), rtol=exact, atol=exact)
    weights = numbers(*mine.shape, seed=5)
    mine.backward(mt.tensor(weights, dtype=mine.dtype))
    its.backward(torch.tensor(weights, dtype=its.dtype))
    for ours, theirs in both:
        np.testing.assert_allclose(ours.grad.numpy(), theirs.grad.numpy(), rtol=exact, atol=exact)


SPATIAL = {1: "nearest nearest-exact linear area", 2: "nearest nearest-exact bilinear bicubic area"}
SPATIAL[3] = "nearest nearest-exact trilinear area"
MODES = [(dims, mode) for dims, modes in SPATIAL.items() for mode in modes.split()]
TARGETS = [{"size": (7, 2, 5)}, {"scale_factor": (1.7, 0.6, 2.4)}]
TARGETS += [{"scale_factor": (1.5, 1.5, 0.5), "recompute_scale_factor": True}]


@pytest.mark.parametrize("dims, mode", MODES)
@pytest.mark.parametrize("target", TARGETS)
@pytest.mark.parametrize("corners", [False, True])
def test_interpolate(torch, dims, mode, target, corners):
    if mode in ("nearest", "nearest-exact", "area"):
        if corners:
            return
        corners = None
    options = {name: value[:dims] if name != "recompute_scale_factor" else value for name, value in target.items()}
    image = numbers(2, 3, *(4, 5, 3)[:dims])
    same(torch, lambda m, x: m.nn.functional.interpolate(x, mode=mode, align_corners=corners, **options), image)


def test_interpolate_of_bytes(torch):
    image = np.random.default_rng(0).integers(0, 256, (1, 3, 6, 5)).astype("uint8")
    for options in (
        {"size": 9},
        {"size": 9, "mode": "bilinear"},
    ):
        mine, its = (
            F.interpolate(mt.tensor(image), **options),
            torch.nn.functional.interpolate(torch.tensor(image), **options),
        )
        assert (
            mine.dtype == mt.uint8 and np.abs(mine.numpy().astype(int) - its.numpy().astype(int)).max() <= 1
        )  # rounded otherwise


GRIDS = [
    (mode, padding) for mode in ("bilinear", "nearest", "bicubic") for padding in ("zeros", "border", "reflection")
]


@pytest.mark.parametrize("mode, padding", GRIDS)
@pytest.mark.parametrize("corners", [False, True])
def test_grid_sample(torch, mode, padding, corners):
    def call(m, x, grid):
        return m.nn.functional.grid_sample(x, grid, mode, padding, corners)

    same(torch, call, numbers(2, 3, 4, 5), numbers(2, 3, 6, 2, seed=2) * 1.5, kind="float64", exact=1e-6)
    if mode != "bicubic":
        same(torch, call, numbers(2, 1, 4, 1, 3), numbers(2, 2, 3, 2, 3, seed=2) * 2, kind="float64", exact=1e-12)


@pytest.mark.parametrize("mode", ["bilinear", "bicubic"])
def test_second_derivatives_of_grid_sample(mode):
    image, grid = (
        mt.tensor(numbers(1, 2, 4, 4), requires_grad=True),
        mt.tensor(numbers(1, 2, 2, 2) * 0.4, requires_grad=True),
    )
    assert gradgradcheck(lambda x, g: F.grid_sample(x, g, mode, "border", True), (image, grid))


def test_grid_sample_of_places_that_are_no_numbers(torch):
    image, grid = numbers(1, 1, 3, 4), np.zeros((1, 1, 4, 2))
    grid[0, 0, :, 0] = [np.nan, np.inf, -np.inf, 1e20]
    for mode, padding in GRIDS:
        if padding == "zeros":  # there the places lie outside, and PyTorch gives what its processor makes of them
            continue
        mine = F.grid_sample(mt.tensor(image), mt.tensor(grid), mode, padding, False)
        its = torch.nn.functional.grid_sample(torch.tensor(image), torch.tensor(grid), mode, padding, False)
        np.testing.assert_allclose(mine.numpy(), its.numpy(), rtol=1e-12)


@pytest.mark.parametrize("corners", [False, True])
@pytest.mark.parametrize("kind", ["float32", "float64"])
def test_affine_grid(torch, corners, kind):
    def call(m, theta):
        return m.nn.functional.affine_grid(theta, (2, 1, *(3, 2, 4)[: theta.shape[1]]), corners)

    same(torch, call, numbers(2, 2, 3), kind=kind, exact=1e-6)
    same(torch, call, numbers(2, 3, 4), kind=kind, exact=1e-6)


def test_a_picture_turned_by_a_quarter(torch):
    quarter = mt.tensor([[[0.0, -1.0, 0.0], [1.0, 0.0, 0.0]]], dtype=mt.float64)
    with pytest.warns(UserWarning, match="align_corners=False since 1.3.0"):
        turned = F.grid_sample(mt.tensor(numbers(1, 1, 3, 3)), F.affine_grid(quarter, (1, 1, 3, 3)))
    np.testing.assert_allclose(turned[0, 0].numpy(), np.rot90(numbers(1, 1, 3, 3)[0, 0]), atol=1e-12)


IMAGE, GRID, THETA = (1, 2, 3, 4), (1, 5, 6, 2), (1, 2, 3)
GRID_ERRORS = [
    lambda m, f: f.grid_sample(m.ones(IMAGE), m.ones(GRID), "no such mode"),
    lambda m, f: f.grid_sample(m.ones(IMAGE), m.ones(GRID), padding_mode="none"),
    lambda m, f: f.grid_sample(m.ones(IMAGE), m.ones(GRID).double(), align_corners=True),
    lambda m, f: f.grid_sample(m.ones(IMAGE), m.ones(1, 5, 6, 3), align_corners=True),
    lambda m, f: f.grid_sample(m.ones(IMAGE), m.ones(2, 5, 6, 2), align_corners=True),
    lambda m, f: f.grid_sample(m.ones(1, 1, 2, 2, 2), m.ones(1, 2, 2, 2, 3), "bicubic", align_corners=True),
    lambda m, f: f.grid_sample(m.ones(1, 2, 0, 4), m.ones(GRID), align_corners=True),
    lambda m, f: f.grid_sample(3, m.ones(GRID), align_corners=True),
    lambda m, f: f.affine_grid(m.ones(THETA), (1, 2, 3, 0), False),
    lambda m, f: f.affine_grid(m.ones(THETA), (1, 1, 1, 1, 1), False),
]  # fmt: skip


@pytest.mark.parametrize("call", GRID_ERRORS)
def test_errors_of_grids(torch, call):
    same_error(lambda: call(torch, torch.nn.functional), lambda: call(mt, F))


ERRORS = [
    lambda m, f, x: f.interpolate(x, 2, 2), lambda m, f, x: f.interpolate(x), lambda m, f, x: f.interpolate(x, (2, 2, 2)),
    lambda m, f, x: f.interpolate(x, scale_factor=(2, 2, 2)), lambda m, f, x: f.interpolate(x, 2, mode="linear"),
    lambda m, f, x: f.interpolate(x[0], 2, mode="bicubic"), lambda m, f, x: f.interpolate(x, 2, mode="no such mode"),
    lambda m, f, x: f.interpolate(x[0, 0], 2), lambda m, f, x: f.interpolate(x, 2, align_corners=True),
    lambda m, f, x: f.interpolate(x, 2, recompute_scale_factor=True),
    lambda m, f, x: f.interpolate(x, 0, mode="bilinear"),
    lambda m, f, x: f.interpolate(x[:, :0], 2),
]  # fmt: skip


@pytest.mark.parametrize("call", ERRORS)
def test_errors(torch, call):
    same_error(
        lambda: call(torch, torch.nn.functional, torch.ones(1, 2, 3, 4)), lambda: call(mt, F, mt.ones(1, 2, 3, 4))
    )


def test_fold_into_an_image_without_room():
    with pytest.raises(RuntimeError, match="as input, not"):
        F.fold(mt.zeros(1, 12, 12), (4, 5), 2, 8)


@pytest.mark.parametrize("mode", ["nearest", "nearest-exact", "linear"])
def test_gradients_of_small_dtypes_add_up_in_float32(torch, mode):
    grads = []
    for m in (mt, torch):
        x = m.tensor(numbers(1, 2, 5)).bfloat16().requires_grad_()
        weights = m.tensor(numbers(1, 2, 1285, seed=5)).bfloat16()
        m.nn.functional.interpolate(x, scale_factor=257, mode=mode).backward(weights)
        grads.append(x.grad.float().numpy())
    np.testing.assert_allclose(*grads, rtol=0.01)
