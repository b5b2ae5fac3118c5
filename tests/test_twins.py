"""Twins: what numba's kernels give is what the formulas give in float64; without numba nothing is missed."""

import os
import subprocess
import sys
import time
from importlib import import_module

import numpy as np
import pytest

import minitorch as mt
from minitorch import fast, nn  # noqa: F401  nn: its operations have twins
from minitorch.fast import twins
from minitorch.fast.compiled.kernel import Kernel
from minitorch.random.distributions import by_sixteen
from minitorch.random.float32 import multiply_add

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


def looking_up(x, g, formula):
    """The gradient of a table of 30 rows."""
    index = np.arange(len(g)).reshape(1, -1) * 7 % 30
    return [g.reshape(len(g), g.size // max(len(g), 1)), index, None, False, False, (30, g.size // max(len(g), 1))]


def adding(g, _, formula):
    """Numbers added at places of larger rows."""
    rows = g.reshape(-1, g.shape[-1])
    return [rows, np.arange(rows.size).reshape(rows.shape) * 5 % 1000, (len(rows), 1000), 1, "MaxPool1D"]


def scoring(x, g, formula):
    rows = x.reshape(len(x), x.size // max(len(x), 1))
    return [rows, np.arange(len(rows)) % max(rows.shape[1], 1), []]


def recalling(x, g, formula):
    """An LSTM of 20 numbers over time steps of which the last have fewer sequences."""
    x, g = (np.nan_to_num(a).astype(x.dtype).reshape(-1)[:33600].reshape(-1, 80).clip(-9, 9) for a in (x, g))
    batch, sizes = 8, (8,) * 50 + (5,) * 4
    weights, start = x[:80, :20], np.zeros((batch, 20), x.dtype)
    arguments = [x, weights * 0.1, start, start, sizes, False, []]
    if formula is None:
        return arguments
    wide = [a.astype("float64") if isinstance(a, np.ndarray) else a for a in arguments]
    out = operation("minitorch.fast.recurrent:lstm_through").forward(*wide)
    arguments[-1][:] = [a.astype(x.dtype) for a in wide[-1]]
    return [np.resize(g, out.shape), (True,) * 4, *arguments]


def sliding(which):
    """Images of 10 channels; 20 channels of windows; the kernel 3 x 2."""

    def arguments(x, g, formula):
        how = (3, 2), (0, 1), (1, 2), 1  # stride, padding, dilation, groups
        if len(x) != 300:
            how = ((1, 1), (1, 1), (1, 1), 1) if x.ndim == 2 else ((1, 2), (3, 1), (2, 1), 1)
        images, weight = x.reshape(-1, 10, 15, 20), np.resize(array("whole", 2).astype(x.dtype), (20, 10, 3, 2)) / 16
        size = nn.functional.convolution.window_counts((15, 20), (3, 2), how)
        if which == "slide":
            return [images, weight, weight[:, 0, 0, 0], how, size]
        y = np.resize(g if which == "match" else x, (len(images), 20, *size)) / 64
        return [images, y, how, (3, 2)] if which == "match" else [y, weight, None, how, (15, 20)]

    return arguments


def multiplying(which):
    """A matrix or a stack of some, and another."""

    def arguments(x, g, formula):
        a, g = x.reshape(-1, x.shape[-1]), g.reshape(-1, x.shape[-1]) / 16
        b = np.resize(array("whole", 2).astype(x.dtype) / 16, (a.shape[1], 67))
        if formula is not None:  # the other factor's gradient, or this one's
            given = [g, a] if formula in ("mat2", "y") else [g, b.mT]
        else:
            given = [a, b]
        given = given if which != "batched" else [one[None].repeat(3, 0) for one in given]
        if which == "addmm":
            return [*given, 1] if formula else [b[0], *given, 1, 1]
        return given

    return arguments


SPECIAL_ARGUMENTS = {
    "mm": multiplying("mm"), "batched": multiplying("batched"), "addmm": multiplying("addmm"),
    "slide": sliding("slide"), "spread": sliding("spread"), "match": sliding("match"),
    "normalize": normalizing, "rows": looking_up, "added": adding, "cross_entropy": scoring, "lstm_through": recalling,
}  # fmt: skip
HELPERS = {
    "minitorch.ops.index.where:either",
    "minitorch.nn.functional.pooling:pool",
    "minitorch.fast.adam:step",
    "minitorch.fast.random:rows_made",
}


@pytest.mark.skipif(os.environ.get("MINITORCH_SOLUTIONS") == "1", reason="solutions are formulas of tensors")
@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize("name", [name for name in twins.TWINS if name not in HELPERS])
@pytest.mark.filterwarnings("ignore::RuntimeWarning")
def test_a_twin_is_its_formula_in_float64(name, layout):
    needs_numba()
    products, tiles = (import_module(f"minitorch.fast.compiled.{file}") for file in ("products", "tiles"))
    if layout == "empty" and ("lstm" in name or "entropy" in name):
        pytest.skip("of nothing there is none")
    op, _, formula = name.partition(".grad")
    op, formula = operation(op), (formula.strip("[]") or "joint") if formula or name.endswith(".grad") else None
    plain = op.forward if formula is None else op.functions[formula]
    few, many = given(op, formula, layout, "float32"), given(op, formula, layout, "float64")
    made = twins.with_twin(plain, name)(*few)
    close(made, plain(*many), layout)
    for ours, exact in zip(few, many, strict=True):
        if type(ours) is list:  # what a forward left for its formula
            close(ours, exact, layout)
    if layout == "whole" and not (twins.TWINS[name].startswith("products") and tiles.sizes() != products.QUICK):
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


@pytest.mark.parametrize("layout", LAYOUTS)
def test_choosing_by_a_mask_keeps_every_bit(layout):
    needs_numba()
    x, y = array(layout), array(layout, 1)
    either = twins.with_twin(None, "minitorch.ops.index.where:either", least=0)
    for mask in (x > 0, x[..., :1, :] > 0, (x > 0)[:1], (x > 0)[0:1].sum(0) > 0):
        for other in (y, np.float32(-np.inf), np.zeros((), "float32")):
            other = np.asarray(other)
            twin = twins.find("indexing:either")(mask, x, other)
            if twin is not None:
                assert twin.tobytes() == np.where(mask, x, other).tobytes()
    assert either(array("whole") > 0, array("whole"), np.zeros((), "float32")).shape == (120, 300)


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
    windows = [nn.functional.pooling.sliding(31, 15, 2, 2, 0, 1), nn.functional.pooling.sliding(29, 14, 2, 2, 0, 1)]
    assert twins.find("indexing:pooled")(values, windows) is not None


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
    how = nn.functional.convolution_checks.settings(
        "conv", len(shape) - 2, mt.tensor(w), 1, **dict(zip(("stride", "padding", "dilation"), options, strict=True))
    )
    size = nn.functional.convolution.window_counts(shape[2:], kernel[2:], how)
    assert twins.find("convolution:slide")(x, w, None, how, size).shape == found[0][0].shape


@pytest.mark.parametrize(
    "options", [{}, {"weight_decay": 0.1}, {"decoupled_weight_decay": True, "weight_decay": 0.1}], ids=str
)
@pytest.mark.parametrize("size", [(40, 30), (300, 301)])
def test_steps_of_adam_are_pytorch_s(torch, size, options):
    needs_numba()
    found = []
    for m in (mt, torch):
        m.manual_seed(0)
        p = m.nn.Parameter(m.randn(size))
        optimizer = m.optim.Adam([p], lr=0.01, **options)
        for _ in range(5):
            p.grad = m.randn(size) * 3
            optimizer.step()
        found.append(
            [a.detach().numpy() for a in (p, *[optimizer.state[p][name] for name in ("exp_avg", "exp_avg_sq")])]
        )
    for ours, theirs in zip(*found, strict=True):
        np.testing.assert_allclose(ours, theirs, rtol=1e-5, atol=1e-6)


def test_normal_numbers_of_a_kernel_are_the_core_s_to_the_last_bit():
    needs_numba()
    rows = np.random.default_rng(0).integers(0, 2**24, (4_000, 16)).astype(np.float32) / np.float32(2**24)
    rows[0], rows[1], rows[2, ::2] = 0, 1 - 2**-24, 0
    rows[3:8, 8:] = np.array([[0.125], [0.25], [0.5], [0.625], [0.875]])
    for std, mean in ((1, 0), (1.7, 0.3)):
        std, mean = np.float32(std), np.float32(mean)
        exact = multiply_add(by_sixteen(rows, rows.size), std, mean).reshape(rows.shape)
        np.testing.assert_array_equal(twins.find("random:normal")(rows, std, mean), exact)


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
            z = mt.nn.functional.conv2d(t.view(15, 20, 50, 120), t[:60, :180].reshape(60, 20, 3, 3)).mean((2, 3))
            mt.manual_seed(0)
            lstm = mt.nn.LSTM(200, 40)
            ((y * t.detach()).sum() + z.square().sum() + lstm(t[:, :200].view(30, 50, 200))[0].sum()).backward()
            found.append([a.numpy() for a in (y.detach(), t.grad, weight.grad, *[p.grad for p in lstm.parameters()])])
    finally:
        mt.set_num_threads(before)
    for one, other in zip(*found, strict=True):
        assert np.array_equal(one, other)


BEHIND = """
import ctypes, mmap
import numpy as np, minitorch as mt
from minitorch.fast.compiled.products import multiplied

def before_nothing(*shape):
    "Numbers that end where the memory does: reading on is a fault."
    size = 4 * int(np.prod(shape))
    whole = -(-size // mmap.PAGESIZE) * mmap.PAGESIZE
    kept.append(mmap.mmap(-1, whole + mmap.PAGESIZE))
    start = ctypes.addressof(ctypes.c_char.from_buffer(kept[-1]))
    assert ctypes.CDLL(None).mprotect(ctypes.c_void_p(start + whole), mmap.PAGESIZE, 0) == 0
    x = np.frombuffer(kept[-1], np.float32, size // 4, whole - size).reshape(shape)
    x[...] = np.random.default_rng(0).normal(size=shape)
    return x

kept = []
for threads in (1, 3):
    mt.set_num_threads(threads)
    for height in (97, 1499, 1503):
        a, b, bias = before_nothing(height, 200), before_nothing(200, 160), before_nothing(160)
        made = multiplied(a, b, bias)
        print(made is None or np.allclose(made, a @ b + bias, atol=1e-3))
"""


@pytest.mark.skipif(sys.platform != "linux", reason="asks Linux for a page that cannot be read")
def test_products_read_nothing_behind_a_matrix():
    needs_numba()
    assert run(BEHIND, MINITORCH_NUMBA="1", MINITORCH_FAST="1") == ["True"] * 6


def add_one(start, stop, done):
    for i in range(start, stop):
        done[i] += 1


def test_threads_that_stay_awake_take_every_piece_once():
    needs_numba()
    kernel, awake = (import_module(f"minitorch.fast.compiled.{name}") for name in ("kernel", "spinning"))
    before, done, counted = mt.get_num_threads(), np.zeros(1000, int), np.zeros(1000, "float32")
    adding = kernel.shared("f4[::1]")(add_one)

    def work(start):
        if start == 500 and done[500] == 100:
            raise ValueError("a piece")
        done[start : start + 100] += 1

    def at_once(_):  # two threads of Python's that both share something out
        for _ in range(50):
            adding(1000, 1000.0, np.zeros(1000, "float32"))

    try:
        for count in (2, 4):
            mt.set_num_threads(count)
            for _ in range(50):
                mt.threads.together(work, range(0, 1000, 100))
                adding(1000, 1000.0, counted)
            mt.threads.together(at_once, range(4))
        assert (done == 100).all() and (counted == 100).all() and mt.threads.resting is awake.resting
        with pytest.raises(ValueError, match="a piece"):
            mt.threads.together(work, range(0, 1000, 100))
        awake.step_aside(0)
        adding(1000, 1000.0, counted)
        assert (counted == 101).all()
    finally:
        mt.set_num_threads(before)
    for _ in range(1000):
        if not awake.table[[awake.POSTED, awake.AWAKE]].any():
            break
        time.sleep(0.01)  # until the helpers have found that nothing is left
    assert not awake.table[[awake.POSTED, awake.AWAKE]].any()


def test_a_reader_s_formula_is_what_runs():
    needs_numba()
    sigmoid, seen = mt.sigmoid, []
    back, before = fast.step_aside("minitorch.ops.pointwise.activation:sigmoid.grad[x]"), mt.sigmoid.functions["x"]
    try:
        sigmoid.grad(x=lambda g, out: seen.append(1) or g * out * (1 - out))
        mt.ones(200, 200, requires_grad=True).sigmoid().sum().backward()
        assert seen
    finally:
        sigmoid.grad(x=before)
        back()
