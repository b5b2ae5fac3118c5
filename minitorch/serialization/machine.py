"""machine: Python's machine for pickles of all protocols, which makes objects and calls nothing but what stands in a table (shelf).

Python's machine is `pickle.Unpickler`; written in Python, it is `pickle._Unpickler`. Everything that a pickle can do to the
world goes through the few of its instructions that are replaced here.
"""

import argparse
import codecs
import collections
import datetime
import enum
import functools
import importlib
import pathlib
import pickle
import re
import sys
import types
from _compat_pickle import IMPORT_MAPPING, NAME_MAPPING

import numpy as np

from .._tensor import Tensor
from ..ops.op import Op
from .archive import UnpicklingError
from .unpickle import Unpickler, with_attributes

PACKAGE = __name__.split(".")[0]
UNKNOWN = "it asks for {}, which is not data, so nothing was run; allow it with serialization.add_safe_globals if you trust it"


class Machine(pickle._Unpickler):
    """Runs the pickle in a file.

    names       {name: value} of what it may use and call
    storage_of  makes something of a persistent id
    imports     whether it also makes objects of the classes that the program has imported
    """

    def __init__(self, file, names, storage_of, imports):
        super().__init__(file, encoding="utf-8")
        self.table, self.names, self.storage_of, self.imports = Unpickler(names), names, storage_of, imports
        self.made = {}  # {id: an object that was made here}: only those get attributes

    def persistent_load(self, pid):
        return self.storage_of(pid)

    def find_class(self, module, name):
        module, name = NAME_MAPPING.get((module, name), (IMPORT_MAPPING.get(module, module), name))
        if self.imports and f"{module}.{name}" not in self.names:
            return imported(module, name)
        return self.table.find_class(f"{module}.{name}")

    def call(self):
        """Take a function and a tuple of arguments off the stack, and push what the call gives."""
        args, function = self.stack.pop(), self.stack.pop()
        if isinstance(function, type) and issubclass(function, enum.Enum) and len(args) == 1:
            self.stack.append(function(*args))  # a value of a kind that the program has
        else:
            self.keep(self.table.call(function, args))

    def new(self):
        """Make an object without the code of its class: by the __new__ of object, dict, list ..."""
        args, kind = self.stack.pop(), self.stack.pop()
        named_tuple = issubclass(kind, tuple) and hasattr(kind, "_fields")
        in_table = any([kind is one for one in self.names.values()])
        if kind.__new__ not in MAKERS and not named_tuple and not in_table:
            raise UnpicklingError(UNKNOWN.format(f"an object made by the __new__ of {path_of(kind)}"))
        self.keep(tuple.__new__(kind, args) if named_tuple else kind.__new__(kind, *args))

    def keep(self, made):
        """Push what was made here."""
        self.stack.append(made)
        if not isinstance(made, Tensor):
            self.made[id(made)] = made

    def build(self):
        """Give an object attributes."""
        state, target = self.stack.pop(), self.stack[-1]
        if id(target) not in self.made:
            with_attributes(target, state)
        elif isinstance(target, np.dtype):
            set_byte_order(target, state[1])
        elif isinstance(target, np.ndarray):
            fill_array(target, state)
        elif hasattr(type(target), "__setstate__"):
            target.__setstate__(state)
        elif type(state) is tuple:
            raise UnpicklingError(f"it sets the slots of a {type(target).__name__}: save its values")
        else:
            vars(target).update(state)


OTHER_CALLS = (pickle.INST, pickle.OBJ, pickle.NEWOBJ_EX, pickle.EXT1, pickle.EXT2, pickle.EXT4)
OWN = {pickle.REDUCE: lambda u: u.call(), pickle.NEWOBJ: lambda u: u.new(), pickle.BUILD: lambda u: u.build()}
# {the byte of an instruction: what runs it}
Machine.dispatch = {n: step for n, step in pickle._Unpickler.dispatch.items() if bytes([n]) not in OTHER_CALLS}
Machine.dispatch |= {code[0]: step for code, step in OWN.items()}
MAKERS = [one.__new__ for one in (object, dict, list, set, int, float, str, collections.OrderedDict, collections.deque)]


