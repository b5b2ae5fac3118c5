"""from_file: a file's numbers, shared or not."""

import numpy as np
import pytest

import minitorch as mt


@pytest.fixture
def path(tmp_path):
    np.ones(4, "float32").tofile(tmp_path / "numbers")
    return str(tmp_path / "numbers")


def test_what_is_written_goes_to_the_file_only_where_it_is_shared(path):
    own = mt.from_file(path, size=4)
    own[0] = 5
    shared = mt.from_file(path, shared=True, size=6)
    shared[5] = 7
    assert own.tolist() == [5.0, 1.0, 1.0, 1.0]
    assert np.fromfile(path, "float32").tolist() == [1.0, 1.0, 1.0, 1.0, 0.0, 7.0]


@pytest.mark.parametrize(
    "options", [{}, {"size": 9}, {"size": 2, "dtype": "float64"}, {"size": 4}, {"size": 3, "dtype": "int64"}]
)
@pytest.mark.parametrize("name", ["numbers", "none"])
def test_as_pytorch(torch, path, name, options):
    def answer(lib):
        named = {key: getattr(lib, value) if key == "dtype" else value for key, value in options.items()}
        try:
            return lib.from_file(path.replace("numbers", name), **named).tolist()
        except RuntimeError as error:
            return str(error)

    assert answer(mt) == answer(torch)
