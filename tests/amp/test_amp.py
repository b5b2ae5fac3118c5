"""amp: which dtypes autocast computes in, what it leaves alone, and a scaler step by step as in PyTorch."""

import pickle
import subprocess
import sys
import warnings

import numpy as np
import pytest

import minitorch as mt
import minitorch.fast


def inputs(library, *shapes, kind="float32"):
    generator = np.random.default_rng(0)
    return [library.tensor(generator.normal(size=shape), dtype=getattr(library, kind)) for shape in shapes]


# name: (shapes, what is computed)
CALLS = {
    "matmul": ([(3, 4), (4, 2)], lambda t, a, b: a @ b),
    "matmul stacks": ([(2, 3, 4), (4, 2)], lambda t, a, b: t.matmul(a, b)),
    "mm": ([(3, 4), (4, 2)], lambda t, a, b: a.mm(b)),
    "bmm": ([(2, 3, 4), (2, 4, 2)], lambda t, a, b: t.bmm(a, b)),
    "addmm": ([(2,), (3, 4), (4, 2)], lambda t, a, b, c: t.addmm(a, b, c)),
    "linear": ([(3, 4), (2, 4), (2,)], lambda t, a, b, c: t.nn.functional.linear(a, b, c)),
    "linear without bias": ([(2, 3, 4), (2, 4)], lambda t, a, b: t.nn.functional.linear(a, b)),
    "conv2d": ([(1, 2, 4, 4), (3, 2, 2, 2)], lambda t, a, b: t.nn.functional.conv2d(a, b)),
    "prelu": ([(3, 4), (1,)], lambda t, a, b: t.nn.functional.prelu(a, b)),
    "mv": ([(3, 4), (4,)], lambda t, a, b: t.mv(a, b)),
    "dot": ([(4,), (4,)], lambda t, a, b: t.dot(a, b)),
    "add": ([(3, 4), (3, 4)], lambda t, a, b: a + b),
    "exp": ([(3, 4)], lambda t, a: a.exp()),
    "softmax": ([(3, 4)], lambda t, a: t.softmax(a, 1)),
    "sum": ([(3, 4)], lambda t, a: a.sum()),
    "layer_norm": ([(3, 4)], lambda t, a: t.nn.functional.layer_norm(a, (4,))),
    "prod": ([(3, 4)], lambda t, a: a.prod()),
    "mse_loss": ([(3, 4), (3, 4)], lambda t, a, b: t.nn.functional.mse_loss(a, b)),
    "l1_loss": ([(3, 4), (3, 4)], lambda t, a, b: t.nn.functional.l1_loss(a, b)),
    "huber_loss": ([(3, 4), (3, 4)], lambda t, a, b: t.nn.functional.huber_loss(a, b)),
    "cross_entropy": ([(3, 4)], lambda t, a: t.nn.functional.cross_entropy(a, t.tensor([0, 1, 3]))),
    "nll_loss": ([(3, 4)], lambda t, a: t.nn.functional.nll_loss(a, t.tensor([0, 1, 3]))),
    "bce": ([(3, 4), (3, 4)], lambda t, a, b: t.nn.functional.binary_cross_entropy(a.sigmoid(), b.sigmoid())),
    "bce with logits": (
        [(3, 4), (3, 4)],
        lambda t, a, b: t.nn.functional.binary_cross_entropy_with_logits(a, b),
    ),
    "linear of rows that are not in order": (
        [(3, 2, 4), (2, 4), (2,)],
        lambda t, a, b, c: t.nn.functional.linear(a.transpose(0, 1), b, c),
    ),
    "cat": ([(3, 4), (3, 4)], lambda t, a, b: t.cat([a, b.bfloat16()])),
    "cat the same": ([(3, 4), (3, 4)], lambda t, a, b: t.cat([a, b])),
    "stack": ([(3, 4), (3, 4)], lambda t, a, b: t.stack((a.bfloat16(), b.bfloat16()))),
    "einsum": ([(3, 4), (4, 2)], lambda t, a, b: t.einsum("ij,jk->ik", a, b)),
    "bilinear": ([(3, 4), (3, 4), (2, 4, 4)], lambda t, a, b, c: t.nn.functional.bilinear(a, b, c)),
    "out": ([(3, 4), (4, 2), (3, 2)], lambda t, a, b, c: t.mm(a, b, out=c)),
    "Sequential": ([(3, 4)], lambda t, a: t.nn.Sequential(t.nn.Linear(4, 8), t.nn.ReLU(), t.nn.Linear(8, 2))(a)),
}


