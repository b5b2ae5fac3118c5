"""nn.functional: dropout and normalization against PyTorch, and their derivatives against finite differences."""

import re
import sys
import warnings

import numpy as np
import pytest

import minitorch as mt
from minitorch.autograd import gradcheck, gradgradcheck

F = mt.nn.functional


def numbers(*shape, seed=3):
    return np.random.default_rng(seed).normal(size=shape)


def pair(torch, array, kind="float32", requires_grad=True):
    """The same numbers as a tensor of each library."""
    array = np.asarray(array).astype(kind)
    return mt.tensor(array, requires_grad=requires_grad), torch.tensor(array, requires_grad=requires_grad)


def same_error(torch_call, our_call):
    """Both raise the same type, and ours says something."""
    with pytest.raises(Exception) as expected:
        torch_call()
    with pytest.raises(type(expected.value)) as got:
        our_call()
    assert str(got.value)


# --- dropout ----------------------------------------------------------------------------------------------------------

DROPS = ["dropout", "alpha_dropout", "dropout1d", "dropout2d", "feature_alpha_dropout"]


@pytest.fixture
def mkl(torch):
    """Skips where PyTorch draws from MKL's own generator instead of the one that was seeded."""
    torch.manual_seed(0)
    drawn = torch.empty(64).bernoulli_(0.5)
    mt.manual_seed(0)
    if not np.array_equal(mt.empty(64).bernoulli_(0.5).numpy(), drawn.numpy()):
        pytest.skip("PyTorch draws bernoulli_(p) from MKL's own generator on this processor")


@pytest.mark.parametrize("name", DROPS)
@pytest.mark.parametrize("p", [0.0, 0.2, 0.5, 1.0])
@pytest.mark.parametrize("training", [True, False])
@pytest.mark.parametrize("kind", ["float32", "float64"])
def test_dropout(torch, mkl, name, p, training, kind):
    for shape in [(4, 3, 5), (2, 3, 4, 4), (3, 5), (7,)]:
        if name == "dropout1d" and len(shape) not in (2, 3) or "dropout2" in name and len(shape) not in (3, 4):
            continue
        if name.startswith("feature") and len(shape) == 1 and training and 0 < p < 1:
            continue  # which has no channels
        for inplace in (False, True):
            x, y = pair(torch, numbers(*shape), kind)
            a, b = (x.clone(), y.clone()) if inplace else (x, y)
            mt.manual_seed(1)
            torch.manual_seed(1)
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")
                mine = getattr(F, name)(a, p, training, inplace)
                theirs = getattr(torch.nn.functional, name)(b, p, training, inplace)
            assert np.array_equal(mine.detach().numpy(), theirs.detach().numpy())
            if not (name == "dropout1d" and len(shape) == 2):  # of which PyTorch hands out a view
                assert (mine is a) == (theirs is b)
            mine.sum().backward()
            theirs.sum().backward()
            assert np.array_equal(x.grad.numpy(), y.grad.numpy())
            assert mt.rand(1).item() == torch.rand(1).item()


def test_dropout_keeps_the_mean():
    dropped = F.dropout(mt.ones(100_000), 0.3)
    assert abs((dropped == 0).float().mean().item() - 0.3) < 0.01
    assert abs(dropped.mean().item() - 1) < 0.01
    normal = mt.randn(100_000)
    alpha = F.alpha_dropout(normal, 0.3, training=True)
    assert abs(alpha.mean().item()) < 0.02
    assert abs(alpha.var().item() - 1) < 0.03
    whole = F.dropout2d(mt.ones(50, 40, 3, 3), 0.3).flatten(2)
    assert (whole == whole[:, :, :1]).all()


@pytest.mark.parametrize("name", DROPS)
@pytest.mark.parametrize("p", [-0.1, 1.1])
def test_dropout_errors(torch, name, p):
    same_error(
        lambda: getattr(torch.nn.functional, name)(torch.ones(2, 3, 4), p),
        lambda: getattr(F, name)(mt.ones(2, 3, 4), p),
    )


