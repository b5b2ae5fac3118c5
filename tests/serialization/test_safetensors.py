"""safetensors: the library's files open here, ours open there, and are the same bytes."""

import json
import os
import struct
import sys

import pytest

import minitorch as mt
from minitorch.serialization import UnpicklingError, archive, load_safetensors, save_safetensors
from minitorch.serialization.safetensors import HEADER_LIMIT, NAMES


@pytest.fixture
def theirs(torch):
    """The safetensors library."""
    return pytest.importorskip("safetensors.torch", reason="safetensors is not installed: pip install safetensors")


def tensors(m):
    found = {name: m.tensor([[2, 1], [1, 1]]).to(getattr(m, name)) for name in NAMES.values()}
    found |= {'é"\\b': m.tensor(2.5), "empty": m.zeros(0, 3), "float": m.ones(3), "a": m.arange(3), "": m.zeros(1)}
    return found


def alike(found, expected):
    assert set(found) == set(expected)
    for name, x in found.items():
        assert [complex(a) for a in x.reshape(-1).tolist()] == [complex(a) for a in expected[name].reshape(-1).tolist()]
        assert tuple(x.shape) == tuple(expected[name].shape)
        assert str(x.dtype).rpartition(".")[2] == str(expected[name].dtype).rpartition(".")[2]


@pytest.mark.parametrize("metadata", [None, {"format": "pt ☃"}])
def test_both_ways_and_the_same_bytes(torch, theirs, tmp_path, metadata):
    ours, other = tmp_path / "ours.safetensors", tmp_path / "theirs.safetensors"
    save_safetensors(tensors(mt), ours, metadata)
    theirs.save_file(tensors(torch), other, metadata)
    assert ours.read_bytes() == other.read_bytes()
    alike(theirs.load_file(ours), tensors(mt))
    alike(load_safetensors(other), tensors(torch))
    save_safetensors({}, ours)
    assert load_safetensors(str(ours)) == {} == theirs.load_file(ours)


def test_without_the_library(tmp_path):
    path = tmp_path / "a.safetensors"
    save_safetensors(tensors(mt) | {"w": mt.nn.Parameter(mt.ones(2))}, path)
    found = load_safetensors(path)
    alike(found, tensors(mt) | {"w": mt.ones(2)})
    before = path.read_bytes()
    for x in found.values():
        x.zero_()
    assert path.read_bytes() == before


def test_an_interrupted_save_leaves_the_old_file(tmp_path, monkeypatch):
    path = tmp_path / "a.safetensors"
    save_safetensors({"x": mt.ones(2)}, path)

    def stop(*_):
        raise OSError("disk full")

    monkeypatch.setattr(archive.os, "fsync", stop)
    with pytest.raises(OSError, match="disk full"):
        save_safetensors({"x": mt.zeros(2)}, path)
    assert load_safetensors(path)["x"].tolist() == [1, 1] and os.listdir(tmp_path) == ["a.safetensors"]


def test_float8_without_its_package(tmp_path, monkeypatch):
    path = tmp_path / "a.safetensors"
    save_safetensors({"w": mt.ones(2), "x": mt.ones(2, 3).to(mt.float8_e5m2)}, path)
    monkeypatch.delattr(mt.float8_e5m2, "numpy")  # as if it had not been used before
    monkeypatch.setitem(sys.modules, "ml_dtypes", None)
    with pytest.warns(UserWarning, match=r"size \(2, 3\) is loaded without numbers.* float8_e5m2 needs the package"):
        found = load_safetensors(path)
    assert found["w"].tolist() == [1, 1] and found["x"].is_meta and found["x"].shape == (2, 3)


def refused():
    x = mt.arange(6.0).reshape(2, 3)
    return [
        ([x], ValueError, "Expected a dict"),
        ({"x": 1}, ValueError, "Key `x` is invalid"),
        ({1: x}, ValueError, "Key `1` is invalid"),
        ({"__metadata__": x}, ValueError, "__metadata__"),
        ({"x": x, "y": x}, RuntimeError, "share memory.*x and y"),
        ({"x": x, "row": x[1]}, RuntimeError, "share memory.*x and row"),
        ({"x": x.t()}, ValueError, "non contiguous tensor: `x`"),
        ({"x": mt.ones(2, dtype=mt.complex128)}, TypeError, "complex128"),
    ]


