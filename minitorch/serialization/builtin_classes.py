"""builtin_classes: the kinds of Python's and NumPy's own objects that a file may hold with weights_only=False (shelf).

Each stands under the name that pickles call it by. What is here makes an object of its arguments, and does nothing else:
nothing opens a file, imports a module or calls what it is given.
"""

import argparse
import builtins
import collections
import datetime
import decimal
import fractions
import functools
import logging
import operator
import pathlib
import random
import re
import types
import uuid
import zoneinfo

import numpy as np

from .archive import UnpicklingError

# --- Python ----------------------------------------------------------------------------------------------------------------


def kind_of(*one):
    """The type of None, Ellipsis or NotImplemented, which have no name of their own."""
    if len(one) != 1 or one[0] not in (None, Ellipsis, NotImplemented):
        raise UnpicklingError("it calls type() with something. Nothing was run")
    return type(one[0])


def reconstructed(kind, base, state):
    """How pickles of protocol 0 and 1 make an object of a class."""
    if not isinstance(kind, type) or base not in (object, dict, list, tuple, set, int, float, str, bytes):
        raise UnpicklingError(f"it makes a {str(kind)[:50]} of a {str(base)[:50]}. Nothing was run")
    return base.__new__(kind) if base is object else base.__new__(kind, state)


def fraction(top="0", bottom=None):
    if type(top) is str and bottom is None and re.fullmatch(r"-?\d+(/\d+)?", top):
        return fractions.Fraction(top)
    if type(top) is not int or type(bottom) is not int:
        raise UnpicklingError("a Fraction is made of something other than its digits")
    return fractions.Fraction(top, bottom)


def pattern(text, flags):
    return re.compile(text, flags)


def logger(name=None):
    if name is not None and type(name) is not str:
        raise UnpicklingError("a logger has no name")
    return logging.getLogger(name)


def timezone_of_name(name, *_):
    return zoneinfo.ZoneInfo(name)


def partial(function, *args):
    if not callable(function):
        raise UnpicklingError("a partial has no function")
    return functools.partial(function, *args)


SILENT = (object, dict, list, tuple, set, frozenset, str, int, float, complex, bytes, bytearray)
SILENT += (collections.OrderedDict, collections.defaultdict, collections.deque)
ERRORS = [one for one in vars(builtins).values() if isinstance(one, type) and issubclass(one, BaseException)]
KINDS = [
    *SILENT, bool, slice, range, *ERRORS, collections.Counter, collections.ChainMap, collections.UserDict, collections.UserList,
    datetime.date, datetime.datetime, datetime.time, datetime.timedelta, datetime.timezone, zoneinfo.ZoneInfo, decimal.Decimal,
    uuid.UUID, types.SimpleNamespace, argparse.Namespace, random.Random, operator.itemgetter,
    operator.attrgetter, operator.methodcaller, pathlib.PurePath, pathlib.PurePosixPath, pathlib.PureWindowsPath,
    pathlib.Path, pathlib.PosixPath, pathlib.WindowsPath, np.ndarray,
]  # fmt: skip
KINDS = {f"{one.__module__}.{one.__qualname__}": one for one in KINDS}
FUNCTIONS = {
    "builtins.type": kind_of, "copyreg._reconstructor": reconstructed, "fractions.Fraction": fraction, "re._compile": pattern,
    "logging.getLogger": logger, "zoneinfo.ZoneInfo._unpickle": timezone_of_name, "functools.partial": partial,
}  # fmt: skip
VALUES = {"builtins.Ellipsis": Ellipsis, "builtins.NotImplemented": NotImplemented}

# --- NumPy -----------------------------------------------------------------------------------------------------------------


class Kind:
    """A dtype of NumPy's, which a file makes in two steps: its letters, then its byte order and parts."""

    def __new__(cls, name, *_):
        if type(name) is not str or not re.fullmatch(r"[biufcOSUVMm]\d{0,9}", name):
            raise UnpicklingError(f"it asks for the dtype {str(name)[:50]!r}")
        return np.dtype(name, copy=True)  # one of its own: the second step changes it


