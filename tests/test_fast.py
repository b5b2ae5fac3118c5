"""Short cuts give what the pieces of the core give that they take the place of, and step aside for a reader's piece."""

import os
import platform
import subprocess
import sys
import threading

import numpy as np
import pytest

import minitorch as mt
from minitorch import fast, nn  # two of the short cuts come with nn
from minitorch.course import install
from minitorch.fast import calls, kernels, walk

CALLS = [
    lambda x, y: x + y, lambda x, y: x * 2 - y / 3, lambda x, y: (x * y).exp().sum(0), lambda x, y: (x @ y.mT).relu(),
    lambda x, y: mt.stack([x, y])[1:, :2].sum(), lambda x, y: x.t().reshape(-1) * y.reshape(-1), lambda x, y: x.clamp(0, 1) ** 2,
    lambda x, y: mt.softmax(x, 1) + mt.log_softmax(y, 0), lambda x, y: x.max(0)[0] * y.mean(), lambda x, y: (x[0] + y) * x.detach(),
    lambda x, y: mt.where(x > y, x, y).unbind(0)[1], lambda x, y: x.double() * y, lambda x, y: (x * (1 + 2j) * y).abs(),
    lambda x, y: nn.functional.linear(x, y, y[:, 0]), lambda x, y: mt.addmm(x[0], x.mT, y, beta=2, alpha=0.5),
    lambda x, y: mt.addmm(x.detach()[0], x.detach().mT, y), lambda x, y: mt.addcmul(x, y, x, value=2), lambda x, y: mt.lerp(x, y, 0.3),
    lambda x, y: mt.cat([x, y], 1).cumsum(0), lambda x, y: nn.functional.cross_entropy(x.mT, mt.tensor([0, 1, 2, 0])) * y,
    lambda x, y: nn.functional.layer_norm(x, (4,), y[0], y[1]), lambda x, y: x.clone().mul_(y).add_(1),
    lambda x, y: nn.functional.cross_entropy(x, mt.tensor([0, 1, 2])) * y,
]  # fmt: skip


def numbers(x):
    return x.detach().numpy().tolist()


def run(function):
    """The result of a function, the names of its graph's steps and its gradients."""
    mt.manual_seed(3)
    x, y = mt.randn(3, 4, requires_grad=True), mt.randn(3, 4, requires_grad=True)
    y.data[0, 0] = float("nan")
    out = function(x, y)
    names, stack = [], [out.grad_fn]
    while stack:
        node = stack.pop()
        names.append(node.name())
        stack.extend([n for n, _ in node.next_functions if n is not None])
    (out.abs() if out.is_complex() else out).sum().backward()
    again = mt.autograd.grad(function(x, y).abs().sum(), [x, y], allow_unused=True)
    grads = [x.grad, y.grad, *again]
    return out.detach(), names, [g for g in grads if g is not None]


@pytest.mark.parametrize("number", range(len(CALLS)))
def test_core_and_short_cuts_give_the_same(number):
    before = fast.is_on()  # all of them; none where MINITORCH_FAST is 0 or solutions are in force
    quick = run(CALLS[number])
    with fast.switched_off():
        assert fast.is_on() == []
        plain = run(CALLS[number])
    assert fast.is_on() == before
    assert quick[1] == plain[1]
    assert quick[0].dtype is plain[0].dtype
    for a, b in zip([quick[0], *quick[2]], [plain[0], *plain[2]], strict=True):
        np.testing.assert_allclose(a.numpy(), b.numpy(), rtol=2e-6, atol=1e-7)


CHANGED = {"mat1": 1, "mat2": 2, "neither": 0}


@pytest.mark.parametrize("which", CHANGED)
def test_a_change_of_what_a_step_saved_is_noticed_as_the_core_notices_it(which):
    def words():
        given = [
            mt.ones(4, requires_grad=True),
            mt.ones(3, 2, requires_grad=True) * 1,
            mt.ones(2, 4, requires_grad=True) * 1,
        ]
        out = mt.addmm(*given)
        if CHANGED[which]:
            given[CHANGED[which]].add_(1)
        try:
            out.sum().backward()
        except RuntimeError as error:
            return str(error)

    quick = words()
    with fast.switched_off():
        assert words() == quick
    assert (quick is None) == (which == "neither")


def test_load_state_dict_hands_each_module_what_the_core_hands_it():
    class Noting(nn.Module):
        def __init__(self, **children):
            super().__init__()
            self.weight = nn.Parameter(mt.zeros(1))
            for name, child in children.items():
                self.add_module(name, child)

        def _load_from_state_dict(self, state, prefix, *rest):
            seen.append((prefix, list(state.items())))
            super()._load_from_state_dict(state, prefix, *rest)

    module = Noting(a=Noting(a=Noting(), ab=Noting()), ab=Noting(), empty=None)
    state = module.state_dict()
    for key in ("a", "a.", ".a", "a.a", "a.b.c", "abc.weight", "empty.weight", "a.a.weight.x", "ab..weight"):
        state[key] = mt.zeros(1)
    del state["a.ab.weight"]

    def met():
        seen.clear()
        found = module.load_state_dict(state, strict=False)
        return list(seen), found

    seen: list = []
    quick = met()
    with fast.switched_off():
        assert met() == quick
    assert quick[1].missing_keys == ["a.ab.weight"]
    assert [prefix for prefix, _ in quick[0]] == ["", "a.", "a.a.", "a.ab.", "ab."]


