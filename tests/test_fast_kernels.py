"""Large arrays: the same numbers by several threads as by one."""

import contextlib
import os
import threading

import numpy as np
import pytest

import minitorch as mt
from minitorch import fast
from minitorch.fast import blas, convolution, kernels, pieces
from minitorch.ops import threads as shared


@pytest.fixture(autouse=True)
def threads():
    before = mt.get_num_threads()
    yield
    mt.set_num_threads(before)


@pytest.mark.parametrize(
    "function",
    [
        lambda m, x: m.clamp(x, -0.5, 0.5),
        lambda m, x: x.abs() ** 1.5,
        lambda m, x: m.softmax(x, 1),
        lambda m, x: m.log_softmax(x, 0),
        lambda m, x: m.nn.functional.gelu(x),
        lambda m, x: m.nn.functional.silu(x),
    ],
)
@pytest.mark.parametrize("turned", [False, True])
def test_large_arrays_and_their_gradients_are_pytorchs(torch, function, turned):
    values = np.random.default_rng(0).normal(size=(300, 500))
    found = []
    for m in (mt, torch):
        x = m.tensor(values, requires_grad=True)
        y = function(m, x.T if turned else x)
        (y * y).sum().backward()
        found.append((y.detach().numpy(), x.grad.numpy()))
    for ours, theirs in zip(*found, strict=True):
        np.testing.assert_allclose(ours, theirs, rtol=1e-9, atol=1e-12)


def in_parts(function, x):
    """function(x), by parts that threads share."""
    made = np.empty_like(x)

    def work(start):
        made[start : start + 1000] = function(x[start : start + 1000])

    shared.together(work, range(0, len(x), 1000))
    return made


def test_an_error_in_any_thread_is_raised():
    mt.set_num_threads(3)

    def fails(part):
        if part[0] == 19_000:
            raise ValueError("here")
        return part

    for _ in range(20):
        with pytest.raises(ValueError, match="here"):
            in_parts(fails, np.arange(20_000))
    assert np.array_equal(in_parts(np.sqrt, np.ones(20_000)), np.ones(20_000))


def test_a_helper_that_comes_late_is_not_waited_for():
    mt.set_num_threads(2)
    in_parts(np.sqrt, np.ones(9_000))  # so that there is a helper
    released = threading.Event()
    shared.jobs.put(released.wait)  # it is busy with something else
    x = np.random.default_rng(0).random(10_000)
    assert np.array_equal(in_parts(np.sqrt, x), np.sqrt(x))
    released.set()


def test_where_no_thread_can_be_started_one_does_all(monkeypatch):
    def refuses(function, arguments):
        raise RuntimeError("can't start new thread")

    shared.after_fork()  # no helper is there
    monkeypatch.setattr(shared, "start_new_thread", refuses)
    mt.set_num_threads(4)
    x = np.random.default_rng(0).random(10_000)
    assert np.array_equal(in_parts(np.sqrt, x), np.sqrt(x))
    assert mt.get_num_threads() == 1


@pytest.mark.parametrize("number", [1, 2, 3, 7])
@pytest.mark.parametrize("shape", [(1 << 19,), (256, 300), (3, 1 << 17), (1, 1 << 16), (5, 3)], ids=str)
def test_every_row_is_in_one_share(number, shape):
    mt.set_num_threads(number)
    rows, seen = np.zeros(shape, "float32"), []

    def work(some):
        rows[some] += 1
        seen.append(rows[some].size)

    before = np.getbufsize()
    pieces.in_shares(work, rows, 24)
    assert (rows == 1).all()
    assert max(seen) <= max(2 * pieces.STRETCH, rows[0].size)  # a thread's stretch is twice as long
    assert len(seen) >= (number if rows.size * 24 >= pieces.MUCH and len(rows) >= 2 * number else 1)
    assert np.getbufsize() == before


@pytest.mark.parametrize("shape", [(3, 4, 5), (64, 784, 128), (300, 200, 400)], ids=str)
def test_a_product_of_a_small_layer_is_computed_by_one_thread_alone(shape, monkeypatch):
    if blas.functions() is None:
        pytest.skip("NumPy has no OpenBLAS")
    n, k, m = shape
    get, set = blas.functions()
    before, asked = get(), []
    monkeypatch.setattr(blas, "functions", lambda: (get, lambda number: (asked.append(number), set(number))))
    rng = np.random.default_rng(0)
    a, b = rng.normal(size=(n, k)).astype("float32"), rng.normal(size=(m, k)).astype("float32")
    for one, other in ((a, b.T), (a.astype("float64"), b.T.astype("float64"))):
        np.testing.assert_allclose(blas.product(one, other), one.astype("float64") @ other, rtol=1e-4, atol=1e-4)
    assert asked == [1, before] * (2 if blas.SHARED < n * k * m < blas.WORTH else 0)
    assert get() == before
    with pytest.raises(ValueError):
        blas.product(a, b)
    assert get() == before
    monkeypatch.setattr(blas, "functions", lambda: None)  # another library
    np.testing.assert_allclose(blas.product(a, b.T), a @ b.T, rtol=1e-4, atol=1e-4)


