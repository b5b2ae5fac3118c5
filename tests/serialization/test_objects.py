"""Checkpoints as programs write them, with objects of their classes; what a file may call, and what the program allows it."""

import argparse
import collections
import dataclasses
import datetime
import enum
import functools
import io
import os
import pathlib
import pickle
import random
import sys
import types
import warnings
import zipfile

import numpy as np
import pytest

import minitorch as mt
from minitorch.serialization import UnpicklingError

from .test_serialization_hostile import archive, pkl

PLACE = __name__


class Kind(enum.Enum):
    SMALL = 1


Pair = collections.namedtuple("Pair", "x y")


@dataclasses.dataclass
class Config:
    lr: float = 0.1
    layers: list = dataclasses.field(default_factory=list)


@dataclasses.dataclass(frozen=True, slots=True)
class Frozen:
    a: int = 1


class Outer:
    class Inner:
        pass


class Words(dict):
    pass


class Said:
    """Says that its objects are made by a call, with attributes set afterwards."""

    def __init__(self, n):
        self.n = n

    def __reduce__(self):
        return Said, (self.n,), {"more": 2}


class Mine(mt.Tensor):
    pass


def function(x=1):
    return x + 1


THINGS = {
    "args": argparse.Namespace(a=1, b=[2]), "config": Config(layers=[1]), "fn": function, "set": {1}, "frozenset": frozenset([1]),
    "float64": np.float64(3), "str_": np.str_("ab"), "dtype": np.dtype("f4"), "path": pathlib.PosixPath("/a/b"),
    "date": datetime.datetime(2020, 1, 2, 3), "zone": datetime.UTC, "delta": datetime.timedelta(3), "od": collections.OrderedDict(a=1),
    "ns": types.SimpleNamespace(a=1), "enum": Kind.SMALL, "pair": Pair(1, (2, 3)), "deque": collections.deque([1], 3),
    "counts": collections.defaultdict(int, a=1), "slice": slice(1, 2), "words": Words(a=1), "frozen": Frozen(2), "big": 2**5000,
    "types": [int, Config], "more": [mt.float32, mt.relu, mt.nn.functional.relu],
    "random": random.Random(3).getstate(),
}  # fmt: skip
ARRAYS = {
    "floats": np.arange(6.0).reshape(2, 3), "turned": np.arange(6.0).reshape(2, 3).T, "text": np.array(["a", "bc"]),
    "other order": np.arange(3, dtype=">f4"), "bools": np.array([True]), "none": np.zeros((0, 2)),
}  # fmt: skip


def saved(obj, **options):
    f = io.BytesIO()
    mt.save(obj, f, **options)
    f.seek(0)
    return f


def test_checkpoints_of_programs_come_back():
    back = mt.load(saved(THINGS), weights_only=False)
    assert list(back) == list(THINGS)
    for name, one in THINGS.items():
        assert type(back[name]) is type(one) and back[name] == one, name
    back = mt.load(saved(ARRAYS), weights_only=False)
    for name, one in ARRAYS.items():
        assert back[name].tolist() == one.tolist() and back[name].dtype == one.dtype.newbyteorder("="), name


def test_pytorch_reads_and_writes_the_same(torch):
    ours = {name: one for name, one in THINGS.items() if name not in ("more", "slice")} | ARRAYS
    back = torch.load(saved(ours), weights_only=False)
    f = io.BytesIO()
    torch.save(ours, f)
    f.seek(0)
    for found in (back, mt.load(f, weights_only=False)):
        for name in ours:
            assert np.all(found[name] == ours[name]), name
    layers = [
        lib.nn.Sequential(lib.nn.Linear(3, 2), lib.nn.AvgPool2d(2), lib.nn.GELU(), lib.nn.Module())
        for lib in (mt, torch)
    ]
    assert repr(torch.load(saved(layers[0]), weights_only=False)) == repr(layers[1])
    f = io.BytesIO()
    torch.save([layers[1], torch.nn.functional.relu], f)
    f.seek(0)
    layer, relu = mt.load(f, weights_only=False)
    assert repr(layer) == repr(layers[0]) and relu is mt.nn.functional.relu


