"""objects: whole modules and other objects in files, for weights_only=False, and what safe_globals allows (shelf).

A module that is saved whole needs its class when it is loaded, under the same name in the same file; its state_dict()
needs neither. Programs do it all the same, so it works, in PyTorch's form. What differs: PyTorch's reader, with
weights_only=False, calls whatever a file names. This one makes objects of classes that the program has imported, without
calling them, and of the kinds of Python and NumPy that stand in a table. A function that a file names is never called.
"""

import argparse
import collections
import datetime
import enum
import functools
import importlib
import io
import pathlib
import re
import sys
import types
from _compat_pickle import IMPORT_MAPPING, NAME_MAPPING

import numpy as np

from .._extension import override
from .._tensor import Tensor
from ..backend import to_device
from ..creation.empty_strided import empty_strided
from ..nn.parameter import Buffer, Parameter
from ..ops.op import Op
from .archive import UnpicklingError
from .float8 import FLOAT8, is_missing, placeholder
from .hardened import Placed, check_archive, check_bools, check_inside, check_location, check_numbers
from .legacy import LegacyFile, is_legacy
from .loading import Loader, parameter
from .machine import CONTAINERS, Machine
from .saving import Pickler, name_of

PACKAGE = __name__.split(".")[0]
UNKNOWN = "it asks for {}, which is not data, so nothing was run; allow it with serialization.add_safe_globals if you trust it"

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


# --- what a file may make ----------------------------------------------------------------------------------------------------


def parameter_with_state(data, requires_grad, hooks, state):
    return with_attributes(parameter(data, requires_grad, hooks), state)


def tensor_with_state(function, kind, args, state):
    """A tensor with attributes of its own; a Buffer is a tensor with the attribute _is_buffer."""
    made = function(*args)
    if not isinstance(made, Tensor) or kind is not Tensor:
        raise UnpicklingError("it holds a tensor of a class of its own: save x.as_subclass(Tensor) instead")
    own = dict(state[0] if type(state) is tuple else state or {})
    return with_attributes(Buffer(made) if own.pop("_is_buffer", False) else made, own)


def with_attributes(made, own):
    """The tensor with these attributes, none of which may hide what a tensor can do."""
    if any([hasattr(Tensor, name) for name in own]):
        raise UnpicklingError(f"among the attributes {str(list(own))[:100]} is one that would hide what a tensor needs")
    vars(made).update(own)
    return made


def on_meta(kind, size, stride, requires_grad):
    """A tensor without numbers."""
    check_numbers(0, size, stride)
    return empty_strided(size, stride, dtype=kind, device="meta", requires_grad=bool(requires_grad))


# kinds of Python's that objects hold, with weights_only=False: calling one of them runs nothing else
PYTHON = [
    argparse.Namespace, types.SimpleNamespace, collections.deque, functools.partial, slice,
    datetime.date, datetime.datetime, datetime.time, datetime.timedelta, datetime.timezone, pathlib.PurePosixPath,
    pathlib.PureWindowsPath, pathlib.PosixPath, pathlib.WindowsPath, object, int, float, bool, str, list, tuple, dict,
]  # fmt: skip


def default_dict(factory=None):
    if not any([factory is one for one in (None, *PYTHON)]):
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


NUMPY = {"numpy.dtype": numpy_dtype, "numpy.ndarray": None}  # an array is made by _reconstruct alone
for _core in ("core", "_core"):
    NUMPY[f"numpy.{_core}.multiarray._reconstruct"] = lambda kind, shape, code: np.ndarray(0, np.int8)
    NUMPY[f"numpy.{_core}.multiarray.scalar"] = lambda kind, raw: np.frombuffer(raw, kind)[0]


# --- the machine -------------------------------------------------------------------------------------------------------------


