"""float16 and bfloat16: computed in float32 and rounded, so that values and gradients are PyTorch's but for the last digits."""

import numpy as np
import pytest

import minitorch as mt

DTYPES = ["bfloat16", "float16"]
EPS = {"bfloat16": 2**-8, "float16": 2**-11}  # half of the distance between 1 and the next number


def numbers(n, seed=0):
    return np.random.default_rng(seed).standard_normal(n).astype("float32")


X, Y, P, G = numbers(2048), numbers(2048, 1), np.abs(numbers(2048, 2)) + 0.1, numbers(2048, 3)

OF_TWO = {
    "mul a number": lambda lib, x, y: x * 0.3,
    "mul from the left": lambda lib, x, y: 0.3 * x,
    "div by a number": lambda lib, x, y: x / 0.3,
    "add a number": lambda lib, x, y: x + 0.3,
    "sub from a number": lambda lib, x, y: 0.3 - x,
    "a number by y": lambda lib, x, y: 0.3 / y,
    "remainder": lambda lib, x, y: x % 0.25,
    "mul a 0-d float32": lambda lib, x, y: x * lib.tensor(0.3),
    "mul a 0-d float64": lambda lib, x, y: x * lib.tensor(0.3, dtype=lib.float64),
    "a 0-d float32 times": lambda lib, x, y: lib.mul(lib.tensor(0.3), x),
    "div by a 0-d float32": lambda lib, x, y: x / lib.tensor(0.3),
    "add a 0-d float32": lambda lib, x, y: x + lib.tensor(0.3),
    "div": lambda lib, x, y: x / y,
    "lerp tensor": lambda lib, x, y: x.lerp(y, y),
    "addcmul": lambda lib, x, y: lib.addcmul(x, y, y),
    "addcdiv": lambda lib, x, y: lib.addcdiv(x, x, y),
    "pow 0.3": lambda lib, x, y: y**0.3,
    "pow 1.7": lambda lib, x, y: y**1.7,
    "square": lambda lib, x, y: x**2,
    "cube": lambda lib, x, y: x**3,
    "pow -1": lambda lib, x, y: y**-1,
    "pow of tensors": lambda lib, x, y: y**x,
    "sigmoid": lambda lib, x, y: x.detach().sigmoid() * y,
    "tanh": lambda lib, x, y: x.tanh(),
    "silu": lambda lib, x, y: lib.nn.functional.silu(x),
    "softplus": lambda lib, x, y: lib.nn.functional.softplus(x),
    "glu": lambda lib, x, y: lib.nn.functional.glu(x.view(32, 64)),
    "rsqrt": lambda lib, x, y: y.detach().rsqrt() * x,
    "erf": lambda lib, x, y: x.erf(),
    "hypot": lambda lib, x, y: lib.hypot(x, y),
    "atan2": lambda lib, x, y: lib.atan2(x, y),
    "xlogy": lambda lib, x, y: lib.xlogy(x, y),
    "var": lambda lib, x, y: x.view(32, 64).var(1),
    "logsumexp": lambda lib, x, y: x.view(32, 64).logsumexp(1),
    "softmax": lambda lib, x, y: x.view(32, 64).softmax(1),
    "baddbmm": lambda lib, x, y: lib.baddbmm(
        x[:256].view(1, 16, 16), x.view(1, 16, 128), x.detach().view(1, 128, 16), beta=0.3, alpha=0.7
    ),
    "logsigmoid": lambda lib, x, y: lib.nn.functional.logsigmoid(x),
    "binary cross-entropy": lambda lib, x, y: lib.nn.functional.binary_cross_entropy_with_logits(
        x, x.detach().sigmoid(), reduction="none"
    ),
    "log_softmax": lambda lib, x, y: x.view(32, 64).log_softmax(1),
    "log_softmax of columns": lambda lib, x, y: x.view(32, 64).log_softmax(0),
    "layer norm": lambda lib, x, y: lib.nn.functional.layer_norm(
        x.view(32, 64), (64,), y.detach()[:64], y.detach()[64:128]
    ),
    "group norm": lambda lib, x, y: lib.nn.functional.group_norm(x.view(4, 8, 64), 2, y[:8], y[8:16]),
    "batch norm": lambda lib, x, y: lib.nn.functional.batch_norm(x.view(4, 8, 64), None, None, y[:8], y[8:16], True),
    "batch norm of rows": lambda lib, x, y: lib.nn.functional.batch_norm(x.view(32, 64), None, None, training=True),
    "instance norm": lambda lib, x, y: lib.nn.functional.instance_norm(x.view(4, 8, 64)),
    "cross-entropy": lambda lib, x, y: lib.nn.functional.cross_entropy(x.view(64, 32), lib.arange(64) % 32),
    "huber": lambda lib, x, y: lib.nn.functional.huber_loss(x, y.detach(), "none", 0.7),
    "mean of squares": lambda lib, x, y: lib.nn.functional.mse_loss(x[:2013], y[:2013]),
    "mean of Huber's": lambda lib, x, y: lib.nn.functional.huber_loss(x[:2013], y[:2013]),
    "average pooling": lambda lib, x, y: lib.nn.functional.avg_pool2d(x.view(2, 4, 16, 16), 3, 2),
    "adaptive pooling": lambda lib, x, y: lib.nn.functional.adaptive_avg_pool2d(x[:1980].view(2, 10, 9, 11), (4, 3)),
    "area": lambda lib, x, y: lib.nn.functional.interpolate(x[:1980].view(2, 10, 9, 11), size=(4, 5), mode="area"),
    "sigmoid alone": lambda lib, x, y: x.sigmoid(),
    "rsqrt alone": lambda lib, x, y: y.rsqrt(),
    "nll": lambda lib, x, y: lib.nn.functional.nll_loss(x.view(64, 32), lib.arange(64) % 32),
    "nll of weights": lambda lib, x, y: lib.nn.functional.nll_loss(
        x.view(64, 32), lib.arange(64) % 32, y.detach()[:32], reduction="sum"
    ),
    "kl_div": lambda lib, x, y: lib.nn.functional.kl_div(x, y, reduction="sum"),
    "poisson": lambda lib, x, y: lib.nn.functional.poisson_nll_loss(x, y * 4, full=True, reduction="none"),
    "cosine embedding": lambda lib, x, y: lib.nn.functional.cosine_embedding_loss(
        x.view(32, 64), y.view(32, 64), lib.arange(32) % 2 * 2 - 1
    ),
    "soft margin": lambda lib, x, y: lib.nn.functional.soft_margin_loss(x[:2013], lib.arange(2013) % 2 * 2 - 1),
    "binary cross-entropy of probabilities": lambda lib, x, y: lib.nn.functional.binary_cross_entropy(
        x.sigmoid(), y.clamp(0.1, 0.9), reduction="none"
    ),
    "binary cross-entropy with weights": lambda lib, x, y: lib.nn.functional.binary_cross_entropy_with_logits(
        x.view(32, 64), x.detach().view(32, 64).sigmoid(), y.detach()[:64], pos_weight=y.detach()[64:128]
    ),
    "smooth l1": lambda lib, x, y: lib.nn.functional.smooth_l1_loss(x, y, beta=0.3, reduction="none"),
    "prod": lambda lib, x, y: y.view(256, 8).prod(1),
    "softmax of columns": lambda lib, x, y: x.view(32, 64).softmax(0),
    "softplus with options": lambda lib, x, y: lib.nn.functional.softplus(x, 2.3, 5.0),
    "addr": lambda lib, x, y: lib.addr(x.view(32, 64), y[:32], y[32:96], beta=0.3, alpha=0.7),
    "addmv": lambda lib, x, y: lib.addmv(x[:32], y.view(32, 64), x.detach()[:64]),
    "batch norm as it was": lambda lib, x, y: lib.nn.functional.batch_norm(
        x.view(4, 8, 64), y.detach()[16:24], y.detach()[24:32], y[:8], y[8:16]
    ),
    "samples of bags": lambda lib, x, y: lib.nn.functional.embedding_bag(
        (lib.arange(64) * 7 % 32).view(16, 4),
        x.detach().view(32, 64),
        mode="sum",
        per_sample_weights=y[:64].view(16, 4),
    ),
    "affine grid": lambda lib, x, y: lib.nn.functional.affine_grid(
        x[:12].view(2, 2, 3), (2, 1, 11, 7), align_corners=False
    ),
    "a row": lambda lib, x, y: x.view(32, 64) * y[:64],
    "in place": lambda lib, x, y: x.clone().mul_(0.3).add_(y),
    "wider in place": lambda lib, x, y: x.clone().mul_(y.detach().float() * 0.3),
}


