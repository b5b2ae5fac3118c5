"""The examples in the docstrings of utils and its kin show what is so."""

import doctest
import importlib
import pkgutil

import pytest

import minitorch as mt

FOLDERS = [mt.utils]
FILES = [one.name for folder in FOLDERS for one in pkgutil.walk_packages(folder.__path__, folder.__name__ + ".")]


@pytest.mark.parametrize("name", FILES)
def test_examples_show_what_is_so(name, capsys):
    done = doctest.testmod(importlib.import_module(name))
    assert done.failed == 0, capsys.readouterr().out