@pytest.mark.parametrize("busy", [False, True], ids=["free", "busy"])
@pytest.mark.parametrize("stride", [1, 2])
@pytest.mark.parametrize("number", [1, 2, 5])
def test_images_are_shared_out_and_each_thread_multiplies_by_itself(number, stride, busy, monkeypatch):
    monkeypatch.setattr(convolution, "SHARED", 1)
    monkeypatch.setattr(convolution, "CACHED", 1 << 12)
    mt.set_num_threads(number)
    mt.manual_seed(0)
    before = blas.functions() and blas.functions()[0]()
    layer, x = mt.nn.Conv2d(3, 4, 3, stride, 1), mt.randn(7, 3, 9, 10, requires_grad=True)
    found = []
    with blas.lock if busy else contextlib.nullcontext():  # as while another thread multiplies
        for quick in (True, False):
            layer.zero_grad()
            x.grad = None
            with contextlib.nullcontext() if quick else fast.switched_off():
                out = layer(x)
                out.square().sum().backward()
            found.append([out.detach().numpy(), x.grad.numpy(), layer.weight.grad.numpy(), layer.bias.grad.numpy()])
    for ours, plain in zip(*found, strict=True):
        np.testing.assert_allclose(ours, plain, rtol=1e-4, atol=1e-4)
    assert blas.functions() is None or blas.functions()[0]() == before