def both(lib, dtype, function):
    """The value and the gradients of a function of two tensors."""
    x, y = [lib.tensor(a).to(getattr(lib, dtype)).requires_grad_() for a in (X, P)]
    out = function(lib, x, y)
    out.backward(lib.tensor(G[: out.numel()].reshape(tuple(out.shape))).to(out.dtype))
    found = [out.detach(), x.grad, y.grad]
    return [None if one is None else (str(one.dtype).rpartition(".")[2], one.float().numpy()) for one in found]


def assert_close(ours, theirs, dtype, steps=8):
    """But for so many roundings, of each number or of numbers near 1 that it may be a difference of."""
    np.testing.assert_allclose(ours, theirs, steps * EPS[dtype], steps * EPS[dtype])


@pytest.mark.parametrize("dtype", DTYPES)
@pytest.mark.parametrize("name", OF_TWO)
def test_values_and_gradients_are_pytorchs(torch, name, dtype):
    for ours, theirs in zip(both(mt, dtype, OF_TWO[name]), both(torch, dtype, OF_TWO[name]), strict=True):
        assert (ours is None) == (theirs is None)
        if ours is not None:
            assert ours[0] == theirs[0] == dtype
            assert_close(ours[1], theirs[1], dtype)


def test_a_product_of_three_is_rounded_once():
    x = mt.tensor([1.0, 3.0], dtype=mt.float16)
    value = np.float32(0.1) * x.float().numpy() * x.float().numpy() + x.float().numpy()
    assert np.array_equal(mt.addcmul(x, x, x, value=0.1).numpy(), value.astype("float16"))


