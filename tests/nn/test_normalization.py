"""Normalization beyond PyTorch's samples: lazy kin, conversion, old states, the forms at the top, sums of many numbers."""

import numpy as np
import pytest

import minitorch as mt
from minitorch.nn.functional.normalization import normalize

nn = mt.nn


def both(torch, call):
    """The arrays that a call gives in both libraries."""
    return [[np.asarray(x.detach()) for x in call(lib)] for lib in (torch, mt)]


def close(found, atol=1e-5):
    for theirs, mine in zip(*found, strict=True):
        np.testing.assert_allclose(mine, theirs, rtol=1e-5, atol=atol)


# --- sums of many numbers ---------------------------------------------------------------------------------------------


def test_statistics_of_many_numbers_are_those_of_float64():
    x = (np.random.default_rng(0).normal(size=(64, 4, 32, 32)) + 3).astype("float32")
    mean, var = mt.zeros(4), mt.zeros(4)
    nn.functional.batch_norm(mt.tensor(x), mean, var, training=True, momentum=1.0)
    exact = x.astype("float64")
    np.testing.assert_allclose(mean.numpy(), exact.mean((0, 2, 3)), rtol=1.5e-7)
    np.testing.assert_allclose(var.numpy(), exact.var((0, 2, 3), ddof=1), rtol=3e-7)


@pytest.mark.parametrize("training", [True, False])
def test_an_empty_batch(torch, training):
    def call(lib):
        layer = lib.nn.BatchNorm2d(3).train(training)
        y = layer(lib.zeros(0, 3, 2, 2))
        y.sum().backward()
        return y, layer.running_mean, layer.running_var, layer.weight.grad, layer.bias.grad

    close(both(torch, call))


# --- one function for four norms --------------------------------------------------------------------------------------


@pytest.mark.parametrize("of", [np.asarray, mt.tensor], ids=["array", "tensor"])
def test_each_norm_is_a_case_of_normalize(torch, of):
    x, F = np.random.default_rng(0).normal(2, 3, size=(3, 4, 5)), torch.nn.functional
    theirs = torch.tensor(x)
    cases = {
        "batch": (normalize(of(x), (0, 2), 1e-5), F.batch_norm(theirs, None, None, training=True)),
        "layer": (normalize(of(x), (1, 2), 1e-5), F.layer_norm(theirs, (4, 5))),
        "RMS": (normalize(of(x), (1, 2), 1e-5, center=False), F.rms_norm(theirs, (4, 5), eps=1e-5)),
        "group": (normalize(of(x.reshape(3, 2, 10)), (2,), 1e-5), F.group_norm(theirs, 2).reshape(3, 2, 10)),
    }
    for name, ((hat, _, _), expected) in cases.items():
        np.testing.assert_allclose(np.asarray(hat), expected.numpy(), rtol=1e-9, atol=1e-9, err_msg=name)


def test_the_gradient_of_a_norm_has_no_part_along_ones_and_along_the_result():
    x = mt.randn(2, 3, 7, dtype=mt.float64).requires_grad_()
    y = nn.functional.layer_norm(x, (3, 7), eps=0.0)
    y.backward(mt.randn(2, 3, 7, dtype=mt.float64))
    for direction in (mt.ones_like(y), y.detach()):
        assert (x.grad * direction).sum((1, 2)).abs().max().item() < 1e-12


# --- layers ---------------------------------------------------------------------------------------------------------------

LAZY = {
    "BatchNorm1d": (4, 3), "BatchNorm2d": (4, 3, 2, 2), "BatchNorm3d": (2, 3, 2, 2, 2),
}  # fmt: skip


@pytest.mark.parametrize("options", [{}, {"affine": True, "track_running_stats": True}, {"affine": False}], ids=str)
@pytest.mark.parametrize("name", LAZY)
def test_lazy_kin(torch, name, options):
    said = []
    for lib in (torch, mt):
        layer = getattr(lib.nn, "Lazy" + name)(momentum=0.3, **options)
        said.append([repr(layer), list(layer.state_dict())])
        layer(lib.ones(LAZY[name]))
        said[-1] += [repr(layer), type(layer).__name__, layer.num_features, list(layer.state_dict())]
        if options.get("affine"):
            getattr(lib.nn, "Lazy" + name)(**options).load_state_dict(layer.state_dict())
    assert said[0] == said[1]


