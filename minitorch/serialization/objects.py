"""objects: whole modules and other objects in files, for weights_only=False, and what safe_globals allows (shelf).

A module that is saved whole needs its class when it is loaded, under the same name in the same file; its state_dict()
needs neither. Programs do it all the same, so it works, in PyTorch's form. What differs: PyTorch's reader, with
weights_only=False, calls whatever a file names. This one makes objects of classes that the program has imported, without
calling them, and of the kinds of Python and NumPy that stand in a table. A function that a file names is never called.
"""

import collections
import enum
import importlib
import re
import sys
import types
from _compat_pickle import IMPORT_MAPPING, NAME_MAPPING

import numpy as np

from .._extension import override
from .._tensor import Tensor
from ..dtypes import dtype
from ..ops.op import Op
from .archive import UnpicklingError
from .float8 import FLOAT8, is_missing, placeholder
from .kinds import BUILTIN, DATA, NUMPY, PYTHON, fill_array, set_byte_order
from .legacy import LegacyFile, is_legacy
from .loading import Loader, check_location
from .packed import unpacked
from .unpickle import UNKNOWN, Call, Unpickler, check_keys

PACKAGE = __name__.split(".")[0]

# --- classes and functions that the program allows --------------------------------------------------------------------------

_safe: dict = {}  # {class or function, or a tuple of it and a name: None}


def add_safe_globals(safe_globals):
    """Let files name these: their classes are made, and their functions called, with weights_only=True too.

    safe_globals  classes and functions, or tuples of one and the name that files call it by

    >>> import fractions, io
    >>> import minitorch as mt
    >>> f = io.BytesIO()
    >>> mt.save({"rate": fractions.Fraction(1, 3)}, f)
    >>> with mt.serialization.safe_globals([fractions.Fraction]):
    ...     mt.load(f)
    {'rate': Fraction(1, 3)}

    What is in this list is the one thing that a file can run: add what does no harm, whatever its arguments are.
    Source: PyTorch, torch.serialization.add_safe_globals.
    """
    _safe.update(dict.fromkeys(safe_globals))


def get_safe_globals():
    """What was added, as a list."""
    return list(_safe)


def clear_safe_globals():
    """Take back all that was added."""
    _safe.clear()


class safe_globals:
    """add_safe_globals for a `with` block."""

    def __init__(self, safe_globals):
        self.safe_globals = safe_globals

    def __enter__(self):
        add_safe_globals(self.safe_globals)

    def __exit__(self, *error):
        for one in self.safe_globals:
            _safe.pop(one, None)


def allowed():
    """{the name by which a file calls it: a class or function that was added}."""
    pairs = [one if isinstance(one, tuple) else (one, f"{one.__module__}.{one.__qualname__}") for one in _safe]
    return {re.sub(rf"^{PACKAGE}\b", "torch", name): one for one, name in pairs}


# --- the machine -----------------------------------------------------------------------------------------------------------


class ObjectUnpickler(Unpickler):
    """The machine with more names: what the program allows and, with `imports`, what it has imported."""

    def __init__(self, data, names, storage_of, imports):
        super().__init__(data, names, storage_of)
        self.allowed, self.imports = allowed(), imports
        self.made = {}  # {id: an object that was made here}: only those get attributes and items

    def named(self, name):
        module, _, rest = name.partition(" ")
        module, rest = NAME_MAPPING.get((module, rest), (IMPORT_MAPPING.get(module, module), rest))
        full = f"{module}.{rest}"
        if full in self.allowed:
            self.stack.append(self.allowed[full])
        elif self.imports and full in PYTHON:
            self.stack.append(PYTHON[full])
        elif full in self.names or not self.imports:
            super().named(f"{module} {rest}")
        else:
            self.stack.append(imported(module, rest))

    def call(self):
        function, args = self.last(2)
        if isinstance(function, type) and function in BUILTIN:
            function = Call(function.__name__, BUILTIN[function])
        if type(function) is not Call and callable(function):
            if type(args) is not tuple or not self.may_call(function, args):
                raise UnpicklingError(UNKNOWN.format(f"a call of {name_of(function)}"))
            self.pay_for(args)
            self.stack.append(function(*args))
            self.keep(self.stack[-1])
        else:
            self.stack += [function, args]
            super().call()
            if isinstance(self.stack[-1], (np.ndarray, np.dtype)):  # which get their contents afterwards
                self.keep(self.stack[-1])

    def may_call(self, function, args):
        """Whether a call runs nothing of the file's choice: of a kind in the table, an enum's value, what is allowed."""
        if any([function is one for one in self.allowed.values()]):
            return True
        if not isinstance(function, type) or any([type(one) is range for one in args]):
            return False
        if function is collections.defaultdict:
            return all([one in PYTHON.values() for one in args])
        return function in PYTHON.values() or (issubclass(function, enum.Enum) and len(args) == 1)

    def pay_for(self, args):
        super().pay_for([one for one in args if isinstance(one, (str, bytes, bytearray, list, tuple, dict))])

    def new(self):
        """Make an object without the code of its class: by the __new__ of object, dict, list ..."""
        kind, args = self.stack[-2:]
        if not isinstance(kind, type) or type(args) is not tuple or kind in PYTHON.values():
            return self.call()
        named_tuple = issubclass(kind, tuple) and hasattr(kind, "_fields")
        if kind.__new__ not in MAKERS and not named_tuple and not self.may_call(kind, ()):
            raise UnpicklingError(UNKNOWN.format(f"an object made by the __new__ of {name_of(kind)}"))
        self.last(2)
        self.pay_for(args)
        self.stack.append(tuple.__new__(kind, args) if named_tuple else kind.__new__(kind, *args))
        self.keep(self.stack[-1])

    # --- what an object holds ------------------------------------------------------------------------------------------

    def keep(self, made):
        """Note an object as made here: its attributes and items may come."""
        if type(made) not in PLAIN and not isinstance(made, (type, enum.Enum, Tensor)):
            self.made[id(made)] = made

    def build(self):
        target = self.stack[-2]
        if id(target) not in self.made:
            return super().build()
        state = self.stack.pop()
        if isinstance(target, np.ndarray):
            fill_array(target, state)
        elif isinstance(target, np.dtype):
            set_byte_order(target, state)
        elif hasattr(type(target), "__setstate__"):
            target.__setstate__(state)
        else:
            put(target, state)

    def extend(self, items):
        target = self.stack[-1]
        if id(target) in self.made and isinstance(target, (list, collections.deque)):
            target.extend(items)
        else:
            super().extend(items)

    def fill(self, items):
        target = self.stack[-1]
        if id(target) not in self.made or not isinstance(target, dict):
            return super().fill(items)
        for key, value in zip(check_keys(items[::2]), items[1::2], strict=True):
            target[key] = value