# --- batch_norm -------------------------------------------------------------------------------------------------------

INPUTS = [(4, 3), (4, 3, 5), (2, 3, 4, 4), (5, 1, 2)]


def affine(channels, which):
    weight, bias = numbers(channels, seed=1), numbers(channels, seed=2)
    return {"none": (None, None), "weight": (weight, None), "bias": (None, bias), "both": (weight, bias)}[which]


def compare(mine, theirs, ours_in, theirs_in, atol, second=True):
    """Results, first gradients, and the gradients of the gradients' squares."""
    np.testing.assert_allclose(mine.detach().numpy(), theirs.detach().numpy(), rtol=1e-4, atol=atol)
    assert type(mine.grad_fn).__name__ == type(theirs.grad_fn).__name__
    weights = numbers(*mine.shape, seed=9).astype(str(mine.dtype).split(".")[1])
    found = []
    for out, inputs in ((mine, ours_in), (theirs, theirs_in)):
        library = sys.modules[type(out).__module__.split(".")[0]]
        loss = (out * library.tensor(weights) * out).sum()
        first = library.autograd.grad(loss, inputs, create_graph=True)
        grads = [*first]
        if second:
            grads += library.autograd.grad(sum([(g * g).sum() for g in first]), inputs)
        found.append([g.detach().numpy() for g in grads])
    for a, b in zip(*found, strict=True):
        np.testing.assert_allclose(a, b, rtol=1e-4, atol=atol * max(1, np.abs(b).max()))


@pytest.mark.parametrize("shape", INPUTS)
@pytest.mark.parametrize("which", ["none", "weight", "bias", "both"])
@pytest.mark.parametrize("training", [True, False])
@pytest.mark.parametrize("kind", ["float32", "float64"])
def test_batch_norm(torch, shape, which, training, kind):
    x = pair(torch, numbers(*shape) * 3 + 1, kind)
    mean, var = pair(torch, numbers(shape[1]), kind, False), pair(torch, numbers(shape[1]) ** 2, kind, False)
    weights = [None if w is None else pair(torch, w, kind) for w in affine(shape[1], which)]
    mine, theirs = (
        library.nn.functional.batch_norm(
            x[i], mean[i], var[i], *[w and w[i] for w in weights], training=training, momentum=0.3, eps=1e-3
        )
        for i, library in enumerate((mt, torch))
    )
    atol = 1e-5 if kind == "float32" else 1e-10
    for a, b in (mean, var):
        np.testing.assert_allclose(a.numpy(), b.numpy(), rtol=1e-6, atol=atol)
        assert a._version == b._version
    inputs = [x, *[w for w in weights if w is not None]]
    compare(mine, theirs, [a for a, _ in inputs], [b for _, b in inputs], atol, which != "bias")  # where PyTorch fails


def test_batch_norm_without_statistics(torch):
    x, y = pair(torch, numbers(4, 3))
    expected = torch.nn.functional.batch_norm(y, None, None, training=True)
    np.testing.assert_allclose(
        F.batch_norm(x, None, None, training=True).detach().numpy(), expected.detach().numpy(), atol=1e-5
    )
    for momentum in (0.0, 1.0):
        mean, var = mt.zeros(3), mt.ones(3)
        F.batch_norm(x, mean, var, training=True, momentum=momentum)
        if momentum:
            np.testing.assert_allclose(mean.numpy(), x.detach().numpy().mean(0), atol=1e-6)
            np.testing.assert_allclose(var.numpy(), x.detach().numpy().var(0, ddof=1), atol=1e-6)
        else:
            assert (mean == 0).all()
            assert (var == 1).all()


def test_batch_norm_of_half_precision(torch):
    x, y = pair(torch, numbers(6, 3) * 4, "float16", False)
    for kind in ("float16", "float32"):
        mine, theirs = zip(pair(torch, numbers(3), kind, False), pair(torch, numbers(3) ** 2, kind, False), strict=True)
        for training in (True, False):
            got = F.batch_norm(x, *mine, training=training)
            expected = torch.nn.functional.batch_norm(y, *theirs, training=training)
            assert got.dtype is mt.float16
            np.testing.assert_allclose(got.numpy(), expected.numpy(), rtol=2e-3, atol=2e-3)


