"""Checkpoints as programs write them, with objects of any class; what a file may call, and what the program allows it."""

import argparse
import collections
import copy
import dataclasses
import datetime
import decimal
import enum
import fractions
import functools
import io
import logging
import mmap
import os
import pathlib
import pickle
import random
import re
import sys
import types
import uuid
import warnings
import zipfile
import zoneinfo

import numpy as np
import pytest

import minitorch as mt
from minitorch.serialization import UnpicklingError

from .test_serialization_hostile import archive, pkl

PLACE = __name__


class Kind(enum.Enum):
    SMALL = 1


class Flags(enum.IntFlag):
    A, B = 1, 2


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
        def __init__(self):
            self.v = 3

        def method(self):
            return self.v


class Words(dict):
    pass


class Said:
    """Says that its objects are made by a call, with attributes set afterwards."""

    def __init__(self, n):
        self.n = n

    def __reduce__(self):
        return Said, (self.n,), {"more": 2}

    def __eq__(self, other):
        return vars(self) | {"more": 2} == vars(other) | {"more": 2}


class Named:
    def __new__(cls, *, n):
        made = object.__new__(cls)
        made.n = n
        return made

    def __getnewargs_ex__(self):
        return (), {"n": self.n}

    def __eq__(self, other):
        return self.n == other.n


class Mine(mt.Tensor):
    pass


def function(x=1):
    return x + 1


THINGS = {
    "args": argparse.Namespace(a=1, b=[2]), "config": Config(layers=[1]), "fn": function, "set": {1}, "frozenset": frozenset([1]),
    "float64": np.float64(3), "str_": np.str_("ab"), "date64": np.datetime64("2020-01-01"), "dtype": np.dtype("f4"), "kind": np.int8,
    "path": pathlib.PosixPath("/a/b"), "date": datetime.datetime(2020, 1, 2, 3), "zone": datetime.UTC,
    "place": datetime.datetime(2020, 1, 1, tzinfo=zoneinfo.ZoneInfo("UTC")), "delta": datetime.timedelta(3),
    "od": collections.OrderedDict(a=1), "ns": types.SimpleNamespace(a=1), "enum": Kind.SMALL, "flags": Flags.A | Flags.B,
    "pair": Pair(1, (2, 3)), "uuid": uuid.UUID(int=5), "decimal": decimal.Decimal("1.5"), "fraction": fractions.Fraction(1, 3),
    "pattern": re.compile("a+"), "logger": logging.getLogger("a"), "deque": collections.deque([1], 3), "slice": slice(1, 2),
    "words": Words(a=1), "said": Said(4), "named": Named(n=7), "frozen": Frozen(2), "range": range(3), "big": 2**5000,
    "types": [int, type(None), Config, Outer.Inner], "more": [..., mt.float32, mt.strided, mt.relu, mt.nn.functional.relu],
    "keys": {Kind.SMALL: 1, pathlib.PosixPath("a"): 2, np.int64(3): 4, Frozen(1): 5, (1, Kind.SMALL): 6, int: 7},
    "random": random.Random(3).getstate(),
}  # fmt: skip
ARRAYS = {
    "floats": np.arange(6.0).reshape(2, 3), "turned": np.arange(6.0).reshape(2, 3).T, "text": np.array(["a", "bc"]),
    "objects": np.array([None, {"a": 1}], dtype=object), "records": np.array([(1, 2.0)], dtype=[("a", "i4"), ("b", "f8")]),
    "other order": np.arange(3, dtype=">f4"), "days": np.array(["2020"], dtype="M8[D]"), "bools": np.array([True]),
}  # fmt: skip


def saved(obj, **options):
    f = io.BytesIO()
    mt.save(obj, f, **options)
    f.seek(0)
    return f