def test_a_sum_over_rows_is_rounded_once():
    row = mt.zeros(8, dtype=mt.bfloat16, requires_grad=True)
    (mt.ones(1000, 8, dtype=mt.bfloat16) + row).sum().backward()
    assert row.grad.tolist() == [1000.0] * 8  # bfloat16 counts no further than 256 by ones


def losses(lib, dtype):
    """Twenty losses of a small network under autocast."""
    lib.manual_seed(0)
    layers = lib.nn.Linear(20, 64), lib.nn.ReLU(), lib.nn.Linear(64, 64), lib.nn.Tanh(), lib.nn.Linear(64, 4)
    model = lib.nn.Sequential(*layers)
    x, y = lib.tensor(X[:1280].reshape(64, 20)), lib.arange(64) % 4
    optimizer = lib.optim.SGD(model.parameters(), 0.1, momentum=0.9)
    found = []
    for _ in range(20):
        optimizer.zero_grad()
        with lib.autocast("cpu", dtype=getattr(lib, dtype)):
            loss = lib.nn.functional.cross_entropy(model(x), y)
        loss.backward()
        optimizer.step()
        found.append(loss.item())
    return found


@pytest.mark.parametrize("dtype", DTYPES)
def test_training_under_autocast_has_pytorchs_losses(torch, dtype):
    ours, theirs = losses(mt, dtype), losses(torch, dtype)
    assert ours[0] == pytest.approx(theirs[0], rel=1e-6)
    assert ours == pytest.approx(theirs, rel=1e-3)


OPTIMIZERS = {
    "SGD": {}, "SGD with momentum": {"momentum": 0.9}, "SGD with dampening": {"momentum": 0.9, "dampening": 0.3},
    "SGD by Nesterov": {"momentum": 0.9, "nesterov": True, "weight_decay": 0.1},
    "SGD of lists": {"momentum": 0.9, "nesterov": True, "weight_decay": 0.1, "foreach": True, "maximize": True},
    "Adam": {}, "Adam with decay": {"weight_decay": 0.1, "amsgrad": True}, "Adam of lists": {"foreach": True},
    "AdamW": {}, "AdamW of lists": {"weight_decay": 0.3, "foreach": True, "amsgrad": True},
    "RMSprop": {"momentum": 0.9, "centered": True}, "Adagrad": {}, "Adadelta": {}, "Adamax": {}, "NAdam": {}, "RAdam": {}, "ASGD": {},
}  # fmt: skip


def trained(lib, name, dtype, options):
    """A parameter of 16 bits after eight steps, and what is remembered of it."""
    p = lib.tensor(X).to(getattr(lib, dtype)).requires_grad_()
    optimizer = getattr(lib.optim, name.split()[0])([p], **{"lr": 0.01, **options(lib)})
    for seed in range(8):
        p.grad = lib.tensor(numbers(2048, seed)).to(p.dtype)
        optimizer.step()
    return [x.detach().float().numpy() for x in (p, *optimizer.state[p].values()) if hasattr(x, "detach") and x.dim()]


def close_to_pytorchs(torch, name, dtype, options):
    for ours, theirs in zip(trained(mt, name, dtype, options), trained(torch, name, dtype, options), strict=True):
        assert_close(ours, theirs, dtype, 16)


