"""objects: whole modules in a file: written by the names of their classes, and read without calling anything (shelf).

A module that is saved whole needs its class when it is loaded, under the same name in the same file; its state_dict()
needs neither. Programs do it all the same, so it works, in PyTorch's form. What differs: PyTorch's reader, with
weights_only=False, calls whatever a file names. This one makes empty objects of classes that the program has imported, and
puts their attributes in.
"""

import copyreg
import enum
import importlib.util
import pickle
import sys
import types
from collections import OrderedDict, defaultdict, deque

import numpy as np

from .._holes import fill
from ..nn.module import Module
from ..storage import TypedStorage, UntypedStorage
from .archive import UnpicklingError
from .loading import Call, Loader
from .saving import Pickle
from .storages import write_storage
from .unpickle import DICTS, PYTHON2, UNKNOWN, Unpickler, check_keys

# --- writing -------------------------------------------------------------------------------------------------------------

OLD = {new: old for old, new in PYTHON2.items()}  # in pickles of protocol 2, modules have Python 2's names


def writer_of(self, obj):
    """How a module and a storage are written, and, inside of a module, everything that Python can pickle."""
    if isinstance(obj, Module):
        return write_module
    if isinstance(obj, (TypedStorage, UntypedStorage)):
        return write_storage
    if not getattr(self, "in_module", False):
        return None
    if isinstance(obj, (type, types.FunctionType, types.BuiltinFunctionType, np.ufunc)):
        return write_name
    return write_object


def write_module(self, module):
    outside, self.in_module = getattr(self, "in_module", False), True
    write_object(self, module)
    self.in_module = outside


def write_name(self, obj):
    """A class or a function: by the name under which whoever reads the file finds it."""
    module, name = obj.__module__ or "builtins", obj.__qualname__ if hasattr(obj, "__qualname__") else obj.__name__
    found = sys.modules.get(module)
    for part in name.split("."):
        found = getattr(found, part, None)
    if found is not obj:
        raise TypeError(self.refusal(obj) + f". It cannot be found as {module}.{name} either")
    self.name(OLD.get(module, module), name)


def write_object(self, obj):
    """Any other object, as it says itself that it wants to be pickled: a call, and then its attributes and items."""
    reduce = copyreg.dispatch_table.get(type(obj))
    try:
        made = reduce(obj) if reduce else obj.__reduce_ex__(2)
    except TypeError as error:
        raise TypeError(f"{self.refusal(obj)} ({error})") from error
    if isinstance(made, str):
        return self.name(OLD.get(obj.__module__, obj.__module__), made)
    function, args, state, items, pairs = (*made, None, None, None)[:5]
    if function is copyreg.__newobj__:
        self.write(args[0])
        self.tuple(args[1:], shown=False)
        self.out += pickle.NEWOBJ
    else:
        self.write(function)
        self.tuple(args, shown=False)
        self.out += pickle.REDUCE
    self.remember(obj)
    for item in items or ():
        self.write(item)
        self.out += pickle.APPEND
    if pairs is not None:
        self.items(dict(pairs))
    if state is not None:
        self.inside("its attributes", state)
        self.out += pickle.BUILD


# --- reading -------------------------------------------------------------------------------------------------------------

# What makes an object without running anything of its class's.
EMPTY = {one.__new__ for one in (object, dict, OrderedDict, defaultdict, list, tuple, set, frozenset, str, int, float)}
STANDARD = {"argparse.Namespace", "types.SimpleNamespace", "collections.OrderedDict", "functools.partial"}
ARRAYS = [f"numpy.{core}.multiarray." for core in ("core", "_core")]


class ObjectUnpickler(Unpickler):
    """The machine of files with whole modules: what it may name is, besides the table, what the program has imported."""

    def __init__(self, *args):
        super().__init__(*args)
        self.made = []  # the objects that were made here: only those get attributes

    def named(self, name):
        module, _, rest = name.partition(" ")
        module = PYTHON2.get(module, module)
        if f"{module}.{rest}" in self.names:
            return self.stack.append(self.names[f"{module}.{rest}"])
        self.stack.append(imported(module, rest))

    def call(self):
        function, args = self.stack[-2], self.stack[-1]
        if not isinstance(function, type):
            return super().call()
        if type(args) is not tuple:
            raise UnpicklingError(f"it calls {function.__name__} with a {type(args).__name__}. Nothing was run")
        self.pay_for(args)
        self.last(2)
        self.made.append(function.__new__(function, *args))
        self.stack.append(self.made[-1])

    def extend(self, items):
        target = self.stack[-1]
        if isinstance(target, (list, deque)):
            return target.extend(items)
        super().extend(items)

    def fill(self, items):
        target = self.stack[-1]
        if type(target) in DICTS or not isinstance(target, dict):
            return super().fill(items)
        for key, value in zip(check_keys(items[::2]), items[1::2], strict=True):
            target[key] = value

    def build(self):
        target = self.stack[-2]
        if not isinstance(target, (np.ndarray, np.dtype)) and not any([target is one for one in self.made]):
            return super().build()
        put(target, self.stack.pop())