class ObjectMachine(Machine):
    """The machine that also makes objects of classes: of those that the program allows and, with `imports`, has imported."""

    def __init__(self, file, names, storage_of, imports):
        super().__init__(file, names, storage_of)
        self.imports = imports
        self.made = {}  # {id: an object that was made here}: only those get attributes

    def find_class(self, module, name):
        module, name = NAME_MAPPING.get((module, name), (IMPORT_MAPPING.get(module, module), name))
        if self.imports and f"{module}.{name}" not in self.names:
            return imported(module, name)
        return super().find_class(module, name)

    def call(self):
        args, function = self.stack[-1], self.stack[-2]
        if isinstance(function, type) and issubclass(function, enum.Enum) and len(args) == 1:
            self.stack[-2:] = [function(*args)]  # a value of a kind that the program has
        else:
            super().call()
            self.keep(self.stack[-1])

    def new(self):
        """Make an object without the code of its class: by the __new__ of object, dict, list ..."""
        kind, args = self.stack[-2:]
        named_tuple = issubclass(kind, tuple) and hasattr(kind, "_fields")
        in_table = any([kind is one for one in self.names.values()])
        if kind.__new__ not in MAKERS and not named_tuple and not in_table:
            raise UnpicklingError(UNKNOWN.format(f"an object made by the __new__ of {path_of(kind)}"))
        self.stack[-2:] = [tuple.__new__(kind, args) if named_tuple else kind.__new__(kind, *args)]
        self.keep(self.stack[-1])

    def keep(self, made):
        """Note an object as made here."""
        if not isinstance(made, Tensor):
            self.made[id(made)] = made

    def build(self):
        state, target = self.stack[-1], self.stack[-2]
        if id(target) not in self.made:
            return super().build()
        self.stack.pop()
        if isinstance(target, np.dtype):
            set_byte_order(target, state[1])
        elif isinstance(target, np.ndarray):
            fill_array(target, state)
        elif hasattr(type(target), "__setstate__"):
            target.__setstate__(state)
        else:
            put(target, state)


MAKERS = [one.__new__ for one in (object, dict, list, set, int, float, str, collections.OrderedDict, collections.deque)]


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


def path_of(one):
    return f"{getattr(one, '__module__', '')}.{getattr(one, '__qualname__', one)}"[:200]


# --- reading files -----------------------------------------------------------------------------------------------------------


