"""What programs of older releases ask for: `elementwise_mean`, rows of tensors, gradients that can be viewed."""

import os
import warnings

import numpy as np
import pytest

import minitorch as mt

FAST = os.environ.get("MINITORCH_FAST") != "0"


@pytest.mark.parametrize(
    "loss", ["mse_loss", "binary_cross_entropy_with_logits", "l1_loss", "smooth_l1_loss", "kl_div"]
)
def test_elementwise_mean(loss):
    x, y = mt.tensor([0.5, 2.0]), mt.tensor([1.0, 0.5])
    with pytest.warns(UserWarning, match="reduction='elementwise_mean' is deprecated"):
        old = getattr(mt.nn.functional, loss)(x, y, reduction="elementwise_mean")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        assert old == getattr(mt.nn.functional, loss)(x, y, reduction="mean")


def test_volatile_is_taken_and_has_no_effect():
    with pytest.warns(UserWarning, match="volatile was removed and now has no effect"):
        x = mt.autograd.Variable(mt.ones(1), volatile=True)
    with pytest.warns(UserWarning, match="volatile was removed and now has no effect"):
        x.volatile = True
    with pytest.warns(UserWarning, match="always False"):
        assert x.volatile is False


def test_old_functions_are_refused_in_pytorchs_words(torch):
    words = []
    for t in (mt, torch):

        class Old(t.autograd.Function):
            def forward(self, x):
                return x

        with pytest.warns(DeprecationWarning, match="Methods on autograd functions are all static"):
            old = Old()
        with pytest.raises(RuntimeError) as caught:
            old(t.ones(1))
        words.append(str(caught.value))
    assert words[0] == words[1]


def test_many_tensors_in_one_row(torch):
    parts = [np.ones((2, 3), "f"), np.arange(4.0), np.zeros((0,), "f"), np.full((2,), 5.0, "f")]
    for t, utils in ((torch, torch._utils), (mt, mt._utils)):
        tensors = [t.tensor(x) for x in parts if x.dtype == "f"]
        row = utils._flatten_dense_tensors(tensors)
        back = utils._unflatten_dense_tensors(row, tensors)
        assert [x.tolist() for x in back] == [x.tolist() for x in tensors] and isinstance(back, tuple)
    assert back[0].data_ptr() == row.data_ptr()
    groups = [[[x.shape for x in g] for g in m._utils._take_tensors(map(m.tensor, parts), 24)] for m in (torch, mt)]
    assert groups[0] == groups[1]
    kinds = [mt.ones(1), mt.ones(2).double(), mt.ones(3)]
    again = mt._utils._reorder_tensors_as([kinds[0], kinds[2], kinds[1]], kinds)
    assert all(a is b for a, b in zip(again, kinds))


@pytest.mark.skipif(not FAST, reason="the order in memory is the short cut's")
@pytest.mark.parametrize("layer", [(3, 4), (3, 4, False)])
def test_gradients_with_a_history_lie_as_the_leaf_does(torch, layer):
    for t in (torch, mt):
        t.manual_seed(0)
        f, x = t.nn.Linear(*layer), t.randn(5, 3, requires_grad=True)
        found = t.autograd.grad(t.tanh(f(x)).sum(), [x, f.weight], create_graph=True)
        assert all(g.is_contiguous() for g in found) and found[1].view(-1).shape == (12,)
        second = t.autograd.grad(sum((g**2).sum() for g in found), [x, f.weight])
        if t is torch:
            want = second
    assert all(np.allclose(a.numpy(), b.numpy(), atol=1e-6) for a, b in zip(want, second))
    assert type(found[1].grad_fn).__name__ == "TBackward0"


def test_numbers_of_numpy_count_as_python_s(torch):
    calls = "t.arange(n)  t.arange(0, 10, step=n)  t.full((2,), n)  t.ones(1, 3).squeeze(n - 2)  t.zeros(2).add_(n, t.ones(2))"
    kinds = (np.int64, np.int32, np.uint8, np.float32, np.float64)
    for call, kind in [(call, kind) for call in calls.split("  ") for kind in kinds]:
        if "squeeze" in call and kind in (np.uint8, np.float32, np.float64):
            continue
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            want, got = [eval(call, {"t": t, "n": kind(2)}) for t in (torch, mt)]
        assert (got.tolist(), str(got.dtype)[5:]) == (want.tolist(), str(want.dtype)[1:]), (call, kind)


def test_nearly_singular_least_squares(torch):
    x = np.linspace(0, 0.2, 20, dtype="f")
    a = np.stack([x, x**2, x**3, np.ones_like(x)], 1)
    a, b = a.T @ a + 1e-5 * np.eye(4, dtype="f"), a.T @ np.sin(9 * x)[:, None]
    for driver in ("gels", "gelsd", "gelss"):
        want = torch.linalg.lstsq(torch.tensor(a), torch.tensor(b), driver=driver)
        got = mt.linalg.lstsq(mt.tensor(a), mt.tensor(b), driver=driver)
        assert (
            np.allclose(got.solution.numpy(), want.solution.numpy(), rtol=0.02)
            and got.rank.tolist() == want.rank.tolist()
        )


def test_a_size_of_many_numbers(torch):
    for t in (torch, mt):
        x = t.zeros(3)
        assert x.resize_(2, 2, 1, 1, 1).shape == (2, 2, 1, 1, 1) and x.resize_(7).shape == (7,)
        assert x.resize_((2, 1)).shape == (2, 1) and x.resize_as_(t.zeros(1, 1, 1, 1)).dim() == 4
