"""interpolate and its layers against PyTorch: values, gradients, names, errors, prints."""

import numpy as np
import pytest

import minitorch as mt

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