@pytest.mark.parametrize("dtype", DTYPES)
@pytest.mark.parametrize("name", OPTIMIZERS)
def test_steps_of_parameters_of_16_bits_are_pytorchs(torch, name, dtype):
    close_to_pytorchs(torch, name, dtype, lambda lib: OPTIMIZERS[name])


@pytest.mark.parametrize("dtype", DTYPES)
@pytest.mark.parametrize("name", ["SGD", "Adam", "AdamW", "Adagrad"])
def test_a_rate_that_is_a_tensor_takes_the_same_steps(torch, name, dtype):
    close_to_pytorchs(torch, name, dtype, lambda lib: {"lr": lib.tensor(0.01)})


@pytest.mark.parametrize("dtype", DTYPES)
def test_tensors_as_options_of_adam_take_the_same_steps(torch, dtype):
    close_to_pytorchs(
        torch, "Adam", dtype, lambda lib: {"betas": (lib.tensor(0.9), lib.tensor(0.99)), "lr": lib.tensor(0.01)}
    )


def through_time(lib, name, dtype):
    """What a recurrent layer of 16 bits shows, and the gradients of its input and weights."""
    kind = getattr(lib, dtype)
    layer = getattr(lib.nn, name)(8, 16).to(kind)
    for seed, p in enumerate(layer.parameters()):
        p.data.copy_(lib.tensor(numbers(p.numel(), seed).reshape(tuple(p.shape)) * 0.2))
    x = lib.tensor(X[:320].reshape(10, 4, 8)).to(kind).requires_grad_()
    shown = layer(x)[0]
    shown.backward(lib.tensor(G[:640].reshape(10, 4, 16)).to(kind))
    return [one.detach().float().numpy() for one in (shown, x.grad, *[p.grad for p in layer.parameters()])]


@pytest.mark.parametrize("name", ["RNN", "GRU"])
def test_recurrent_layers_of_bfloat16(torch, name):
    for ours, theirs in zip(through_time(mt, name, "bfloat16"), through_time(torch, name, "bfloat16"), strict=True):
        assert_close(ours, theirs, "bfloat16", 32)


CLASSES = [*range(10)] * 4
ROUNDING = {
    "cross entropy": ([(40, 10), (10,)], lambda lib, x, w: lib.nn.functional.cross_entropy(x, lib.tensor(CLASSES), w)),
    "nll": ([(40, 10), (10,)], lambda lib, x, w: lib.nn.functional.nll_loss(x, lib.tensor(CLASSES), w)),
    "nll of images": (
        [(4, 10, 5, 2), (10,)],
        lambda lib, x, w: lib.nn.functional.nll_loss(x, lib.tensor(CLASSES).reshape(4, 5, 2), w),
    ),
    "bilinear layer": (
        [(20, 7), (20, 5), (6, 7, 5), (6,)],
        lambda lib, x, y, w, b: lib.nn.functional.bilinear(x, y, w, b),
    ),
    "logcumsumexp": ([(8, 40)], lambda lib, x: lib.logcumsumexp(x, 1)),
    "linear": ([(2, 3, 9)], lambda lib, x: lib.nn.functional.interpolate(x, scale_factor=1.7, mode="linear")),
    "corners": (
        [(2, 3, 4, 5, 6)],
        lambda lib, x: lib.nn.functional.interpolate(x, scale_factor=2, mode="trilinear", align_corners=True),
    ),
    "bicubic": (
        [(2, 3, 7, 9)],
        lambda lib, x: lib.nn.functional.interpolate(x, scale_factor=1.7, mode="bicubic"),
    ),
}


@pytest.mark.parametrize("dtype", DTYPES)
@pytest.mark.parametrize("name", ROUNDING)
def test_what_is_added_up_in_many_steps(torch, name, dtype):
    shapes, function = ROUNDING[name]

    def run(lib):
        kind = getattr(lib, dtype)
        operands = [lib.tensor(numbers(np.prod(shape), k).reshape(shape)).to(kind) for k, shape in enumerate(shapes)]
        if shapes[1:] == [(10,)]:
            operands[1] = operands[1].abs()  # the classes' weights
        else:
            operands = [x.requires_grad_() for x in operands]
        operands[0].requires_grad_()
        out = function(lib, *operands)
        out.backward(lib.tensor(numbers(out.numel(), 9).reshape(tuple(out.shape))).to(kind))
        return [x.detach().float().numpy() for x in (out, *[x.grad for x in operands if x.requires_grad])]

    for ours, theirs in zip(run(mt), run(torch), strict=True):
        assert_close(ours, theirs, dtype)
