"""The examples in the docstrings of optim run as they are printed."""

import doctest

import pytest

import minitorch as mt

PLACES = [mt.optim, mt.optim.lr_scheduler]
CASES = [(place, name) for place in PLACES for name in dir(place) if isinstance(getattr(place, name), type)]


@pytest.mark.parametrize(
    ("place", "name"), CASES, ids=lambda value: value if isinstance(value, str) else value.__name__
)
def test_example(place, name):
    text = getattr(place, name).__doc__
    assert text
    test = doctest.DocTestParser().get_doctest(text, {}, name, None, 0)
    assert doctest.DocTestRunner(verbose=False).run(test).failed == 0
