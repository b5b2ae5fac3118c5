"""object_writing: how save writes parameters, sets and bytes, and whole modules: by the names that PyTorch reads (shelf)."""

import copyreg
import importlib
import pickle
import sys
import types
import warnings
from _compat_pickle import REVERSE_IMPORT_MAPPING, REVERSE_NAME_MAPPING
from collections import Counter, OrderedDict, namedtuple

from .._extension import override
from .._tensor import Size, Tensor
from ..backend import device
from ..creation.memory_format import layout
from ..nn.parameter import Buffer, Parameter
from ..ops.op import Op
from ..storage import TypedStorage, UntypedStorage
from .saving import WRITERS, Name, Pickle, typed

PACKAGE = __name__.split(".")[0]
GLOBAL = (type, types.FunctionType, types.BuiltinFunctionType, Op)  # what a name stands for
Call = namedtuple("Call", "module name args")  # what the reader is to call


def writer_of(self, obj):
    """How an object is written, by its type."""
    writer = KINDS.get(type(obj)) or WRITERS.get(type(obj))
    if writer is None and not isinstance(obj, (TypedStorage, UntypedStorage)):
        return write_global if isinstance(obj, GLOBAL) else write_object
    return writer


def calling(self, obj, module, name, *args):
    """Write `module.name(*args)`, which makes obj."""
    self.call(module, name, *args)
    self.remember(obj)


# --- tensors -----------------------------------------------------------------------------------------------------------------


def rebuilding(self, t, requires_grad):
    """What makes t again, as in the core; a memory is written with one dtype, which every tensor in it must have."""
    if t._hooks:
        warnings.warn("the hooks of a tensor are not saved with it", stacklevel=6)
    function, args = self.rebuilding(t, requires_grad)
    store = args[0]
    if isinstance(store, tuple) and store.nbytes and typed(t.dtype, store.nbytes) is not store.kind:
        error = RuntimeError("Cannot save multiple tensors or storages that view the same data as different types")
        error.add_note(
            f"A tensor of {t.dtype.name} lies in memory that is saved as {store.kind or 'bytes'}: save its clone()"
        )
        raise error
    return function, args


def write_tensor(self, t):
    """A tensor, with the attributes that the program gave it."""
    own = dict(vars(t), _is_buffer=True) if type(t) is Buffer else dict(vars(t))
    function, args = rebuilding(self, t, t.requires_grad)
    if own:
        kind = Name("torch", "Tensor")
        return calling(
            self, t, "torch._tensor", "_rebuild_from_type_v2", Name("torch._utils", function), kind, args, own
        )
    calling(self, t, "torch._utils", function, *args)


def write_parameter(self, t):
    function, args = rebuilding(self, t, False)
    own = (dict(vars(t)),) if vars(t) else ()
    name = "_rebuild_parameter_with_state" if own else "_rebuild_parameter"
    data = Call("torch._utils", function, args)
    calling(self, t, "torch._utils", name, data, t.requires_grad, OrderedDict(), *own)


KINDS = {
    Tensor: write_tensor, Buffer: write_tensor, Parameter: write_parameter,
    Call: lambda p, c: calling(p, c, c.module, c.name, *c.args),
    complex: lambda p, z: calling(p, z, "__builtin__", "complex", z.real, z.imag),
    bytes: lambda p, b: calling(p, b, "_codecs", "encode", b.decode("latin1"), "latin1"),
    bytearray: lambda p, b: calling(p, b, "__builtin__", "bytearray", bytes(b)),
    set: lambda p, s: calling(p, s, "__builtin__", "set", list(s)),
    frozenset: lambda p, s: calling(p, s, "__builtin__", "frozenset", list(s)),
    Counter: lambda p, c: calling(p, c, "collections", "Counter", dict(c)),
    Size: lambda p, s: calling(p, s, "torch", "Size", tuple(s)),
    device: lambda p, d: calling(p, d, "torch", "device", *[d.type, d.index][: 1 + (d.index is not None)]),
    layout: lambda p, one: calling(p, one, "torch.serialization", "_get_layout", f"torch.{one.name}"),
}  # fmt: skip

# --- classes and functions by name, other objects as they say themselves ------------------------------------------------------


def write_global(self, obj):
    """A class or a function: by the name under which whoever reads the file finds it, here or in PyTorch."""
    name = getattr(obj, "__qualname__", None) or obj.__name__
    module = obj.__module__
    if module.split(".")[0] == PACKAGE and not isinstance(obj, type):  # PyTorch has its functions in two places
        top = sys.modules[PACKAGE]
        module = f"{PACKAGE}.nn.functional" if getattr(top.nn.functional, name, None) is obj else PACKAGE
    if "<locals>" in name:
        raise noted(self, AttributeError(f"Can't pickle local object {name!r}"))
    if module not in sys.modules and module.split(".")[0] == PACKAGE:
        importlib.import_module(module)  # a class says where PyTorch has it, which may be another file than its own
    if getattr(sys.modules.get(module), name, None) is not obj:
        raise noted(self, pickle.PicklingError(f"Can't pickle {obj!r}: it is not found as {module}.{name}"))
    if module.split(".")[0] == PACKAGE:
        module = "torch" + module.removeprefix(PACKAGE)
    elif (module, name) in REVERSE_NAME_MAPPING:
        module, name = REVERSE_NAME_MAPPING[module, name]
    self.name(REVERSE_IMPORT_MAPPING.get(module, module), name)


def write_object(self, obj):
    """Any other object, as it says itself how it is pickled: a call, and then its attributes and items."""
    try:
        made = obj.__reduce_ex__(2)
    except TypeError as error:
        raise noted(self, error) from None
    if not isinstance(made, tuple):
        raise noted(self, pickle.PicklingError(f"Can't pickle {obj!r}, which goes by the name {made!r}"))
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
    for place, item in enumerate(items or ()):
        self.inside(place, item)
        self.out += pickle.APPEND
    for key, value in pairs or ():
        self.write(key)
        self.inside(key, value)
        self.out += pickle.SETITEM
    if state is not None:
        self.inside("its attributes", state)
        self.out += pickle.BUILD


def noted(self, error):
    """The error, with a note that says where the thing stands that cannot be written."""
    place = "".join([f"[{key!r}]" for key in self.trail])
    error.add_note(f"It stands at {place} in what is saved." if place else "It is what is saved.")
    return error


override(Pickle, writer_of=writer_of)
