"""load() against files that are broken, of another kind, or made to do harm: one clear error each, and nothing run."""

import contextlib
import io
import os
import pathlib
import pickle
import random
import struct
import time
import tracemalloc
import zipfile

import numpy as np
import pytest

import minitorch as mt
from minitorch.serialization import UnpicklingError

REBUILD = b"ctorch._utils\n_rebuild_tensor_v2\n"
HOOKS = b"ccollections\nOrderedDict\n)R"


def archive(pickled, storages=(bytes(16),), compress=zipfile.ZIP_STORED, **more):
    """A file as save() writes it, with any pickle and storages."""
    f = io.BytesIO()
    entries = {"data.pkl": pickled, "byteorder": b"little", **more}
    entries |= {f"data/{number}": memory for number, memory in enumerate(storages)}
    with zipfile.ZipFile(f, "w", compress) as z:
        for name, content in entries.items():
            z.writestr(f"archive/{name}", content)
    return f.getvalue()


def storage(kind=b"FloatStorage", key=b"0", where=b"cpu", count=4, tag=b"storage", module=b"torch"):
    text = lambda s: b"X" + struct.pack("<I", len(s)) + s
    call = b"c" + module + b"\n" + kind + b"\n"
    return b"(" + text(tag) + call + text(key) + text(where) + number(count) + b"tQ"


def number(n):
    return b"I%d\n" % n if isinstance(n, int) else n


def numbers(items):
    return b"(" + b"".join([number(n) for n in items]) + b"t"


def tensor(offset=0, size=(4,), stride=(1,), rest=b"\x89" + HOOKS, function=REBUILD, **options):
    args = storage(**options) + number(offset) + numbers(size) + numbers(stride) + rest
    return function + b"(" + args + b"tR"


def pkl(body):
    return b"\x80\x02" + body + b"."


class Evil:
    """A pickle of this calls a function when it is loaded by Python's pickle."""

    def __init__(self, *call):
        self.call = call

    def __reduce__(self):
        return self.call[0], self.call[1:]


