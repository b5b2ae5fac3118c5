"""Storages: what they are made of, what they say and raise, beside PyTorch's."""

import pytest

import minitorch as mt

CALLS = {
    "of a tensor": lambda lib: lib.arange(6).view(2, 3).t().untyped_storage(),
    "of a view": lambda lib: lib.arange(6.0)[2:4].untyped_storage(),
    "item": lambda lib: lib.arange(3.0).untyped_storage()[-1],
    "sizes": lambda lib: [(len(s), s.nbytes(), s.element_size()) for s in [lib.arange(3).untyped_storage()]],
    "same memory": lambda lib: lib.ones(2).untyped_storage() == lib.ones(2).untyped_storage(),
    "set": lambda lib: lib.empty(0).set_(lib.arange(3.0)[1:]).tolist(),
    "module": lambda lib: lib.storage.UntypedStorage is lib.UntypedStorage,
}


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("name", CALLS)
def test_storages_are_pytorchs(torch, name):
    got, expected = CALLS[name](mt), CALLS[name](torch)
    assert repr(got).replace("minitorch", "torch") == repr(expected)