def order_kind(kind, state):
    """The second step. Errors: UnpicklingError for a state that this dtype cannot have."""
    if type(state) is not tuple or len(state) not in (8, 9) or state[1] not in ("|", "<", ">", "="):
        raise UnpicklingError("a dtype of NumPy's has no state")
    _, _, part, names, fields, size, alignment, flags, *more = state
    sizes = size in (-1, kind.itemsize) and alignment in (-1, 1, 2, 4, 8, 16)
    pointers = type(flags) is not int or flags & 7 != (7 if kind.hasobject else 0)  # whether elements are objects
    unit = more[0] if more else None
    if part is not None or not sizes or pointers or (unit is not None and (kind.kind not in "mM" or not is_unit(unit))):
        raise UnpicklingError("a dtype of NumPy's has a state that it cannot have")
    if names is not None or fields is not None:
        check_fields(kind, names, fields)
    kind.__setstate__(state)


def is_unit(unit):
    """Whether this is the unit of a date: ({}, (b"D", 1, 1, 1))."""
    if type(unit) is not tuple or len(unit) != 2 or unit[0] not in (None, {}) or type(unit[1]) is not tuple:
        return False
    return [type(one) for one in unit[1]] == [bytes, int, int, int] and all([n > 0 for n in unit[1][1:]])


def check_fields(kind, names, fields):
    """Raise unless each part of a record lies inside of it."""
    whole = kind.kind == "V" and type(names) is tuple and type(fields) is dict and set(names) == set(fields)
    for field in fields.values() if whole else ():
        part, place = field[:2]
        whole = whole and isinstance(part, np.dtype) and not part.hasobject
        whole = whole and type(place) is int and 0 <= place <= kind.itemsize - part.itemsize
    if not whole:
        raise UnpicklingError("a record of NumPy's has parts that lie outside of it")


def empty_array(kind, shape, code):
    return np.ndarray((0,), np.int8)


def fill_array(target, state):
    """Give an array its shape, dtype and bytes."""
    if type(state) is not tuple or len(state) != 5:
        raise UnpicklingError("an array has no contents")
    _, shape, kind, in_columns, raw = state
    plain = isinstance(kind, np.dtype) and type(raw) is (list if kind.hasobject else bytes)
    if not plain or type(shape) is not tuple or not all([type(n) is int and 0 <= n < 2**62 for n in shape]):
        raise UnpicklingError("an array has no shape, dtype or numbers")
    count = 1
    for n in shape:
        count *= n
    if len(raw) != count * (1 if kind.hasobject else kind.itemsize):
        raise UnpicklingError("an array has another number of bytes than its shape says")
    target.__setstate__((1, shape, kind, bool(in_columns), raw))


def scalar(kind, raw):
    if not isinstance(kind, np.dtype) or kind.hasobject or type(raw) is not bytes or len(raw) != kind.itemsize:
        raise UnpicklingError("a number of NumPy's has no dtype, or no bytes for it")
    return np.frombuffer(raw, kind)[0]


def from_buffer(raw, kind, shape, order):
    """How pickles of protocol 5 make an array."""
    if type(raw) not in (bytes, bytearray) or not isinstance(kind, np.dtype) or kind.hasobject:
        raise UnpicklingError("an array has no bytes, or no dtype")
    return np.frombuffer(raw, kind).reshape(shape, order="F" if order == "F" else "C").copy()


NUMPY = {"numpy.dtype": Kind}
for _core in ("core", "_core"):
    NUMPY |= {f"numpy.{_core}.multiarray._reconstruct": empty_array, f"numpy.{_core}.multiarray.scalar": scalar}
    NUMPY[f"numpy.{_core}.numeric._frombuffer"] = from_buffer
CHANGED = (  # what these make gets its contents afterwards
    "copyreg._reconstructor", "functools.partial", "torch._C.Generator", "numpy.dtype", "numpy.core.multiarray._reconstruct",
    "numpy._core.multiarray._reconstruct",
)  # fmt: skip