class ObjectLoader(Loader):
    """Reads an archive, or a file in PyTorch's older format."""

    imports = False

    def __init__(self, file, map_location):
        self.legacy = LegacyFile(file, self.machine) if is_legacy(file) else None
        super().__init__(file, map_location)

    def read_entries(self, file):
        if self.legacy:
            return self.legacy.storages
        check_archive(file)
        return super().read_entries(file)

    def machine(self, file, storage_of):
        return ObjectMachine(file, self.names(), storage_of, self.imports)

    def run(self):
        if self.legacy:
            return self.legacy.run(self.storage)
        data = self.entries["data.pkl"]
        if self.imports or _safe or data[:2] != b"\x80\x02":
            return self.machine(io.BytesIO(data), self.storage).load()
        return super().run()

    def names(self):
        names = allowed() | super().names() | CONTAINERS | {f"torch.{one.name}": one for one in FLOAT8} | {
            "torch.Tensor": Tensor, "torch._utils._rebuild_parameter_with_state": parameter_with_state,
            "torch._utils._rebuild_tensor": self.tensor, "torch._utils._rebuild_tensor_v2": self.maybe_conjugated,
            "torch._tensor._rebuild_from_type_v2": tensor_with_state,
            "torch._utils._rebuild_meta_tensor_no_storage": on_meta,
        }  # fmt: skip
        python = {f"{one.__module__}.{one.__qualname__}": one for one in PYTHON}
        return names | NUMPY | python | {"collections.defaultdict": default_dict} if self.imports else names

    def storage(self, identity):
        """The storage that a persistent id names. In older files it can have a part more, and it may be a class."""
        if identity[0] == "module":
            return identity[1]
        _, kind, key, _, count = identity[:5]
        storage = super().storage(identity[:5])
        if type(count) is not int or count * kind.itemsize != storage.memory.nbytes:
            words = f"storage {key} should hold {count} elements of {kind.itemsize} bytes"
            raise UnpicklingError(f"{words}, but it has {storage.memory.nbytes} bytes")
        return storage

    def place(self, memory, location):
        if not callable(self.map_location):
            to = self.map_location
            check_location(to.get(location, location) if isinstance(to, dict) else location if to is None else to)
            return super().place(memory, location)
        placed = Placed(memory)
        moved = self.map_location(placed, location)
        return to_device(np.frombuffer(memory, np.uint8), location if moved is None else moved.where)

    def tensor(self, storage, offset, size, stride, requires_grad=False, hooks=None, kind=None):
        kind = storage.kind if kind is None else kind
        if is_missing(kind):
            return placeholder(kind, size)
        check_inside(storage.memory.nbytes // kind.itemsize, offset, size, stride)
        check_bools(storage.memory, kind)
        return super().tensor(storage, offset, size, stride, requires_grad, hooks, kind)

    def maybe_conjugated(self, storage, offset, size, stride, requires_grad, hooks=None, metadata=None):
        """A tensor whose conjugate or negative PyTorch had put off: it is computed here."""
        made = self.tensor(storage, offset, size, stride, requires_grad, hooks)
        for mark, put_off in (metadata or {}).items():
            made = {"conj": made.conj, "neg": made.neg}[mark]().detach() if put_off else made
        return made


class ImportingLoader(ObjectLoader):
    """The same for weights_only=False."""

    imports = True


# --- writing -----------------------------------------------------------------------------------------------------------------


class ObjectPickler(Pickler):
    """The pickler that also writes classes and functions by name, and tensors with attributes of their own."""

    def save_global(self, obj, name=None):
        """Write the name of a class or function. Those of this package have PyTorch's names in a file."""
        if obj.__module__.partition(".")[0] != PACKAGE:
            return super().save_global(obj, name)
        self.save(name_of(torch_module(obj), name or obj.__qualname__))

    def save_tensor(self, t):
        state = vars(t) | ({"_is_buffer": True} if type(t) is Buffer else {})
        if not state:
            return super().save_tensor(t)
        function, args = self.rebuilding(t)
        args = (name_of("torch._utils", function), name_of("torch", "Tensor"), args, state)
        self.save_call(t, name_of("torch._tensor", "_rebuild_from_type_v2"), *args)

    def save_parameter(self, t):
        if not vars(t):
            return super().save_parameter(t)
        args = (t.detach(), t.requires_grad, collections.OrderedDict(), dict(vars(t)))
        self.save_call(t, name_of("torch._utils", "_rebuild_parameter_with_state"), *args)

    def rebuilding(self, t):
        if t.device.type != "meta":
            return super().rebuilding(t)
        return "_rebuild_meta_tensor_no_storage", (t.dtype, tuple(t.shape), tuple(t.stride()), t.requires_grad)


def torch_module(obj):
    """The module in which PyTorch has a class or a function of this package."""
    if isinstance(obj, type):
        return "torch" + obj.__module__.removeprefix(PACKAGE)
    return "torch.nn.functional" if obj.__module__.startswith(f"{PACKAGE}.nn.functional") else "torch"


ObjectPickler.dispatch = Pickler.dispatch | {
    types.FunctionType: ObjectPickler.save_global, Parameter: ObjectPickler.save_parameter,
    Tensor: ObjectPickler.save_tensor, Buffer: ObjectPickler.save_tensor,
    bytes: lambda p, b: p.save_call(b, name_of("_codecs", "encode"), b.decode("latin1"), "latin1"),  # b"" too
}  # fmt: skip

override(
    "minitorch.serialization.loading",
    loader_class=lambda file, weights_only: ObjectLoader if weights_only else ImportingLoader,
)
override("minitorch.serialization.saving", pickler_class=lambda: ObjectPickler)
