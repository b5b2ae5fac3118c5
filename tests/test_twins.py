"""Twins: what numba's kernels give is what the formulas give in float64; without numba nothing is missed."""

import os
import subprocess
import sys
from importlib import import_module

import numpy as np
import pytest

import minitorch as mt
from minitorch import fast, nn  # noqa: F401  nn: its operations have twins
from minitorch.fast import twins
from minitorch.fast.compiled.kernel import Kernel

WANTED = not twins.Numba.missing


def needs_numba():
    """Skip a test where there is no numba, or where it is left out."""
    pytest.importorskip("numba")
    if not WANTED:
        pytest.skip("MINITORCH_NUMBA is 0")


ODD = [0.0, -0.0, 1e-30, -1e-30, 5.5, -5.5, 40.0, -40.0, 90.0, -90.0]
SPECIAL = [float("nan"), float("inf"), float("-inf")]
LAYOUTS = ["whole", "odd", "special", "turned", "every second", "spread", "empty", "four dimensions"]


def array(layout, seed=0):
    """Numbers of many sizes, in one of several layouts."""
    rng = np.random.default_rng(seed)
    x = rng.normal(size=(120, 300)).astype("float32") * 2
    if layout == "odd":
        x.reshape(-1)[: 2 * len(ODD)] = ODD * 2
    if layout == "special":
        x.reshape(-1)[: 900 * len(SPECIAL) : 900] = SPECIAL
        x[30], x[31] = -np.inf, np.nan
    return {
        "turned": x.T,
        "every second": np.repeat(x, 2, 1)[:, ::2],
        "spread": np.broadcast_to(x[:1], x.shape),
        "empty": x[:0],
        "four dimensions": x.reshape(6, 5, 20, 60),
    }.get(layout, x)


def operation(name):
    """The op that a name in TWINS speaks of."""
    module, _, function = name.partition(":")
    __import__(module)
    return next(op for op in mt.ops.op.ops if (op.__module__, op.forward.__name__.strip("_")) == (module, function))


def given(op, formula, layout, kind):
    """What the forward or a formula is called with, of float32 or float64."""
    x, g = array(layout).astype(kind), array(layout, 1).astype(kind)
    values = {"x": x, "input": x, "dim": x.ndim - 1, "dtype": None, "backwards": layout == "odd"}
    if op.name in SPECIAL_ARGUMENTS:
        return SPECIAL_ARGUMENTS[op.name](x, g, formula)
    if formula is None:
        return [values[name] for name in op.parameters]
    exact = array(layout).astype("float64")
    values["out"] = op.forward(*[{"dim": x.ndim - 1}.get(name, exact) for name in op.parameters]).astype(kind)
    return [g, *[values[name] for name in op.formulas[formula].names]]


def normalizing(x, g, formula):
    """Batch norm for four dimensions, else layer norm."""
    if x.ndim == 4:
        shape, dims, kind = (1, 5, 1, 1), (0, 2, 3), "BatchNorm"
        weight, bias = (np.linspace(a, b, 5, dtype="float32").astype(x.dtype) for a, b in ((0.5, 1.5), (-1, 1)))
    else:
        shape, dims, kind = x.shape[1:], (1,), "LayerNorm"
        weight, bias = (np.linspace(a, b, shape[0], dtype="float32").astype(x.dtype) for a, b in ((0.5, 1.5), (-1, 1)))
    forward, found = [x, weight, bias, dims, shape, 1e-5, [], kind], []
    if formula is None:
        return forward
    wide = x.astype("float64")
    operation("minitorch.nn.functional.normalization:normalize").forward(
        wide, None, None, dims, shape, 1e-5, found, kind
    )
    found = [a.astype(x.dtype) for a in found]
    return [g, (True, True, True), x, weight, bias.shape, dims, shape, 1e-5, found, kind]


def adding(g, _, formula):
    """Numbers added at places of larger rows."""
    rows = g.reshape(-1, g.shape[-1])
    return [rows, np.arange(rows.size).reshape(rows.shape) * 5 % 1000, (len(rows), 1000), 1, "MaxPool1D"]


