"""objects: files with objects of any class, for weights_only=False: what is made of them, and what is not called (shelf).

A module that is saved whole needs its class when it is loaded, under the same name in the same file; its state_dict()
needs neither. Programs do it all the same, so it works, in PyTorch's form. What differs: PyTorch's reader, with
weights_only=False, calls whatever a file names. This one rebuilds objects of classes that the program has imported, and of
Python's and NumPy's own kinds in `standard`. A function that a file names is kept where it stands, and never called.
"""

import enum
import sys
import types
from collections import Counter, OrderedDict, deque

import numpy as np

from .._tensor import Tensor
from ..memory_format import strided
from ..nn.module import Module
from ..ops.op import Op
from ..random.generator import Generator
from .archive import UnpicklingError
from .builtin_classes import CHANGED, FUNCTIONS, KINDS, NUMPY, SILENT, VALUES, fill_array, order_kind
from .loading import Call, layout_named
from .names import PACKAGE, imported
from .weights_only import AllowedLoader, AllowedUnpickler, put, running

REFUSAL = (
    "it {} {}. Nothing was run: with weights_only=False minitorch makes objects of classes that the program has imported, and "
    "calls no function that a file names. {}"
)
ADD = "If you trust it, load within serialization.safe_globals([{}])"
IMPORT = "Import {} before you load the file"
NAMEABLE = (type, types.FunctionType, np.ufunc, Op)
TORCH = Call("torch._C._VariableFunctionsClass", None)  # where PyTorch's built-in functions are found

# --- what may be named, made and called -----------------------------------------------------------------------------------


def is_pythons(module):
    """Whether a module is of Python's library: what a file may have of it stands in a table."""
    return module.split(".")[0] in sys.stdlib_module_names and module != "__main__"


def name_of(one):
    return f"{getattr(one, '__module__', '')}.{getattr(one, '__qualname__', one)}"[:200]


def is_silent(kind):
    """Whether an object of this class is made without code of the class."""
    maker = getattr(kind.__new__, "__self__", None)
    return maker in SILENT or (isinstance(maker, type) and issubclass(maker, BaseException))


def declares(kind):
    """Whether a class says itself how its objects are made anew: then a file of such objects makes them so."""
    return any([name in vars(one) for one in kind.__mro__ if not is_c(one) for name in ("__reduce__", "__reduce_ex__")])


def is_c(kind):
    return is_pythons(kind.__module__) or kind.__module__.split(".")[0] == "numpy"


def may_make(kind):
    """Whether a file may make an object of a class with its __new__."""
    tuples = str(getattr(kind.__new__, "__module__", "")).startswith("namedtuple_")
    own = [vars(one) for one in kind.__mro__ if not is_c(one)]
    says = any(["__getnewargs__" in one or "__getnewargs_ex__" in one for one in own]) or declares(kind)
    return is_silent(kind) or tuples or says or issubclass(kind, (enum.Enum, Module, Tensor))


def is_quiet(kind):
    """Whether a call of this class runs no code of the class."""
    return is_silent(kind) and isinstance(kind.__init__, types.WrapperDescriptorType)


def may_call(kind, args):
    """Whether a file may call a class: one that runs no code of its own, or says that its objects are made so."""
    if issubclass(kind, enum.Enum):
        return len(args) == 1  # its value; with more, new classes are made
    if type(kind).__call__ is not type.__call__ or issubclass(kind, type):
        return False
    own = kind.__module__.split(".")[0] not in (PACKAGE, "numpy") and not is_pythons(kind.__module__)
    return is_quiet(kind) or (own and (declares(kind) or issubclass(kind, BaseException)))


# --- the machine -----------------------------------------------------------------------------------------------------------


