"""Losses that PyTorch's tables of samples leave out: names of steps, warnings, the forms with a number, CTC's gradients."""

import warnings

import numpy as np
import pytest

import minitorch as mt

F = mt.nn.functional


def both(torch, call):
    """What a call gives in both libraries: numbers, or the type and the first words of an error."""
    found = []
    for lib in (torch, mt):
        try:
            result = call(lib)
            found.append(result if isinstance(result, (str, tuple)) else np.asarray(result.detach()))
        except Exception as error:
            found.append((type(error).__name__, str(error).split(".")[0].replace("minitorch", "torch")[:60]))
    return found


def same_error(expected, got):
    """The same type."""
    assert isinstance(expected, tuple)
    assert isinstance(got, tuple), got
    assert got[0] == expected[0]


# --- steps and warnings -----------------------------------------------------------------------------------------------

STEPS = {
    "smooth_l1_loss": "SmoothL1Loss", "huber_loss": "HuberLoss", "soft_margin_loss": "SoftMarginLoss",
    "mse_loss": "MseLoss", "binary_cross_entropy_with_logits": "BinaryCrossEntropyWithLogits",
    "binary_cross_entropy": "BinaryCrossEntropy", "multi_margin_loss": "MultiMarginLoss",
    "multilabel_margin_loss": "MultilabelMarginLoss",
}  # fmt: skip


@pytest.mark.parametrize("name", ["l1_loss", "mse_loss", "smooth_l1_loss", "huber_loss"])
def test_differing_sizes_are_warned_of(name):
    with pytest.warns(UserWarning, match=r"target size \(minitorch.Size\(\[3\]\)\) that is different"):
        getattr(F, name)(mt.zeros(2, 3), mt.zeros(3))


@pytest.mark.parametrize(("flags", "reduction"), [
    ({"size_average": False}, "sum"), ({"reduce": False}, "none"), ({"size_average": True}, "mean"),
])  # fmt: skip
@pytest.mark.parametrize("name", ["smooth_l1_loss", "kl_div", "nll_loss", "poisson_nll_loss", "soft_margin_loss"])
def test_older_flags(name, flags, reduction):
    x, y = mt.rand(3, 3), mt.tensor([0, 1, 2]) if name == "nll_loss" else mt.rand(3, 3)
    with pytest.warns(UserWarning, match=f"please use reduction='{reduction}'") as seen:
        old = getattr(F, name)(x, y, **flags)
    assert len(seen) == 1
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        assert (old == getattr(F, name)(x, y, reduction=reduction)).all()


# --- CTC --------------------------------------------------------------------------------------------------------------

ALIGNED = [
    ([[1, 2, 2], [3, 1, 4]], [6, 6], [3, 2]),  # a label twice: a blank has to stand between
    ([1, 2, 2, 3], [6, 4], [3, 1]),
    ([[1, 2, 2], [3, 1, 4]], [3, 6], [3, 0]),  # too short: no way to align; and no label at all
    ([[1, 2, 2], [3, 1, 4]], [0, 6], [0, 3]),
]


@pytest.mark.parametrize("zero_infinity", [True, False])
@pytest.mark.parametrize("reduction", ["none", "mean", "sum"])
@pytest.mark.parametrize(("targets", "lengths", "target_lengths"), ALIGNED)
@pytest.mark.parametrize("as_tensors", [True, False])
def test_ctc(torch, targets, lengths, target_lengths, reduction, zero_infinity, as_tensors):
    scores = np.random.default_rng(1).normal(size=(6, 2, 5))
    found = []
    for lib in (torch, mt):
        x = lib.tensor(scores, requires_grad=True)
        sizes = [lib.tensor(n) if as_tensors else n for n in (lengths, target_lengths)]
        logs = x.log_softmax(2)
        loss = lib.nn.functional.ctc_loss(
            logs, lib.tensor(targets), *sizes, reduction=reduction, zero_infinity=zero_infinity
        )
        loss.sum().backward()
        found += [loss.detach().numpy(), x.grad.numpy()]
    np.testing.assert_allclose(found[2], found[0], rtol=1e-9)
    aligned = ~np.isnan(found[1])  # without any way to align, a slope is 0 here
    np.testing.assert_allclose(found[3][aligned], found[1][aligned], atol=1e-9)