def test_instance_norm_and_old_states(torch):
    said = []
    for lib in (torch, mt):
        layer = lib.nn.InstanceNorm2d(3)
        old = {"running_mean": lib.zeros(3), "running_var": lib.ones(3)}
        with pytest.raises(RuntimeError) as error:
            layer.load_state_dict(old)
        said.append(str(error.value))
        with pytest.raises(ValueError, match="expected 3D or 4D input"):
            layer(lib.ones(2, 3))
        with pytest.raises(ValueError, match="match num_features"):
            lib.nn.InstanceNorm2d(3, affine=True)(lib.ones(4, 2, 2))
        with pytest.warns(UserWarning, match="match num_features"):
            layer(lib.ones(4, 2, 2))
    assert all(said)


# --- at the top -------------------------------------------------------------------------------------------------------------

X = np.random.default_rng(5).normal(size=(4, 6, 5)).astype("float32") * 2 + 1
TOP = {
    "batch_norm": lambda lib, x, w, b, m, v: [lib.batch_norm(x, w, b, m, v, True, 0.1, 1e-5, True), m, v],
    "eval": lambda lib, x, w, b, m, v: [lib.batch_norm(x, w, b, m, v, False, 0.1, 1e-5, True), m, v],
    "native_batch_norm": lambda lib, x, w, b, m, v: lib.native_batch_norm(x, w, b, m, v, True, 0.1, 1e-5),
    "instance_norm": lambda lib, x, w, b, m, v: [lib.instance_norm(x, w, b, m, v, True, 0.1, 1e-5, True), m, v],
    "group_norm": lambda lib, x, w, b, m, v: [lib.group_norm(x, 3, w, b, 1e-4)],
    "native_group_norm": lambda lib, x, w, b, m, v: lib.native_group_norm(x, w, b, 4, 6, 5, 2, 1e-5),
    "layer_norm": lambda lib, x, w, b, m, v: [lib.layer_norm(x, (6, 5), None, None, 1e-3, False)],
    "native_layer_norm": lambda lib, x, w, b, m, v: lib.native_layer_norm(x.mT, (6,), w, b, 1e-5),
    "rms_norm": lambda lib, x, w, b, m, v: [lib.rms_norm(x.mT, (6,), w, 1e-2), lib.rms_norm(x.mT, (6,))],
}


def test_weights_of_float32_beside_half_precision_have_all_the_digits_of_their_gradients(torch):
    x, g = np.random.default_rng(0).normal(size=(2, 2, 8, 9))

    def call(lib):
        layers = nn_of(lib)
        inputs = [lib.tensor(x).bfloat16().requires_grad_() for _ in layers]
        for layer, one in zip(layers, inputs, strict=True):
            layer(one).backward(lib.tensor(g).bfloat16())
        return [p.grad.float() for layer in layers for p in layer.parameters()]

    def nn_of(lib):
        return lib.nn.GroupNorm(2, 8), lib.nn.BatchNorm1d(8)

    close(both(torch, call), 1e-4)


def test_any_eps_and_no_batch(torch):
    def call(lib):
        x = lib.arange(24.0).reshape(2, 3, 4)
        layer = lib.nn.BatchNorm1d(3)
        return lib.nn.InstanceNorm1d(3, eps=0)(x), layer(lib.zeros(0, 3, 4, dtype=lib.float64)), layer.running_mean

    close(both(torch, call))


@pytest.mark.parametrize("length", [1000, 1_000_000])
def test_layers_of_long_rows_lose_no_digits(length):
    """Against float64: a sum of a million float32 numbers one after the other is off in the fifth digit."""
    numbers = np.random.default_rng(0).normal(1, 3, (8, length))
    exact = (numbers - numbers.mean(1, keepdims=True)) / np.sqrt(numbers.var(1, keepdims=True) + 1e-5)
    found = mt.nn.functional.layer_norm(mt.tensor(numbers.astype("float32")), (length,)).numpy()
    assert abs(found - exact).max() < 1e-6