@pytest.mark.parametrize("place", range(8))
def test_what_cannot_be_saved(tmp_path, place):
    obj, error, message = refused()[place]
    with pytest.raises(error, match=message):
        save_safetensors(obj, tmp_path / "a")
    assert os.listdir(tmp_path) == []


def test_parts_of_one_tensor_that_do_not_overlap_are_saved(theirs, tmp_path):
    x = mt.arange(6.0).reshape(2, 3)
    save_safetensors({"a": x[0], "b": x[1]}, tmp_path / "a")
    assert theirs.load_file(tmp_path / "a")["b"].tolist() == [3, 4, 5]
    with pytest.raises(TypeError, match="text to text"):
        save_safetensors({}, tmp_path / "b", {"a": 1})


def entry(dtype="F32", shape=(2,), offsets=(0, 8), **more):
    return {"dtype": dtype, "shape": list(shape), "data_offsets": list(offsets), **more}


def file(header, numbers=bytes(8), length=None):
    text = header if isinstance(header, bytes) else json.dumps(header).encode()
    return struct.pack("<Q", len(text) if length is None else length) + text + numbers


BROKEN = {
    "empty": (b"", "it has 0 bytes"),
    "short": (b"\1\0\0", "it has 3 bytes"),
    "text": (b"hello, world, how are you", "cut off"),
    "a header beyond the end": (file({"a": entry()}, length=1000), "cut off"),
    "a header beyond the limit": (struct.pack("<Q", HEADER_LIMIT + 1) + b"{}", "cut off"),
    "no JSON": (file(b"{oops}"), "is broken"),
    "no UTF-8": (file(b'{"\xff": 1}'), "is broken"),
    "deep JSON": (file(b'{"a":' + b"[" * 100_000), "is broken"),
    "a list": (file(b"[1]"), "is broken"),
    "an entry that is none": (file({"a": 5}), "is broken"),
    "an unknown dtype": (file({"a": entry("F4")}), "'F4'"),
    "a dtype that is none": (file({"a": entry(["F32"])}), "is broken"),
    "a negative size": (file({"a": entry(shape=(-2,))}), "do not make|is broken"),
    "a broken size": (file({"a": entry(shape=(2.0,))}), "do not make|is broken"),
    "true for a size": (file({"a": entry(shape=(True, 2))}), "do not make|is broken"),
    "three offsets": (file({"a": entry(offsets=(0, 8, 8))}), "do not make|is broken"),
    "a size that does not fit": (file({"a": entry(shape=(3,))}), "do not make a minitorch.float32"),
    "a size that wraps": (file({"a": entry(shape=(2**62, 4), offsets=(0, 0))}), "do not make"),
    "offsets in reverse": (file({"a": entry(offsets=(8, 0))}), "leave a gap"),
    "an overlap": (file({"a": entry(), "b": entry("F32", (1,), (4, 8))}), "'b', .*leave a gap"),
    "a gap": (
        file({"a": entry("F32", (1,), (0, 4)), "b": entry("F32", (1,), (8, 12))}, bytes(12)),
        "'b', .*leave a gap",
    ),
    "a gap at the start": (file({"a": entry("F32", (1,), (4, 8))}), "'a', .*leave a gap"),
    "bytes left over": (file({"a": entry()}, bytes(9)), "take 8 bytes, but 9 follow"),
    "bytes that are missing": (file({"a": entry()}, bytes(7)), "outside the file"),
    "bools of 2": (file({"a": entry("BOOL", (8,))}, b"\2" * 8), "other than 0 and 1"),
}


@pytest.mark.parametrize("name", BROKEN)
def test_broken_files(tmp_path, name):
    content, message = BROKEN[name]
    path = tmp_path / "a.safetensors"
    path.write_bytes(content)
    with pytest.raises(UnpicklingError, match=message) as caught:
        load_safetensors(path)
    assert "a.safetensors" in str(caught.value)


def test_the_good_file_that_the_broken_ones_are_made_from(tmp_path):
    path = tmp_path / "a.safetensors"
    path.write_bytes(file({"a": entry(), "b": entry("I8", (0,), (8, 8))}))
    assert load_safetensors(path)["a"].tolist() == [0, 0]