def test_ctc_against_all_paths():
    from itertools import groupby, product

    p = np.random.default_rng(2).dirichlet(np.ones(3), 4)  # [T, C]
    target = [1, 2]
    whole = sum(
        np.prod([p[t, c] for t, c in enumerate(path)])
        for path in product(range(3), repeat=4)
        if [c for c, _ in groupby(path) if c != 0] == target
    )
    loss = F.ctc_loss(mt.tensor(np.log(p)), mt.tensor(target), mt.tensor(4), mt.tensor(2), reduction="sum")
    assert abs(loss.item() + np.log(whole)) < 1e-9


CTC_ERRORS = [
    {"blank": 9}, {"input_lengths": [5]}, {"target_lengths": [2]}, {"target_lengths": [2, 4]}, {"input_lengths": [7, 5]},
    {"targets": [1, 2, 3, 1, 1, 1]}, {"input_lengths": [-1, 5]}, {"target_lengths": [2, -1]},
    {"input_lengths": [5.0, 5.0]}, {"target_lengths": [2.0, 2.0]}, {"shape": (0, 2, 4)}, {"shape": (4,)},
]  # fmt: skip


@pytest.mark.parametrize("wrong", CTC_ERRORS, ids=str)
def test_ctc_errors(torch, wrong):
    given = {"shape": (6, 2, 4), "kind": "float32", "targets": [[1, 2, 1], [3, 1, 2]], "blank": 0,
             "input_lengths": [6, 5], "target_lengths": [2, 3]} | wrong  # fmt: skip

    def call(lib):
        logs = lib.zeros(given["shape"], dtype=getattr(lib, given["kind"]))
        rest = [lib.tensor(given[name]) for name in ("targets", "input_lengths", "target_lengths")]
        return lib.nn.functional.ctc_loss(logs, *rest, blank=given["blank"])

    same_error(*both(torch, call))


# --- errors ---------------------------------------------------------------------------------------------------------------

WRONG = {
    "margin": lambda lib: lib.nn.functional.triplet_margin_loss(*[lib.ones(1, 2)] * 3, margin=0),
    "p": lambda lib: lib.nn.functional.multi_margin_loss(lib.ones(1, 2), lib.tensor([1]), p=3),
    "delta": lambda lib: lib.nn.functional.huber_loss(lib.ones(2), lib.ones(2), delta=0),
    "beta": lambda lib: lib.nn.functional.smooth_l1_loss(lib.ones(2), lib.ones(2), beta=-1),
    "labels": lambda lib: lib.nn.functional.multilabel_margin_loss(lib.ones(2), lib.tensor([0, 2])),
    "class": lambda lib: lib.nn.functional.multi_margin_loss(lib.ones(1, 2), lib.tensor([2])),
    "dtype": lambda lib: lib.nn.functional.binary_cross_entropy(lib.ones(2), lib.ones(2, dtype=lib.float64)),
    "words": lambda lib: lib.nn.functional.poisson_nll_loss(lib.ones(2), lib.ones(2), reduction="total"),
    "cosine": lambda lib: lib.nn.functional.cosine_embedding_loss(lib.ones(2), lib.ones(2), lib.ones(1)),
    "var": lambda lib: lib.nn.functional.gaussian_nll_loss(lib.ones(2), lib.ones(2), -lib.ones(2)),
    "probabilities": lambda lib: lib.nn.functional.cross_entropy(lib.ones(2, 2), lib.ones(2, 2), ignore_index=1),
}


@pytest.mark.parametrize("name", WRONG)
def test_errors(torch, name):
    same_error(*both(torch, WRONG[name]))


# --- adaptive softmax -------------------------------------------------------------------------------------------------


