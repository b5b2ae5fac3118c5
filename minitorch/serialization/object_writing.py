"""object_writing: how save writes what is no data: whatever Python can pickle, by the names that PyTorch reads (shelf)."""

import copyreg
import pickle
import sys
import types

import numpy as np

from .._holes import fill
from .._tensor import Tensor
from ..creation.copying import own_slots
from ..memory_format import layout
from ..nn.module import Module
from ..nn.parameter import Buffer, Parameter
from ..ops.op import Op
from ..random.generator import Generator
from ..storage import TypedStorage, UntypedStorage
from .names import PACKAGE, python2s, pytorchs
from .saving import Call, Name, Pickle
from .storages import write_storage

NEWOBJ_EX = b"\x92"
LOCAL = "Can't pickle local object {!r}"
MISSING = "Can't pickle {!r}: attribute lookup {} on {} failed"
OTHER = "Can't pickle {!r}: it's not the same object as {}.{}"


def writer_of(self, obj):
    """How an object is written that is no data."""
    for kind, writer in WRITERS:
        if isinstance(obj, kind):
            return writer
    return write_object


# --- by name -----------------------------------------------------------------------------------------------------------------


def write_global(self, obj):
    """A class or a function: by the name under which whoever reads the file finds it."""
    name = getattr(obj, "__qualname__", None) or obj.__name__
    module = getattr(obj, "__module__", None) or pickle.whichmodule(obj, name)
    top = sys.modules[PACKAGE]
    if isinstance(obj, (Op, types.FunctionType)) and module.startswith(f"{PACKAGE}.ops."):
        for place, owner in (
            (Name("torch._C", "_VariableFunctionsClass"), top),
            (Name("torch._C", "TensorBase"), Tensor),
        ):
            if getattr(owner, obj.__name__, None) is obj:
                return self.calling(obj, "__builtin__", "getattr", place, obj.__name__)
    write_name(self, obj, module, name)


def write_name(self, obj, module, name):
    """A name, if it leads to the object."""
    if "<locals>" in name:
        raise noted(self, AttributeError(LOCAL.format(name)))
    found = sys.modules.get(module)
    for part in name.split("."):
        found = getattr(found, part, None)
    if found is None:
        raise noted(self, pickle.PicklingError(MISSING.format(obj, name, module)))
    if found is not obj:
        raise noted(self, pickle.PicklingError(OTHER.format(obj, module, name)))
    write_path(self, module, name)


def write_path(self, module, path):
    """A name with dots is a chain of attributes: the pickles of PyTorch know no other way."""
    parent, _, last = path.rpartition(".")
    if not parent:
        return self.name(*python2s(pytorchs(module, last), last))
    if (module, path) in self.places:
        return self.fetch(self.places[module, path])
    self.name("__builtin__", "getattr")
    write_path(self, module, parent)
    self.text(last)
    self.out += pickle.TUPLE2 + pickle.REDUCE
    self.remember((module, path), (module, path))


def write_type(self, kind):
    """A class, by its name; the types of None and its like have none."""
    for one in (None, Ellipsis, NotImplemented):
        if kind is type(one):
            return self.calling(kind, "__builtin__", "type", one)
    if issubclass(kind, Module) and hasattr(self, "write_source"):
        return self.write_source(kind)
    write_global(self, kind)


# --- by what it says itself --------------------------------------------------------------------------------------------------


def write_object(self, obj):
    """Any other object, as it says itself that it wants to be pickled: a call, and then its attributes and items."""
    reduce = copyreg.dispatch_table.get(type(obj))
    try:
        made = reduce(obj) if reduce else obj.__reduce_ex__(2)
    except TypeError as error:
        raise noted(self, error) from None
    if isinstance(made, str):
        return write_name(self, obj, getattr(obj, "__module__", None) or pickle.whichmodule(obj, made), made)
    if not isinstance(made, tuple) or not 2 <= len(made) <= 5:
        raise noted(self, pickle.PicklingError("__reduce__ must return a string or tuple of two to five elements"))
    write_reduced(self, obj, *made)


def write_reduced(self, obj, function, args, state=None, items=None, pairs=None):
    if function is copyreg.__newobj__:
        self.write(args[0])
        self.tuple(args[1:], shown=False)
        self.out += pickle.NEWOBJ
    elif function is copyreg.__newobj_ex__:
        for part in args:
            self.write(part)
        self.out += NEWOBJ_EX
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


# --- kinds of this package ---------------------------------------------------------------------------------------------------


def write_tensor(self, t):
    """A tensor of a class of the program's; a Parameter's subclass becomes a Parameter, as in PyTorch."""
    if type(t).__reduce_ex__ is not Tensor.__reduce_ex__:
        return write_object(self, t)
    if issubclass(type(t), Parameter):
        return self.parameter(t)
    if isinstance(t, Buffer):
        return self.tensor(t)
    state = t.__getstate__() if own_getstate(type(t)) else state_of(t)
    function, args = form_of(t) if is_wrapper(t) else self.made_by(t, t.requires_grad)
    self.call("torch._tensor", "_rebuild_from_type_v2", Name("torch._utils", function), type(t), args, state)
    self.remember(t)


def is_wrapper(t):
    """Whether a tensor has no numbers of its own: those of its class with __torch_dispatch__ are among its attributes."""
    subclasses = sys.modules.get(f"{PACKAGE}.dispatch.subclasses")
    if subclasses is None or subclasses.handler_of(type(t)) is None:
        return False
    return t.is_meta or isinstance(t._array, subclasses.StandIn)


def form_of(t):
    """The function of PyTorch's that makes a wrapper again, and its arguments."""
    layout = Call("torch.serialization", "_get_layout", (f"torch.{t.layout.name}",))
    form = tuple(t.shape), tuple(t.stride()), t.storage_offset(), layout, t.device, t.requires_grad
    return "_rebuild_wrapper_subclass", (type(t), t.dtype, *form)


def own_getstate(kind):
    return kind.__getstate__ is not getattr(object, "__getstate__", None)


def state_of(t):
    """The attributes of a tensor, and its slots where its class has some."""
    slots = own_slots(t)
    return (dict(vars(t)), {name: getattr(t, name) for name in slots}) if slots else dict(vars(t))


def write_generator(self, g):
    self.call("torch._C", "Generator", g.device)
    self.remember(g)
    self.tuple((g.initial_seed(), None, g.get_state()), shown=False)
    self.out += pickle.BUILD


def write_layout(self, one):
    self.calling(one, "torch.serialization", "_get_layout", f"torch.{one}".replace(f"torch.{PACKAGE}", "torch"))


WRITERS = [
    (Tensor, write_tensor), ((TypedStorage, UntypedStorage), write_storage), (type, write_type), (Generator, write_generator),
    ((types.FunctionType, np.ufunc, Op), write_global), (layout, write_layout),
]  # fmt: skip

fill(Pickle, writer_of=writer_of)