def test_objects_hold_tensors_and_each_other():
    x, one = mt.ones(2), Config()
    one.x, one.itself, one.partial = x, one, functools.partial(function, 5)
    found, back = mt.load(saved([one, x]), weights_only=False)
    back.fill_(7)
    assert found.x is back and found.itself is found and found.partial() == 6


def test_weights_only_refuses_and_safe_globals_allow():
    f, mine = saved({"p": Pair(1, 2), "c": Config()}), [Pair, Config]
    serialization = mt.serialization
    with pytest.raises(pickle.UnpicklingError) as caught:
        mt.load(f)
    words = f"it asks for {PLACE}.Pair, which is not data, so nothing was run; if you trust the file, import its class and load"
    assert words in str(caught.value) and "add_safe_globals" in str(caught.value)
    with serialization.safe_globals(mine):
        f.seek(0)
        assert set(serialization.get_safe_globals()) == set(mine)
        back = mt.load(f)
    assert back["p"] == Pair(1, 2) and back["c"] == Config()
    assert serialization.get_safe_globals() == []
    serialization.add_safe_globals([(Config, "old.Config"), Said])
    with pytest.raises(pickle.UnpicklingError, match="asks for .*Config"):
        mt.load(saved(Config()))
    assert mt.load(saved(Said(3))).more == 2
    serialization.clear_safe_globals()
    with pytest.raises(UnpicklingError, match="calls .*Said.*not in the table"):
        mt.load(saved(Said(3)), weights_only=False)
    with serialization.safe_globals([mt.nn.functional.relu, mt.nn.ReLU]):
        found, layer = mt.load(saved([mt.nn.functional.relu, mt.nn.ReLU()]))
    assert found is mt.nn.functional.relu and layer(-mt.ones(1)).item() == 0
    for one in (Mine([1.0]), mt.ones(2).untyped_storage(), Outer.Inner):
        with pytest.raises((pickle.PicklingError, TypeError, UnpicklingError)):
            mt.load(saved(one), weights_only=False)


def test_weights_only_may_be_merely_true():
    assert mt.load(saved({"x": mt.ones(2)}), weights_only="yes")["x"].tolist() == [1, 1]
    with pytest.raises(UnpicklingError):
        mt.load(saved({"x": Frozen(3)}), weights_only=1)
    assert mt.load(saved({"x": Frozen(3)}), weights_only=0)["x"] == Frozen(3)


class Evil:
    def __init__(self, *call):
        self.call = call

    def __reduce__(self):
        return self.call[0], self.call[1:]


class Runs:
    """A class of the program's that does something when it is made, and does not say that files make it."""

    def __new__(cls, *args):
        os.mkdir("RAN")
        return object.__new__(cls)


def runs(*args):
    os.mkdir("RAN")


