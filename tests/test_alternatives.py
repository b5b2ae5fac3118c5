"""Quicker forwards and formulas on NumPy give what the core's give in float64, whatever the layout and the numbers."""

import contextlib

import numpy as np
import pytest

import minitorch as mt
from minitorch import fast, nn
from minitorch.fast import kernels, pieces

pytestmark = pytest.mark.usefixtures("numpy_alone")  # what numba compiles is looked at in tests/test_twins.py
RNG = np.random.default_rng(0)
ODD = [0.0, -0.0, 1e-30, 5.5, -5.5, 35.0, -35.0]


def numbers(*shape):
    return RNG.normal(size=shape).astype("float32")


def convolving(channels, outputs, kernel, size, padding, dilation=1, stride=1, batch=5):
    """The arguments of the three operations below a convolution."""
    how = tuple([(n,) * 2 if type(n) is int else n for n in (stride, padding, dilation)])
    lengths = [(n + 2 * p - d * (k - 1) - 1) // s + 1 for n, k, s, p, d in zip(size, kernel, *how, strict=True)]
    x, y = numbers(batch, channels, *size), numbers(batch, outputs, *lengths)
    weight, how = numbers(outputs, channels, *kernel), (*how, 1)
    return {
        "convolution": (x, weight, numbers(outputs), how, tuple(lengths)), "conv_input": (y, weight, None, how, tuple(size)),
        "conv_weight": (x, y, how, tuple(kernel)),
    }  # fmt: skip


CONVOLUTIONS = [
    convolving(1, 4, (3, 3), (8, 7), 1), convolving(4, 3, (3, 3), (6, 9), 0), convolving(3, 3, (5, 3), (9, 9), (2, 1)),
    convolving(4, 4, (3, 3), (11, 12), 2, 2), convolving(3, 5, (2, 4), (5, 6), (0, 3)), convolving(8, 8, (1, 3), (7, 5), (0, 1)),
    convolving(3, 3, (3, 3), (12, 12), 4), convolving(3, 40, (3, 3), (64, 64), 1, batch=9), convolving(4, 4, (3, 3), (9, 9), 1, 1, 2),
    convolving(3, 3, (3, 3), (9, 9), 0, 3), convolving(3, 4, (9, 2), (9, 2), 0), convolving(4, 3, (1, 1), (8, 9), 0, 1, 2),
    convolving(3, 4, (3, 2), (11, 10), (1, 2), (2, 3), (2, 3)), convolving(4, 4, (5, 4), (12, 9), (2, 0), 1, (3, 2)),
    convolving(3, 3, (2, 3), (10, 9), (4, 3), 2, 4), convolving(16, 16, (3, 3), (33, 34), 1, 1, 2, batch=9),
    convolving(3, 3, (2, 2), (7, 7), (3, 0), 1, (1, 3)), convolving(16, 32, (3, 3), (32, 32), 1, batch=3),
]  # fmt: skip

# every shape as it is, and some of them in other layouts
CASES = [(number, "whole") for number in range(len(CONVOLUTIONS))]
CASES += [
    (number, layout) for layout in ("channels last", "not finite", "empty") for number in range(0, len(CONVOLUTIONS), 4)
]


def close(ours, exact, tolerance=2e-6):
    if ours is None or exact is None:
        assert ours is exact
        return
    assert ours.shape == exact.shape
    finite = np.isfinite(exact)
    np.testing.assert_array_equal(ours[~finite], exact[~finite])
    scale = max(np.abs(exact[finite]).max(initial=0), 1)
    np.testing.assert_allclose(ours[finite], exact[finite], rtol=1e-5, atol=tolerance * scale)


def double(values):
    return [v.astype("float64") if isinstance(v, np.ndarray) and v.dtype.kind == "f" else v for v in values]


def plain(op, *args):
    with fast.switched_off():
        return op.forward(*args)


def quick(op, *args):
    return kernels.KERNELS[kernels.name_of(op)](op.forward)(*args)


def operation(name):
    return next(op for op in mt.ops.op.ops if op.name == name and kernels.name_of(op) in kernels.KERNELS)


@pytest.fixture(autouse=True)
def entered():
    """These look into the table that short cuts enter themselves into."""
    if not fast.is_on():
        pytest.skip("short cuts are switched off")


@pytest.mark.parametrize("name", ["convolution", "conv_input", "conv_weight"])
@pytest.mark.parametrize(("number", "layout"), CASES)
@pytest.mark.filterwarnings("ignore::RuntimeWarning")
def test_windows_in_stretches_are_the_windows(number, layout, name):
    values, op = list(CONVOLUTIONS[number][name]), operation(name)
    if layout == "channels last":
        values[0] = np.ascontiguousarray(values[0].transpose(0, 2, 3, 1)).transpose(0, 3, 1, 2)
    if layout == "not finite":
        values[0] = values[0].copy()
        values[0][0, 0, 0, 0], values[0][1, -1, -1, -1] = np.inf, np.nan
    if layout == "empty":
        values[0] = values[0][:0]
        values[1] = values[1][:0] if name == "conv_weight" else values[1]
    exact, ours = plain(op, *double(values)), quick(op, *values)
    if layout == "not finite":  # a product with a zero that stands where no window is must not be seen
        exact = np.where(np.isfinite(exact), exact, 0)
        assert np.array_equal(np.isfinite(ours), np.isfinite(plain(op, *values)))
        ours = np.where(np.isfinite(ours), ours, 0)
    close(ours, exact)


def normalizing(kind, shape, dims, offset=0.0, weight=True, bias=True):
    x = numbers(*shape) * 3 + np.float32(offset)
    if kind == "BatchNorm":
        sizes, lines = (1, shape[1], *[1] * (len(shape) - 2)), (shape[1],)
    else:
        sizes = lines = shape[dims[0] :]
    return [x, numbers(*lines) if weight else None, numbers(*lines) if bias else None, dims, sizes, 1e-5, [], kind]


NORMS = {
    "batch norm": lambda: normalizing("BatchNorm", (6, 5, 12, 13), (0, 2, 3)),
    "batch norm of a table": lambda: normalizing("BatchNorm", (80, 64), (0,)),
    "batch norm, plain": lambda: normalizing("BatchNorm", (6, 5, 12, 13), (0, 2, 3), weight=False, bias=False),
    "batch norm of two": lambda: normalizing("BatchNorm", (2, 9, 30, 20), (0, 2, 3)),
    "batch norm of one": lambda: normalizing("BatchNorm", (1, 9, 30, 20), (0, 2, 3), bias=False),
    "batch norm, far": lambda: normalizing("BatchNorm", (6, 5, 12, 13), (0, 2, 3), 500.0),
    "layer norm": lambda: normalizing("LayerNorm", (60, 100), (1,)),
    "layer norm of more": lambda: normalizing("LayerNorm", (6, 7, 10, 12), (2, 3)),
    "layer norm, plain": lambda: normalizing("LayerNorm", (60, 100), (1,), weight=False, bias=False),
    "layer norm, weight": lambda: normalizing("LayerNorm", (60, 100), (1,), bias=False),
    "layer norm of many": lambda: normalizing("LayerNorm", (300, 400), (1,)),
    "layer norm of many, plain": lambda: normalizing("LayerNorm", (300, 400), (1,), weight=False, bias=False),
    "layer norm, far": lambda: normalizing("LayerNorm", (60, 100), (1,), 500.0),
    "layer norm, few": lambda: normalizing("LayerNorm", (3, 4), (1,)),
}


@pytest.mark.parametrize("much", [1, pieces.MUCH], ids=["shared", "alone"])
@pytest.mark.parametrize("name", NORMS)
@pytest.mark.parametrize("needs", [(True, True, True), (True, False, False), (False, True, True)], ids=str)
def test_norms_and_their_derivatives_are_the_formulas_in_float64(name, needs, much, monkeypatch):
    monkeypatch.setattr(pieces, "MUCH", much)
    op = operation("normalize")
    values = NORMS[name]()
    if values[1] is None:
        needs = (needs[0], False, needs[2])
    if values[2] is None:
        needs = (*needs[:2], False)
    g, exact_values = numbers(*values[0].shape), double(values)
    exact_values[6] = []
    ours, exact = quick(op, *values), plain(op, *exact_values)
    tolerance = 2e-6 if "far" not in name else 1e-4
    close(ours, exact, tolerance)
    for found, other in zip(values[6], exact_values[6], strict=True):
        close(found, other)
    x, weight, bias, *more = values
    given = [weight, None if bias is None else bias.shape, *more]
    joint = kernels.KERNELS[f"{kernels.name_of(op)}.grad"](op.functions["joint"])
    ours = joint(g, needs, x, *given)
    x, weight, bias, *more = exact_values
    exact = op.functions["joint"](g.astype("float64"), needs, x, weight, given[1], *more)
    for one, other in zip(ours, exact, strict=True):
        close(one, other, tolerance * 10)


@pytest.mark.parametrize("offset", [0.0, 200.0, -200.0])
@pytest.mark.parametrize("shape", [(60, 300), (4, 5, 300), (300, 300), (2, 3)])
@pytest.mark.parametrize("dim", [0, -1])
@pytest.mark.filterwarnings("ignore::RuntimeWarning")
def test_softmax_and_its_derivative_are_the_formulas_in_float64(shape, dim, offset):
    array = numbers(*shape) * 3 + np.float32(offset)
    array.reshape(-1)[: len(ODD) - 1] += ODD[1:]
    array[-1, 0] = float("nan")
    array[0] = -np.inf if offset < 0 else array[0]
    g, found = numbers(*shape), []
    for kind in ("float32", "float64"):
        x = mt.tensor(array.astype(kind), requires_grad=True)
        y = x.softmax(dim)
        y.backward(mt.tensor(g.astype(kind)))
        found.append((y.detach().numpy(), x.grad.numpy()))
    for ours, exact in zip(*found, strict=True):
        np.testing.assert_allclose(ours, exact, rtol=1e-4, atol=1e-6)


@pytest.mark.parametrize("shape", [(40, 300), (300, 300)])
@pytest.mark.filterwarnings("ignore::RuntimeWarning")
def test_rows_of_a_softmax_that_are_far_from_0_are_as_exact_as_the_others(shape):
    array = numbers(*shape)
    array[1] += 500
    array[2] -= 500
    array[3] -= 60
    array[4, 1:] = -np.inf
    array[5, 0] = np.inf
    array[6, 7] = np.nan
    array[7] = -np.inf
    array[8, ::2] -= 85
    array[9] = np.array([-12.0, -90.0] * (shape[1] // 2))
    ours = mt.softmax(mt.from_numpy(array), 1).numpy()
    exact = plain(operation("softmax"), array.astype("float64"), 1)
    np.testing.assert_array_equal(np.isnan(ours), np.isnan(exact))
    np.testing.assert_allclose(ours, exact, rtol=2e-5, atol=1e-37)


def second_derivatives(function, *shape):
    """Gradients, gradients of gradients, and what a hook sees, with the short cuts and without."""
    mt.manual_seed(0)
    x = mt.randn(*shape, requires_grad=True)
    seen = []
    y = function(x)
    y.grad_fn.register_hook(
        lambda after, before: seen.append(next(a for a in after if a is not None).abs().sum().item())
    )
    (first,) = mt.autograd.grad((y * y * y).sum(), x, create_graph=True)
    first.square().sum().backward()
    return [first.detach().numpy(), x.grad.numpy(), np.array(seen)]


@pytest.mark.parametrize(
    "function, shape",
    [
        (lambda x: nn.functional.gelu(x), (300, 301)),
        (lambda x: x.softmax(1), (60, 300)),
        (lambda x: nn.functional.layer_norm(x, (300,)), (60, 300)),
        (lambda x: nn.functional.batch_norm(x, None, None, training=True), (8, 4, 16, 16)),
        (lambda x: nn.functional.conv2d(x, mt.ones(4, 4, 3, 3), padding=1), (3, 4, 9, 9)),
        (lambda x: nn.functional.linear(x, mt.ones(7, 30), mt.ones(7)), (5, 30)),
    ],
    ids=["gelu", "softmax", "layer norm", "batch norm", "convolution", "linear"],
)
def test_second_derivatives_and_hooks_are_those_of_the_core(function, shape):
    ours = second_derivatives(function, *shape)
    with fast.switched_off():
        exact = second_derivatives(function, *shape)
    for one, other in zip(ours, exact, strict=True):
        scale = max(np.abs(other).max(), 1)
        np.testing.assert_allclose(one, other, rtol=2e-4, atol=1e-5 * scale)


def test_gelu_keeps_its_slope_only_where_a_gradient_is_wanted():
    x = mt.randn(300, 300)
    assert not nn.functional.gelu(x).requires_grad
    x.requires_grad_()
    y = nn.functional.gelu(x)
    assert y.grad_fn.name() == "GeluBackward0"
    y.sum().backward(retain_graph=True)
    once = x.grad.clone()
    y.sum().backward()
    np.testing.assert_allclose(x.grad.numpy(), 2 * once.numpy(), rtol=1e-6)
    with mt.no_grad():
        assert not nn.functional.gelu(x).requires_grad


def test_the_gradient_of_a_turned_weight_is_nobody_else_s():
    x, w, b = mt.randn(5, 4), mt.randn(3, 4, requires_grad=True), mt.zeros(3, requires_grad=True)
    kept = []
    w.T.register_hook(kept.append)
    turned = w.t()
    turned.register_hook(kept.append)
    mt.addmm(b, x, turned).sum().backward()
    before = kept[0].clone()
    assert w.grad.is_contiguous() or "walk" not in fast.is_on()
    w.grad.zero_()
    assert mt.equal(kept[0], before)
    w.grad = None
    out = mt.addmm(b, x, w.t())
    g = mt.ones(5, 3)
    out.backward(g)
    w.grad.zero_()
    assert g.sum().item() == 15
    y = mt.ones(3, 4, requires_grad=True)
    g = mt.ones(4, 3)
    y.t().backward(g)
    y.grad.zero_()
    assert g.sum().item() == 12


def memory_of(tensor):
    """The array that owns the memory of a tensor."""
    array = tensor._array
    while array.base is not None:
        array = array.base
    return array


@pytest.mark.parametrize(
    "use",
    [
        lambda a, b, g: (a + b.t()).backward(g),
        lambda a, b, g: (a.t() + b).t().backward(g),
        lambda a, b, g: (a.t().t() + b.t()).view(12).backward(g.view(12)),
        lambda a, b, g: (a.t() * 1 + b).t().t().backward(g.t()),
    ],
)
def test_gradients_that_are_views_of_one_array_do_not_share_it(use):
    a, b, g = mt.randn(3, 4, requires_grad=True), mt.randn(4, 3, requires_grad=True), mt.ones(3, 4)
    use(a, b, g)
    owners = [memory_of(one) for one in (a.grad, b.grad, g)]
    assert len({id(one) for one in owners}) == 3


def test_a_retained_gradient_is_not_the_leaf_s():
    a = mt.randn(3, 4, requires_grad=True)
    turned = a.t()
    turned.retain_grad()
    (turned * 2).sum().backward()
    assert memory_of(a.grad) is not memory_of(turned.grad)
    a.grad.zero_()
    assert turned.grad.sum().item() == 24


IMAGES = {
    "numbers": lambda x: x,
    "equals": lambda x: np.round(x),
    "zeros": lambda x: np.maximum(np.round(x), 0) * np.where(x > 0, 1, -1).astype("float32"),
    "infinities": lambda x: np.where(np.abs(x) > 1, np.sign(x) * np.float32(np.inf), x),
    "a nan": lambda x: np.where(x == x.max(), np.float32(np.nan), x),
    "turned": lambda x: x.swapaxes(2, 3),
    "channels last": lambda x: np.ascontiguousarray(x.transpose(0, 2, 3, 1)).transpose(0, 3, 1, 2),
    "every second": lambda x: x[:, :, ::2, ::2],
    "odd": lambda x: np.ascontiguousarray(x[:, :, :-1, :-1]),
    "float64": lambda x: x.astype("float64"),
    "one image": lambda x: x.reshape(-1, *x.shape[2:])[:40].copy(),
    "empty": lambda x: x[:0],
}


@pytest.mark.parametrize("name", IMAGES)
@pytest.mark.parametrize("options", [{}, {"stride": 1}, {"padding": 1}, {"stride": 2, "ceil_mode": True}], ids=str)
def test_pooling_by_fours_is_the_core_s(name, options):
    array, found = IMAGES[name](numbers(4, 10, 16, 12)), []
    for quick in (True, False):
        with contextlib.nullcontext() if quick else fast.switched_off():
            x = mt.from_numpy(array).requires_grad_()
            out, places = nn.functional.max_pool2d(x, 2, return_indices=True, **options)
            alone = nn.functional.max_pool2d(x, 2, **options)
            alone.backward(mt.ones_like(alone))
            found.append([out.detach().numpy(), alone.detach().numpy(), places.numpy(), x.grad.numpy()])
    for one, other in zip(*found, strict=True):
        assert one.dtype == other.dtype
        np.testing.assert_array_equal(one, other)


# --- optimizers and batches ---------------------------------------------------------------------------------------------


def trained(torch, quick, kind, **options):
    """Many small parameters after some steps, of which some have no gradient at first, or share their memory."""
    torch.manual_seed(0)
    shapes = [(4, 3), (7,), (), (1, 1), (0, 2), (80, 60), (5, 5), *[(6, 6)] * 40]
    parameters = [torch.nn.Parameter(torch.randn(shape)) for shape in shapes]
    parameters += [torch.nn.Parameter(torch.randn(3, 3, dtype=torch.float64)) for _ in range(3)]
    parameters += [torch.nn.Parameter(torch.randn(3, 4).t()), torch.nn.Parameter(parameters[0].detach())]
    groups = [{"params": parameters[::2]}, {"params": parameters[1::2], "lr": 0.1}]
    optimizer = getattr(torch.optim, kind)(groups, lr=0.01, **options)
    switched = fast.switched_off() if torch is mt and not quick else contextlib.nullcontext()
    with switched:
        for turn in range(4):
            for number, p in enumerate(parameters):
                p.grad = torch.randn_like(p) if number % 5 or turn > 1 else None
            optimizer.step()
    found = [p.detach().numpy() for p in parameters]
    for p in parameters:
        found += [optimizer.state[p][name].numpy() for name in ("step", "exp_avg", "exp_avg_sq")]
    return found, [p._version for p in parameters]


@pytest.mark.parametrize("kind", ["Adam", "AdamW"])
@pytest.mark.parametrize("options", [{}, {"weight_decay": 0.1}, {"maximize": True}, {"amsgrad": True}], ids=str)
def test_small_parameters_side_by_side_are_changed_as_one_by_one(torch, kind, options):
    quick, changed = trained(mt, True, kind, **options)
    plain, _ = trained(mt, False, kind, **options)
    theirs, _ = trained(torch, True, kind, **options)
    for one, other, third in zip(quick, plain, theirs, strict=True):
        np.testing.assert_allclose(one, other, rtol=2e-6, atol=1e-6)
        np.testing.assert_allclose(one, third, rtol=2e-6, atol=1e-6)
    assert min(changed) >= 2


def test_an_adam_of_one_s_own_is_asked_for_each_parameter():
    seen = []

    class Noting(mt.optim.Adam):
        @staticmethod
        def _change(p, grad, state, group):
            seen.append(p)

    parameters = [mt.nn.Parameter(mt.ones(2)) for _ in range(3)]
    for p in parameters:
        p.grad = mt.ones(2)
    Noting(parameters).step()
    assert [id(p) for p in seen] == [id(p) for p in parameters]


def descended(lib, quick, size, **options):
    """A parameter and its momentum after four steps of SGD, and how often it has changed."""
    lib.manual_seed(0)
    p = lib.nn.Parameter(lib.randn(size))
    optimizer = lib.optim.SGD([p], **{"lr": 0.1} | options)
    with contextlib.nullcontext() if quick else fast.switched_off():
        for _ in range(4):
            p.grad = lib.randn(size)
            optimizer.step()
    buffer = optimizer.state[p].get("momentum_buffer")
    return p.detach().numpy(), None if buffer is None else buffer.numpy(), p._version


@pytest.mark.parametrize("size", [(0, 3), (), (7, 5), (300, 301)])
@pytest.mark.parametrize(
    "options",
    [
        {}, {"lr": 1}, {"momentum": 0.9}, {"weight_decay": 0.1}, {"momentum": 0.9, "weight_decay": 0.1}, {"maximize": True},
        {"momentum": 0.9, "dampening": 0.5}, {"momentum": 0.9, "nesterov": True},
    ],
    ids=str,
)  # fmt: skip
def test_a_step_of_sgd_is_the_plain_one_and_pytorchs(torch, size, options):
    quick, plain, theirs = [
        descended(lib, way, size, **options) for lib, way in ((mt, True), (mt, False), (torch, True))
    ]
    for one, other, third in zip(quick[:2], plain, theirs, strict=False):
        np.testing.assert_array_equal(one, other)
        if third is not None:
            np.testing.assert_allclose(one, third, rtol=1e-6, atol=1e-6)
    assert quick[2] == plain[2]


@pytest.mark.parametrize(
    "optimizer_of",
    [
        lambda p: mt.optim.SGD(p, lr=0.5, momentum=0.5), lambda p: mt.optim.SGD(p, lr=mt.tensor(0.5), momentum=0.5),
        lambda p: mt.optim.Adam(p, lr=0.1),
    ],
    ids=["SGD", "SGD with a rate that is a tensor", "Adam"],
)  # fmt: skip
@pytest.mark.parametrize(
    "make",
    [lambda: mt.randn(400, 401).mT, lambda: mt.randn(4, dtype=mt.bfloat16), lambda: mt.randn(4, dtype=mt.complex64)],
    ids=["another layout", "bfloat16", "complex64"],
)
def test_what_a_quick_step_does_not_know_goes_the_plain_way(optimizer_of, make):
    found = []
    for quick in (True, False):
        mt.manual_seed(0)
        p = make().requires_grad_()
        optimizer = optimizer_of([p])
        with contextlib.nullcontext() if quick else fast.switched_off():
            for _ in range(3):
                p.grad = p.detach() * 0.3
                optimizer.step()
        found.append(p.detach())
    assert found[0].equal(found[1])


def test_the_gradient_and_the_parameter_may_share_their_memory():
    p = mt.ones(3, requires_grad=True)
    p.grad = p.detach()
    mt.optim.SGD([p], lr=0.25).step()
    assert p.tolist() == [0.75] * 3


class Doubling(mt.utils.data.TensorDataset):
    def __getitem__(self, index):
        return tuple([2 * x for x in super().__getitem__(index)])


def datasets(lib):
    """Datasets, of which only some are tables without more."""
    data = lib.utils.data
    x, y = lib.arange(24.0).reshape(12, 2), lib.arange(12)
    wide = lib.arange(48.0).reshape(2, 24).t()[::2]
    return {
        "table": data.TensorDataset(x, y),
        "one": data.TensorDataset(x),
        "turned": data.TensorDataset(wide, y),
        "part": data.Subset(data.TensorDataset(x, y), [3, 11, 5, -1, 0, 7]),
        "part of a part": data.Subset(data.Subset(data.TensorDataset(x, y), [3, 11, 5, 0, 7]), [4, 1, 2]),
        "split": data.random_split(data.TensorDataset(x, y), [8, 4], lib.Generator().manual_seed(0))[0],
        "images": data.TensorDataset(lib.arange(96.0).reshape(12, 2, 2, 2).contiguous(memory_format=lib.channels_last)),
        "gradient": data.TensorDataset(lib.ones(4, 2, requires_grad=True)),
    }


@pytest.mark.parametrize("name", list(datasets(mt)))
@pytest.mark.parametrize("options", [{}, {"drop_last": True}, {"shuffle": True}, {"batch_size": None}], ids=str)
def test_batches_of_rows_are_the_batches(torch, name, options):
    def batches(lib):
        lib.manual_seed(0)
        return list(lib.utils.data.DataLoader(datasets(lib)[name], **({"batch_size": 5} | options)))

    quick, theirs = batches(mt), batches(torch)
    with fast.switched_off():
        plain = batches(mt)
    assert len(quick) == len(plain) == len(theirs)
    for one, other, third in zip(quick, plain, theirs, strict=True):
        assert type(one) is type(other) is type(third)
        for a, b, c in zip(one, other, third, strict=True):
            assert a.tolist() == b.tolist() == c.tolist()
            assert a.stride() == c.stride() and a.requires_grad == b.requires_grad == c.requires_grad
            assert str(a.dtype).split(".")[1] == str(c.dtype).split(".")[1]


def test_what_is_one_s_own_about_a_dataset_is_asked():
    x = mt.arange(6.0).reshape(3, 2)
    loader = mt.utils.data.DataLoader
    assert next(iter(loader(Doubling(x), 2)))[0].tolist() == [[0, 2], [4, 6]]
    found = next(iter(loader(mt.utils.data.TensorDataset(x), 2, collate_fn=lambda rows: rows)))
    assert [row[0].tolist() for row in found] == [[0, 1], [2, 3]]
    with pytest.raises(IndexError):
        next(iter(loader(mt.utils.data.TensorDataset(x), 2, sampler=[0, 3])))
    batch = next(iter(loader(mt.utils.data.TensorDataset(x), 2)))[0]
    batch.zero_()
    assert x[1].tolist() == [2, 3]


# --- functions --------------------------------------------------------------------------


FUNCTIONS = {
    "layer norm": lambda x, w, b: nn.functional.layer_norm(x, (64,), w, b),
    "layer norm, weight": lambda x, w, b: nn.functional.layer_norm(x, (64,), w),
    "layer norm, plain": lambda x, w, b: nn.functional.layer_norm(x, (64,)) * w + b,
    "layer norm of a list": lambda x, w, b: nn.functional.layer_norm(x, [64], w, b, 0.1),
    "layer norm of a view": lambda x, w, b: nn.functional.layer_norm(x.view(-1, 64), (64,), w, b),
    "softmax": lambda x, w, b: (x * w + b).softmax(-1),
    "softmax, named": lambda x, w, b: mt.softmax(input=x * w + b, dim=2),
    "softmax of another dim": lambda x, w, b: nn.functional.softmax(x * w + b, 1),
    "softmax in float64": lambda x, w, b: nn.functional.softmax(x * w + b, -1, dtype=mt.float64),
    "sum": lambda x, w, b: (x.square() * w + b).sum(),
    "sum, named": lambda x, w, b: mt.sum(x * w + b, dim=None),
    "sum of a row": lambda x, w, b: (x * w + b).sum(-1),
    "sum in float64": lambda x, w, b: (x * w + b).sum(dtype=mt.float64),
}


@pytest.mark.parametrize("name", FUNCTIONS)
@pytest.mark.parametrize("shape", [(8, 16, 64), (7, 13, 64), (2, 3, 64), (0, 2, 64)])
@pytest.mark.filterwarnings("ignore::RuntimeWarning")
def test_functions_at_once_are_the_core_s(name, shape):
    arrays, found = [numbers(*shape), numbers(64), numbers(64)], []
    for quick in (True, False):
        with contextlib.nullcontext() if quick else fast.switched_off():
            tensors = [mt.tensor(a, requires_grad=True) for a in arrays]
            out = FUNCTIONS[name](*tensors)
            (out * out).sum().backward()
            with mt.no_grad():
                assert not FUNCTIONS[name](*tensors).requires_grad
            found.append([out.detach().numpy(), *[t.grad.numpy() for t in tensors if t.grad is not None]])
            names = out.grad_fn.name()
        found[-1].append(names)
    assert found[0].pop() == found[1].pop()
    for one, other in zip(*found, strict=True):
        assert one.dtype == other.dtype and one.shape == other.shape
        np.testing.assert_allclose(one, other, rtol=2e-4, atol=2e-5 * max(np.abs(other).max(initial=0), 1))


def test_what_a_function_at_once_saves_must_not_change():
    for make in (lambda x: x.softmax(-1), lambda x: nn.functional.layer_norm(x, (64,)), nn.functional.gelu):
        given = mt.randn(1100, 64, requires_grad=True) * 1
        y = make(given)
        (y if y.grad_fn.name() == "SoftmaxBackward0" else given).add_(1)  # softmax saves its result
        with pytest.raises(RuntimeError, match="modified by an inplace operation"):
            y.sum().backward()


def test_errors_of_layer_norm_come_from_the_core(torch):
    def said(lib, *shapes):
        x, w = lib.ones(100, 64), lib.ones(shapes[1])
        with pytest.raises(RuntimeError) as error:
            lib.nn.functional.layer_norm(x, shapes[0], w)
        return str(error.value).splitlines()[0]

    for shapes in (((64,), (63,)), ((63,), (63,)), ((100, 64), (64,)), ((2, 100, 64), (2, 100, 64))):
        assert said(mt, *shapes) == said(torch, *shapes)


@pytest.mark.parametrize("where", ["product", "factor", "leaf", "retained"])
def test_a_hook_that_writes_into_a_gradient_writes_into_no_factor(where):
    x, y = mt.randn(90, 90, requires_grad=True), mt.randn(90, 90)
    before = y.clone()
    factor = x.softmax(-1)
    product = factor * y
    hooked = {"product": product, "factor": factor, "leaf": x, "retained": factor}[where]
    if where == "retained":
        hooked.retain_grad()
    else:
        hooked.register_hook(lambda g: (g * 1).mul_(2) if where == "product" else g.mul_(2))
    product.sum().backward()
    if where == "retained":
        factor.grad.zero_()
    x.grad.zero_()
    assert mt.equal(y, before)


def test_a_factor_that_was_changed_is_noticed():
    x, y = mt.randn(3, requires_grad=True), mt.randn(3)
    loss = (x * y).sum()
    y.add_(1)
    with pytest.raises(RuntimeError, match="modified by an inplace operation"):
        loss.backward()


def test_saved_tensor_hooks_see_the_factors_of_a_product():
    x, y = mt.randn(3, requires_grad=True), mt.randn(3, requires_grad=True)
    with mt.autograd.graph.saved_tensors_hooks(lambda t: t, lambda t: t * 10):
        loss = (x * y).sum()
    loss.backward()
    assert mt.allclose(x.grad, 10 * y.detach())
