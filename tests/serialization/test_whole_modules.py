"""Whole modules in files, and PyTorch's format from before version 1.6: both ways, and with files that are hostile or broken."""

import argparse
import collections
import contextlib
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


@pytest.mark.parametrize("zipped", [True, False])
def test_pytorchs_whole_modules_become_ours(torch, zipped):
    theirs = torch.nn.Sequential(torch.nn.Linear(3, 2), torch.nn.ReLU(), torch.nn.BatchNorm1d(2)).eval()
    f = io.BytesIO()
    torch.save(theirs, f, _use_new_zipfile_serialization=zipped)
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


# --- the older format ------------------------------------------------------------------------------------------------------


def things(lib):
    base = lib.arange(6.0)
    tied = lib.nn.Parameter(lib.ones(2, 2))
    return {
        "a": [base, base[1:3], base.view(2, 3).t()],
        "kinds": [
            lib.ones(3, dtype=getattr(lib, name)) for name in ("bool", "int64", "float16", "bfloat16", "complex64")
        ],
        "empty": lib.empty(0),
        "p": (tied, tied),
        "n": {"lr": 0.1, "text": "ä", 5: None},
        **{f"k{n}": lib.full((n,), n) for n in range(12)},  # more than ten storages: their keys are sorted as text
    }


def shown(obj):
    if isinstance(obj, dict):
        return {key: shown(value) for key, value in obj.items()}
    if isinstance(obj, (list, tuple)):
        return [shown(value) for value in obj]
    return [str(obj.dtype).split(".")[1], obj.tolist(), obj.requires_grad] if hasattr(obj, "tolist") else obj


def older(torch, obj):
    f = io.BytesIO()
    torch.save(obj, f, _use_new_zipfile_serialization=False)
    return f.getvalue()


def test_older_files_are_read(torch, tmp_path):
    content = older(torch, things(torch))
    ours = mt.load(io.BytesIO(content))
    assert shown(ours) == shown(things(torch)) and ours["p"][0] is ours["p"][1]
    ours["a"][0][1] = 50
    assert ours["a"][1][0] == 50
    two = io.BytesIO(content + older(torch, {"x": torch.ones(2)}))  # one behind the other
    assert shown(mt.load(two)) == shown(things(torch)) and mt.load(two)["x"].tolist() == [1, 1]
    (tmp_path / "a.pt").write_bytes(content)
    assert shown(mt.load(tmp_path / "a.pt", map_location="cpu")) == shown(things(torch))
    with pytest.raises(NotImplementedError, match="not written"):
        mt.save(1, tmp_path / "b.pt", _use_new_zipfile_serialization=False)


def test_broken_older_files_are_refused(torch):
    content = older(torch, {"x": torch.arange(6.0), "y": torch.ones(3)})
    for cut in range(0, len(content), 7):
        with pytest.raises(UnpicklingError, match="cannot load BytesIO"):
            mt.load(io.BytesIO(content[:cut]))
    generator = np.random.default_rng(0)
    for _ in range(300):
        broken = bytearray(content)
        for place in generator.integers(0, len(content), 3):
            broken[place] = generator.integers(256)
        with contextlib.suppress(RuntimeError):
            mt.load(io.BytesIO(bytes(broken)))
    head = content[: content.index(b"\x80\x02}", 30)]
    for evil in (pickle.dumps(Evil(os.system, "touch RAN"), 2), b"\x80\x02X\x03\0\0\0abcQ.", b"\x80\x02K\1."):
        with pytest.raises(UnpicklingError):
            mt.load(io.BytesIO(head + evil))