HERE = PLACE.encode()
ATTACKS = {
    "os.system": pickle.dumps(Evil(os.system, "mkdir RAN"), 2),
    "mkdir": pickle.dumps(Evil(os.mkdir, "RAN"), 4),
    "eval": pickle.dumps(Evil(eval, "__import__('os').mkdir('RAN')"), 2),
    "exec": pickle.dumps(Evil(exec, "import os; os.mkdir('RAN')"), 5),
    "import": pkl(b"c__builtin__\n__import__\nX\2\0\0\0os\x85R"),
    "open": pickle.dumps(Evil(open, "RAN", "w"), 2),
    "a program's function": pickle.dumps(Evil(runs), 2),
    "a class that runs": pickle.dumps(Evil(Runs), 2),
    "a class that runs, empty": pkl(b"c" + HERE + b"\nRuns\n)\x81"),
    "a memory map": pickle.dumps(Evil(np.memmap, "RAN", "u1", "w+", 0, (3,)), 2),
    "a saver": pickle.dumps(Evil(np.save, "RAN", 1), 2),
    "Popen": pkl(b"csubprocess\nPopen\n](X\5\0\0\0mkdirX\3\0\0\0RANe\x85R"),
    "a module's module": pkl(b"\x80\4\x8c\5torch\x8c\x09os.system\x93\x8c\x09mkdir RAN\x85R"),
    "ours, and its module's module": pkl(b"\x80\4\x8c\x12torch.nn.functional\x8c\x07os.path\x93"),
    "a name in a class": pkl(b"\x80\4\x8c" + bytes([len(HERE)]) + HERE + b"\x8c\x16Outer.Inner.__globals__\x93"),
    "getattr of a module": pkl(b"c__builtin__\ngetattr\nctorch\nhub\nX\2\0\0\0os\x86R"),
    "getattr of a class": pkl(b"c__builtin__\ngetattr\nc" + HERE + b"\nConfig\nX\x0e\0\0\0__subclasses__\x86R)R"),
    "getattr of text": pkl(b"c__builtin__\ngetattr\nX\1\0\0\0aX\6\0\0\0format\x86R)R"),
    "getattr of a method's globals": pkl(
        b"c__builtin__\ngetattr\nc" + HERE + b"\nfunction\nX\x0b\0\0\0__globals__\x86R"
    ),
    "the built-in functions' os": pkl(b"c__builtin__\ngetattr\nctorch._C\n_VariableFunctionsClass\nX\2\0\0\0os\x86R"),
    "a partial that is called": pickle.dumps(Evil(functools.partial(runs)), 2),
    "map": pkl(b"c__builtin__\nmap\nc" + HERE + b"\nruns\n](K\1e\x86R"),
    "type": pkl(b"c__builtin__\ntype\nX\1\0\0\0a)}\x87R"),
    "a new enum": pkl(b"c" + HERE + b"\nKind\nX\1\0\0\0aX\1\0\0\0b\x86R"),
    "an unknown import": pkl(b"cantigravity\nfly\n)R"),
    "an enum's insides": pkl(b"c" + HERE + b"\nKind\nK\1\x85R}X\1\0\0\0aK\1sb"),
    "a class's insides": pkl(b"c" + HERE + b"\nConfig\n}X\2\0\0\0lrK\1sb"),
    "a function's insides": pkl(b"c" + HERE + b"\nfunction\n}X\1\0\0\0aK\1sb"),
    "a slot that is none": pkl(b"c" + HERE + b"\nConfig\n)\x81N}X\7\0\0\0__dict__}s\x86b"),
    "a layout's insides": pkl(b"ctorch.serialization\n_get_layout\nX\x0d\0\0\0torch.strided\x85R}X\1\0\0\0aK\1sb"),
    "an array of objects": pickle.dumps(np.array([None, {"a": 1}], dtype=object), 2),
    "a default that runs": pkl(b"ccollections\ndefaultdict\nc" + HERE + b"\nruns\n\x85R"),
    "a class of another": pkl(b"c" + HERE + b"\nConfig\n)\x81N}X\x09\0\0\0__class__c" + HERE + b"\nRuns\ns\x86b"),
    "a number from an address": pkl(
        b"cnumpy._core.multiarray\nscalar\ncnumpy\ndtype\nX\2\0\0\0O8\x89\x88\x87Rc_codecs\nencode\nX\x08\0\0\0abcdefgh"
        b"X\6\0\0\0latin1\x86R\x86R"
    ),
    "an array of what lay in memory": pickle.dumps(Evil(np.ndarray, (1000,), "f8"), 2),
    "an operation": pkl(b"cminitorch.ops.op\nOp\nc" + HERE + b"\nruns\n\x85R"),
    "a storage without end": pkl(b"cminitorch.storage\nUntypedStorage\nJ\xff\xff\xff\x7f\x85R"),
    "a container without end": pickle.dumps(Evil(collections.deque, range(10**12)), 2),
    "a set without end": pickle.dumps(Evil(set, range(10**12)), 2),
    "a list without end": pickle.dumps(Evil(collections.UserList, range(10**12)), 2),
    "a huge fraction": pkl(b"cfractions\nFraction\nX\x0c\0\0\0001e9999999999\x85R"),
    "a memory of its own": pkl(b"c__builtin__\nbytearray\nJ\xff\xff\xff\x7f\x85R"),
    "an extension": pkl(b"\x82\1"),
}