@pytest.mark.parametrize("zipped", [True, False])
def test_checkpoints_of_programs_come_back(zipped):
    back = mt.load(saved(THINGS, _use_new_zipfile_serialization=zipped), weights_only=False)
    assert list(back) == list(THINGS)
    for name, one in THINGS.items():
        assert type(back[name]) is type(one) and back[name] == one, name
    back = mt.load(saved(ARRAYS, _use_new_zipfile_serialization=zipped), weights_only=False)
    for name, one in ARRAYS.items():
        assert back[name].tolist() == one.tolist() and back[name].dtype == one.dtype.newbyteorder("="), name


def test_pytorch_reads_and_writes_the_same(torch):
    ours = {name: one for name, one in THINGS.items() if name not in ("more", "named")} | ARRAYS
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
    torch.save([layers[1], torch.Generator().manual_seed(3), torch.relu, torch.strided], f)
    f.seek(0)
    layer, generator, relu, strided = mt.load(f, weights_only=False)
    assert repr(layer) == repr(layers[0]) and relu is mt.relu and strided is mt.strided
    assert mt.rand(2, generator=generator).tolist() == mt.rand(2, generator=mt.Generator().manual_seed(3)).tolist()


def test_objects_hold_tensors_storages_and_each_other():
    x, inner = mt.ones(2), Outer.Inner()
    inner.x, inner.storage, inner.itself, inner.method_of = x, x.storage(), inner, inner.method
    inner.partial, inner.mine = functools.partial(function, 5), Mine([1.0, 2.0])
    inner.mine.note = "a"
    back = mt.load(saved([inner, x]), weights_only=False)
    found = back[0]
    back[1].fill_(7)
    assert found.x is back[1] and found.storage.tolist() == [7, 7] and found.itself is found and found.method_of() == 3
    assert (
        found.partial() == 6 and type(found.mine) is Mine and found.mine.note == "a" and found.mine.tolist() == [1, 2]
    )


def test_weights_only_refuses_and_safe_globals_allow():
    f, mine = saved({"p": Pair(1, 2), "c": Config(), "t": Mine([1.0])}), [Pair, Config, Mine]
    serialization = mt.serialization
    names = [f"{PLACE}.{kind.__name__}" for kind in mine]
    assert serialization.get_unsafe_globals_in_checkpoint(f) == names
    with pytest.raises(pickle.UnpicklingError) as caught:
        mt.load(f)
    words = f"Unsupported global: GLOBAL {names[0]} was not an allowed global by default. Please use "
    assert str(caught.value).startswith("Weights only load failed. ") and words in str(caught.value)
    assert f"`torch.serialization.add_safe_globals([{names[0]}])`" in str(caught.value)
    assert "Nothing was run" in caught.value.__notes__[0]
    with serialization.safe_globals(mine):
        f.seek(0)
        assert serialization.get_unsafe_globals_in_checkpoint(f) == [] and set(serialization.get_safe_globals()) == set(
            mine
        )
        back = mt.load(f)
    assert back["p"] == Pair(1, 2) and back["c"] == Config() and type(back["t"]) is Mine
    assert serialization.get_safe_globals() == []
    serialization.add_safe_globals([(Config, "old.Config"), Said])
    with pytest.raises(pickle.UnpicklingError, match="Config was not an allowed"):
        mt.load(saved(Config()))
    assert mt.load(saved(Said(3))).more == 2
    serialization.clear_safe_globals()
    with serialization.safe_globals([os.mkdir]), pytest.raises(pickle.UnpicklingError, match="module posix is blocked"):
        mt.load(saved(os.mkdir))


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
    "an array of pointers": pkl(
        b"cnumpy\ndtype\nX\2\0\0\0f8\x89\x88\x87R(K\3X\1\0\0\0<NNNJ\xff\xff\xff\xffJ\xff\xff\xff\xffK\x3ftb"
    ),
    "a dtype of objects inside": pkl(
        b"cnumpy\ndtype\nX\2\0\0\0V4\x89\x88\x87R(K\3X\1\0\0\0|NX\1\0\0\0a\x85}X\1\0\0\0acnumpy\ndtype\nX\2\0\0\0O8\x89\x88\x87R"
        b"K\0\x86sK\4K\1K\x10tb"
    ),
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