def test_classes_as_bytes_and_weights_that_do_not_fit(torch):
    logs = mt.tensor([[0.1, 0.9], [0.4, 0.6]]).log()
    assert F.nll_loss(logs, mt.tensor([1, 0], dtype=mt.uint8)) == F.nll_loss(logs, mt.tensor([1, 0]))
    for name in ("binary_cross_entropy", "binary_cross_entropy_with_logits"):
        for weight in ("lib.ones(3, 2)",):

            def call(lib, name=name, weight=weight):
                x = lib.full((1, 2), 0.5)
                return getattr(lib.nn.functional, name)(x, x, weight=eval(weight, {"lib": lib}))

            same_error(*both(torch, call))


@pytest.mark.parametrize("dtype", ["bfloat16", "float16"])
def test_many_losses_of_half_precision(torch, dtype):
    """Sums are added up with more digits: in bfloat16, 1 is nothing beside 256."""
    x, target = np.random.default_rng(0).normal(size=(2, 3000, 3)), np.arange(3000) % 3
    for name in "cross_entropy mse_loss smooth_l1_loss huber_loss l1_loss soft_margin_loss".split():
        found = []
        for lib in (torch, mt):
            a, b = [lib.tensor(one).to(getattr(lib, dtype)).requires_grad_() for one in x]
            b = lib.tensor(target) if name == "cross_entropy" else b.detach()
            loss = getattr(lib.nn.functional, name)(a, b)
            loss.backward()
            found.append([loss.item(), *a.grad.float().abs().sum(1)[:5].mul(1000).tolist()])
        np.testing.assert_allclose(found[1], found[0], rtol=0.02, err_msg=name)


@pytest.mark.parametrize("kind", ["int64", "int32", "bool"])
def test_soft_margin_takes_whole_targets(torch, kind):
    found = []
    for m in (mt, torch):
        x = m.tensor([0.5, -1.0, 2.0]).requires_grad_(kind != "bool")
        loss = m.nn.functional.soft_margin_loss(x, m.tensor([1, 0, 1]).to(getattr(m, kind)))
        if kind != "bool":
            loss.backward()
        found.append([loss.tolist()] + ([] if kind == "bool" else x.grad.tolist()))
    assert found[0] == pytest.approx(found[1])


@pytest.mark.parametrize("shape", [(4,), (5, 4), (3, 4, 2, 2)], ids=str)
@pytest.mark.parametrize("weight", [None, [0.1, 0.2, 0.4, 0.5]], ids=["even", "weights"])
@pytest.mark.parametrize("ignore_index", [-100, 2])
@pytest.mark.parametrize("reduction", ["none", "mean", "sum"])
def test_losses_of_classes_with_all_their_options(shape, weight, ignore_index, reduction, torch):
    """Values and gradients of cross_entropy and nll_loss; with label smoothing and without."""
    rng = np.random.default_rng(0)
    scores = rng.standard_normal(shape).astype("float32")
    target = rng.integers(0, 4, (*shape[:-1],) if len(shape) < 3 else (shape[0], *shape[2:]))
    if len(shape) > 1:
        target.flat[0], target.flat[1] = ignore_index, 1

    def found(library):
        F, results = library.nn.functional, []
        options = {"weight": weight and library.tensor(weight), "ignore_index": ignore_index, "reduction": reduction}
        for smoothing in (0.0, 0.3, None):
            x, y = library.tensor(scores, requires_grad=True), library.tensor(target)
            if smoothing is None:
                loss = F.nll_loss(F.log_softmax(x, 0 if x.ndim == 1 else 1), y, **options)
            else:
                loss = F.cross_entropy(x, y, **options, label_smoothing=smoothing)
            loss.sum().backward()
            results += [loss.detach().numpy(), x.grad.numpy()]
        return results

    for ours, theirs in zip(found(mt), found(torch), strict=True):
        np.testing.assert_allclose(ours, theirs, rtol=1e-5, atol=1e-6)