def result(library, case, kind, dtype):
    shapes, function = CALLS[case]
    library.manual_seed(0)
    values = inputs(library, *shapes, kind=kind)
    try:
        with library.autocast("cpu", dtype=dtype and getattr(library, dtype)):
            return function(library, *values)
    except RuntimeError as error:
        return error


@pytest.mark.parametrize("kind", ["float32", "bfloat16", "float64"])
@pytest.mark.parametrize("case", CALLS)
def test_dtypes_and_values(torch, case, kind):
    mine, theirs = result(mt, case, kind, None), result(torch, case, kind, None)
    if isinstance(theirs, RuntimeError):
        assert isinstance(mine, RuntimeError), theirs
        return
    assert str(mine.dtype).split(".")[1] == str(theirs.dtype).split(".")[1]
    np.testing.assert_allclose(
        mine.detach().float().numpy(), theirs.detach().float().numpy(), rtol=2e-2, atol=2e-2, err_msg=case
    )


@pytest.mark.parametrize("case", ["matmul", "linear", "mse_loss", "cat the same", "add"])
def test_float16(torch, case):
    mine, theirs = result(mt, case, "float32", "float16"), result(torch, case, "float32", "float16")
    assert str(mine.dtype).split(".")[1] == str(theirs.dtype).split(".")[1]
    np.testing.assert_allclose(mine.float().numpy(), theirs.float().numpy(), rtol=2e-3, atol=2e-3)


def train(library, steps=8):
    library.manual_seed(0)
    model = library.nn.Sequential(library.nn.Linear(4, 16), library.nn.ReLU(), library.nn.Linear(16, 1))
    optimizer = library.optim.AdamW(model.parameters(), lr=0.01)
    x, y = inputs(library, (32, 4), (32, 1))
    losses = []
    for _ in range(steps):
        optimizer.zero_grad()
        with library.autocast(device_type="cpu", dtype=library.bfloat16):
            out = model(x)
            loss = library.nn.functional.mse_loss(out, y)
        loss.backward()
        optimizer.step()
        losses.append(loss.item())
    assert all(p.grad.dtype is library.float32 for p in model.parameters())
    return losses


def test_training(torch):
    np.testing.assert_allclose(train(mt), train(torch), rtol=2e-3)


def test_switches():
    x = mt.ones(2, 2)
    with mt.autocast("cpu"):
        assert mt.is_autocast_enabled("cpu")
        assert not mt.is_autocast_enabled()
        assert (x @ x).dtype is mt.bfloat16
        with mt.autocast("cpu", enabled=False):
            assert (x @ x).dtype is mt.float32
        with mt.autocast("cpu", dtype=mt.float16):
            assert mt.get_autocast_dtype("cpu") is mt.float16
            assert (x @ x).dtype is mt.float16
        assert (x @ x).dtype is mt.bfloat16
    assert (x @ x).dtype is mt.float32
    assert not mt.is_autocast_enabled("cpu")

    @mt.autocast("cpu")
    def product(x):
        """Its docstring."""
        return x @ x

    assert product(x).dtype is mt.bfloat16
    assert product.__doc__ == "Its docstring."
    with pytest.raises(ZeroDivisionError), mt.autocast("cpu"):
        raise ZeroDivisionError
    assert (x @ x).dtype is mt.float32


def test_other_threads_and_names_imported_before():
    program = """
import threading
from minitorch import matmul
from minitorch.nn.functional import linear
import minitorch as mt
x = mt.ones(2, 2)
with mt.autocast("cpu"):
    kinds = [matmul(x, x).dtype, linear(x, x).dtype, mt.nn.functional.huber_loss(x.bfloat16(), x.bfloat16()).dtype]
    thread = threading.Thread(target=lambda: kinds.append((x @ x).dtype))
    thread.start()
    thread.join()
print(*kinds, (x @ x).dtype)
"""
    said = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True).stdout.split()
    assert [kind.split(".")[1] for kind in said] == ["bfloat16", "bfloat16", "float32", "float32", "float32"]


def test_switching_the_short_cuts():
    x = mt.ones(2, 2)
    for _ in range(2):
        with minitorch.fast.switched_off(), mt.autocast("cpu"):
            assert (x @ x).dtype is mt.bfloat16
        with mt.autocast("cpu"):
            assert (x @ x).dtype is mt.bfloat16


def message(function):
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        try:
            function()
        except Exception as error:
            return type(error), str(error).replace("torch.", "").replace("mini", "").split(" (Triggered")[0]
    return None


