"""nn.init: after the same seed, PyTorch's numbers."""

import math

import numpy as np
import pytest

import minitorch as mt
from minitorch.nn import init

from ..rounding import close, drawn_alike

SHAPES = [(3, 5), (17, 4), (4, 3, 5), (2, 4, 3, 3)]


def both(torch, name, shape, *args, dtype="float32", **kwargs):
    """The tensors that ours and PyTorch's function leave behind after the same seed, and what is drawn next."""
    mt.manual_seed(5)
    torch.manual_seed(5)
    x = mt.zeros(shape, dtype=getattr(mt, dtype), requires_grad=True)
    y = torch.zeros(shape, dtype=getattr(torch, dtype), requires_grad=True)
    assert getattr(init, name)(x, *args, **kwargs) is x
    getattr(torch.nn.init, name)(y, *args, **kwargs)
    assert x.is_leaf and x.requires_grad
    assert mt.rand(1).item() == torch.rand(1).item()
    return x.detach().numpy(), y.detach()


@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize(
    ("name", "options"),
    [
        ("uniform_", {}),
        ("uniform_", {"a": -0.3, "b": 2.5}),
        ("normal_", {}),
        ("normal_", {"mean": 3.0, "std": 0.2}),
        ("constant_", {"val": 0.3}),
        ("ones_", {}),
        ("zeros_", {}),
        ("trunc_normal_", {}),
        ("trunc_normal_", {"mean": 1.0, "std": 0.5, "a": 0.9, "b": 1.2}),
        ("trunc_normal_", {"mean": 0.0, "std": 1.0, "a": 1.5, "b": 4.0}),
        ("xavier_uniform_", {}),
        ("xavier_uniform_", {"gain": 5 / 3}),
        ("xavier_normal_", {"gain": 0.5}),
        ("kaiming_uniform_", {"a": math.sqrt(5)}),
        ("kaiming_uniform_", {"mode": "fan_out", "nonlinearity": "relu"}),
        ("kaiming_normal_", {}),
        ("kaiming_normal_", {"mode": "FAN_OUT", "nonlinearity": "tanh"}),
    ],
)
@pytest.mark.parametrize("dtype", ["float32", "float64"])
def test_numbers(torch, name, options, shape, dtype):
    mine, theirs = both(torch, name, shape, dtype=dtype, **options)
    if name == "trunc_normal_":  # which passes through the inverse of erf, steep near its ends
        assert close(mine, theirs, options.get("mean", 0.0), least=8 * options.get("std", 1.0))
    else:
        assert drawn_alike(torch, mine, theirs)


@pytest.mark.parametrize("shape", [(3, 5), (5, 3), (4, 4), (2, 3, 3)])
def test_orthogonal(torch, shape):
    mine, theirs = both(torch, "orthogonal_", shape, gain=2.0)
    np.testing.assert_allclose(mine, theirs.numpy(), atol=2e-6)
    rows = mine.reshape(shape[0], -1)
    rows = rows if rows.shape[0] <= rows.shape[1] else rows.T
    np.testing.assert_allclose(rows @ rows.T, 4 * np.eye(len(rows)), atol=1e-5)


@pytest.mark.parametrize(("name", "shape", "args"), [
    ("eye_", (3, 5), ()), ("eye_", (5, 3), ()),
])  # fmt: skip
def test_identities(torch, name, shape, args):
    mine, theirs = both(torch, name, shape, *args)
    np.testing.assert_array_equal(mine, theirs.numpy())


def test_a_generator_of_its_own():
    first, second = (mt.Generator().manual_seed(3) for _ in range(2))
    mt.manual_seed(0)
    x = init.normal_(mt.empty(4, 4), generator=first)
    mt.manual_seed(1)
    assert (init.normal_(mt.empty(4, 4), generator=second) == x).all()


@pytest.mark.parametrize(
    ("name", "param"),
    [(n, None) for n in ("linear", "conv1d", "conv_transpose3d", "sigmoid", "tanh", "relu", "selu", "leaky_relu")]
    + [("leaky_relu", 0.2), ("leaky_relu", 1), ("leaky_relu", "x"), ("leaky_relu", True), ("gelu", None)],
)
def test_gain(torch, name, param):
    try:
        expected = torch.nn.init.calculate_gain(name, param)
    except ValueError as error:
        with pytest.raises(ValueError, match=str(error)):
            init.calculate_gain(name, param)
    else:
        assert init.calculate_gain(name, param) == expected


@pytest.mark.parametrize(("name", "shape", "args"), [
    ("eye_", (3,), ()),
    ("xavier_uniform_", (3,), ()), ("xavier_normal_", (3,), ()), ("kaiming_uniform_", (3,), ()),
    ("kaiming_normal_", (3, 2), (0, "fan")),
    ("orthogonal_", (3,), ()),
])  # fmt: skip
def test_errors(torch, name, shape, args):
    with pytest.raises(ValueError) as expected:
        getattr(torch.nn.init, name)(torch.empty(shape), *args)
    with pytest.raises(ValueError) as got:
        getattr(init, name)(mt.empty(shape), *args)
    assert str(got.value) == str(expected.value)


def test_fans(torch):
    for shape in SHAPES:
        expected = torch.nn.init._calculate_fan_in_and_fan_out(torch.empty(shape))
        assert init._calculate_fan_in_and_fan_out(mt.empty(shape)) == expected
