"""objects: whole modules and other objects in files, for weights_only=False, and what safe_globals allows (shelf).

A module that is saved whole needs its class when it is loaded, under the same name in the same file; its state_dict()
needs neither. Programs do it all the same, so it works, in PyTorch's form. What differs: PyTorch's reader, with
weights_only=False, calls whatever a file names. This one makes objects of classes that the program has imported, without
calling them, and of the kinds of Python and NumPy that stand in a table. A function that a file names is never called.
"""

import collections
import io
import re
import types

import numpy as np

from .._extension import override
from .._tensor import Tensor
from ..backend import to_device
from ..nn.parameter import Buffer, Parameter
from .archive import UnpicklingError
from .float8 import FLOAT8, placeholder
from .hardened import Placed, check_archive, check_bools, check_inside, check_location
from .legacy import is_pickle, read_legacy
from .loading import Loader, parameter
from .machine import CONTAINERS, OBJECTS, PACKAGE, Machine
from .saving import Pickler, name_of

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
    pairs = [one if isinstance(one, tuple) else (one, f"{torch_module(one)}.{one.__qualname__}") for one in _safe]
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


# --- reading files -----------------------------------------------------------------------------------------------------------


class ObjectLoader(Loader):
    """Reads an archive in which there is more than tensors and containers, or a file in PyTorch's older format."""

    imports = False

    def read_entries(self, file):
        self.legacy = is_pickle(file)
        if self.legacy:
            return read_legacy(file, self.names(), self.imports)
        check_archive(file)
        return super().read_entries(file)

    def run(self):
        data = self.entries["data.pkl"]
        if self.imports or _safe or self.legacy or data[:2] != b"\x80\x02":
            return Machine(io.BytesIO(data), self.names(), self.storage, self.imports).load()
        return super().run()

    def names(self):
        names = allowed() | super().names() | CONTAINERS | {f"torch.{one.name}": one for one in FLOAT8} | {
            "torch.Tensor": Tensor, "torch._utils._rebuild_parameter_with_state": parameter_with_state,
            "torch._utils._rebuild_tensor": self.tensor, "torch._utils._rebuild_tensor_v2": self.maybe_conjugated,
            "torch._tensor._rebuild_from_type_v2": tensor_with_state,
        }  # fmt: skip
        return names | OBJECTS if self.imports else names

    def storage(self, identity):
        """The storage that a persistent id names, which has as many elements as it says; in older files it may be a class."""
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
        check_inside(storage.memory.nbytes // kind.itemsize, offset, size, stride)
        check_bools(storage.memory, kind)
        if (unread := placeholder(kind, size)) is not None:
            return unread
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
        if t.is_meta:
            raise NotImplementedError("Cannot save a tensor on the device meta: it has no numbers")
        return super().rebuilding(t)


def torch_module(obj):
    """The module in which PyTorch has a class or a function of this package; others stay where they are."""
    if isinstance(obj, type) or not obj.__module__.startswith(PACKAGE):
        return re.sub(rf"^{PACKAGE}\b", "torch", obj.__module__)
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