WRONG = [
    lambda t: t.autocast("cuda"),
    lambda t: t.autocast("cpu", dtype=t.float32),
    lambda t: t.amp.GradScaler(),
    lambda t: t.cuda.amp.autocast(),
    lambda t: t.cuda.amp.GradScaler(),
]


@pytest.mark.parametrize("number", range(len(WRONG)))
def test_warnings_and_errors(torch, number):
    mine, theirs = message(lambda: WRONG[number](mt)), message(lambda: WRONG[number](torch))
    assert mine[0] is theirs[0]
    assert mine[1][:40] == theirs[1][:40]


def scaled(library):
    p = library.nn.Parameter(library.tensor([1.0, -2.0]))
    optimizer = library.optim.SGD([p], lr=0.01)
    scaler = library.amp.GradScaler("cpu", init_scale=4.0, growth_interval=2)
    seen = []
    for factor in (1.0, 1.0, float("inf"), 1.0, float("nan"), 1.0, 1.0, 1.0):
        optimizer.zero_grad()
        loss = (p * p).sum() * factor
        both = scaler.scale([loss, (loss,)])
        both[0].backward()
        if factor == 1.0:
            scaler.unscale_(optimizer)
            with pytest.raises(RuntimeError, match="already been called on this optimizer"):
                scaler.unscale_(optimizer)
        scaler.step(optimizer)
        with pytest.raises(RuntimeError, match="has already been called since the last update"):
            scaler.step(optimizer)
        with pytest.raises(RuntimeError, match="is being called after step"):
            scaler.unscale_(optimizer)
        with pytest.raises(RuntimeError, match="Closure use is not"):
            scaler.step(optimizer, closure=len)
        scaler.update()
        seen.append((p.tolist(), scaler.state_dict()))
    scaler.update(2.0)
    scaler.update(library.tensor(3.0))
    other = library.amp.GradScaler("cpu")
    other.load_state_dict(scaler.state_dict())
    again = pickle.loads(pickle.dumps(scaler))
    return seen, scaler.get_scale(), other.get_scale(), again.state_dict()


def test_a_scaler_step_by_step(torch):
    mine, theirs = scaled(mt), scaled(torch)
    assert mine[1:] == theirs[1:]
    for (values, scale), (expected, other) in zip(mine[0], theirs[0], strict=True):
        assert values == pytest.approx(expected, rel=1e-6)
        assert scale == other


@pytest.mark.filterwarnings("ignore")
def test_older_names():
    from minitorch.cuda.amp import GradScaler
    from minitorch.cuda.amp import autocast as cuda_autocast

    x = mt.ones(2, 2)
    with cuda_autocast():
        assert (x @ x).dtype is mt.float32
    assert not GradScaler().is_enabled()


def test_a_scaler_that_is_off():
    scaler = mt.amp.GradScaler("cpu", enabled=False)
    p = mt.ones(1, requires_grad=True)
    optimizer = mt.optim.SGD([p], lr=0.5)
    scaler.scale(p.sum()).backward()
    scaler.unscale_(optimizer)
    scaler.step(optimizer)
    scaler.update()
    assert (p.item(), scaler.get_scale(), scaler.state_dict(), scaler.is_enabled()) == (0.5, 1.0, {}, False)


@pytest.mark.parametrize("layer", ["LSTM", "GRU", "RNN"])
def test_recurrent_layers_compute_in_single_and_round_once(layer):
    made, x = getattr(mt.nn, layer)(4, 3), mt.randn(3, 2, 4)
    exact = made(x)[0]
    with mt.autocast("cpu", dtype=mt.bfloat16):
        for given in (x, x.bfloat16()):
            shown = made(given)[0]
            assert shown.dtype is mt.bfloat16
            np.testing.assert_allclose(shown.float().tolist(), exact.tolist(), atol=0.02)
        shown.float().sum().backward()
    assert all(p.grad.dtype is mt.float32 for p in made.parameters())
    with pytest.raises(ValueError, match="does not match weight dtype"):
        made(x.bfloat16())


def test_functions_that_are_loaded_after_the_first_autocast_ask_too():
    program = """
import minitorch as mt
a = mt.ones(4).bfloat16()
with mt.autocast("cpu", dtype=mt.bfloat16):
    mt.mm(mt.ones(2, 2), mt.ones(2, 2))
with mt.autocast("cpu", dtype=mt.bfloat16):
    f = mt.nn.functional
    print(f.margin_ranking_loss(a, a, a).dtype, f.hinge_embedding_loss(a, a).dtype)
"""
    said = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=60, check=True)
    assert said.stdout.split() == ["minitorch.float32", "minitorch.float32"]