@pytest.mark.parametrize("training", [True, False])
def test_batch_norm_derivatives(training):
    mean, var = mt.tensor(numbers(2)), mt.tensor(numbers(2) ** 2)
    inputs = [mt.tensor(numbers(*s, seed=5), requires_grad=True) for s in ((3, 2, 4), (2,), (2,))]

    def function(x, weight, bias):
        return F.batch_norm(x, mean.clone(), var.clone(), weight, bias, training)

    assert gradcheck(function, inputs)
    assert gradgradcheck(function, inputs)


WRONG = [
    ((4, 3, 2), (2, 3, None, None), {}),
    ((4, 3, 2), (3, 2, None, None), {}),
    ((4, 3, 2), (3, 3, 2, None), {}),
    ((4, 3, 2), (3, 3, None, 2), {}),
    ((4, 3, 2), (None, None, None, None), {}),
    ((4, 3, 2), (3, None, None, None), {}),
    ((4, 3, 2), (3, None, None, None), {"training": True}),
    ((4, 3, 2), (None, 3, None, None), {"training": True}),
    ((1, 3), (3, 3, None, None), {"training": True}),
    ((1, 3, 1), (3, 3, None, None), {"training": True}),
    ((3,), (3, 3, None, None), {}),
    ((4, 3), (3, 3, None, None), {"training": True, "eps": 0.0}),
    ((4, 3), (3, 3, None, None), {"eps": -1.0}),
    ((4, 3), (3, 3, None, None), {"training": True, "momentum": None}),
]


@pytest.mark.parametrize(("shape", "sizes", "options"), WRONG)
def test_batch_norm_errors(torch, shape, sizes, options):
    def call(library):
        others = [None if n is None else library.zeros(n) for n in sizes]
        return library.nn.functional.batch_norm(library.ones(shape), *others, **options)

    with pytest.raises((RuntimeError, ValueError, TypeError)) as expected:
        call(torch)
    words = re.sub(r" \(position \d\)", "", str(expected.value)).replace("torch.", "minitorch.")
    with pytest.raises(type(expected.value), match=re.escape(words.replace(", not NoneType", ""))):
        call(mt)


def test_batch_norm_dtypes(torch):
    def call(library, kind):
        x = library.ones(4, 3, dtype=getattr(library, kind))
        return library.nn.functional.batch_norm(x, library.zeros(3), library.zeros(3))

    same_error(lambda: call(torch, "float64"), lambda: call(mt, "float64"))
    same_error(lambda: call(torch, "int64"), lambda: call(mt, "int64"))


def test_a_failed_batch_norm_changes_nothing():
    mean = mt.zeros(3)
    with pytest.raises(ValueError, match="more than 1 value per channel"):
        F.batch_norm(mt.ones(1, 3), mean, mt.ones(3), training=True)
    with pytest.raises(TypeError, match="momentum"):
        F.batch_norm(mt.ones(2, 3), mean, mt.ones(3), training=True, momentum="0.1")
    assert (mean == 0).all()


# --- layer_norm -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("shape", "last"), [((4, 3), 1), ((4, 3), 2), ((2, 4, 3), 1), ((2, 4, 3), 2), ((3,), 1), ((2, 3, 4, 4), 2)]
)
@pytest.mark.parametrize("which", ["none", "weight", "bias", "both"])
@pytest.mark.parametrize("kind", ["float32", "float64"])
def test_layer_norm(torch, shape, last, which, kind):
    x, normal = pair(torch, numbers(*shape) * 3 + 1, kind), shape[-last:]
    weights = [None if w is None else pair(torch, w.reshape(normal), kind) for w in affine(int(np.prod(normal)), which)]
    mine, theirs = (
        library.nn.functional.layer_norm(x[i], normal, *[w and w[i] for w in weights], eps=1e-3)
        for i, library in enumerate((mt, torch))
    )
    inputs = [x, *[w for w in weights if w is not None]]
    atol = 2e-5 if kind == "float32" else 1e-10
    compare(mine, theirs, [a for a, _ in inputs], [b for _, b in inputs], atol, which != "bias")


