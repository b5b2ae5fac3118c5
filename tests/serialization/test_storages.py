"""Storages in files, files that begin inside of others, and strings of Python 2."""

import io
import pickle
import sys

import pytest

import minitorch as mt


def again(obj, zipped=True, **options):
    f = io.BytesIO()
    mt.save(obj, f, _use_new_zipfile_serialization=zipped)
    f.seek(0)
    return mt.load(f, **options)


@pytest.mark.parametrize("zipped", [True, False])
@pytest.mark.parametrize("weights_only", [True, False])
def test_storages_share_memory_with_tensors(zipped, weights_only):
    x = mt.arange(6.0)
    raw = {"bytes": mt.ones(2, dtype=mt.uint8).untyped_storage()}
    given = [x, x[2:], (x.storage(), x[1:].storage(), raw)]
    whole, part, (typed, same, held) = again(given, zipped, weights_only=weights_only)
    raw = held["bytes"]
    whole.fill_(7)
    assert part.tolist() == [7.0] * 4 and typed.tolist() == [7.0] * 6 and typed is same and typed.dtype is mt.float32
    assert type(typed) is mt.TypedStorage and type(raw) is mt.UntypedStorage and raw.tolist() == [1, 1]


def test_storages_go_to_and_fro(torch, tmp_path):
    path = tmp_path / "storage.pt"
    mt.save({"s": mt.tensor([1.0, 2.0]).storage()}, path)
    assert torch.load(path)["s"].tolist() == [1.0, 2.0]
    torch.save([torch.tensor([3, 4]).storage()], path)
    assert mt.load(path)[0].tolist() == [3, 4]


def test_one_memory_with_two_types_is_refused():
    x = mt.ones(2)
    with pytest.raises(RuntimeError, match="Cannot save multiple tensors or storages that view the same data"):
        mt.save([x, x.untyped_storage()], io.BytesIO())


@pytest.mark.parametrize("zipped", [True, False])
def test_files_inside_of_others(zipped):
    f = io.BytesIO()
    pickle.dump("before", f)
    mt.save(mt.ones(2), f, _use_new_zipfile_serialization=zipped)
    if not zipped:
        pickle.dump("between", f)
        mt.save(mt.zeros(3), f, _use_new_zipfile_serialization=False)
    f.seek(0)
    assert pickle.load(f) == "before" and mt.load(f).tolist() == [1, 1]
    if not zipped:
        assert pickle.load(f) == "between" and mt.load(f).tolist() == [0, 0, 0]


def test_strings_of_python_2():
    parts = [b"\x8a\nl\xfc\x9cF\xf9 j\xa8P\x19.", b"M\xe9\x03.", b"}.", b"U\x02\xc5\xbc.", b"]."]
    data = b"".join([b"\x80\x02" + part for part in parts])
    assert mt.load(io.BytesIO(data)) == "\u017c"
    assert mt.load(io.BytesIO(data), encoding="bytes") == b"\xc5\xbc"


def test_what_a_storage_takes_in_memory_is_counted_as_in_pytorch(torch):
    ours, theirs = [sys.getsizeof(m.zeros(3).untyped_storage()) for m in (mt, torch)]
    assert ours == theirs