def imported(module, name):
    """A class or function of the program's, or of this package for PyTorch's name: nothing else is imported for a file."""
    asked, module = f"{module}.{name}"[:200], module.replace("torch._C._nn", "torch.nn.functional")
    module = re.sub(r"^torch\b", PACKAGE, module)
    try:
        place = importlib.import_module(module) if module.split(".")[0] == PACKAGE else sys.modules.get(module)
        found = getattr(place, name, None)
    except (ImportError, NotImplementedError, AttributeError):
        found = None
    if not isinstance(found, (type, types.FunctionType, Op)) or is_pythons(str(found.__module__)):
        raise UnpicklingError(UNKNOWN.format(asked))
    return found


def is_pythons(module):
    """Whether a module is of Python's library or NumPy: what a file may have of those stands in a table."""
    return module != "__main__" and module.split(".")[0] in (*sys.stdlib_module_names, "numpy")


def path_of(one):
    return f"{getattr(one, '__module__', '')}.{getattr(one, '__qualname__', one)}"[:200]


# --- what every file may name -----------------------------------------------------------------------------------------------


def encode(text, encoding):
    """How pickle writes bytes: as text in which each letter stands for one byte."""
    if encoding != "latin1":
        raise UnpicklingError(f"it encodes text as {str(encoding)[:50]!r}; only 'latin1' is used for bytes")
    return codecs.encode(text, "latin1")


def bytes_of(content=b"", *encoding):
    """A bytearray of bytes or text, not one of any length."""
    return bytearray(memoryview(content)) if not encoding else bytearray(content, *encoding)


CONTAINERS = {
    "collections.Counter": collections.Counter, "builtins.set": set, "builtins.frozenset": frozenset,
    "builtins.complex": complex, "builtins.bytearray": bytes_of, "builtins.bytes": lambda: b"", "_codecs.encode": encode,
}  # fmt: skip

# --- what one may name that is loaded with weights_only=False: calling any of it runs nothing else ----------------------------


def default_dict(factory=None):
    if not any([factory is one for one in (None, *PYTHON.values())]):
        raise UnpicklingError(UNKNOWN.format(f"a dictionary that calls {path_of(factory)}"))
    return collections.defaultdict(factory)


def numpy_dtype(name, *_):
    """A dtype of NumPy's numbers or text; its byte order comes afterwards."""
    if not re.fullmatch(r"[biufcSU]\d{0,9}", name):
        raise UnpicklingError(f"it asks for the dtype {name[:50]!r} of NumPy's: save its numbers")
    return np.dtype(name, copy=True)


def set_byte_order(kind, order):
    own = kind.__reduce__()[2]
    kind.__setstate__((own[0], order, *own[2:]))


def fill_array(target, state):
    """Give an array its shape, dtype and bytes."""
    _, shape, kind, in_columns, raw = state
    found = np.frombuffer(raw, kind).reshape(shape, order="F" if in_columns else "C")  # raises if they do not fit
    target.__setstate__((1, found.shape, kind, bool(in_columns), found.tobytes("A")))


PYTHON = {f"{one.__module__}.{one.__qualname__}": one for one in (
    argparse.Namespace, types.SimpleNamespace, collections.deque, functools.partial, slice,
    datetime.date, datetime.datetime, datetime.time, datetime.timedelta, datetime.timezone, pathlib.PurePosixPath,
    pathlib.PureWindowsPath, pathlib.PosixPath, pathlib.WindowsPath, object, int, float, bool, str, list, tuple, dict,
)}  # fmt: skip
OBJECTS = PYTHON | {"collections.defaultdict": default_dict, "numpy.dtype": numpy_dtype}
OBJECTS["numpy.ndarray"] = None  # an array is made by _reconstruct alone
for _core in ("core", "_core"):
    OBJECTS[f"numpy.{_core}.multiarray._reconstruct"] = lambda kind, shape, code: np.ndarray(0, np.int8)
    OBJECTS[f"numpy.{_core}.multiarray.scalar"] = lambda kind, raw: np.frombuffer(raw, kind)[0]
