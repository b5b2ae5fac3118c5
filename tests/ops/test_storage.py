"""Storages: what they are made of, what they say and raise, beside PyTorch's."""

import copy
import pickle

import numpy as np
import pytest

import minitorch as mt

CALLS = {
    "nothing": lambda lib: lib.FloatStorage(),
    "sequence": lambda lib: lib.FloatStorage([1, 2, 3]),
    "wrapped": lambda lib: lib.IntStorage(wrap_storage=lib.UntypedStorage([1, 0, 0, 0, 2, 0, 0, 0])),
    "default dtype": lambda lib: lib.TypedStorage([1, 2]),
    "dtype": lambda lib: lib.TypedStorage([1, 2], dtype=lib.int32),
    "bytes": lambda lib: lib.UntypedStorage([1, 2, 255]),
    "slice of bytes": lambda lib: lib.UntypedStorage([1, 2, 255])[1:],
    "of a tensor": lambda lib: lib.arange(6).view(2, 3).t().storage(),
    "of a view": lambda lib: lib.arange(6.0)[2:4].untyped_storage(),
    "other numbers": lambda lib: lib.FloatStorage([1.5, 2]).double(),
    "whole numbers": lambda lib: lib.FloatStorage([1.5, 2]).long(),
    "bytes as numbers": lambda lib: lib.UntypedStorage([0, 0, 128, 63]).float(),
    "complex": lambda lib: lib.FloatStorage([1.5, 2]).complex_float(),
    "filled": lambda lib: lib.LongStorage(3).fill_(7),
    "copied": lambda lib: lib.FloatStorage(2).copy_(lib.FloatStorage([4, 5])),
    "cloned": lambda lib: lib.BoolStorage([True, False]).clone(),
    "deep copy": lambda lib: copy.deepcopy(lib.FloatStorage([1, 2])),
    "pickled": lambda lib: pickle.loads(pickle.dumps(lib.HalfStorage([1, 2]))),
    "from a buffer": lambda lib: lib.ShortStorage.from_buffer(b"\1\0\2\0", "little"),
    "from a big buffer": lambda lib: lib.ShortStorage.from_buffer(b"\1\0\2\0", "big"),
    "item": lambda lib: lib.FloatStorage([1, 2, 3])[-1],
    "type": lambda lib: lib.FloatStorage([1]).type().split(".")[1],
    "type of bytes": lambda lib: lib.UntypedStorage(1).type().split(".", 1)[1],
    "sizes": lambda lib: (len(lib.LongStorage(3)), lib.LongStorage(3).nbytes(), lib.LongStorage(3).element_size()),
    "is of its class": lambda lib: isinstance(lib.ones(2).storage(), lib.FloatStorage),
    "is of no other": lambda lib: isinstance(lib.ones(2).storage(), lib.DoubleStorage),
    "is a storage": lambda lib: [
        lib.is_storage(lib.ones(2).storage()),
        lib.is_storage(lib.UntypedStorage(2)),
        lib.is_storage(1),
    ],
    "same memory": lambda lib: lib.ones(2).untyped_storage() == lib.ones(2).untyped_storage(),
    "set": lambda lib: lib.empty(0).set_(lib.FloatStorage([1, 2, 3]), 1, (2,), (1,)).tolist(),
    "set bytes": lambda lib: (
        lib.empty(0, dtype=lib.int32).set_(lib.ones(3, dtype=lib.int32).untyped_storage()).tolist()
    ),
    "pickled name": lambda lib: lib.FloatStorage(1).pickle_storage_type(),
    "module": lambda lib: lib.storage.UntypedStorage is lib.UntypedStorage,
}
ERRORS = {
    "a fraction": lambda lib: lib.FloatStorage(1.5),
    "text": lambda lib: lib.FloatStorage("a"),
    "two arguments": lambda lib: lib.FloatStorage(1, 2),
    "a fraction of bytes": lambda lib: lib.UntypedStorage(2.5),
    "beyond the end": lambda lib: lib.FloatStorage(2)[5],
    "bytes beyond the end": lambda lib: lib.UntypedStorage(2)[5],
    "a slice of numbers": lambda lib: lib.FloatStorage(2)[0:1],
    "text as index": lambda lib: lib.FloatStorage(2)["a"],
    "another size": lambda lib: lib.FloatStorage(2).copy_(lib.FloatStorage(3)),
    "no byte order": lambda lib: lib.FloatStorage.from_buffer(b"abcd"),
}


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("name", CALLS)
def test_storages_are_pytorchs(torch, name):
    got, expected = CALLS[name](mt), CALLS[name](torch)
    assert repr(got).replace("minitorch", "torch") == repr(expected)


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("name", ERRORS)
def test_errors_are_pytorchs(torch, name):
    with pytest.raises(Exception) as expected:
        ERRORS[name](torch)
    with pytest.raises(type(expected.value)) as caught:
        ERRORS[name](mt)
    assert str(caught.value).replace("minitorch.", "torch.").replace("torch.storage.", "torch.") == str(
        expected.value
    ).replace("torch.storage.", "torch.")