def test_a_walk_starts_with_one_and_leaves_it_to_whoever_changes_it():
    x = mt.tensor(3.0, requires_grad=True)
    for _ in range(2):
        y = x * 2
        y.register_hook(lambda g: g.mul_(5))
        y.backward()
    assert x.grad.item() == 20


@pytest.mark.parametrize("more", [(1, 2.0), (0, 1), (0.5, 1), (1, 1)])
@pytest.mark.parametrize("row", [(4,), (1,), (), (3, 4), (3, 1)])
@pytest.mark.parametrize("kind", ["float16", "float32", "float64", "int64"])
def test_the_kernel_of_a_linear_layer_gives_what_the_forward_gives(kind, row, more):
    given = [
        np.arange(n).reshape(shape).astype(kind) for n, shape in ((int(np.prod(row)), row), (6, (3, 2)), (8, (2, 4)))
    ]
    op = next(op for op in loaded("minitorch.ops.matmul.addmm") if op.forward.__name__ == "addmm")
    quick, plain = kernels.affine(op.forward)(*given, *more), op.forward(*given, *more)
    assert quick.dtype == plain.dtype
    np.testing.assert_array_equal(quick, plain)


def loaded(module):
    __import__(module)
    return mt.ops.op.ops


@pytest.mark.skipif(os.environ.get("MINITORCH_FAST") == "0", reason="short cuts are switched off")
@pytest.mark.skipif(os.environ.get("MINITORCH_SOLUTIONS") == "1", reason="short cuts step aside for solutions")
def test_all_short_cuts_are_taken():
    assert fast.is_on() == [one.name for one in fast.table]


def test_every_short_cut_names_a_piece_of_the_core():
    for short_cut in fast.table:
        assert install.locate(short_cut.target), short_cut.name


def test_a_piece_of_the_reader_s_is_what_runs():
    seen = []

    def mine(g, other):
        seen.append(type(g))
        return g.square() / g * other  # PyTorch's words, which arrays do not have

    on = "walk" in fast.is_on()
    back = fast.step_aside("minitorch.ops.pointwise.arithmetic:mul.grad[input]")
    mul = mt.mul
    before = mul.functions["input"]
    try:
        mul.grad(input=mine)
        x = mt.tensor([2.0], requires_grad=True)
        (x * 3).backward()
        assert x.grad.tolist() == [3.0]
        assert seen == [mt.Tensor]
        assert "walk" not in fast.is_on()
        assert "calls" not in fast.is_on()
    finally:
        mul.grad(input=before)
        back()
    assert ("walk" in fast.is_on()) == on


def test_two_pieces_need_two_returns():
    first, second = fast.step_aside("minitorch.graph.record:record"), fast.step_aside("minitorch.graph.record:record")
    first()
    assert "walk" not in fast.is_on()
    second()


def test_methods_keep_their_names_and_docstrings():
    for switch in (fast.switched_off, None):
        with switch() if switch else fast_as_it_is():
            for name in ("exp", "mul", "sum", "relu", "matmul", "reshape", "add_"):
                method = getattr(mt.Tensor, name)
                assert method.__doc__, name
                assert method.__name__.strip("_") == name.strip("_")


class fast_as_it_is:
    def __enter__(self):
        return self

    def __exit__(self, *error):
        return None


def test_off_in_the_environment():
    code = "import minitorch as mt; from minitorch import fast; print(fast.is_on(), (mt.ones(2) + 1).tolist())"
    env = {**os.environ, "MINITORCH_FAST": "0"}
    found = subprocess.run([sys.executable, "-c", code], env=env, capture_output=True, text=True, check=True)
    assert found.stdout.strip() == "[] [2.0, 2.0]"


@pytest.mark.skipif(platform.libc_ver()[0] != "glibc", reason="it is this C library that gives memory back")
def test_memory_that_a_step_lets_go_of_is_there_for_the_next():
    code = """
import resource, sys
import numpy as np
if len(sys.argv) > 1:
    import minitorch
def step():
    arrays = [np.ones(1 << 20, "float32") for _ in range(4)]
step()
before = resource.getrusage(resource.RUSAGE_SELF).ru_minflt
for _ in range(3):
    step()
print(resource.getrusage(resource.RUSAGE_SELF).ru_minflt - before)
"""
    env = {**os.environ, "MINITORCH_FAST": "1"}
    plain, kept = [
        int(
            subprocess.run(
                [sys.executable, "-c", code, *more], env=env, capture_output=True, text=True, check=True
            ).stdout
        )
        for more in ([], ["with"])
    ]
    assert kept < 50 < plain


def test_an_operation_made_later_is_quick_too():
    if not fast.is_on():
        pytest.skip("short cuts are switched off")
    op = mt.ops.op.op(promote=mt.ops.op.common)(lambda x, y: x + y)
    assert op.call.__code__.co_filename == calls.__file__


def test_walks_of_several_threads_do_not_meet():
    errors = []

    def work():
        try:
            for _ in range(30):
                x = mt.ones(3, requires_grad=True)
                y = x
                for _ in range(20):
                    y = y * 1.0
                y.sum().backward()
                assert x.grad.tolist() == [1.0] * 3
        except BaseException as error:
            errors.append(error)

    threads = [threading.Thread(target=work) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert errors == []
    assert walk.tasks == []