def test_a_machine_that_a_program_puts_into_pickle(monkeypatch):
    class Redirecting(pickle._Unpickler):
        def find_class(self, module, name):
            return super().find_class(*(("builtins", "set") if name == "Frozen" else (module, name)))

    data = saved({"x": mt.ones(2), "f": Frozen})
    monkeypatch.setattr(pickle, "Unpickler", Redirecting)
    assert mt.load(data, weights_only=False)["f"] is set


def test_a_machine_of_the_programs_own():
    class Module:
        class Unpickler(pickle.Unpickler):
            def load(self):
                raise RuntimeError("here")

    with pytest.raises(RuntimeError, match="here"):
        mt.load(saved(1), pickle_module=Module)
    with pytest.raises(RuntimeError, match="Can not safely load weights when explicit pickle_module is specified"):
        mt.load(saved(1), pickle_module=Module, weights_only=True)
    with pytest.raises(UnpicklingError, match="calls .*runs"):
        mt.load(saved(Evil(runs)), pickle_module=pickle)
    Module.Unpickler = type("Own", (pickle._Unpickler,), {})
    assert mt.load(saved({"x": mt.ones(2), "f": Frozen(3)}), pickle_module=Module)["f"] == Frozen(3)


def test_a_storages_way_to_meta_and_a_weights_only_that_is_merely_true():
    storage = mt.ones(2).untyped_storage()
    moved = mt.serialization.default_restore_location(storage, "meta")
    assert (moved.device, moved.nbytes()) == (mt.device("meta"), 8)
    assert mt.serialization.default_restore_location(storage, "cpu") is storage
    assert mt.load(saved({"x": mt.ones(2)}), weights_only="yes")["x"].tolist() == [1, 1]
    with pytest.raises(UnpicklingError):
        mt.load(saved({"x": Frozen(3)}), weights_only=1)
    assert mt.load(saved({"x": Frozen(3)}), weights_only=0)["x"] == Frozen(3)


def test_options(tmp_path, monkeypatch):
    s, path, state = mt.serialization, tmp_path / "a.pt", {"x": mt.arange(4.0)}
    with s.skip_data():
        mt.save(state, path)
    assert mt.load(path)["x"].tolist() == [0] * 4
    mt.save(state, path)
    with s.skip_data():
        assert mt.load(path)["x"].tolist() == [0] * 4
    with s.set_default_mmap_options(mmap.MAP_SHARED):
        mt.load(path, mmap=True)["x"][0] = 9
        assert mt.load(path, mmap=True)["x"].tolist() == [9, 1, 2, 3]
    mt.load(path, mmap=True)["x"][0] = 5
    assert mt.load(path, mmap=True)["x"].tolist() == [9, 1, 2, 3]
    s.set_crc32_options(False)
    try:
        mt.save(state, path)
        assert mt.load(path)["x"].tolist() == [0, 1, 2, 3] and not zipfile.ZipFile(path).getinfo("archive/data/0").CRC
    finally:
        s.set_crc32_options(True)
    monkeypatch.setenv("TORCH_FORCE_WEIGHTS_ONLY_LOAD", "1")
    with pytest.raises(UnpicklingError, match="Weights only load failed"):
        mt.load(saved(Kind.SMALL), weights_only=False)
    monkeypatch.setenv("TORCH_FORCE_NO_WEIGHTS_ONLY_LOAD", "1")
    with pytest.raises(RuntimeError, match="should be set, but both were set"):
        mt.load(saved(1))
    monkeypatch.delenv("TORCH_FORCE_WEIGHTS_ONLY_LOAD")
    with pytest.warns(UserWarning, match="forcing weights_only=False"):
        assert mt.load(saved(Kind.SMALL)) is Kind.SMALL