def sliding(which):
    """Images of 10 channels; 20 channels of windows; the kernel 3 x 2."""

    def arguments(x, g, formula):
        how = (3, 2), (0, 1), (1, 2), 1  # stride, padding, dilation, groups
        if len(x) != 300:
            how = ((1, 1), (1, 1), (1, 1), 1) if x.ndim == 2 else ((1, 2), (3, 1), (2, 1), 1)
        images, weight = x.reshape(-1, 10, 15, 20), np.resize(array("whole", 2).astype(x.dtype), (20, 10, 3, 2)) / 16
        size = tuple(
            [(n + 2 * p - d * (k - 1) - 1) // s + 1 for n, k, s, p, d in zip((15, 20), (3, 2), *how[:3], strict=True)]
        )
        if which == "convolution":
            return [images, weight, weight[:, 0, 0, 0], how, size]
        y = np.resize(g if which == "conv_weight" else x, (len(images), 20, *size)) / 64
        return [images, y, how, (3, 2)] if which == "conv_weight" else [y, weight, None, how, (15, 20)]

    return arguments


SPECIAL_ARGUMENTS = {
    "convolution": sliding("convolution"), "conv_input": sliding("conv_input"), "conv_weight": sliding("conv_weight"),
    "normalize": normalizing, "added": adding,
}  # fmt: skip
HELPERS = {"minitorch.nn.functional.pooling:find_largest"}


@pytest.mark.skipif(os.environ.get("MINITORCH_SOLUTIONS") == "1", reason="solutions are formulas of tensors")
@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize("name", [name for name in twins.TWINS if name not in HELPERS])
@pytest.mark.filterwarnings("ignore::RuntimeWarning")
def test_a_twin_is_its_formula_in_float64(name, layout):
    needs_numba()
    op, _, formula = name.partition(".grad")
    op = operation(op)
    formula = (op.parameters[int(formula.strip("[]"))] if formula else "joint") if ".grad" in name else None
    plain = op.forward if formula is None else op.functions[formula]
    few, many = given(op, formula, layout, "float32"), given(op, formula, layout, "float64")
    made = twins.with_twin(plain, name)(*few)
    close(made, plain(*many), layout)
    for ours, exact in zip(few, many, strict=True):
        if type(ours) is list:  # what a forward left for its formula
            close(ours, exact, layout)
    if layout == "whole":
        twin = twins.find(twins.TWINS[name])
        assert twin(*given(op, formula, layout, "float32")) is not None


def close(ours, exact, layout):
    if ours is None or exact is None:
        assert ours is exact
    elif isinstance(ours, (tuple, list)):
        for one, other in zip(ours, exact, strict=True):
            close(one, other, layout)
    else:
        assert ours.dtype == "float32" and ours.shape == exact.shape
        np.testing.assert_allclose(ours, exact, rtol=3e-5, atol=3e-5 if ours.ndim > 1 else 3e-3)


@pytest.mark.parametrize(
    "options",
    [(2,), (3, 2, 1), (3, 1, 1), ((2, 3), (1, 2), 0, (2, 1)), (3, 2, 0, 1, True), (2, 3, 1), (5, 5, 2, 1, True)],
    ids=str,
)
@pytest.mark.parametrize("odd", [False, True])
def test_max_pooling_is_pytorch_s(torch, options, odd):
    needs_numba()
    values = np.random.default_rng(0).integers(-9, 9, (6, 4, 31, 29)).astype("float32")
    if odd:
        values[0, 0, 3:8, 3:20], values[1] = np.nan, -np.inf
    found = []
    for m in (mt, torch):
        x = m.tensor(values, requires_grad=True)
        y, places = m.nn.functional.max_pool2d(x, *options, return_indices=True)
        y.backward(m.arange(float(y.numel())).reshape(y.shape) % 7)
        found.append([y.detach().numpy(), places.numpy(), x.grad.numpy()])
    for ours, theirs in zip(*found, strict=True):
        np.testing.assert_array_equal(ours, theirs)
    assert twins.find("pooling:pairs")(values)[0].shape == (6, 4, 15, 14)


@pytest.mark.parametrize(
    ("shape", "kernel", "options"),
    [
        ((3, 8, 700), (21, 8, 5), (2, 3, 2)), ((4, 3, 40, 41), (40, 3, 4, 3), ((3, 1), (0, 2), (1, 2))),
        ((2, 5, 6, 17, 18), (6, 5, 3, 2, 2), ((1, 2, 1), (1, 0, 1), 1)), ((2, 6, 40, 40), (7, 6, 2, 2), (3, 4, 1)),
        ((3, 2000, 2, 2), (6, 2000, 1, 2), ((3, 1), (1, 0), 1)),
    ],
    ids=str,
)  # fmt: skip
def test_convolutions_and_their_gradients_are_pytorch_s(torch, shape, kernel, options):
    needs_numba()
    x, w = (np.random.default_rng(i).normal(size=size).astype("float32") for i, size in enumerate((shape, kernel)))
    found = []
    for m in (mt, torch):
        a, b, bias = [m.tensor(one, requires_grad=True) for one in (x, w, w.reshape(-1)[: len(w)].copy())]
        y = getattr(m.nn.functional, f"conv{len(shape) - 2}d")(a, b, bias, *options)
        back = getattr(m.nn.functional, f"conv_transpose{len(shape) - 2}d")(y, b, None, *options[:2], 0, 1, options[2])
        (y.sin().sum() + back.square().mean()).backward()
        found.append([one.detach().numpy() for one in (y, back, a.grad, b.grad, bias.grad)])
    for ours, theirs in zip(*found, strict=True):
        np.testing.assert_allclose(ours, theirs, rtol=1e-4, atol=1e-4 * abs(theirs).max())


def test_every_kernel_compiles():
    needs_numba()
    for file in {place.split(":")[0] for place in twins.TWINS.values()}:
        for value in list(vars(import_module(f"minitorch.fast.compiled.{file}")).values()):
            kernel = getattr(value, "kernel", value)
            if isinstance(kernel, Kernel):
                assert kernel.compiled()
    assert not twins.Numba.missing


def run(code, **env):
    """What a fresh Python prints."""
    done = subprocess.run([sys.executable, "-c", code], env=os.environ | env, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return done.stdout.split()


LARGE = "import sys, minitorch as mt; x = mt.ones(300, 300, requires_grad=True); x.sigmoid().sum().backward(); "
SHOW = "print(round(float(x.grad[0, 0]), 5), 'numba' in sys.modules)"


def test_numba_is_imported_when_it_is_wanted_and_can_be_left_out():
    needs_numba()
    small = "import sys, minitorch as mt; mt.ones(9, 9, requires_grad=True).sigmoid().sum().backward(); "
    assert run(small + "print('numba' in sys.modules)") == ["False"]
    assert run(LARGE + SHOW, MINITORCH_NUMBA="0", MINITORCH_FAST="1") == ["0.19661", "False"]
    assert run(LARGE + SHOW, MINITORCH_NUMBA="1", MINITORCH_FAST="0") == ["0.19661", "False"]
    assert run(LARGE + SHOW, MINITORCH_NUMBA="1", MINITORCH_FAST="1") == ["0.19661", "True"]


@pytest.mark.parametrize("numba", ["raise ImportError('needs another NumPy')", "def njit(*a, **k): 1 / 0"])
def test_a_numba_that_does_not_work_is_not_missed(tmp_path, numba):
    (tmp_path / "numba.py").write_text(numba)
    code = f"import sys; sys.path.insert(0, {str(tmp_path)!r}); " + LARGE + "print(round(float(x.grad[0, 0]), 5))"
    assert run(code, MINITORCH_NUMBA="1", MINITORCH_FAST="1") == ["0.19661"]


def test_kernels_work_where_nothing_can_be_written():
    needs_numba()
    made = "from numba.core import caching; caching.CacheImpl._locator_classes = []; "
    code = made + LARGE + "from minitorch.fast import twins; print(twins.Numba.missing, round(float(x.grad[0, 0]), 5))"
    assert run(code, MINITORCH_NUMBA="1", MINITORCH_FAST="1") == ["False", "0.19661"]


def test_threads_share_a_kernel_s_work():
    needs_numba()
    before = mt.get_num_threads()
    x = np.random.default_rng(0).normal(size=(1500, 1200)).astype("float32")
    found = []
    try:
        for count in (1, 3):
            mt.set_num_threads(count)
            t = mt.tensor(x, requires_grad=True)
            weight = mt.ones(1200, requires_grad=True)
            y = mt.nn.functional.layer_norm(mt.nn.functional.gelu(t), (1200,), weight).softmax(1)
            (y * t.detach()).sum().backward()
            found.append([a.numpy() for a in (y.detach(), t.grad, weight.grad)])
    finally:
        mt.set_num_threads(before)
    for one, other in zip(*found, strict=True):
        assert np.array_equal(one, other)


def test_a_reader_s_formula_is_what_runs():
    needs_numba()
    sigmoid, seen = mt.sigmoid, []
    back, before = (
        fast.step_aside("minitorch.ops.pointwise.activation:sigmoid.grad[input]"),
        mt.sigmoid.functions["input"],
    )
    try:
        sigmoid.grad(input=lambda g, out: seen.append(1) or g * out * (1 - out))
        mt.ones(200, 200, requires_grad=True).sigmoid().sum().backward()
        assert seen
    finally:
        sigmoid.grad(input=before)
        back()