@pytest.mark.parametrize("weights_only", [True, False])
@pytest.mark.parametrize("name", ATTACKS)
def test_attacks(tmp_path, monkeypatch, name, weights_only):
    monkeypatch.chdir(tmp_path)
    before = {one: vars(one).copy() for one in (Kind, Config, function, Kind.SMALL)}
    for content in (archive(ATTACKS[name]),):
        with pytest.raises(UnpicklingError):
            mt.load(io.BytesIO(content), weights_only=weights_only)
    assert os.listdir(tmp_path) == [] and before == {one: vars(one) for one in before}


def test_flipped_bytes_in_files_of_objects(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    content = zipfile.ZipFile(saved(THINGS | ARRAYS)).read("archive/data.pkl")
    chance = random.Random(0)
    for _ in range(1500):
        broken = bytearray(content)
        for _ in range(chance.randint(1, 4)):
            broken[chance.randrange(len(broken))] = chance.randrange(256)
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            try:
                mt.load(io.BytesIO(archive(bytes(broken))), weights_only=False)
            except Exception as error:  # of a class of the program's it can be any
                assert not isinstance(error, (SystemError, MemoryError)), error
    assert os.listdir(tmp_path) == []


def test_map_location_may_be_meta():
    assert mt.load(saved({"x": mt.arange(6.0).view(2, 3)}), map_location="meta")["x"].is_meta
    with pytest.raises(NotImplementedError, match="no numbers"):
        mt.save(mt.ones(2, device="meta"), io.BytesIO())


def test_operations_and_functions_are_pickled_by_name():
    for one in (mt.relu, mt.add, mt.nn.functional.relu, mt.float32):
        assert pickle.loads(pickle.dumps(one)) is one


# --- numbers of one byte ---------------------------------------------------------------------------------------------------

FLOAT8 = ("float8_e4m3fn", "float8_e5m2", "float8_e4m3fnuz", "float8_e5m2fnuz", "float8_e8m0fnu")


def state_of_float8(library, name):
    x = library.tensor([1.0, 0.5, 4.0, 64.0, 2.0, 8.0]).to(getattr(library, name)).reshape(2, 3)
    return {"w": library.ones(2), "x": x, "row": x[1], "n": 3}


@pytest.mark.parametrize("name", FLOAT8)
def test_float8_goes_both_ways(torch, name):
    pytest.importorskip("ml_dtypes")
    ours, theirs = state_of_float8(mt, name), state_of_float8(torch, name)
    f = io.BytesIO()
    torch.save(theirs, f)
    f.seek(0)
    for found in (mt.load(f), mt.load(saved(ours)), torch.load(saved(ours))):
        assert str(found["x"].dtype).split(".")[1] == name and found["w"].tolist() == [1, 1] and found["n"] == 3
        assert found["x"].float().tolist() == theirs["x"].float().tolist()
        assert found["row"].float().tolist() == theirs["row"].float().tolist()
    assert mt.load(saved(ours))["x"].dtype is getattr(mt, name)


def test_every_byte_of_float8_is_pytorchs_number(torch):
    pytest.importorskip("ml_dtypes")
    for name in FLOAT8:
        f = io.BytesIO()
        theirs = torch.arange(256, dtype=torch.uint8).view(getattr(torch, name))
        torch.save(theirs, f)
        f.seek(0)
        np.testing.assert_array_equal(mt.load(f).float().numpy(), theirs.float().numpy())


def test_float8_without_its_package(torch, monkeypatch):
    mt.float8_e4m3fn.numpy  # noqa: B018
    monkeypatch.delattr(mt.float8_e4m3fn, "numpy")  # as if it had not been used before
    monkeypatch.setitem(sys.modules, "ml_dtypes", None)
    f = io.BytesIO()
    torch.save(state_of_float8(torch, "float8_e4m3fn"), f)
    f.seek(0)
    with pytest.warns(UserWarning, match=r"size \(2, 3\) is loaded without numbers.* float8_e4m3fn needs"):
        found = mt.load(f)
    assert found["w"].tolist() == [1, 1] and found["x"].is_meta and found["x"].shape == (2, 3)
    with pytest.raises(ImportError, match="ml_dtypes"):
        mt.ones(2).to(mt.float8_e4m3fn)