def test_layer_norm_derivatives():
    inputs = [mt.tensor(numbers(*s, seed=5), requires_grad=True) for s in ((3, 2, 4), (2, 4), (2, 4))]
    assert gradcheck(lambda x, w, b: F.layer_norm(x, (2, 4), w, b), inputs)
    assert gradgradcheck(lambda x, w, b: F.layer_norm(x, (2, 4), w, b), inputs)


@pytest.mark.parametrize(("normal", "weight", "bias"), [
    ([3], None, None), ([], None, None), (2, None, None), ([2], 3, None), ([2], 2, 3), ([4, 4, 3, 2], None, None),
])  # fmt: skip
def test_layer_norm_errors(torch, normal, weight, bias):
    def call(library):
        others = [n and library.zeros(n) for n in (weight, bias)]
        return library.nn.functional.layer_norm(library.ones(4, 3, 2), normal, *others)

    same_error(lambda: call(torch), lambda: call(mt))


# --- losses of two dtypes ---------------------------------------------------------------------------------------------

INF = float("inf")
PAIRS = [
    (1.0, "float32", INF, "float64"),
    ([1.0, 2.0], "float32", [INF, -INF], "float64"),
    ([1.0], "float16", 2.0, "float32"),
    ([1, 2], "int64", [1.0, 3.0], "float32"),
    ([1, 2], "int64", [1, 3], "int64"),
    (INF, "float64", [1.0, 2.0], "float32"),
]


@pytest.mark.parametrize("reduction", ["none", "mean", "sum"])
@pytest.mark.parametrize("loss", ["mse_loss", "l1_loss"])
@pytest.mark.parametrize(("x", "kind", "y", "other"), PAIRS)
@pytest.mark.filterwarnings("ignore:Using a target size")
def test_losses_of_two_dtypes(torch, loss, x, kind, y, other, reduction):
    found = []
    for library in (torch, mt):
        a, b = (library.tensor(v, dtype=getattr(library, d)) for v, d in ((x, kind), (y, other)))
        if "float" in kind and "float" in other:
            a.requires_grad_(), b.requires_grad_()
        try:
            made = getattr(library.nn.functional, loss)(a, b, reduction=reduction)
        except (RuntimeError, NotImplementedError) as error:
            found.append(type(error))
            continue
        if made.requires_grad:
            made.sum().backward()
        found.append([made.dtype, made.tolist(), a.grad, b.grad])
    expected, got = found
    if isinstance(expected, type):
        assert got is expected
        return
    assert str(got[0]).partition(".")[2] == str(expected[0]).partition(".")[2]
    np.testing.assert_equal(got[1], expected[1])
    for mine, theirs in zip(got[2:], expected[2:]):
        np.testing.assert_equal(mine if mine is None else mine.numpy(), theirs if theirs is None else theirs.numpy())


def test_the_short_cut_of_cross_entropy_gives_what_the_core_gives():
    from minitorch import fast

    scores = mt.randn(5, 4, dtype=mt.float64)
    target = mt.tensor([0, 3, 1, 1, 2])

    def all_of_it():
        x = scores.clone().requires_grad_()
        loss = mt.nn.functional.cross_entropy(x * 2, target)
        (slope,) = mt.autograd.grad(loss, x, create_graph=True)
        (second,) = mt.autograd.grad((slope * slope).sum(), x)
        return [one._array.copy() for one in (loss, slope, second)], loss.grad_fn.name()

    quick, name = all_of_it()
    with fast.switched_off():
        plain, same_name = all_of_it()
    assert name == same_name == "NllLossBackward0"
    for one, other in zip(quick, plain, strict=True):
        np.testing.assert_allclose(one, other, rtol=1e-12)
