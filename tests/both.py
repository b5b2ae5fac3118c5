"""Call one function with each library and compare what it returns: tensors, numbers, texts, errors, in any nesting.

A function of a test file takes the library, under the name `torch`. So the expected values are PyTorch's own, made in the
same run from the same seed.
"""

import warnings

import numpy as np
import pytest

import minitorch


def programs(module_globals):
    """A test's parametrisation: the functions of a file whose names begin with an underscore and whose argument is torch."""
    found = [f for f in list(module_globals.values()) if getattr(f, "__code__", None) and takes_torch(f)]
    return pytest.mark.parametrize("program", found, ids=lambda f: f.__name__)


def takes_torch(function):
    code = function.__code__
    return code.co_varnames[: code.co_argcount] == ("torch",) and not function.__name__.startswith("test")


def same(program, torch, rtol=1e-5, atol=1e-6):
    """Assert that the function returns the same with both, and warns of the same."""
    ours, theirs = result(program, minitorch), result(program, torch)
    compare(ours, theirs, program.__name__, rtol, atol)


def said(function):
    """The type of the error that a call ends with; else what it returns."""
    try:
        return function()
    except Exception as error:
        return type(error).__name__


def result(program, library):
    """(what the function returns, the warnings), with tensors as arrays and our name read as PyTorch's."""
    library.manual_seed(0)
    with warnings.catch_warnings(record=True) as seen:
        warnings.simplefilter("always")
        returned = plain(program(library))
    own = [w for w in seen if "encountered in" not in str(w.message)]  # NumPy's, of 1 / 0 and the like
    return returned, [plain(f"{w.category.__name__}: {w.message}") for w in own]


def plain(value):
    """The value in terms that both libraries share."""
    if hasattr(value, "requires_grad") and hasattr(value, "tolist"):
        return str(value.dtype).split(".")[1], np.array(value.detach().tolist()).reshape(tuple(value.shape))
    if isinstance(value, dict):
        return {plain(key): plain(one) for key, one in value.items()}
    if isinstance(value, list | tuple):
        return [plain(one) for one in value]
    if isinstance(value, int | float | complex | None):
        return value
    return (value.__name__ if isinstance(value, type) else str(value)).replace("minitorch", "torch")


def compare(ours, theirs, where, rtol, atol):
    """Assert that two plain values are the same, numbers but for rounding."""
    if isinstance(theirs, np.ndarray | float):
        np.testing.assert_allclose(ours, theirs, rtol, atol, err_msg=where)
    elif isinstance(theirs, dict):
        assert list(ours) == list(theirs), where
        for key in theirs:
            compare(ours[key], theirs[key], f"{where}[{key}]", rtol, atol)
    elif isinstance(theirs, list | tuple):
        assert len(ours) == len(theirs), where
        for number, (one, other) in enumerate(zip(ours, theirs, strict=True)):
            compare(one, other, f"{where}[{number}]", rtol, atol)
    else:
        assert ours == theirs, where
