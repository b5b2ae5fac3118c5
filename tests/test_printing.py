"""The printed form: PyTorch's, character by character."""

import math

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import minitorch
from minitorch import dtypes, printing
from minitorch.backend import CPU, device

NAN, INF = math.nan, math.inf
SPECIAL = (NAN, INF, -INF, 0.0, -0.0)


@pytest.fixture(autouse=True)
def default_options():
    """Every test begins and ends with the default options."""
    minitorch.set_printoptions(profile="default")
    yield
    minitorch.set_printoptions(profile="default")
    dtypes.set_default_dtype(dtypes.float32)


@pytest.fixture
def oracle(torch, monkeypatch):
    """PyTorch, with dtypes that print under its name: line breaks depend on the length."""
    monkeypatch.setattr(dtypes.dtype, "__repr__", lambda self: f"torch.{self.name}")
    torch.set_printoptions(profile="default")
    yield torch
    torch.set_printoptions(profile="default")
    torch.set_default_dtype(torch.float32)


def printed(tensor):
    """What we print for PyTorch's tensor."""
    kind = getattr(dtypes, str(tensor.dtype).removeprefix("torch."))
    plain = tensor.detach()
    array = plain.float().numpy().astype(kind.numpy) if kind is dtypes.bfloat16 else plain.numpy()
    name = tensor.grad_fn and tensor.grad_fn.name()
    return printing.tensor_repr(array, kind, CPU, tensor.requires_grad, name)


def shown(data, kind=dtypes.float32, requires_grad=False, name=None, where=CPU):
    """What we print for these numbers."""
    return printing.tensor_repr(np.array(data, kind.numpy), kind, where, requires_grad, name)


TABLE = {  # written down from PyTorch 2.13, so that they hold without it
    "tensor([1., 2., 3.])": ([1, 2, 3],),
    "tensor([0.1000, 0.2000])": ([0.1, 0.2],),
    "tensor([[  1.0000, -20.5000],\n        [  0.2500,   3.0000]])": ([[1, -20.5], [0.25, 3]],),
    "tensor([1.0000e+00, 1.5000e-05])": ([1, 1.5e-5],),
    "tensor([1.0000e+00, 1.0010e+03])": ([1, 1001],),
    "tensor([1.0000e+09])": ([1e9],),
    "tensor([9.0000e-05])": ([9e-5],),
    "tensor([0.0001], dtype=minitorch.float64)": ([1e-4], dtypes.float64),
    "tensor([100000000.])": ([1e8],),
    "tensor([   1., 1000.])": ([1, 1000],),
    "tensor([nan, inf, -inf, 0.])": ([NAN, INF, -INF, 0],),
    "tensor([1., nan, inf])": ([1, NAN, INF],),
    "tensor([1.5000,    nan,   -inf])": ([1.5, NAN, -INF],),
    "tensor([-0., 1.])": ([-0.0, 1],),
    "tensor(3.1416)": (math.pi,),
    "tensor([])": ([],),
    "tensor([], size=(0, 3))": (np.zeros((0, 3)),),
    "tensor([], dtype=minitorch.int64)": ([], dtypes.int64),
    "tensor([], size=(2, 0), dtype=minitorch.bool)": (np.zeros((2, 0)), dtypes.bool),
    "tensor([ 1, -2])": ([1, -2], dtypes.int64),
    "tensor([1, 2], dtype=minitorch.uint8)": ([1, 2], dtypes.uint8),
    "tensor([ True, False])": ([True, False], dtypes.bool),
    "tensor(True)": (True, dtypes.bool),
    "tensor([1.+2.j, 0.-1.j])": ([1 + 2j, 0 - 1j], dtypes.complex64),
    "tensor([1.5000+0.j], dtype=minitorch.complex128)": ([1.5], dtypes.complex128),
    "tensor([1.], dtype=minitorch.float64)": ([1], dtypes.float64),
    "tensor([1.5000], dtype=minitorch.float16)": ([1.5], dtypes.float16),
    "tensor([1.], requires_grad=True)": ([1], dtypes.float32, True),
    "tensor([2.], grad_fn=<MulBackward0>)": ([2], dtypes.float32, True, "MulBackward0"),
    "tensor([2.], device='cuda:0')": ([2], dtypes.float32, False, None, device("cuda:0")),
}


@pytest.mark.parametrize("text", TABLE)
def test_table(text):
    assert shown(*TABLE[text]) == text


def test_bfloat16():
    pytest.importorskip("ml_dtypes")
    assert shown([1.5, 300], dtypes.bfloat16) == "tensor([  1.5000, 300.0000], dtype=minitorch.bfloat16)"


def test_large_tensors_are_cut_to_their_edges():
    assert shown(np.arange(1001), dtypes.int64) == "tensor([   0,    1,    2,  ...,  998,  999, 1000])"
    assert shown(np.arange(1000), dtypes.int64).count(",") == 999
    lines = shown(np.zeros((100, 100))).split("\n")
    assert lines[0] == "tensor([[0., 0., 0.,  ..., 0., 0., 0.],"
    assert lines[3] == "        ...,"
    assert len(lines) == 7