good = pkl(tensor())
PICKLES = {
    "os.system": (pickle.dumps(Evil(os.system, "touch RAN"), 2), "asks for posix.system, which is not data, so nothing was run"),
    "eval": (pickle.dumps(Evil(eval, "open('RAN', 'w')"), 2), "asks for builtins.eval, .*nothing was run"),
    "open, protocol 4": (pickle.dumps(Evil(open, "RAN", "w"), 4), "asks for (_?io).open, .*nothing was run"),
    "getattr": (pickle.dumps(Evil(getattr, "", "join"), 2), "asks for builtins.getattr"),
    "a module's attribute": (pkl(b"cos\nsystem\n"), "asks for os.system"),
    "a dotted name": (pickle.dumps(Evil(os.path.join, "a"), 4), "asks for posixpath.join"),
    "torch code": (pkl(b"ctorch.hub\nload\n(X\1\0\0\0atR"), "asks for torch.hub.load|a call of minitorch.hub.load"),
    "storage bytes": (pkl(b"ctorch.storage\n_load_from_bytes\n"), "asks for torch.storage._load_from_bytes"),
    "INST": (pkl(b"(ios\nsystem\n"), "is broken|instruction INST"),
    "OBJ": (pkl(b"(cos\nsystem\no"), "asks for os.system"),
    "an extension": (pkl(b"\x82\1"), "is broken|instruction EXT1"),
    "calling data": (pkl(b"K\1)R"), "calls 1, which is not in the table"),
    "calling a dtype": (pkl(b"ctorch\nfloat32\n)R"), "is broken"),
    "calling a result": (pkl(tensor() + b")R"), "calls tensor.*not in the table"),
    "build a tensor": (pkl(tensor() + b"}b"), "changes the insides of a Tensor"),
    "build a dtype": (pkl(b"ctorch\nfloat32\nN}X\4\0\0\0nameK\1s\x86b"), "changes the insides of a dtype"),
    "build a function": (pkl(REBUILD + b"}b"), "changes the insides of a method"),
    "append to a tuple": (pkl(b")K\1a"), "is broken"),
    "an unknown dtype": (pkl(b"ctorch\nfloat4_e2m1fn_x2\n"), "asks for torch.float4_e2m1fn_x2"),
    "an unknown storage type": (pkl(tensor(kind=b"QInt8Storage")), "asks for torch.QInt8Storage"),
    "too large a size": (pkl(tensor(size=(5,))), "needs 5 elements, but its storage has 4"),
    "an offset outside": (pkl(tensor(offset=1)), "needs 5 elements"),
    "strides outside": (pkl(tensor(size=(2, 2), stride=(3, 1))), "needs 5 elements"),
    "a negative size": (pkl(tensor(size=(-1,))), "cannot have size"),
    "a negative stride": (pkl(tensor(offset=3, stride=(-1,))), "cannot have size"),
    "a negative offset": (pkl(tensor(offset=-1)), "cannot have size"),
    "a size that wraps": (pkl(tensor(size=(2**62, 8), stride=(0, 0))), "is broken"),
    "an enormous size": (pkl(tensor(size=(2**80,), stride=(0,))), "cannot have size"),
    "many dimensions": (pkl(tensor(size=(1,) * 100, stride=(1,) * 100)), "is broken"),
    "strides that are missing": (pkl(tensor(size=(2, 2))), "cannot have size"),
    "a size of text": (pkl(tensor(size=(b"X\1\0\0\0a",))), "cannot have size"),
    "a size that is no tuple": (pkl(REBUILD + b"(" + storage() + b"K\0K\4K\1\x89NtR"), "is broken"),
    "no storage": (pkl(REBUILD + b"(K\0K\0)" + b")\x89NtR"), "is broken"),
    "a storage that is missing": (pkl(tensor(key=b"7")), "is broken.*data/7"),
    "a storage outside": (pkl(tensor(key=b"../data.pkl")), "is broken.*KeyError"),
    "a storage with a wrong count": (pkl(tensor(count=5)), "should hold 5 elements of 4 bytes"),
    "a storage with a huge count": (pkl(tensor(count=10**18)), "should hold"),
    "a storage with a negative count": (pkl(tensor(count=-4)), "should hold"),
    "two counts": (pkl(b"]" + tensor() + b"a" + tensor(kind=b"DoubleStorage") + b"a"), "should hold 4 elements of 8"),
    "another persistent id": (pkl(tensor(tag=b"module")), "is broken"),
    "an id that is no tuple": (pkl(b"K\1Q"), "is broken"),
    "an unknown mark": (pkl(tensor(rest=b"\x89" + HOOKS + b"}X\4\0\0\0evilI01\ns")), "is broken"),
    "a gradient for whole numbers": (pkl(tensor(kind=b"IntStorage", rest=b"\x88" + HOOKS)), "require gradients"),
    "a hidden method": (
        pkl(b"ctorch._tensor\n_rebuild_from_type_v2\n(" + REBUILD + b"ctorch\nTensor\n("
            + storage() + b"K\0(K\4t(K\1t\x89Nt}X\3\0\0\0sumK\1stR"),
        "'sum'.*would hide",
    ),  # fmt: skip
    "a tensor made by system": (pkl(b"ctorch._tensor\n_rebuild_from_type_v2\n(K\1K\1)}tR"), "is broken"),
    "a parameter of nothing": (pkl(b"ctorch._utils\n_rebuild_parameter\n(NI01\nNtR"), "a parameter is made of a NoneType"),
    "bytes by codec": (pkl(b"c_codecs\nencode\nX\1\0\0\0aX\4\0\0\0zlib\x86R"), "only 'latin1'"),
    "a dictionary as a key": (pkl(b"}}K\1s"), "unhashable"),
    "text for a device": (pkl(b"ctorch\ndevice\nX\1\0\0\0a\x85R"), "Expected one of cpu, cuda"),
    "an empty stack": (pkl(b""), "is broken"),
    "a mark that is missing": (pkl(b"K\1t"), "is broken"),
    "a memo that is missing": (pkl(b"h\5"), "is broken"),
    "a pickle without end": (b"\x80\x02K\1", "is broken"),
    "an empty pickle": (b"", "is broken"),
    "no pickle": (b"hello, world", "is broken"),
    "text that is cut off": (b"\x80\x02X\xff\xff\xff\x7fab.", "is broken"),
    "bytes of 2**60": (b"\x80\x05\x96" + struct.pack("<Q", 2**60) + b"ab.", "is broken"),
    "a number of 2**31 digits": (b"\x80\x02\x8b\xff\xff\xff\x7fab.", "is broken"),
    "a memo of 2**32": (pkl(b"K\1r\xff\xff\xff\xff" + b"h\1"), "is broken"),
    "bools of 2": (pkl(tensor(kind=b"BoolStorage", count=16)), "bytes other than 0 and 1"),
}  # fmt: skip


