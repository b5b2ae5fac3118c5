"""Every operation, on PyTorch's own samples and on ours: values, shapes, dtypes, first and second gradients, errors.

The operations are listed in samples.py, one row each.
"""

import doctest
import importlib
import pkgutil

import pytest

import minitorch.ops
from minitorch.autograd import gradcheck, gradgradcheck

from .op_harness import DTYPES, check_errors, check_gradients, check_values, check_variants, database
from .samples import ROWS

COMPARED = [row for row in ROWS if row.theirs]
CHECKED = [(row, i) for row in ROWS for i in range(len(row.own))]


@pytest.fixture(scope="module")
def info(torch):
    """PyTorch's table of operations, by row."""
    found = database()
    return lambda row: found[row.name, row.variant]


def show(wrong):
    return "\n".join(wrong[:6]) + (f"\n... and {len(wrong) - 6} more" if len(wrong) > 6 else "")


@pytest.mark.parametrize("row", COMPARED, ids=lambda row: row.id)
def test_values_are_pytorchs(row, info):
    wrong = [w for dtype in DTYPES for w in check_values(row, info(row), dtype)[1]]
    assert not wrong, show(wrong)


@pytest.mark.parametrize("row", COMPARED, ids=lambda row: row.id)
def test_gradients_are_pytorchs(row, info):
    wrong = check_gradients(row, info(row))[1]
    assert not wrong, show(wrong)


@pytest.mark.parametrize("row", COMPARED, ids=lambda row: row.id)
def test_methods_and_operators_give_the_same(row, info):
    wrong = check_variants(row, info(row), limit=5)[1]
    assert not wrong, show(wrong)


@pytest.mark.parametrize("row", COMPARED, ids=lambda row: row.id)
def test_errors_are_pytorchs(row, info):
    wrong = check_errors(row, info(row))[1]
    assert not wrong, show(wrong)


@pytest.mark.parametrize("row, i", CHECKED, ids=lambda value: getattr(value, "id", value))
def test_gradients_are_slopes(row, i):
    inputs = row.inputs(row.own[i])
    assert gradcheck(row.function(), inputs)
    if row.second:
        assert gradgradcheck(row.function(), inputs)


def examples():
    """(name, docstring) of every public operation that shows an example."""
    for found in pkgutil.iter_modules(minitorch.ops.__path__):
        module = importlib.import_module(f"minitorch.ops.{found.name}")
        for name in getattr(module, "__all__", ()):
            text = getattr(module, name).__doc__ or ""
            if ">>>" in text:
                yield pytest.param(name, text, id=name)


@pytest.mark.parametrize("name, text", examples())
def test_examples_show_what_is_so(name, text):
    test = doctest.DocTestParser().get_doctest(text, {}, name, None, 0)
    assert doctest.DocTestRunner(verbose=False).run(test).failed == 0