def test_our_own_dtype_name_breaks_the_line_where_it_does_not_fit():
    text = shown([0.123] * 7, dtypes.float64)
    assert text.split("\n") == [f"tensor([{', '.join(['0.1230'] * 7)}],", "       dtype=minitorch.float64)"]


def test_default_dtype_decides_what_goes_without_saying(oracle):
    for kind in ("float64", "float32"):
        dtypes.set_default_dtype(getattr(dtypes, kind))
        oracle.set_default_dtype(getattr(oracle, kind))
        for name in ("float32", "float64", "complex64", "complex128", "int64", "int32", "bool"):
            for shape in ((2,), (0,), (0, 2)):
                tensor = oracle.ones(shape, dtype=getattr(oracle, name))
                assert printed(tensor) == repr(tensor)


@pytest.mark.parametrize("spec", ["", ".3f", "10.2e", "g", "<9"])
@pytest.mark.parametrize("value", [1.5, -0.0, 3, True, NAN])
def test_format_of_one_number(torch, value, spec):
    if isinstance(value, bool) and spec in ("10.2e", "g", ".3f", "<9"):
        spec = "d"
    assert format(minitorch.tensor(value), spec) == format(torch.tensor(value), spec)


def test_options(torch):
    minitorch.set_printoptions(precision=2, sci_mode=False)
    assert shown([1 / 3, 1e-6]) == "tensor([0.33, 0.00])"
    assert minitorch.get_printoptions()["precision"] == 2
    minitorch.set_printoptions(profile="short", linewidth=30)
    assert minitorch.get_printoptions() == {
        "precision": 2, "threshold": 1000, "edgeitems": 2, "linewidth": 30, "sci_mode": None,
    }  # fmt: skip
    minitorch.set_printoptions(profile="Full")
    assert minitorch.get_printoptions()["threshold"] == INF
    with pytest.raises(ValueError, match="profile must be one of default, short, full, but got 'long'"):
        minitorch.set_printoptions(profile="long")


# --- anything, against PyTorch ----------------------------------------------------------------------------------------

OPTIONS = st.fixed_dictionaries(
    {},
    optional={
        "profile": st.sampled_from(("default", "short", "full")),
        "precision": st.integers(0, 8),
        "threshold": st.sampled_from((0, 5, 10, 50)),
        "edgeitems": st.integers(0, 4),
        "linewidth": st.sampled_from((1, 20, 40, 120)),
        "sci_mode": st.booleans(),
    },
)
NAMES = ("float32", "float32", "float64", "float16", "bfloat16", "int64", "int8", "uint8", "bool")
NAMES += ("complex64", "complex128")
SHAPES = st.lists(st.sampled_from((0, 1, 1, 2, 3, 4, 5, 8, 12)), max_size=4)


def draw(rng, shape, kind):
    """Numbers of many kinds: whole or not, of one size or of many, with or without nan, inf and zeros."""
    values = rng.standard_normal(shape) * 10.0 ** rng.uniform(-9, 9) ** rng.choice((0, 0.5, 1))
    if rng.random() < 0.3:
        values = values * 10.0 ** (rng.standard_normal(shape) * rng.uniform(0, 4))
    if rng.random() < 0.4:
        values = np.round(values * rng.choice((1, 3, 1e4)))
    if rng.random() < 0.3:
        values = np.where(rng.random(shape) < rng.random(), rng.choice(SPECIAL, shape), values)
    if kind.is_complex:
        values = values + 1j * rng.permutation(np.ravel(values)).reshape(shape)
    elif not kind.is_floating_point:
        values = np.nan_to_num(values).clip(-(2.0**62), 2.0**62).astype(np.int64)
    return values


@settings(max_examples=1500, deadline=None, suppress_health_check=list(HealthCheck))
@given(
    options=OPTIONS,
    name=st.sampled_from(NAMES),
    shape=SHAPES,
    seed=st.integers(0, 2**32 - 1),
    history=st.sampled_from(("none", "leaf", "node")),
)
def test_anything_prints_as_in_pytorch(oracle, options, name, shape, seed, history):
    if name == "bfloat16":
        pytest.importorskip("ml_dtypes")
    with np.errstate(all="ignore"):
        values = draw(np.random.default_rng(seed), shape, getattr(dtypes, name))
    tensor = oracle.tensor(values).to(getattr(oracle, name))
    if history != "none" and (tensor.is_floating_point() or tensor.is_complex()):
        tensor.requires_grad_()
        tensor = tensor.view_as(tensor) if history == "node" else tensor
    for library in (oracle, minitorch):
        library.set_printoptions(profile="default")
        library.set_printoptions(**options)
    assert printed(tensor) == repr(tensor)