MAKERS = [one.__new__ for one in (object, dict, list, set, collections.OrderedDict, collections.deque)]
PLAIN = (str, int, float, complex, bool, type(None), bytes, bytearray, list, dict, tuple, set, frozenset, dtype)
PLAIN += (collections.OrderedDict, collections.Counter)


def put(target, state):
    """Give an object its attributes, as pickle does."""
    named, slots = state if type(state) is tuple and len(state) == 2 else (state, None)
    vars(target).update(named or {})
    for name, value in (slots or {}).items():
        if type(getattr(type(target), name, None)) is not types.MemberDescriptorType:
            raise UnpicklingError(f"it sets {str(name)[:50]!r}, which is no slot of a {type(target).__name__}")
        object.__setattr__(target, name, value)


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


def name_of(one):
    return f"{getattr(one, '__module__', '')}.{getattr(one, '__qualname__', one)}"[:200]


# --- the files ---------------------------------------------------------------------------------------------------------------


class ObjectLoader(Loader):
    """Reads one file: an archive, a packed archive, or PyTorch's older format."""

    imports = False

    def __init__(self, file, mapped, map_location):
        if is_legacy(file):
            self.archive, self.map_location, self.storages = LegacyFile(file), map_location, {}
            self.spare = self.archive.size
            self.archive.measure(self)
        else:
            plain = unpacked(file)
            super().__init__(plain, mapped and plain is file, map_location)

    def machine(self, data, storage_of):
        return ObjectUnpickler(data, self.names(), storage_of, self.imports)

    def run(self):
        return self.machine(self.archive.read("data.pkl"), self.storage).run()

    def names(self):
        more = DATA | NUMPY if self.imports else DATA
        names = super().names() | {f"torch.{one.name}": one for one in FLOAT8}
        return names | {name: Call(name, function) for name, function in more.items()}

    def storage(self, identity):
        """The storage that a persistent id names; in older files it has one part more, of a view, and it may be a class."""
        if type(identity) is tuple and len(identity) == 4 and identity[0] == "module":
            return identity[1]
        if type(identity) is tuple and len(identity) == 6 and identity[5] is not None:
            raise UnpicklingError(
                "it holds a part of a storage, as PyTorch 0.3 wrote them: save it again with a newer one"
            )
        return super().storage(identity[:5])

    def tensor_of_kind(self, typed, offset, size, stride, requires_grad, hooks, kind, metadata=None):
        if is_missing(kind):
            return placeholder(kind, size)
        return super().tensor_of_kind(typed, offset, size, stride, requires_grad, hooks, kind, metadata)

    def view(self, memory, offset, size, stride):
        shown = super().view(memory, offset, size, stride)
        return shown.view(type(memory)) if isinstance(memory, np.ndarray) else shown


class ImportingLoader(ObjectLoader):
    """The same for weights_only=False."""

    imports = True


def default_restore_location(storage, location):
    """The storage on a device, for a function that is given as map_location. Source: PyTorch, torch.serialization."""
    check_location(location)
    return storage.to(location)


def loader_for(file, weights_only):
    """The class that reads a file."""
    return ObjectLoader if weights_only else ImportingLoader


override("minitorch.serialization.loading", loader_for=loader_for)