@pytest.mark.parametrize("options", [(1, 1, 1), (2, 0, 1), (1, (2, 1), (1, 2))], ids=str)
@pytest.mark.parametrize(("channels", "outputs", "groups"), [(6, 6, 6), (6, 12, 6), (6, 9, 3), (8, 4, 4)])
def test_convolutions_in_groups_are_the_core_s(channels, outputs, groups, options):
    mt.manual_seed(0)
    x, weight = mt.randn(5, channels, 13, 11), mt.randn(outputs, channels // groups, 3, 2)
    found = []
    for quick in (True, False):
        a, w = x.clone().requires_grad_(), weight.clone().requires_grad_()
        with contextlib.nullcontext() if quick else fast.switched_off():
            out = mt.nn.functional.conv2d(a, w, None, *options, groups)
            back = mt.nn.functional.conv_transpose2d(out, w, None, *options[:2], 0, groups, options[2])
            (out.sin().sum() + back.square().mean()).backward()
        found.append([one.detach().numpy() for one in (out, back, a.grad, w.grad)])
    for ours, plain in zip(*found, strict=True):
        np.testing.assert_allclose(ours, plain, rtol=1e-4, atol=1e-4)
    assert convolution.fits(x.numpy(), weight.numpy(), (12, 10), None)


@pytest.mark.parametrize("number", [1, 2, 5])
def test_layers_of_many_rows_are_the_core_s_whatever_the_threads(number, monkeypatch):
    monkeypatch.setattr(pieces, "MUCH", 1)
    mt.set_num_threads(number)
    mt.manual_seed(0)
    x, target = mt.randn(300, 300, requires_grad=True), mt.randn(300, 300)
    norm, found = mt.nn.LayerNorm(300), []
    for quick in (True, False):
        norm.zero_grad()
        x.grad = None
        with contextlib.nullcontext() if quick else fast.switched_off():
            out = mt.nn.functional.gelu(norm(x)).softmax(1)
            (out * target).sum().backward()
        found.append([out.detach().numpy(), x.grad.numpy(), norm.weight.grad.numpy(), norm.bias.grad.numpy()])
    for one, other in zip(*found, strict=True):
        np.testing.assert_allclose(one, other, rtol=1e-4, atol=1e-6 * np.abs(other).max())


SHAPES = [(100_003,), (17, 9001), (300, 500), (40, 50, 60), (65_536, 2), (3, 40_000), (70_000, 1), (1, 8193)]


def test_sums_of_many_equal_numbers_keep_their_digits():
    x = mt.full((10_000_000,), 0.1)
    assert float(x.sum()) == pytest.approx(1_000_000, rel=1e-6)
    assert float(x.norm()) == pytest.approx(1e5**0.5, rel=1e-6)
    assert float(x.mean()) == pytest.approx(0.1, rel=1e-6)


@pytest.mark.parametrize("kind", ["float32", "float64", "int32", "int64", "int8", "complex64", "bool"])
def test_choosing_keeps_every_bit(kind):
    rng = np.random.default_rng(0)
    bits = rng.integers(0, 256, (2, 300, 250, np.dtype(kind).itemsize), dtype="uint8")
    x, y = (bits % 2 if kind == "bool" else bits).view(kind)[..., 0]
    mask = rng.random((300, 250)) < 0.5
    for a, b in ((x, y), (x, y[0, 0]), (np.array(x[0, 0]), y), (x, y[:1]), (x.T.copy().T, y)):
        found = kernels.either(mask, np.asarray(a), np.asarray(b))
        assert found.tobytes() == np.where(mask, a, b).tobytes() and found.dtype == kind


def test_threads_of_the_user_and_forked_processes():
    mt.set_num_threads(2)
    x = mt.ones(100_000)
    expected = x.exp()
    found = []
    users = [threading.Thread(target=lambda: found.append(mt.equal(x.exp(), expected))) for _ in range(8)]
    for user in users:
        user.start()
    for user in users:
        user.join()
    assert found == [True] * 8
    if hasattr(os, "fork"):
        child = os.fork()
        if child == 0:
            os._exit(0 if mt.equal(x.exp(), expected) else 1)
        assert os.waitpid(child, 0)[1] == 0


def test_how_many_threads():
    mt.set_num_threads(3)
    assert mt.get_num_threads() == 3
    for wrong in (0, -1, 1.5, True, "2"):
        with pytest.raises(RuntimeError, match="set_num_threads expects a"):
            mt.set_num_threads(wrong)


@pytest.mark.parametrize("kind", ["float16", "bfloat16"])
@pytest.mark.parametrize(
    "name", ["var", "std", "mean", "prod", "cumsum", "cumprod", "sinc", "deg2rad", "rad2deg", "signbit"]
)
def test_half_precision_is_computed_in_single(torch, name, kind):
    values = np.random.default_rng(0).normal(size=(300, 301)) * 3
    values[:, 1] = 0.5
    found = []
    for m in (mt, torch):
        x = m.from_numpy(values).to(getattr(m, kind))
        x = x[:, :20] / 2 if name in ("prod", "cumprod") else x
        y = getattr(m, name)(x, 1) if name in ("cumsum", "cumprod", "prod") else getattr(m, name)(x)
        found.append((str(y.dtype).split(".")[1], y.to(m.float64).numpy()))
    (ours, a), (theirs, b) = found
    assert ours == theirs
    np.testing.assert_allclose(a, b, rtol=3e-2 if kind == "bfloat16" else 4e-3, atol=1e-2)


# --- twins: a quick kernel and the plain formula ------------------------------------------------------------------------

ODD = [0.0, -0.0, 1e-30, -1e-30, 5.5, -5.5, 40.0, -40.0, float("nan")]


def laid_out(size):
    """Numbers of many sizes, in several layouts."""
    x = np.random.default_rng(0).normal(size=size).astype("float32") * 3
    x.reshape(-1)[: len(ODD)] = ODD
    return {"whole": x, "turned": x.T, "every second": np.repeat(x, 2, 1)[:, ::2], "empty": x[:0]}


@pytest.mark.parametrize("layout", ["whole", "turned", "every second", "empty"])
def test_gelu_and_its_derivative_are_the_formulas_in_float64(layout):
    array = laid_out((301, 500))[layout]
    found = []
    for kind in ("float32", "float64"):
        x = mt.tensor(array).to(getattr(mt, kind)).requires_grad_()
        y = mt.nn.functional.gelu(x)
        y.backward(mt.ones_like(y))
        found.append((y.detach().numpy(), x.grad.numpy()))
    for ours, exact in zip(*found, strict=True):
        np.testing.assert_allclose(ours, exact, rtol=1e-6, atol=1e-6)


def adam_steps(torch, quick, size, **options):
    """Where a parameter is after five steps, what is remembered, and the count of its changes."""
    torch.manual_seed(0)
    p = torch.nn.Parameter(torch.randn(size))
    optimizer = torch.optim.Adam([p], lr=0.01, **options)
    with contextlib.nullcontext() if quick else fast.switched_off():
        for _ in range(5):
            p.grad = torch.randn(size) * 3
            optimizer.step()
    state = optimizer.state[p]
    return [x.detach().numpy() for x in (p, state["exp_avg"], state["exp_avg_sq"], state["step"])], p._version


@pytest.mark.parametrize("size", [(0, 3), (1,), (7, 5), (300, 301)])
@pytest.mark.parametrize(
    "options",
    [
        {},
        {"weight_decay": 0.1},
        {"weight_decay": 0.1, "decoupled_weight_decay": True},
        {"maximize": True},
        {"amsgrad": True},
    ],
    ids=str,
)
def test_a_step_of_adam_is_the_plain_one_and_pytorchs(torch, size, options):
    quick, changed = adam_steps(mt, True, size, **options)
    plain, _ = adam_steps(mt, False, size, **options)
    theirs, _ = adam_steps(torch, True, size, **options)
    for one, other, third in zip(quick, plain, theirs, strict=True):
        np.testing.assert_allclose(one, other, rtol=1e-6, atol=1e-7)
        np.testing.assert_allclose(one, third, rtol=1e-6, atol=1e-6)
    assert changed >= 5