def test_memory_is_shared():
    x = mt.zeros(4)
    x.storage()[2] = 5
    x.untyped_storage().fill_(0)
    x.storage().copy_(mt.FloatStorage([1, 2, 3, 4]))
    assert x.tolist() == [1, 2, 3, 4]
    halves = mt.ones(2, 4, dtype=mt.bfloat16)[:, ::2]  # a part of its memory, in a dtype that NumPy has no letter for
    assert copy.deepcopy(halves).tolist() == halves.tolist()
    other = copy.deepcopy([x.storage(), x.storage()])
    other[0][0] = 9
    assert other[1][0] == 9 and x[0] == 1
    swapped = mt.UntypedStorage([1, 2, 3, 4])
    swapped.byteswap(mt.int16)
    assert swapped.tolist() == [2, 1, 4, 3]
    x.untyped_storage().resize_(100)
    assert np.shares_memory(x._array, x.untyped_storage()._memory)


def test_tensors_and_storages_share_memory_in_copies_and_old_constructors(torch):
    said = []
    for lib in (mt, torch):
        x, empty = lib.zeros(4), lib.ones(0, 2, 6)[..., ::2]
        again, (storage,), flat, none = copy.deepcopy([x, [x.storage()], x.view(2, 2), empty])
        again.add_(1)
        made = [lib.Tensor(x.storage()), lib.FloatTensor(x.untyped_storage()), x.new(x.storage())]
        with pytest.raises(RuntimeError) as error:
            lib.DoubleTensor(x.storage())
        with pytest.raises(ValueError) as odd:
            lib.IntStorage.from_buffer(bytearray(3), "little")
        shared = [one.data_ptr() == x.data_ptr() for one in made]
        said.append((list(storage), flat.tolist(), list(none.shape), shared, str(error.value), str(odd.value)))
    assert said[0] == said[1]


def test_a_storage_that_is_emptied_can_be_filled_again(torch):
    """As tools do that free what a backward pass computes anew."""
    found = []
    for library in (torch, mt):
        x = library.arange(6.0).reshape(2, 3).t()
        y, whole = x.detach(), x.clone()
        x.storage().resize_(0)
        found.append([x.shape, x.stride(), x.untyped_storage().nbytes(), len(x.storage()), len(y.untyped_storage())])
        x.storage().resize_(4)
        found[-1] += [x.untyped_storage().nbytes(), x.stride()]
        x.storage().resize_(6)
        x.copy_(whole)
        found[-1] += [x.tolist(), x.stride(), x.untyped_storage().nbytes()]
        x.untyped_storage().resize_(0)
        x.set_(library.ones(2, 2))
        found[-1] += [x.tolist(), x.untyped_storage().nbytes()]
    found[0][4] = found[1][4]  # PyTorch's other tensor shows what is gone; ours keeps it
    assert found[0] == found[1]


def test_a_storage_can_have_another_size(torch):
    found = []
    for library in (torch, mt):
        x = library.arange(6.0).reshape(2, 3).t()
        grown = x.untyped_storage().resize_(48)
        grown[20:24].fill_(0)
        alone = library.UntypedStorage([1, 2, 3, 4])
        alone.resize_(2)
        typed = library.FloatStorage([1.0, 2.0])
        typed.resize_(3)
        typed[2] = 7.0
        found.append(
            (x.tolist(), x.untyped_storage().nbytes(), x.stride(), alone.tolist(), typed.tolist(), alone.resizable())
        )
        for wrong in (-1, "a"):
            with pytest.raises(RuntimeError) as error:
                alone.resize_(wrong)
            found[-1] += (str(error.value),)
    assert found[0] == found[1]
    with pytest.raises(RuntimeError, match="not resizable"):
        mt.ones(3).share_memory_().untyped_storage().resize_(40)
