"""Quicker forwards and formulas on NumPy give what the core's give in float64, whatever the layout and the numbers."""

import numpy as np
import pytest

import minitorch as mt
from minitorch import fast, nn
from minitorch.fast import alternatives, formulas

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
        "slide": (x, weight, numbers(outputs), how, tuple(lengths)), "spread": (y, weight, None, how, tuple(size)),
        "match": (x, y, how, tuple(kernel)),
    }  # fmt: skip


CONVOLUTIONS = [
    convolving(3, 4, (3, 3), (8, 7), 1), convolving(4, 3, (3, 3), (6, 9), 0), convolving(3, 3, (5, 3), (9, 9), (2, 1)),
    convolving(4, 4, (3, 3), (11, 12), 2, 2), convolving(3, 5, (2, 4), (5, 6), (0, 3)), convolving(8, 8, (1, 3), (7, 5), (0, 1)),
    convolving(3, 3, (3, 3), (12, 12), 4), convolving(3, 40, (3, 3), (64, 64), 1, batch=9), convolving(4, 4, (3, 3), (9, 9), 1, 1, 2),
    convolving(3, 3, (3, 3), (9, 9), 0, 3), convolving(3, 4, (9, 2), (9, 2), 0),
]  # fmt: skip


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
    return makers()[formulas.name_of(op)](op.forward)(*args)


def makers():
    return {formulas.name_of(op): make for one in alternatives.everything for op, make in one.forwards.items()}


def operation(name):
    return next(
        op for one in alternatives.everything for op in (*one.forwards, *one.own, *one.joints) if op.name == name
    )


@pytest.mark.parametrize("name", ["slide", "spread", "match"])
@pytest.mark.parametrize("layout", ["whole", "channels last", "not finite", "empty"])
@pytest.mark.parametrize("number", range(len(CONVOLUTIONS)))
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
        values[1] = values[1][:0] if name == "match" else values[1]
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
    "batch norm, far": lambda: normalizing("BatchNorm", (6, 5, 12, 13), (0, 2, 3), 500.0),
    "layer norm": lambda: normalizing("LayerNorm", (60, 100), (1,)),
    "layer norm of more": lambda: normalizing("LayerNorm", (6, 7, 10, 12), (2, 3)),
    "layer norm, plain": lambda: normalizing("LayerNorm", (60, 100), (1,), weight=False, bias=False),
    "layer norm, weight": lambda: normalizing("LayerNorm", (60, 100), (1,), bias=False),
    "layer norm, far": lambda: normalizing("LayerNorm", (60, 100), (1,), 500.0),
    "layer norm, few": lambda: normalizing("LayerNorm", (3, 4), (1,)),
}


@pytest.mark.parametrize("name", NORMS)
@pytest.mark.parametrize("needs", [(True, True, True), (True, False, False), (False, True, True)], ids=str)
def test_norms_and_their_derivatives_are_the_formulas_in_float64(name, needs):
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
    joint = next(one.joints[op] for one in alternatives.everything if op in one.joints)
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
    assert w.grad.is_contiguous()
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