@pytest.mark.parametrize("big", [True, False])
def test_the_order_of_bytes_where_a_file_does_not_say_it(big):
    s = mt.serialization
    content = zipfile.ZipFile(saved(mt.zeros(4))).read("archive/data.pkl")
    f = io.BytesIO()
    with s._open_zipfile_writer(f) as writer:
        writer.write_record("data.pkl", content, len(content))
        writer.write_record("data/0", np.arange(4, dtype=">f4" if big else "<f4").tobytes(), 16)
    f.seek(0)
    s.set_default_load_endianness(s.LoadEndianness.BIG if big else None)
    try:
        assert mt.load(f).tolist() == [0, 1, 2, 3]
    finally:
        s.set_default_load_endianness(None)
    with pytest.raises(TypeError, match="Invalid argument type"):
        s.set_default_load_endianness("big")
    f.seek(0)
    with s._open_zipfile_reader(f) as reader:
        assert (
            reader.has_record("data.pkl")
            and not reader.has_record("byteorder")
            and reader.get_record("data.pkl") == content
        )
        assert f.getvalue()[reader.get_record_offset("data/0") :][:4] == bytes(4)


class Slotted(mt.Tensor):
    __slots__ = ("part", "unset")


def test_classes_with_slots_and_tensors_without_numbers():
    x = mt.Tensor._make_subclass(Slotted, mt.ones(2, device="meta"))
    x.part, x.note = mt.arange(3.0), "a"
    with mt.serialization.safe_globals([Slotted]):
        copies = [
            mt.load(saved(x)),
            mt.load(saved(x), weights_only=False),
            copy.deepcopy(x),
            pickle.loads(pickle.dumps(x)),
        ]
    for back in copies:
        assert type(back) is Slotted and back.device.type == "meta" and back.shape == (2,)
        assert back.part.tolist() == [0, 1, 2] and back.note == "a" and not hasattr(back, "unset")
    layer = mt.nn.Conv2d(20_000, 32_000, 3, device="meta")
    assert mt.load(saved(layer.state_dict()))["weight"].shape == (32_000, 20_000, 3, 3)
    assert mt.load(saved({"x": mt.arange(6.0).view(2, 3)}), map_location="meta")["x"].is_meta
    with (
        pytest.warns(UserWarning, match="meta device under skip_data context manager is a no-op"),
        mt.serialization.skip_data(),
    ):
        saved(layer.weight)


def test_operations_and_functions_are_pickled_by_name():
    for one in (mt.relu, mt.add, mt.nn.functional.relu, mt.Tensor.add, mt.Tensor.addcmul, mt.float32, mt.strided):
        assert pickle.loads(pickle.dumps(one)) is one and copy.deepcopy(one) is one


def test_a_class_that_has_changed_is_warned_of(tmp_path, monkeypatch):
    monkeypatch.syspath_prepend(tmp_path)
    source = "import minitorch as mt\n\nclass Net(mt.nn.Module):\n    width = 1\n"
    files = []
    for number, text in enumerate((source, source.replace("1", "2"))):
        path = tmp_path / f"changing_{number}.py"
        path.write_text(text)
        module = types.ModuleType("changing")
        module.__file__ = str(path)
        exec(compile(text, path, "exec"), vars(module))
        monkeypatch.setitem(sys.modules, "changing", module)
        files.append(files[0] if files else saved([module.Net(), module.Net()], _use_new_zipfile_serialization=False))
        files[-1].seek(0)
        with warnings.catch_warnings(record=True) as caught:
            warnings.simplefilter("always")
            assert type(mt.load(files[-1], weights_only=False)[1]) is module.Net
        assert [one.category for one in caught] == [mt.serialization.SourceChangeWarning] * number


def test_older_ways_and_files():
    class Old:
        def __reduce__(self):
            x = mt.arange(30.0).as_strided([2, 3], [9, 3], 2)
            return mt.Tensor, (), (x.storage(), x.storage_offset(), tuple(x.size()), x.stride())

    for weights_only in (True, False):
        y = mt.load(saved(Old()), weights_only=weights_only)
        assert y.tolist() == [[2, 5, 8], [11, 14, 17]] and (y.storage_offset(), y.stride()) == (2, (9, 3))
    tar = bytes(257) + b"ustar" + bytes(250)
    with pytest.raises(
        RuntimeError, match="Cannot use ``weights_only=True`` with files saved in the legacy .tar format"
    ):
        mt.load(io.BytesIO(tar))