class ObjectUnpickler(AllowedUnpickler):
    """The machine of files with objects: what it may name is, besides the tables, what the program has imported."""

    def __init__(self, data, names, *more):
        super().__init__(data, names, *more)
        self.made = {}  # {id: an object that was made here}: only those get attributes
        self.objects_as_keys = True
        self.makers = {kind: names.get(name, kind) for name, kind in KINDS.items()}  # {a kind: what is called for it}
        self.makers |= {
            np.ndarray: Call("numpy.ndarray", None),
            set: Call("set", self.set_of),
            frozenset: Call("frozenset", self.frozenset_of),
        }
        self.names = names | KINDS | {"builtins.getattr": Call("builtins.getattr", self.attribute)}

    def keep(self, made):
        """Note an object as made here: its attributes may come."""
        if not isinstance(made, (type, enum.Enum)):
            self.made[id(made)] = made

    # --- names -----------------------------------------------------------------------------------------------------------

    def unknown(self, module, name):
        """A class or a function that the program has imported: it is not called for having been named."""
        found, asked = imported(module), f"{module}.{name}"
        if is_pythons(module):
            raise UnpicklingError(REFUSAL.format("asks for", asked[:200], ADD.format(asked[:200])))
        for place, part in enumerate(name.split(".")):
            inside = found if place == 0 or isinstance(found, type) else None  # no module's modules
            found = getattr(inside, part, None)
        if found is None:
            raise UnpicklingError(REFUSAL.format("asks for", asked[:200], IMPORT.format(module[:200])))
        return checked(found, asked)

    def attribute(self, owner, name):
        """getattr: a class inside of a class, a method of an object that was made here, a built-in function of PyTorch's."""
        if type(name) is str and not name.startswith("__"):
            if owner is TORCH:
                return checked(getattr(sys.modules[PACKAGE], name, None), f"torch.{name}")
            if isinstance(owner, type):
                full = f"{name_of(owner)}.{name}"
                known = Call(full, FUNCTIONS[full]) if full in FUNCTIONS else vars(owner).get(name)
                return known if type(known) is Call else checked(known, full)
            found = [vars(kind)[name] for kind in type(owner).__mro__ if name in vars(kind)]
            if id(owner) in self.made and found and isinstance(found[0], types.FunctionType):
                return types.MethodType(found[0], owner)
        asked = f"builtins.getattr: the attribute {str(name)[:50]!r} of {'a' if not isinstance(owner, type) else ''}"
        raise UnpicklingError(REFUSAL.format("asks for", f"{asked} {type(owner).__name__}", ""))

    # --- objects ---------------------------------------------------------------------------------------------------------

    def call(self):
        function = self.stack[-2]
        super().call()
        if type(function) is Call and function.name in CHANGED:
            self.keep(self.stack[-1])

    def call_other(self, function, args):
        known = isinstance(function, type) and function in self.makers
        if not known and not (isinstance(function, type) and type(args) is tuple and may_call(function, args)):
            if not callable(function):
                return super().call_other(function, args)
            raise UnpicklingError(REFUSAL.format("calls", name_of(function), ADD.format(name_of(function))))
        if (known or is_quiet(function)) and any([type(one) is range for one in args]):
            raise UnpicklingError("it fills a container with a range: what it holds does not stand in the file")
        self.run_own(self.makers[function] if known else function, args)
        self.keep(self.stack[-1])

    def new(self, options=None):
        kind, args = self.stack[-2:]
        if not isinstance(kind, type) or type(args) is not tuple:
            return super().new()
        if not self.vouches(kind) and not may_make(kind):
            words = REFUSAL.format("makes an object with the __new__ of", name_of(kind), ADD.format(name_of(kind)))
            raise UnpicklingError(words)
        self.last(2)
        self.pay_for(args)
        self.stack.append(running(kind.__new__, kind, *self.with_storages(args), **(options or {})))
        self.keep(self.stack[-1])

    def new_with_names(self):
        """An object whose class takes arguments by name."""
        options = self.stack.pop()
        if type(options) is not dict or not all([type(name) is str for name in options]):
            raise UnpicklingError("the arguments of a class have no names")
        self.new(self.with_storages(options))

    def build(self):
        target = self.stack[-2]
        if id(target) not in self.made or type(target) in (OrderedDict, Counter):
            return super().build()
        state = self.with_storages(self.stack.pop())
        if isinstance(target, np.ndarray):
            fill_array(target, state)
        elif isinstance(target, np.dtype):
            order_kind(target, state)
        elif type(target) is Generator:
            target.set_state(state[-1])
        else:
            put(target, state)

    # --- containers of the program's own kinds -------------------------------------------------------------------------

    def extend(self, items):
        target = self.stack[-1]
        if isinstance(target, (list, deque)) and type(target) is not list and id(target) in self.made:
            running(target.extend, self.with_storages(tuple(items)))
        else:
            super().extend(items)

    def fill(self, items):
        target = self.stack[-1]
        if id(target) not in self.made:
            return super().fill(items)
        for key, value in zip(self.keys(items[::2]), self.with_storages(tuple(items[1::2])), strict=True):
            running(target.__setitem__, key, value)

    def may_be_key(self, one):
        return isinstance(one, (*NAMEABLE, enum.Enum, np.generic, *HASHED)) or id(one) in self.made

    def set_of(self, items=()):
        return set(self.keys(list(items)))

    def frozenset_of(self, items=()):
        return frozenset(self.keys(list(items)))


HASHED = tuple(
    [kind for name, kind in KINDS.items() if name.split(".")[0] in ("datetime", "pathlib", "decimal", "uuid")]
)


def checked(found, asked):
    """What a name stands for, if it is a class or a function that a file may name."""
    module = str(getattr(found, "__module__", None))
    if not isinstance(found, NAMEABLE) or is_pythons(module):
        raise UnpicklingError(REFUSAL.format("asks for", asked[:200], ADD.format(asked[:200])))
    return found


def layout(name):
    return strided if name == "torch.strided" else layout_named(name)


class ObjectLoader(AllowedLoader):
    """Reads one archive for weights_only=False."""

    machine = ObjectUnpickler

    def names(self):
        functions = FUNCTIONS | NUMPY | {"torch._C.Generator": Generator, "torch.serialization._get_layout": layout}
        names = {name: Call(name, function) for name, function in functions.items()}
        names |= {"torch._C._VariableFunctionsClass": TORCH, "torch._C._VariableFunctions": TORCH}
        return super().names() | names | VALUES | {"torch._C.TensorBase": Tensor, "torch._C._TensorBase": Tensor}
