"""On a GPU, or on its double where there is none: operations, programs and training runs give what the CPU gives."""

import pytest

import minitorch as mt

from . import fake_cupy
from .cuda_harness import LACKING, check_row
from .cuda_scenarios import SCENARIOS, check
from .op_harness import database
from .samples_nn import ROWS

COMPARED = [row for row in ROWS if row.theirs]


@pytest.fixture(scope="module", autouse=True)
def gpu():
    """A GPU: the one that is here, else the double."""
    own = not mt.cuda.is_available()
    if own:
        fake_cupy.install()
    yield
    if own:
        fake_cupy.uninstall()


@pytest.fixture(scope="module")
def table(torch):
    return database()


@pytest.mark.parametrize("name", SCENARIOS)
def test_a_program_gives_the_same_on_both(name):
    assert check(name) is None


@pytest.mark.parametrize("row", COMPARED, ids=lambda row: row.id)
def test_an_operation_gives_the_same_on_both(row, table):
    results = check_row(row, table[row.name, row.variant], ("float32",), 1)
    assert [w for _, _, wrong in results for w in wrong] == []


@pytest.mark.parametrize("name", LACKING)
def test_what_cupy_lacks_says_so(name):
    function = mt.special.airy_ai if name == "special.airy_ai" else None
    with pytest.raises(NotImplementedError, match="not implemented for CUDA tensors"):
        function(mt.ones(2, device="cuda"))
