"""nn.modules: layers against PyTorch's: starting values, results, gradients, printed form, states, errors."""

import copy
import doctest
import pickle
import re
import warnings
from collections import OrderedDict

import numpy as np
import pytest

import minitorch as mt

from ..rounding import drawn_alike


def numbers(*shape, seed=3, kind="float32"):
    return np.random.default_rng(seed).normal(size=shape).astype(kind)


def both(torch, make, seed=0):
    """A module of each library, made after the same seed."""
    made = []
    for library in (mt, torch):
        library.manual_seed(seed)
        made.append(make(library, library.nn))
    return made


def ours(text):
    return re.sub(r"\btorch\.", "minitorch.", text).replace("minitorch.nn.modules.container.", "")


def same_state(torch, mine, theirs):
    """The same names, dtypes, numbers as far as the processor lets them be, and metadata."""
    mine, theirs = mine.state_dict(), theirs.state_dict()
    assert list(mine) == list(theirs)
    assert mine._metadata == theirs._metadata
    for name in mine:
        assert mine[name].dtype.name == str(theirs[name].dtype).removeprefix("torch.")
        assert drawn_alike(torch, mine[name].numpy(), theirs[name])


# --- every layer ------------------------------------------------------------------------------------------------------

X = [numbers(4, 3)]
CASES = {
    "Identity": (lambda l, nn: nn.Identity(3, anything=4), X),
    "Linear": (lambda l, nn: nn.Linear(3, 4), X),
    "Linear of vectors": (lambda l, nn: nn.Linear(3, 4), [numbers(3)]),
    "Linear of more": (lambda l, nn: nn.Linear(3, 4), [numbers(2, 5, 3)]),
    "Linear without bias": (lambda l, nn: nn.Linear(3, 4, bias=False), X),
    "Linear of float64": (lambda l, nn: nn.Linear(3, 40, dtype=l.float64), [numbers(4, 3, kind="float64")]),
    "Bilinear": (lambda l, nn: nn.Bilinear(3, 5, 4), [numbers(2, 3), numbers(2, 5)]),
    "Bilinear of more": (lambda l, nn: nn.Bilinear(3, 5, 4, bias=False), [numbers(2, 6, 3), numbers(2, 6, 5)]),
    "ReLU": (lambda l, nn: nn.ReLU(), X),
    "ReLU in place": (lambda l, nn: nn.Sequential(nn.Identity(), nn.Linear(3, 3), nn.ReLU(inplace=True)), X),
    "LeakyReLU": (lambda l, nn: nn.LeakyReLU(0.2), X),
    "LeakyReLU in place": (lambda l, nn: nn.Sequential(nn.Linear(3, 3), nn.LeakyReLU(inplace=True)), X),
    "ELU": (lambda l, nn: nn.ELU(0.7), X),
    "ELU in place": (lambda l, nn: nn.Sequential(nn.Linear(3, 3), nn.ELU(inplace=True)), X),
    "GELU": (lambda l, nn: nn.GELU(), X),
    "GELU by tanh": (lambda l, nn: nn.GELU(approximate="tanh"), X),
    "SiLU in place": (lambda l, nn: nn.Sequential(nn.Linear(3, 3), nn.SiLU(inplace=True)), X),
    "SiLU": (lambda l, nn: nn.SiLU(), X),
    "Sigmoid": (lambda l, nn: nn.Sigmoid(), X),
    "Tanh": (lambda l, nn: nn.Tanh(), X),
    "Softplus": (lambda l, nn: nn.Softplus(2.0, 1.0), X),
    "LogSigmoid": (lambda l, nn: nn.LogSigmoid(), X),
    "Softmax": (lambda l, nn: nn.Softmax(dim=1), X),
    "LogSoftmax": (lambda l, nn: nn.LogSoftmax(dim=0), X),
    "Softmin": (lambda l, nn: nn.Softmin(dim=-1), X),
    "PReLU": (lambda l, nn: nn.PReLU(), X),
    "PReLU of channels": (lambda l, nn: nn.PReLU(3, init=0.1), [numbers(2, 3, 4)]),
    "PReLU of a vector": (lambda l, nn: nn.PReLU(), [numbers(5)]),
    "Flatten": (lambda l, nn: nn.Flatten(), [numbers(2, 3, 4)]),
    "Flatten a part": (lambda l, nn: nn.Flatten(0, 1), [numbers(2, 3, 4)]),
    "Unflatten": (lambda l, nn: nn.Unflatten(1, (2, -1)), [numbers(3, 6)]),
    "Dropout": (lambda l, nn: nn.Dropout(0.3).eval(), X),
    "Dropout2d": (lambda l, nn: nn.Dropout2d(0.3, inplace=True).eval(), [numbers(2, 3, 4, 4)]),
    "AlphaDropout": (lambda l, nn: nn.AlphaDropout().eval(), X),
    "FeatureAlphaDropout": (lambda l, nn: nn.FeatureAlphaDropout().eval(), X),
    "Dropout1d": (lambda l, nn: nn.Dropout1d().eval(), X),
    "BatchNorm1d": (lambda l, nn: nn.BatchNorm1d(3), X),
    "BatchNorm1d of sequences": (lambda l, nn: nn.BatchNorm1d(3, affine=False), [numbers(2, 3, 4)]),
    "BatchNorm1d in eval": (lambda l, nn: nn.BatchNorm1d(3, eps=0.1).eval(), X),
    "BatchNorm1d without a bias": (lambda l, nn: nn.BatchNorm1d(3, bias=False), X),
    "BatchNorm2d": (lambda l, nn: nn.BatchNorm2d(3, momentum=None), [numbers(2, 3, 4, 4)]),
    "BatchNorm2d untracked": (lambda l, nn: nn.BatchNorm2d(3, track_running_stats=False), [numbers(2, 3, 4, 4)]),
    "BatchNorm2d untracked in eval": (
        lambda l, nn: nn.BatchNorm2d(3, track_running_stats=False).eval(), [numbers(2, 3, 4, 4)],
    ),
    "BatchNorm3d": (lambda l, nn: nn.BatchNorm3d(3), [numbers(2, 3, 2, 2, 2)]),
    "Conv1d": (lambda l, nn: nn.Conv1d(3, 4, 2), [numbers(2, 3, 6)]),
    "Conv1d without a batch": (lambda l, nn: nn.Conv1d(3, 4, 2, stride=2, bias=False), [numbers(3, 6)]),
    "Conv1d in a circle": (lambda l, nn: nn.Conv1d(3, 4, 3, padding=2, padding_mode="circular"), [numbers(2, 3, 6)]),
    "Conv2d": (lambda l, nn: nn.Conv2d(3, 4, 3), [numbers(2, 3, 6, 5)]),
    "Conv2d of groups": (
        lambda l, nn: nn.Conv2d(4, 6, (3, 2), (2, 1), (1, 0), (1, 2), groups=2), [numbers(2, 4, 6, 5)],
    ),
    "Conv2d of each channel": (lambda l, nn: nn.Conv2d(3, 6, 3, padding="same", groups=3), [numbers(2, 3, 6, 5)]),
    "Conv2d mirrored": (lambda l, nn: nn.Conv2d(3, 4, 3, padding=1, padding_mode="reflect"), [numbers(2, 3, 6, 5)]),
    "Conv2d same and mirrored": (
        lambda l, nn: nn.Conv2d(3, 4, (3, 2), padding="same", padding_mode="reflect"), [numbers(2, 3, 6, 5)],
    ),
    "Conv2d valid": (lambda l, nn: nn.Conv2d(3, 4, 3, padding="valid", padding_mode="circular"), [numbers(2, 3, 6, 5)]),
    "Conv3d": (lambda l, nn: nn.Conv3d(2, 3, 2, padding=(1, 0, 1)), [numbers(2, 2, 3, 4, 3)]),
    "Conv3d of edges": (
        lambda l, nn: nn.Conv3d(2, 3, 2, padding=1, padding_mode="replicate", dtype=l.float64),
        [numbers(2, 2, 3, 4, 3, kind="float64")],
    ),
    "ConvTranspose1d": (lambda l, nn: nn.ConvTranspose1d(3, 4, 2, bias=False), [numbers(2, 3, 6)]),
    "ConvTranspose2d": (lambda l, nn: nn.ConvTranspose2d(4, 6, 3, 2, 1, 1, groups=2), [numbers(2, 4, 3, 4)]),
    "ConvTranspose2d dilated": (lambda l, nn: nn.ConvTranspose2d(3, 2, (2, 3), dilation=(1, 2)), [numbers(3, 3, 4)]),
    "ConvTranspose3d": (lambda l, nn: nn.ConvTranspose3d(2, 3, 2, stride=(1, 2, 1)), [numbers(2, 2, 3, 2, 3)]),
    "LayerNorm": (lambda l, nn: nn.LayerNorm(3), X),
    "LayerNorm of images": (lambda l, nn: nn.LayerNorm([3, 4, 5], eps=1e-3), [numbers(2, 3, 4, 5)]),
    "LayerNorm without a bias": (lambda l, nn: nn.LayerNorm((3,), bias=False), X),
    "LayerNorm without parameters": (lambda l, nn: nn.LayerNorm(3, elementwise_affine=False), X),
    "Sequential": (lambda l, nn: nn.Sequential(nn.Linear(3, 4), nn.Tanh(), nn.Linear(4, 2)), X),
    "Sequential of names": (
        lambda l, nn: nn.Sequential(OrderedDict([("first", nn.Linear(3, 4)), ("bend", nn.ReLU())])), X,
    ),
    "Sequential in Sequential": (
        lambda l, nn: nn.Sequential(nn.Sequential(nn.Linear(3, 4), nn.BatchNorm1d(4)), nn.Softmax(1)), X,
    ),
    "empty Sequential": (lambda l, nn: nn.Sequential(), X),
    "MSELoss": (lambda l, nn: nn.MSELoss(), [numbers(4, 3), numbers(4, 3, seed=8)]),
    "MSELoss summed": (lambda l, nn: nn.MSELoss(reduction="sum"), [numbers(4, 3), numbers(4, 3, seed=8)]),
    "L1Loss": (lambda l, nn: nn.L1Loss(reduction="none"), [numbers(4, 3), numbers(4, 3, seed=8)]),
    "BCELoss": (
        lambda l, nn: nn.BCELoss(l.tensor([1.0, 2.0, 3.0])), [abs(numbers(4, 3)) / 9, abs(numbers(4, 3, seed=8)) / 9],
    ),
    "BCEWithLogitsLoss": (
        lambda l, nn: nn.BCEWithLogitsLoss(pos_weight=l.tensor([1.0, 2.0, 3.0])),
        [numbers(4, 3), abs(numbers(4, 3, seed=8)) / 9],
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", CASES)
def test_layers(torch, name):
    make, arrays = CASES[name]
    mine, theirs = both(torch, make)
    same_state(torch, mine, theirs)
    assert mt.rand(1).item() == torch.rand(1).item()  # nothing else was drawn
    assert repr(mine) == repr(theirs)
    assert [n for n, _ in mine.named_parameters()] == [n for n, _ in theirs.named_parameters()]
    results, gradients = [], []
    for library, module in ((mt, mine), (torch, theirs)):
        inputs = [library.tensor(array, requires_grad=True) for array in arrays]
        out = module(*inputs)
        weights = np.cos(np.arange(out.numel(), dtype=arrays[0].dtype)).reshape(tuple(out.shape))
        (out * library.tensor(weights)).sum().backward()
        results.append(out.detach().numpy())
        gradients.append([x.grad.numpy() for x in (*inputs, *module.parameters())])
    np.testing.assert_allclose(*results, rtol=1e-5, atol=1e-6)
    for a, b in zip(*gradients, strict=True):
        np.testing.assert_allclose(a, b, rtol=1e-4, atol=1e-5)


@pytest.mark.parametrize("options", [
    {}, {"padding_idx": 0}, {"padding_idx": -2, "max_norm": 1.0}, {"max_norm": 1.5, "norm_type": 1.0},
    {"scale_grad_by_freq": True}, {"_freeze": True}, {"dtype": "float64"},
], ids=str)  # fmt: skip
def test_embedding(torch, options):
    def make(library, nn):
        kind = {"dtype": getattr(library, options["dtype"])} if "dtype" in options else {}
        return nn.Embedding(6, 3, **options | kind)

    mine, theirs = both(torch, make)
    same_state(torch, mine, theirs)
    assert mt.rand(1).item() == torch.rand(1).item()
    assert repr(mine) == repr(theirs)
    for library, layer in ((mt, mine), (torch, theirs)):
        out = layer(library.tensor([[0, 1, 1], [4, 5, 0]]))
        assert tuple(out.shape) == (2, 3, 3)
        assert out.requires_grad == ("_freeze" not in options)
        if out.requires_grad:
            (out * out).sum().backward()
    np.testing.assert_allclose(mine.weight.detach().numpy(), theirs.weight.detach().numpy(), rtol=1e-5, atol=1e-6)
    if "_freeze" not in options:
        np.testing.assert_allclose(mine.weight.grad.numpy(), theirs.weight.grad.numpy(), rtol=1e-5, atol=1e-6)


def test_embedding_from_pretrained(torch):
    rows = mt.tensor(numbers(4, 3))
    layer = mt.nn.Embedding.from_pretrained(rows, padding_idx=-1, max_norm=2.0)
    theirs = torch.nn.Embedding.from_pretrained(torch.tensor(numbers(4, 3)), padding_idx=-1, max_norm=2.0)
    assert repr(layer) == repr(theirs)
    assert layer.weight._array is rows._array
    assert not layer.weight.requires_grad
    assert mt.nn.Embedding.from_pretrained(rows, freeze=False).weight.requires_grad
    with pytest.raises(AssertionError, match="2-dimensional"):
        mt.nn.Embedding.from_pretrained(mt.ones(3))


def test_sizes_of_transposed_convolutions(torch):
    def sizes(library):
        layer, x = library.nn.ConvTranspose2d(1, 1, 3, stride=3, padding=1), library.ones(1, 1, 4, 5)
        layers = [layer(x, output_size=size) for size in ([10, 13], (1, 1, 12, 14), library.ones(1, 1, 11, 15).shape)]
        return [tuple(y.shape) for y in (*layers, layer(x[0], (1, 11, 13)))]

    assert sizes(mt) == sizes(torch)


def test_settings_of_convolutions(torch):
    names = "in_channels out_channels kernel_size stride padding dilation transposed output_padding groups padding_mode"
    names = [*names.split(), "_reversed_padding_repeated_twice"]
    for make in (
        lambda nn: nn.Conv1d(2, 4, 3, padding="same", dilation=3), lambda nn: nn.Conv2d(2, 4, (2, 4), (1, 1), "same"),
        lambda nn: nn.Conv2d(2, 4, 3, 2, (1, 2), groups=2), lambda nn: nn.ConvTranspose3d(2, 2, 3, 2, 1, 1),
    ):  # fmt: skip
        mine, theirs = make(mt.nn), make(torch.nn)
        assert [getattr(mine, name) for name in names] == [getattr(theirs, name) for name in names]


@pytest.mark.parametrize("name", mt.nn.modules.__all__)
def test_examples_show_what_is_so(name):
    layer = getattr(mt.nn, name)
    for text in (layer.__doc__, *[getattr(value, "__doc__", None) for value in vars(layer).values()]):
        test = doctest.DocTestParser().get_doctest(text if isinstance(text, str) else "", {}, name, None, 0)
        assert doctest.DocTestRunner(verbose=False).run(test).failed == 0


@pytest.mark.parametrize("options", [
    {}, {"reduction": "sum"}, {"reduction": "none"}, {"ignore_index": 1}, {"label_smoothing": 0.1}, {"weight": True},
], ids=str)  # fmt: skip
def test_losses_of_classes(torch, options):
    for name in ("CrossEntropyLoss", "NLLLoss"):
        if name == "NLLLoss" and "label_smoothing" in options:
            continue
        found = []
        for library in (mt, torch):
            given = dict(options)
            if "weight" in given:
                given["weight"] = library.tensor([1.0, 2.0, 0.5])
            loss = getattr(library.nn, name)(**given)
            x = library.tensor(numbers(5, 3), requires_grad=True)
            out = loss(x, library.tensor(np.array([0, 2, 1, 1, 0])))
            out.sum().backward()
            found.append((out.detach().numpy(), x.grad.numpy(), list(loss.state_dict()), repr(loss)))
        np.testing.assert_allclose(found[0][0], found[1][0], rtol=1e-5)
        np.testing.assert_allclose(found[0][1], found[1][1], rtol=1e-5, atol=1e-7)
        assert found[0][2:] == found[1][2:]


def test_the_numbers_everybody_knows(torch):
    mt.manual_seed(0)
    layer = mt.nn.Linear(3, 4)
    known = [
        [-0.0043, 0.3097, -0.4752],
        [-0.4249, -0.2224, 0.1548],
        [-0.0114, 0.4578, -0.0512],
        [0.1528, -0.1745, -0.1135],
    ]
    np.testing.assert_allclose(layer.weight.detach().numpy(), known, atol=6e-5)


# --- dropout and batch normalization ----------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["Dropout", "Dropout1d", "Dropout2d", "AlphaDropout", "FeatureAlphaDropout"])
def test_dropout_looks_at_the_mode(name):
    layer, x = getattr(mt.nn, name)(0.5), mt.randn(4, 5, 6)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        assert not (layer(x) == x).all()
        layer.eval()
        assert layer(x) is x
        layer.train()
        mt.manual_seed(7)
        first = layer(x)
        mt.manual_seed(7)
        assert (layer(x) == first).all()


@pytest.mark.parametrize(
    "options", [{}, {"momentum": None}, {"momentum": 0.5, "affine": False}, {"track_running_stats": False}], ids=str
)
def test_running_statistics(torch, options):
    mine, theirs = both(torch, lambda l, nn: nn.BatchNorm1d(3, **options))
    for step in range(4):
        x = numbers(6, 3, seed=step) * 2 + step
        if step == 2:
            mine.eval(), theirs.eval()
        if step == 3:
            mine.train(), theirs.train()
        a, b = mine(mt.tensor(x)), theirs(torch.tensor(x))
        np.testing.assert_allclose(a.detach().numpy(), b.detach().numpy(), rtol=1e-5, atol=1e-5)
        for name, value in theirs.state_dict().items():
            got = mine.state_dict()[name].numpy()
            np.testing.assert_allclose(got, value.numpy(), rtol=1e-5, atol=1e-6)
    if mine.track_running_stats:
        assert mine.num_batches_tracked.item() == 3
        assert mine.num_batches_tracked.dtype is mt.int64


def test_reset_running_stats():
    layer = mt.nn.BatchNorm1d(3)
    layer(mt.randn(4, 3))
    layer.reset_running_stats()
    fresh = mt.nn.BatchNorm1d(3).state_dict()
    assert all([(layer.state_dict()[name] == fresh[name]).all() for name in fresh])


def test_a_state_from_before_batches_were_counted():
    layer = mt.nn.Sequential(mt.nn.BatchNorm1d(3))
    layer(mt.randn(4, 3))
    state = layer.state_dict()
    del state["0.num_batches_tracked"]
    fresh = mt.nn.Sequential(mt.nn.BatchNorm1d(3))
    with pytest.raises(RuntimeError, match="num_batches_tracked"):
        fresh.load_state_dict(state)
    state._metadata["0"]["version"] = 1
    assert str(fresh.load_state_dict(state)) == "<All keys matched successfully>"
    assert fresh[0].num_batches_tracked.item() == 0
    assert (fresh[0].running_mean == layer[0].running_mean).all()
    assert "0.num_batches_tracked" not in state
    fresh.load_state_dict(OrderedDict(state))  # no metadata at all


# --- errors -----------------------------------------------------------------------------------------------------------


def wrong(library):
    nn, x = library.nn, library.ones
    three = lambda: nn.Sequential(nn.ReLU(), nn.Tanh(), nn.Linear(2, 3))
    layers = lambda: nn.ModuleList([nn.ReLU(), nn.Tanh()])
    return {
        "Linear size": lambda: nn.Linear(3, 4)(x(2, 5)),
        "Bilinear of nothing": lambda: nn.Bilinear(0, 1, 1),
        "Bilinear dimensions": lambda: nn.Bilinear(3, 5, 4)(x(2, 3), x(2, 2, 5)),
        "Bilinear batches": lambda: nn.Bilinear(3, 5, 4)(x(2, 3), x(3, 5)),
        "Bilinear size 1": lambda: nn.Bilinear(3, 5, 4)(x(2, 4), x(2, 5)),
        "Bilinear size 2": lambda: nn.Bilinear(3, 5, 4)(x(2, 3), x(2, 4)),
        "PReLU channels": lambda: nn.PReLU(2)(x(2, 3)),
        "Dropout p": lambda: nn.Dropout(1.5),
        "Dropout negative p": lambda: nn.AlphaDropout(-0.5),
        "BatchNorm1d 1": lambda: nn.BatchNorm1d(3)(x(3)),
        "BatchNorm1d 4": lambda: nn.BatchNorm1d(3)(x(2, 3, 4, 4)),
        "BatchNorm2d": lambda: nn.BatchNorm2d(3)(x(2, 3)),
        "BatchNorm3d": lambda: nn.BatchNorm3d(3)(x(2, 3)),
        "BatchNorm channels": lambda: nn.BatchNorm1d(3)(x(2, 4)),
        "BatchNorm of one": lambda: nn.BatchNorm1d(3)(x(1, 3)),
        "BatchNorm of one untracked": lambda: nn.BatchNorm1d(3, track_running_stats=False)(x(1, 3)),
        "BatchNorm2d of one": lambda: nn.BatchNorm2d(3)(x(1, 3, 1, 1)),
        "Conv groups": lambda: nn.Conv2d(3, 4, 1, groups=0),
        "Conv groups of inputs": lambda: nn.Conv2d(3, 4, 1, groups=2),
        "Conv groups of outputs": lambda: nn.Conv1d(4, 3, 1, groups=2),
        "Conv padding": lambda: nn.Conv2d(3, 4, 1, padding="some"),
        "Conv same with a stride": lambda: nn.Conv2d(3, 4, 1, stride=2, padding="same"),
        "Conv padding_mode": lambda: nn.Conv2d(3, 4, 1, padding_mode="mirror"),
        "ConvTranspose padding_mode": lambda: nn.ConvTranspose2d(3, 4, 1, padding_mode="reflect"),
        "ConvTranspose size": lambda: nn.ConvTranspose2d(3, 4, 3, 2)(x(1, 3, 4, 4), [8, 9]),
        "ConvTranspose sizes": lambda: nn.ConvTranspose2d(3, 4, 3, 2)(x(1, 3, 4, 4), [9]),
        "Conv channels": lambda: nn.Conv2d(3, 4, 1)(x(1, 2, 4, 4)),
        "Conv mirrored too far": lambda: nn.Conv1d(3, 4, 1, padding=4, padding_mode="reflect")(x(1, 3, 4)),
        "Embedding padding_idx": lambda: nn.Embedding(3, 2, padding_idx=3),
        "Embedding weight": lambda: nn.Embedding(3, 2, _weight=x(2, 3)),
        "Embedding index": lambda: nn.Embedding(3, 2)(library.tensor([3])),
        "LayerNorm shape": lambda: nn.LayerNorm(3)(x(3, 2)),
        "Sequential of no module": lambda: nn.Sequential(nn.ReLU(), 3),
        "Sequential index": lambda: three()[3],
        "Sequential set": lambda: three().__setitem__(-4, nn.ReLU()),
        "Sequential set no module": lambda: three().__setitem__(0, 3),
        "Sequential del": lambda: three().__delitem__(3),
        "Sequential index of text": lambda: three()["0"],
        "Sequential append no module": lambda: three().append(3),
        "Sequential forward": lambda: three()(),
        "ModuleList index": lambda: layers()[-3],
        "ModuleList no modules": lambda: nn.ModuleList([3]),
        "ModuleList extend": lambda: layers().extend(3),
        "ModuleList call": lambda: layers()(x(3)),
        "ModuleList set": lambda: layers().__setitem__(2, nn.ReLU()),
        "ModuleDict key": lambda: nn.ModuleDict()["a"],
        "ModuleDict no module": lambda: nn.ModuleDict({"a": 3}),
        "ModuleDict key with dot": lambda: nn.ModuleDict({"a.b": nn.ReLU()}),
        "ModuleDict key of int": lambda: nn.ModuleDict({1: nn.ReLU()}),
        "ModuleDict update": lambda: nn.ModuleDict(3),
        "ModuleDict pairs": lambda: nn.ModuleDict([3]),
        "ModuleDict long pairs": lambda: nn.ModuleDict([("a", nn.ReLU(), 3)]),
        "ModuleDict del": lambda: nn.ModuleDict().__delitem__("a"),
        "ModuleDict pop": lambda: nn.ModuleDict().pop("a"),
        "ModuleDict call": lambda: nn.ModuleDict()(x(3)),
        "ParameterList index": lambda: nn.ParameterList([x(3)])[1],
        "ParameterList extend": lambda: nn.ParameterList([x(3)]).extend(x(3)),
        "ParameterList call": lambda: nn.ParameterList([x(3)])(x(3)),
        "ParameterDict key": lambda: nn.ParameterDict({"a": x(3)})["b"],
        "ParameterDict pop": lambda: nn.ParameterDict({"a": x(3)}).pop("b"),
        "ParameterDict key of int": lambda: nn.ParameterDict({1: x(3)}),
        "ParameterDict update": lambda: nn.ParameterDict(3),
        "ParameterDict pairs": lambda: nn.ParameterDict([("a", 1, 2)]),
        "ParameterDict call": lambda: nn.ParameterDict()(x(3)),
        "ParameterDict del": lambda: nn.ParameterDict().__delitem__("a"),
        "loss reduction": lambda: nn.MSELoss(reduction="max")(x(3), x(3)),
        "loss classes": lambda: nn.CrossEntropyLoss()(x(2, 3), library.tensor([0, 3])),
    }


@pytest.mark.parametrize("name", wrong(mt))
def test_errors(torch, name):
    with pytest.raises(Exception) as expected:
        wrong(torch)[name]()
    with pytest.raises(type(expected.value)) as got:
        wrong(mt)[name]()
    assert str(got.value)


# --- containers -------------------------------------------------------------------------------------------------------


def story(library, do):
    """What a sequence of changes leaves of a container: printed, and what was returned."""
    nn = library.nn
    sized = lambda n: nn.Linear(n, n, bias=False)
    found = []
    do(
        nn,
        sized,
        lambda value: found.append(repr(value) if not isinstance(value, (list, tuple)) else [repr(v) for v in value]),
    )
    return [ours(f) if isinstance(f, str) else f for f in found]


def sequential(nn, sized, note):
    s = nn.Sequential(sized(1), sized(2), sized(3))
    for act in (
        lambda: s.append(sized(4)), lambda: s[1], lambda: s[-1], lambda: s[1:], lambda: s[::-2], lambda: s[:0],
        lambda: s.insert(0, sized(5)), lambda: s.insert(-1, sized(6)), lambda: s.insert(6, sized(7)),
        lambda: s.extend([sized(8), sized(9)]), lambda: s.extend(nn.Sequential(sized(10))), lambda: s.pop(1),
        lambda: s.pop(-1), lambda: s.pop(slice(0, 2)), lambda: s.__delitem__(0), lambda: s.__delitem__(slice(1, 3)),
        lambda: s.__setitem__(0, sized(11)), lambda: s.__setitem__(-1, sized(12)), lambda: s + nn.Sequential(sized(13)),
        lambda: s.__iadd__(nn.Sequential(sized(14))),
        lambda: len(s), lambda: list(s), lambda: [n for n, _ in s.named_children()],
        lambda: [n for n in dir(s) if n.isdigit()], lambda: s[0] is s[1],
    ):  # fmt: skip
        note(act())
        note(s)
    named = nn.Sequential(OrderedDict([("a", sized(1)), ("b", sized(2)), ("c", sized(3))]))
    note(named[1:])
    note(named[-1] is named.c)
    named[0] = sized(9)
    note(named)
    del named[0]
    note(named)


def module_list(nn, sized, note):
    m = nn.ModuleList([sized(1), sized(1), sized(2)])
    for act in (
        lambda: m.append(sized(4)), lambda: m[1], lambda: m[-1], lambda: m[1:], lambda: m[::-2], lambda: [m.insert(1, sized(5)), None][1],
        lambda: m.extend([sized(8), sized(8)]), lambda: m.pop(1), lambda: m.pop(-1), lambda: m.pop(slice(0, 2)),
        lambda: m.__delitem__(0), lambda: m.__setitem__(0, sized(11)), lambda: m.__setitem__(-1, sized(12)),
        lambda: m + [sized(13)], lambda: m.__iadd__([sized(14), nn.Sequential(sized(1)), nn.Sequential(sized(1))]),
        lambda: len(m), lambda: list(m), lambda: [n for n in dir(m) if n.isdigit()], lambda: m.extend(x for x in [sized(3)]),
        lambda: m.__delitem__(slice(0, 2)), lambda: nn.ModuleList(),
    ):  # fmt: skip
        note(act())
        note(m)


def module_dict(nn, sized, note):
    d = nn.ModuleDict({"z": sized(1), "a": sized(2)})
    for act in (
        lambda: d["a"], lambda: d.__setitem__("b", sized(3)), lambda: d.__setitem__("z", sized(4)), lambda: list(d),
        lambda: "z" in d, lambda: "y" in d, lambda: len(d), lambda: list(d.keys()), lambda: list(d.values()),
        lambda: d.update([("y", sized(5)), ["x", sized(6)]]), lambda: d.update(nn.ModuleDict({"w": sized(7)})),
        lambda: d.update(OrderedDict([("v", sized(8)), ("u", sized(9))])), lambda: d.pop("a"), lambda: d.__delitem__("z"),
        lambda: [n for n, _ in d.named_parameters()], lambda: d.clear(), lambda: len(d), lambda: nn.ModuleDict(),
    ):  # fmt: skip
        note(act())
        note(d)


@pytest.mark.parametrize("do", [sequential, module_list, module_dict], ids=lambda f: f.__name__)
def test_containers(torch, do):
    assert story(mt, do) == story(torch, do)


def test_parameter_list(torch):
    def tale(library):
        nn, t = library.nn, lambda *shape: library.zeros(shape)
        p = nn.ParameterList([t(2, 3), nn.Parameter(t(1)), "text", 3.5])
        p.append(t(4))
        p += [t(5), t()]
        p[0] = t(9)
        p[-1] = nn.Parameter(t(2), requires_grad=False)
        p.extend(x for x in [t(1, 1)])
        return [
            ours(repr(p)), len(p), [n for n, _ in p.named_parameters()], list(p.state_dict()), ours(repr(p[1:3])),
            type(p[0]).__name__, p[2], [type(x).__name__ for x in p], [n for n in dir(p) if n.isdigit()],
            repr(nn.ParameterList()), [x.requires_grad for x in p.parameters()],
        ]  # fmt: skip

    assert tale(mt) == tale(torch)


def test_parameter_dict(torch):
    def tale(library):
        nn, t = library.nn, lambda *shape: library.zeros(shape)
        d = nn.ParameterDict({"z": t(2, 3), "a": nn.Parameter(t(1)), "m": "text"})
        before = ours(repr(d))
        d["q"] = t(3)
        d.update(OrderedDict([("y", t(4)), ("b", t(5))]))
        d.update([("pair", t(6))])
        d.update(nn.ParameterDict({"more": t(7)}))
        shapes = lambda p: [(k, tuple(v.shape) if hasattr(v, "shape") else v) for k, v in p.items()]
        popped = d.pop("y").shape
        last = d.popitem()[0]
        same = d.copy()
        result = [
            before, shapes(d), tuple(popped), last, shapes(same), list(d), list(reversed(d)), "q" in d,
            len(d), d.get("none"), d.get("m"), tuple(d.setdefault("q").shape), d.setdefault("fresh"), list(d.keys()),
            [n for n, _ in d.named_parameters()], same["q"] is d["q"],
            [type(v).__name__ for v in d.values()],
        ]  # fmt: skip
        del d["q"]
        result.append(hasattr(d, "q"))
        d.clear()
        return [*result, len(d), list(d.state_dict()), repr(d)]

    assert tale(mt) == tale(torch)


def test_a_container_extended_by_itself():
    net = mt.nn.Sequential(mt.nn.ReLU(), mt.nn.Tanh())
    assert len(net.extend(net)) == 4
    assert net[0] is net[2]


def test_shared_layers_in_a_sequential():
    layer = mt.nn.Linear(2, 2)
    net = mt.nn.Sequential(layer, layer)
    assert len(list(net.parameters())) == 2
    assert list(net.state_dict()) == ["0.weight", "0.bias", "1.weight", "1.bias"]
    net(mt.ones(1, 2)).sum().backward()
    assert layer.weight.grad is not None


def test_copies():
    net = mt.nn.Sequential(mt.nn.Linear(2, 3), mt.nn.BatchNorm1d(3), mt.nn.ModuleList([mt.nn.PReLU()]))
    weights = mt.nn.ParameterDict({"a": mt.ones(2)})
    for again, before in ((copy.deepcopy(net), net), (pickle.loads(pickle.dumps(net)), net)):
        assert repr(again) == repr(before)
        for name, value in before.state_dict().items():
            assert (again.state_dict()[name] == value).all()
            assert again.state_dict()[name]._array is not value._array
    assert list(copy.deepcopy(weights).keys()) == ["a"]


def test_a_network_learns(torch):
    """Twenty steps of a small classifier, with all its parts, follow PyTorch's."""

    def losses(library):
        nn = library.nn
        library.manual_seed(0)
        net = nn.Sequential(nn.Flatten(), nn.Linear(12, 16), nn.BatchNorm1d(16), nn.ReLU(), nn.Linear(16, 3))
        optimizer = library.optim.SGD(net.parameters(), lr=0.1, momentum=0.9, weight_decay=1e-3)
        x, y = library.tensor(numbers(30, 3, 4)), library.tensor(np.arange(30) % 3)
        found = []
        for _ in range(20):
            optimizer.zero_grad()
            loss = nn.CrossEntropyLoss()(net(x), y)
            loss.backward()
            optimizer.step()
            found.append(loss.item())
        net.eval()
        return [*found, nn.functional.cross_entropy(net(x), y).item()]

    mine, theirs = losses(mt), losses(torch)
    np.testing.assert_allclose(mine, theirs, rtol=1e-3, atol=1e-5)
    assert mine[-1] < mine[0] / 2


def test_a_convolutional_network_learns(torch):
    def losses(library):
        nn = library.nn
        library.manual_seed(0)
        net = nn.Sequential(
            nn.Conv2d(1, 4, 3, padding=1), nn.BatchNorm2d(4), nn.ReLU(), nn.Conv2d(4, 8, 3, stride=2), nn.ReLU(), nn.Flatten(),
            nn.LayerNorm(72), nn.Linear(72, 3),
        )  # fmt: skip
        optimizer = library.optim.SGD(net.parameters(), lr=0.1, momentum=0.9)
        x, y = library.tensor(numbers(30, 1, 8, 8)), library.tensor(np.arange(30) % 3)
        found = []
        for _ in range(10):
            optimizer.zero_grad()
            loss = nn.CrossEntropyLoss()(net(x), y)
            loss.backward()
            optimizer.step()
            found.append(loss.item())
        return found

    mine, theirs = losses(mt), losses(torch)
    np.testing.assert_allclose(mine, theirs, rtol=1e-3, atol=1e-4)
    assert mine[-1] < mine[0] / 2


def test_names_of_the_package(torch):
    for name in mt.nn.modules.__all__:
        assert getattr(mt.nn, name) is getattr(mt.nn.modules, name)
        assert hasattr(torch.nn, name)
    assert not re.search(r"\b(dropout|linear|container)\b", " ".join([n for n in dir(mt.nn) if not n.startswith("_")]))


def test_shared_memory_keeps_numbers_and_strides():
    x = mt.arange(6.0).reshape(2, 3).t()
    assert x.share_memory_() is x and x.is_shared() and x[1].is_shared()
    assert x.stride() == (1, 3) and x.tolist() == [[0, 3], [1, 4], [2, 5]]