WRAPPERS = """
class Pair(library.Tensor):  # its numbers are two tensors
    @staticmethod
    def __new__(cls, a, b):
        form = {"dtype": a.dtype, "device": a.device, "requires_grad": a.requires_grad, "storage_offset": 0}
        return library.Tensor._make_wrapper_subclass(cls, a.size(), strides=a.stride(), **form)
    def __init__(self, a, b):
        self.a, self.b = a, b
    def __repr__(self):
        return f"Pair({self.a}, {self.b})"
    @classmethod
    def __torch_dispatch__(cls, func, types, args=(), kwargs=None):
        of = lambda name: [getattr(x, name) if isinstance(x, cls) else x for x in args]
        return cls(func(*of("a"), **(kwargs or {})), func(*of("b"), **(kwargs or {})))
class Marked(library.Tensor):
    pass
def saved():
    pair = Pair(library.ones(2, 3).T, library.zeros(3, 2))
    pair.note = "two"
    kept = library.nn.Parameter(library.full((2,), 5.0).as_subclass(Marked), requires_grad=False)
    return {"pair": pair, "p": library.nn.Parameter(pair), "marked": kept}
"""


def test_wrappers_and_parameters_of_the_programs_classes_are_in_files_of_either_library(torch, monkeypatch):
    kinds = {}
    for library in (mt, torch):
        kinds[library] = types.ModuleType("wrappers_of_this_test")
        kinds[library].library = library
        exec(WRAPPERS, vars(kinds[library]))
    files, shown = {}, {}
    for library, own in kinds.items():
        monkeypatch.setitem(sys.modules, "wrappers_of_this_test", own)
        library.save(own.saved(), file := io.BytesIO())
        files[library] = file.getvalue()
    for reader, own in kinds.items():
        monkeypatch.setitem(sys.modules, "wrappers_of_this_test", own)
        for writer in kinds:
            with pytest.raises(pickle.UnpicklingError, match="wrappers_of_this_test"):
                reader.load(io.BytesIO(files[writer]))
            for options in ({"weights_only": True}, {"weights_only": False}):
                with reader.serialization.safe_globals([own.Pair, own.Marked]):
                    found = reader.load(io.BytesIO(files[writer]), **options)
                pair, p, marked = found.values()
                facts = [
                    (type(x).__name__, isinstance(x, reader.nn.Parameter), x.requires_grad) for x in found.values()
                ]
                more = tuple(pair.shape), pair.stride(), pair.a.tolist(), p.b.tolist(), pair.note, marked.tolist()
                shown[reader, writer, str(options)] = facts, more
    assert len({repr(one) for one in shown.values()}) == 1, shown
    globals_in = mt.serialization.get_unsafe_globals_in_checkpoint
    assert set(globals_in(io.BytesIO(files[mt]))) == set(globals_in(io.BytesIO(files[torch])))


@pytest.mark.parametrize(
    "args",
    [
        (mt.Tensor, mt.float32, (2,), (1,), 0, mt.strided, mt.device("cpu"), False),
        (int, mt.float32, (2,), (1,), 0, mt.strided, mt.device("cpu"), False),
        ("own", mt.float32, (-2,), (1,), 0, mt.strided, mt.device("cpu"), False),
        ("own", mt.float32, (2,), (1, 1), 0, mt.strided, mt.device("cpu"), False),
        ("own", "float32", (2,), (1,), 0, mt.strided, mt.device("cpu"), False),
        ("own", mt.float32, (2,), (1,), 0, mt.sparse_coo, mt.device("cpu"), False),
        ("own", mt.float32, (2,), (1,), 0, mt.strided, "cpu", False),
    ],
)
def test_a_wrapper_of_something_else_is_refused(args):
    class Own(mt.Tensor):
        __torch_dispatch__ = classmethod(lambda cls, func, types, args=(), kwargs=None: NotImplemented)

    own = [Own if one == "own" else one for one in args]
    with pytest.raises(mt.serialization.archive.UnpicklingError):
        mt.serialization.weights_only.wrapper(*own)
