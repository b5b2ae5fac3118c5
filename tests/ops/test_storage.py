"""Storages: what they are made of, what they say and raise, beside PyTorch's."""

import copy
import pickle

import pytest

import minitorch as mt

CALLS = {
    "nothing": lambda lib: lib.FloatStorage(),
    "sequence": lambda lib: lib.FloatStorage([1, 2, 3]),
    "wrapped": lambda lib: lib.IntStorage(wrap_storage=lib.UntypedStorage([1, 0, 0, 0, 2, 0, 0, 0])),
    "default dtype": lambda lib: lib.TypedStorage([1, 2]),
    "dtype": lambda lib: lib.TypedStorage([1, 2], dtype=lib.int32),
    "bytes": lambda lib: lib.UntypedStorage([1, 2, 255]),
    "of a tensor": lambda lib: lib.arange(6).view(2, 3).t().storage(),
    "of a view": lambda lib: lib.arange(6.0)[2:4].untyped_storage(),
    "filled": lambda lib: lib.LongStorage(3).fill_(7),
    "copied": lambda lib: lib.FloatStorage(2).copy_(lib.FloatStorage([4, 5])),
    "cloned": lambda lib: lib.BoolStorage([True, False]).clone(),
    "deep copy": lambda lib: copy.deepcopy(lib.FloatStorage([1, 2])),
    "pickled": lambda lib: pickle.loads(pickle.dumps(lib.HalfStorage([1, 2]))),
    "item": lambda lib: lib.FloatStorage([1, 2, 3])[-1],
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


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("name", CALLS)
def test_storages_are_pytorchs(torch, name):
    got, expected = CALLS[name](mt), CALLS[name](torch)
    assert repr(got).replace("minitorch", "torch") == repr(expected)