@pytest.fixture
def nothing_run(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    yield tmp_path
    assert not (tmp_path / "RAN").exists()


def test_the_parts_make_a_good_file():
    assert mt.load(io.BytesIO(archive(good))).tolist() == [0] * 4


@pytest.mark.parametrize("name", PICKLES)
@pytest.mark.parametrize("weights_only", [True, False])
def test_hostile_pickles(nothing_run, name, weights_only):
    pickled, message = PICKLES[name]
    memory = b"\2" * 16 if name == "bools of 2" else bytes(16)
    content = archive(pickled, [memory])
    tracemalloc.start()
    before = time.perf_counter()
    try:
        with pytest.raises(RuntimeError, match=message) as caught:
            mt.load(io.BytesIO(content), weights_only=weights_only)
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert time.perf_counter() - before < 20 and peak < 3_000_000 + 150 * len(content)
    assert issubclass(caught.type, UnpicklingError) and "cannot load BytesIO" in str(caught.value)


def changed(content, old, new):
    assert old in content
    return content.replace(old, new)


def directory_says(content, name, size):
    """The file with another size for an entry in its directory."""
    z = zipfile.ZipFile(io.BytesIO(content))
    place = content.index(name, z.start_dir) - 46
    return content[: place + 20] + struct.pack("<II", size, size) + content[place + 28 :]


ZIP = "not a whole zip file"
FILES = {
    "empty": (b"", ZIP),
    "text": (b"hello, world\n" * 10, ZIP),
    "legacy": (pickle.dumps(0x1950A86A20F9469CFC6C, 2) + b"more", "is broken"),
    "a bare pickle": (pickle.dumps({"a": 1}, 2), "bare pickle.*before version 1.6"),
    "zip of something else": (archive(b"", (), x=b"").replace(b"data.pkl", b"date.pkl"), "data.pkl is missing"),
    "only a start": (b"PK\3\4", ZIP),
    "cut off": (archive(good)[:-30], ZIP),
    "cut in half": (archive(good)[:200], ZIP),
    "a bomb": (archive(good, (bytes(10**8),), compress=zipfile.ZIP_DEFLATED), "would take 100000.* bytes"),
    "TorchScript": (
        archive(good, **{"constants.pkl": b""}),
        "TorchScript program",
    ),
    "byte order": (archive(good, byteorder=b"middle"), "another order"),
    "a storage beyond the end": (directory_says(archive(good), b"archive/data/0", 300), "EOFError|should hold"),
    "a storage of gigabytes": (directory_says(archive(good), b"archive/data/0", 2**31), "would take 2147483.* bytes"),
    "damaged numbers": (
        changed(archive(good, (b"abcd" * 4,)), b"abcd" * 4, b"abcd" * 3 + b"abce"),
        "CRC",
    ),
    "damaged header": (b"PK\3\4" + archive(good)[4:].replace(b"PK\3\4", b"PK\3\5"), "magic number|broken"),
}


@pytest.mark.parametrize("name", FILES)
@pytest.mark.parametrize("how", ["buffer", "path"])
def test_broken_files(tmp_path, name, how):
    content, message = FILES[name]
    f = io.BytesIO(content)
    if how == "path":
        f = tmp_path / "a.pt"
        f.write_bytes(content)
    with pytest.raises(UnpicklingError, match=message) as caught:
        mt.load(f)
    assert ("a.pt" if how != "buffer" else "BytesIO") in str(caught.value)


def test_every_cut_and_every_flipped_byte_is_an_error_or_the_same_kind_of_data():
    whole = io.BytesIO()
    mt.save({"a": mt.arange(4.0), "b": [mt.ones(2, 2).t(), {1}, b"x"]}, whole)
    content = whole.getvalue()
    for length in range(len(content)):
        with pytest.raises(UnpicklingError):
            mt.load(io.BytesIO(content[:length]))
    chance = random.Random(0)
    start = content.index(b"\x80\x02")
    for _ in range(3000):
        pickled = bytearray(content[start : content.index(b"PK", start)])
        for _ in range(chance.randint(1, 3)):
            pickled[chance.randrange(len(pickled))] = chance.randrange(256)
        try:
            mt.load(io.BytesIO(archive(bytes(pickled), (bytes(16), bytes(16)))))
        except UnpicklingError:
            pass
        except RuntimeError as error:  # the device in the file is not here
            assert "device" in str(error) or "data location" in str(error), error
    for _ in range(3000):
        broken = bytearray(content)
        broken[chance.randrange(len(broken))] = chance.randrange(256)
        with contextlib.suppress(RuntimeError):
            mt.load(io.BytesIO(broken))


def test_a_failed_load_changes_nothing():
    """The names in the table are shared by all loads: no file may change what they stand for."""
    before = (mt.float32.name, mt.float32.itemsize, vars(mt.Tensor).keys())
    for pickled, _ in PICKLES.values():
        with pytest.raises(RuntimeError):
            mt.load(io.BytesIO(archive(pickled, (b"\2" * 16,))))
    assert before == (mt.float32.name, mt.float32.itemsize, vars(mt.Tensor).keys())
    assert mt.load(io.BytesIO(archive(good, (np.arange(4, dtype="float32").tobytes(),)))).tolist() == [0, 1, 2, 3]
    assert not pathlib.Path("RAN").exists()


def bombs():
    """Packed archives that declare less than they hold, or whose bytes are damaged."""
    packed = archive(good, (bytes(10**5),), compress=zipfile.ZIP_DEFLATED)
    z = zipfile.ZipFile(io.BytesIO(packed))
    line = packed.index(b"archive/data/0", z.start_dir) - 46  # its size stands 24 bytes into the line
    yield packed[: line + 24] + struct.pack("<I", 16) + packed[line + 28 :]
    at = z.getinfo("archive/data/0").header_offset + 60
    yield packed[:at] + b"\xff\xff" + packed[at + 2 :]


@pytest.mark.parametrize("number", [0, 1])
def test_packed_files_that_lie(number):
    with pytest.raises(UnpicklingError, match="cannot load"):
        mt.load(io.BytesIO(list(bombs())[number]))


def test_packed_files_are_read(torch, tmp_path):
    state = {"w": mt.arange(30000.0), "b": mt.zeros(1000, 10), "n": 3}
    f, packed = io.BytesIO(), io.BytesIO()
    mt.save(state, f)
    with zipfile.ZipFile(f) as z, zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as made:
        for one in z.infolist():
            made.writestr(one.filename, z.read(one))
    (tmp_path / "a.pt").write_bytes(packed.getvalue())
    for source in (packed, tmp_path / "a.pt"):
        if source is packed:
            packed.seek(0)
        for library in (mt, torch):
            found = library.load(source)
            assert found["w"].tolist() == state["w"].tolist() and found["b"].shape == (1000, 10) and found["n"] == 3
            if source is packed:
                packed.seek(0)
    assert mt.load(tmp_path / "a.pt", mmap=True)["n"] == 3
