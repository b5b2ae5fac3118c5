"""Whole modules in files: both ways, and with files that are hostile."""

import argparse
import collections
import enum
import io
import os
import pickle

import numpy as np
import pytest

import minitorch as mt
from minitorch.serialization import UnpicklingError


class Kind(enum.Enum):
    SMALL = 1


Pair = collections.namedtuple("Pair", "a b")


class Net(mt.nn.Module):
    def __init__(self, tied=True):
        super().__init__()
        self.first, self.last = mt.nn.Linear(3, 4), mt.nn.Linear(4, 4)
        self.act = mt.nn.functional.relu
        self.norm = mt.nn.BatchNorm1d(4)
        if tied:
            self.again = self.last
        self.config = argparse.Namespace(width=4, kind=Kind.SMALL, pair=Pair(1, (2, 3)))
        self.scale, self.table = np.float32(0.5), np.arange(6.0).reshape(2, 3)
        self.counts = collections.defaultdict(int, a=1)
        self.recent = collections.deque([1, 2], maxlen=3)

    def forward(self, x):
        return self.again(self.act(self.norm(self.first(x)))) * float(self.scale)


def saved(obj, **options):
    f = io.BytesIO()
    mt.save(obj, f, **options)
    f.seek(0)
    return f


def test_a_whole_module_comes_back():
    net, x = Net(), mt.randn(5, 3)
    net(x)
    f = saved({"net": net, "epoch": 3, "weight": net.first.weight})
    with pytest.raises(
        UnpicklingError, match="asks for .*Net, which is not data, so nothing was run; .*weights_only=False"
    ):
        mt.load(f)
    f.seek(0)
    found = mt.load(f, weights_only=False)
    other = found["net"]
    assert type(other) is Net and other.again is other.last and found["weight"] is other.first.weight
    assert repr(other) == repr(net) and found["epoch"] == 3
    assert other.eval()(x).tolist() == net.eval()(x).tolist()
    assert other.config == net.config and other.config.kind is Kind.SMALL and type(other.config.pair) is Pair
    assert type(other.scale) is np.float32 and other.table.tolist() == net.table.tolist()
    assert other.counts == {"a": 1} and other.counts["b"] == 0 and list(other.recent) == [1, 2]
    assert other.recent.maxlen == 3 and other.act is mt.nn.functional.relu


def test_pytorchs_whole_modules_become_ours(torch):
    theirs = torch.nn.Sequential(torch.nn.Linear(3, 2), torch.nn.ReLU(), torch.nn.BatchNorm1d(2)).eval()
    f = io.BytesIO()
    torch.save(theirs, f)
    f.seek(0)
    ours = mt.load(f, weights_only=False)
    assert type(ours) is mt.nn.Sequential and repr(ours) == repr(theirs) and not ours.training
    x = np.random.default_rng(0).normal(size=(4, 3)).astype("float32")
    np.testing.assert_allclose(ours(mt.tensor(x)).detach().numpy(), theirs(torch.tensor(x)).detach().numpy(), atol=1e-6)
    f.seek(0)
    with pytest.raises(UnpicklingError, match="torch.nn.modules.container.Sequential"):
        mt.load(f)


def test_layers_that_hold_functions_go_both_ways(torch):
    for activation in ("relu", "gelu"):
        ours, theirs = [lib.nn.TransformerEncoderLayer(8, 2, 16, activation=activation) for lib in (mt, torch)]
        f = io.BytesIO()
        torch.save(theirs, f)
        f.seek(0)
        assert mt.load(f, weights_only=False).activation is getattr(mt.nn.functional, activation)
        assert repr(torch.load(saved(ours), weights_only=False)) == repr(theirs)


class Evil:
    def __init__(self, *call):
        self.call = call

    def __reduce__(self):
        return self.call[0], self.call[1:]


class Runs:
    def __new__(cls, *args):
        os.mkdir("RAN")
        return object.__new__(cls)


@pytest.mark.parametrize("evil", [Evil(os.system, "touch RAN"), Evil(eval, "open('RAN', 'w')"), Evil(Runs)])
def test_nothing_is_called_with_weights_only_false_either(tmp_path, monkeypatch, evil):
    monkeypatch.chdir(tmp_path)
    net = mt.nn.Module()
    net.evil = evil
    f = saved(net)
    with pytest.raises(UnpicklingError, match="nothing was run"):
        mt.load(f, weights_only=False)
    assert os.listdir(tmp_path) == []


def test_what_no_name_leads_to_is_refused():
    net = mt.nn.Module()
    net.act = lambda x: x
    with pytest.raises((AttributeError, pickle.PicklingError), match="Can't pickle .*<lambda>"):
        mt.save([net], io.BytesIO())
    with pytest.raises(TypeError, match="cannot pickle 'generator' object"):
        mt.save((n for n in range(3)), io.BytesIO())


def test_the_format_before_version_1_6_is_refused(torch, tmp_path):
    f = io.BytesIO()
    torch.save({"x": torch.ones(2)}, f, _use_new_zipfile_serialization=False)
    with pytest.raises(UnpicklingError, match="not a whole zip file, as PyTorch's are since version 1.6"):
        mt.load(io.BytesIO(f.getvalue()))
    with pytest.raises(NotImplementedError):
        mt.save(1, tmp_path / "b.pt", _use_new_zipfile_serialization=False)
