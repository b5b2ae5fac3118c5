"""Storages: what they are made of, beside PyTorch's."""

import pytest

CALLS = {
    "sizes": lambda lib: [(len(s), s.nbytes(), s.device.type) for s in [lib.arange(3).untyped_storage()]],
    "of a view": lambda lib: lib.arange(6.0)[2:4].untyped_storage().nbytes(),
    "same memory": lambda lib: len(
        {x.untyped_storage().data_ptr() for y in [lib.ones(2, 2)] for x in (y, y[1], y.t())}
    ),
    "set": lambda lib: lib.empty(0).set_(lib.arange(3.0)[1:]).tolist(),
}


@pytest.mark.parametrize("name", CALLS)
def test_storages_are_pytorchs(torch, name):
    import minitorch as mt

    assert CALLS[name](mt) == CALLS[name](torch)
    assert mt.storage.UntypedStorage is mt.UntypedStorage
