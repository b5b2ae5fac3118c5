"""The road from `x * y` to NumPy and the recorded node, and back: short, silent, on one device, with short errors."""

import subprocess
import sys
import traceback
import warnings

import numpy as np
import pytest

import minitorch as mt

# prints the number of Python calls, and of the files that they are in, of a product, a linear layer and a backward pass
COUNT = """
import sys
import minitorch as mt

x, y = mt.randn(3, requires_grad=True), mt.randn(3, requires_grad=True)
z, w, b = mt.randn(4, 3), mt.randn(2, 3, requires_grad=True), mt.randn(2, requires_grad=True)
calls = []

def note(frame, event, arg):
    code = frame.f_code
    if event == "call" and "minitorch" in code.co_filename and code.co_name != "<listcomp>":
        calls.append(code.co_filename)

def count(function):
    function()
    calls.clear()
    sys.setprofile(note)
    function()
    sys.setprofile(None)
    print(len(calls), len(set(calls)))

count(lambda: x * y)
count(lambda: mt.nn.functional.linear(z, w, b))
(x * y).sum().backward()
loss = (x * y).sum()
calls.clear()
sys.setprofile(note)
loss.backward()
sys.setprofile(None)
print(len(calls), len(set(calls)))
"""


def test_the_road_is_short():
    env = {"MINITORCH_FAST": "0", "PYTHONPATH": ":".join(sys.path)}
    found = subprocess.run([sys.executable, "-c", COUNT], env=env, capture_output=True, text=True, check=True).stdout
    product, linear, backward = [tuple(map(int, line.split())) for line in found.splitlines()]
    assert product[0] <= 40 and product[1] <= 8
    assert linear[0] <= 70
    assert backward[0] <= 200 and backward[1] <= 12


# --- without a word -----------------------------------------------------------------------------------------------------


def test_numpy_does_not_warn_inside():
    x = mt.zeros(2, requires_grad=True)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert x.log().tolist() == [-np.inf, -np.inf]
        assert (mt.ones(2) / 0).isinf().all() and (mt.zeros(1) / 0).isnan().all()
        assert (mt.full((1,), 3e38) * 10).isinf().all() and mt.full((1,), 1e300, dtype=mt.float64).float().isinf().all()
        (x.sqrt() * 0 + x**-1).sum().backward()
        assert x.grad.isnan().all()


def test_numpy_warns_outside():
    mt.zeros(1).log()
    with pytest.warns(RuntimeWarning, match="divide by zero"):
        np.log(np.zeros(1))


# --- errors ---------------------------------------------------------------------------------------------------------------


def depth(function):
    """How many frames of the package a call's traceback shows."""
    try:
        function()
    except Exception as error:
        return len([frame for frame in traceback.extract_tb(error.__traceback__) if "/minitorch/" in frame.filename])
    raise AssertionError("no error")


def test_an_error_shows_few_frames():
    assert depth(lambda: mt.ones(2) + mt.ones(3)) <= 2
    assert depth(lambda: mt.nn.Linear(3, 2)(mt.ones(4, 4))) <= 8
    assert depth(lambda: mt.nn.functional.cross_entropy(mt.ones(2, 5), mt.ones(3, dtype=mt.int64))) <= 4
    assert depth(lambda: mt.nn.functional.cross_entropy(mt.ones(2, 5), mt.tensor([0, 5]))) <= 4
    with mt.fast.switched_off():
        assert depth(lambda: mt.ones(2) + mt.ones(3)) <= 2
        assert depth(lambda: mt.ones(2) * mt.ones(2, device="meta")) <= 2
        assert depth(lambda: mt.nn.Linear(3, 2)(mt.ones(4, 4))) <= 8


# --- devices ----------------------------------------------------------------------------------------------------------------

PAIRS = {
    "add": lambda a, b: a + b,
    "in place": lambda a, b: a.add_(b),
    "mm": lambda a, b: a @ b,
    "cat": lambda a, b: mt.cat([a, b]),
    "where": lambda a, b: mt.where(a > 0, a, b),
    "gather": lambda a, b: a.gather(0, b.long()),
    "index": lambda a, b: a[b.long()],
    "linear": lambda a, b: mt.nn.functional.linear(a, b),
    "conv1d": lambda a, b: mt.nn.functional.conv1d(a[None], b[None]),
    "mse": lambda a, b: mt.nn.functional.mse_loss(a, b),
    "einsum": lambda a, b: mt.einsum("ij,jk", a, b),
    "maximum": lambda a, b: mt.maximum(a, b),
}


@pytest.mark.parametrize("plain", [True, False])
@pytest.mark.parametrize("name", PAIRS)
def test_operands_lie_on_one_device(name, plain):
    a, b = mt.ones(2, 2), mt.ones(2, 2, device="meta")
    if plain:
        with mt.fast.switched_off(), pytest.raises(RuntimeError, match="same device"):
            PAIRS[name](a, b)
    else:
        with pytest.raises(RuntimeError, match="same device"):
            PAIRS[name](a, b)


def test_a_number_may_come_from_the_cpu():
    assert (mt.ones(2, device="meta") * mt.tensor(2.0)).device.type == "meta"
    assert mt.ones(3, device="meta").copy_(mt.ones(3)).device.type == "meta"
    assert mt.ones(3, device="meta")[mt.tensor([0, 1])].shape == (2,)
    with pytest.raises(RuntimeError, match="same device"):
        mt.ones(2) * mt.tensor(2.0, device="meta")


# --- promotion ----------------------------------------------------------------------------------------------------------------


def test_a_python_number_lifts_the_category():
    double = mt.ones(2, dtype=mt.float64)
    assert (double * 1j).dtype is mt.complex128 and (1j * mt.ones(2)).dtype is mt.complex64
    assert (mt.ones(2, dtype=mt.int32) * 2.0).dtype is mt.float32 and (mt.ones(2, dtype=mt.int32) * 2).dtype is mt.int32
    assert (mt.ones(2, dtype=mt.float16) * mt.tensor(2.0)).dtype is mt.float16
    assert (mt.ones(2, dtype=mt.bool) * 3).dtype is mt.int64