def imported(module, name):
    """A class or a function of the program's: nothing is imported for the file's sake but files of this package."""
    asked, package = f"{module}.{name}", __name__.split(".")[0]
    if module.startswith("torch.nn."):  # a layer of PyTorch's becomes one of ours
        module = package + module.removeprefix("torch")
    found = sys.modules.get(module)
    if found is None and module.startswith(f"{package}.") and importlib.util.find_spec(module):
        found = importlib.import_module(module)
    for part in name.split("."):
        found = getattr(found, part, None)
    if found is None or not may_name(found, module, name):
        raise UnpicklingError(UNKNOWN.format(asked[:200]))
    return found


def may_name(found, module, name):
    """Whether a file may name this: a class of which an object can be made without running it, or a function to keep."""
    if f"{module}.{name}" in STANDARD:
        return True
    if module.split(".")[0] in ("torch", *sys.stdlib_module_names) and module != "__main__":
        return False
    if not isinstance(found, type):
        return isinstance(found, (types.FunctionType, np.ufunc))
    tuples = issubclass(found, tuple) and hasattr(found, "_fields")
    return found.__new__ in EMPTY or tuples or issubclass(found, (enum.Enum, Module))


def put(target, state):
    """Give an object its attributes, in its own way if its class has one."""
    if isinstance(target, np.ndarray):
        return put_array(target, state)
    if isinstance(target, np.dtype):
        return check_order(state)
    if hasattr(target, "__setstate__"):
        return target.__setstate__(state)
    named, slots = state if type(state) is tuple and len(state) == 2 else (state, None)
    for name, value in {**(named or {}), **(slots or {})}.items():
        if type(name) is not str or name.startswith("__"):
            raise UnpicklingError(
                f"it sets the attribute {str(name)[:50]!r} of a {type(target).__name__}. Nothing was run"
            )
        object.__setattr__(target, name, value)


# --- NumPy's arrays and numbers -------------------------------------------------------------------------------------------


def put_array(target, state):
    if type(state) is not tuple or len(state) != 5:
        raise UnpicklingError("an array has no contents")
    _, shape, kind, in_columns, raw = state
    plain = isinstance(kind, np.dtype) and kind.kind in "biufc" and type(raw) is bytes
    if not plain or not all([type(n) is int and n >= 0 for n in shape]):
        raise UnpicklingError("an array holds something other than numbers")
    target.__setstate__((1, shape, kind, bool(in_columns), raw))


def check_order(state):
    """Raise unless the numbers are in this machine's byte order."""
    if type(state) is not tuple or state[1:2] not in (("|",), ("<" if np.little_endian else ">",)):
        raise UnpicklingError("an array of NumPy's has another byte order")


class Kind:
    """A dtype of NumPy's that a file makes in two steps: its letters, then its byte order."""

    def __new__(cls, name, *_):
        if type(name) is not str or name[:1] not in tuple("biufc"):
            raise UnpicklingError(f"it asks for the dtype {str(name)[:50]!r}")
        return np.dtype(name)


def empty_array(kind, shape, code):
    return np.ndarray((0,), np.int8)


def scalar(kind, raw):
    if not isinstance(kind, np.dtype) or type(raw) is not bytes or len(raw) != kind.itemsize:
        raise UnpicklingError("a number of NumPy's has no dtype, or no bytes for it")
    return np.frombuffer(raw, kind)[0]


class ObjectLoader(Loader):
    """Reads one archive that may hold whole modules."""

    machine = ObjectUnpickler

    def names(self):
        functions = {"numpy.dtype": Kind, "collections.defaultdict": defaultdict, "collections.deque": deque}
        for core in ARRAYS:
            functions |= {core + "_reconstruct": empty_array, core + "scalar": scalar}
        more = {name: Call(name, function) for name, function in functions.items()}
        return super().names() | more | {"numpy.ndarray": None, "builtins.object": object}


fill(Pickle, writer_of=writer_of)
