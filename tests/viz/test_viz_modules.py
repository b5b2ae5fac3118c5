"""Pictures of modules: what they say in words, and that drawing changes nothing."""

import doctest
import importlib

import pytest

import minitorch as mt


class Layer(mt.nn.Module):
    def __init__(self, n=3):
        super().__init__()
        self.weight = mt.nn.Parameter(mt.ones(n, n))
        self.bias = mt.nn.Parameter(mt.zeros(n), requires_grad=False)
        self.register_buffer("mean", mt.zeros(n))
        self.register_buffer("count", mt.tensor(0), persistent=False)

    def forward(self, x):
        return x @ self.weight + self.bias


class Net(mt.nn.Module):
    def __init__(self):
        super().__init__()
        self.first, self.second = Layer(), Layer()
        self.again = self.first
        self.second.weight = self.first.weight

    def forward(self, x):
        return self.second(self.first(x).relu())


@pytest.mark.parametrize("name", ["modules", "timeline", "watching"])
def test_examples(name):
    assert doctest.testmod(importlib.import_module(f"minitorch.viz.{name}")).failed == 0


def test_tree_names_what_is_tied_frozen_shared_and_hooked():
    net = Net()
    net.first.register_forward_hook(lambda *a: None)
    net.second.eval()
    lines = mt.viz.module(net, "net").text.splitlines()
    assert lines[0] == "net: Net, 3 modules, 9 numbers to train, 6 frozen"
    said = [" ".join(line.split()) for line in lines]
    for line in (
        "first Layer, 1 forward hook",
        "second Layer, evaluating",
        "weight parameter (3, 3), tied to first.weight",
        "bias parameter (3,), frozen",
        "count buffer () int64, not in the state_dict",
        "again Layer, the same as first",
    ):
        assert line in said


def test_many_layers_are_folded():
    net = mt.nn.Module()
    for i in range(200):
        net.add_module(str(i), Layer())
    picture = mt.viz.module(net)
    assert len(picture.text.splitlines()) < 12 and "and 199 more like it, to 199" in picture.text
    assert picture.svg.count("<rect") < 12


def test_state_says_what_becomes_of_every_key():
    net = Net()
    state = net.state_dict()
    state["old"] = state.pop("first.mean")
    state["first.bias"] = mt.zeros(7)
    lines = mt.viz.state(net, state).text.splitlines()
    assert lines[0].endswith("1 missing, 1 unexpected, 1 wrong shape")
    fates = {line.split()[0]: line.split("  ")[-1].strip() for line in lines[1:]}
    assert (fates["first.mean"], fates["old"], fates["first.bias"]) == ("missing", "unexpected", "wrong shape")
    assert fates["second.bias"] == "matched"


def test_timeline_shows_the_order_and_leaves_everything_as_it_was():
    net, x = Net(), mt.ones(2, 3, requires_grad=True)
    net.first.weight.grad = mt.ones(3, 3)
    hooks = [
        net.register_forward_pre_hook(lambda m, a: (a[0] * 3,)),
        net.first.register_forward_hook(lambda m, a, o: None),
        net.second.register_full_backward_hook(lambda m, i, o: None),
    ]
    before = [list(vars(one).items()) for one in net.modules()]
    rows = [
        line.split("  ")[0] + ": " + line[17:35].strip()
        for line in mt.viz.timeline(net, x, name="net").text.splitlines()[1:]
    ]
    assert rows == [
        "net: forward pre-hook", "first: forward", "first: forward hook", "second: forward", "net: forward",
        "second: backward hook",
    ]  # fmt: skip
    assert before == [list(vars(one).items()) for one in net.modules()]
    assert x.grad is None and (net.first.weight.grad == 1).all()
    assert len(hooks) == 3


def test_timeline_takes_its_listeners_away_after_an_error():
    net = Net()
    with pytest.raises(RuntimeError):
        mt.viz.timeline(net, mt.ones(2, 7))
    assert all("forward" not in vars(one) for one in net.modules())


def test_watching_gathers_activations_and_gradients():
    net = Net()
    with mt.viz.watch(net) as seen:
        for _ in range(3):
            net(mt.ones(2, 3)).sum().backward()
    net(mt.ones(2, 3))
    assert {kind: {path: len(v) for path, v in paths.items()} for kind, paths in seen.history.items()} == {
        "activation": {"first": 3, "second": 3},
        "zeros": {"first": 3, "second": 3},
        "gradient": {"first": 3, "second": 3},
    }
    assert seen.history["gradient"]["second"] == [pytest.approx(6**0.5)] * 3
    assert seen.picture("gradient").text and not net.first._forward_hooks
    with pytest.raises(ValueError, match="activation"):
        seen.picture("nothing")
