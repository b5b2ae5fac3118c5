"""weights_only: the machine for weights_only=True: data, and what add_safe_globals names; refusals in PyTorch's words (shelf)."""

import types

import numpy as np

from .._tensor import Tensor
from .._tower import load as loaded
from ..backend import device as Device
from ..creation.empty_strided import empty_strided
from ..dtypes import dtype
from ..memory_format import strided
from ..meta import MetaArray
from .archive import UnpicklingError
from .loading import Loader, attributes, check_numbers
from .loading import with_state as plain_with_state
from .names import PACKAGE, python3s
from .options import _serialization_tls, vouched
from .storages import shown
from .unpickle import DEEPEST, DICTS, Call, Unpickler, check_keys

BLOCKED = ("sys", "os", "posix", "nt")  # modules of which nothing is called, whatever add_safe_globals names
START = (
    "Weights only load failed. This file can still be loaded, to do so you have two options, do those steps only if you "
    "trust the source of the checkpoint. \n\t(1) Load it with `weights_only` set to `False`: it makes objects of classes "
    "that your program has imported.\n\t(2) Alternatively, to load with `weights_only=True` please check the recommended "
    "steps in the following error message.\n\tWeightsUnpickler error: "
)
UNSUPPORTED = (
    "Unsupported global: GLOBAL {0} was not an allowed global by default. Please use "
    "`torch.serialization.add_safe_globals([{0}])` or the `torch.serialization.safe_globals([{0}])` context manager to "
    "allowlist this global if you trust this class/function."
)
NOTE = (
    "Nothing was run. If the file is your own, import the class and load with weights_only=False; better, save only "
    "state_dict(), numbers and containers, which load everywhere."
)


class Refused(UnpicklingError):
    """An UnpicklingError with PyTorch's words; which file it was, and what else can be done, stands in its notes."""

    def __init__(self, words):
        super().__init__(words)
        self.words = words
        self.add_note(NOTE)

    def __str__(self):
        return self.words


Refused.__name__, Refused.__qualname__, Refused.__module__ = "UnpicklingError", "UnpicklingError", "_pickle"


class Raised(UnpicklingError):
    """An error of the program's own class or function: it leaves the machine as it is."""


def running(function, *args, **options):
    """Call something of the program's."""
    try:
        return function(*args, **options)
    except UnpicklingError:
        raise
    except Exception as error:
        raise Raised from error


class AllowedUnpickler(Unpickler):
    """The machine with one more table: the classes and functions that the program vouches for."""

    def __init__(self, *args):
        super().__init__(*args)
        self.own = vouched()
        self.own |= {"torch" + name.removeprefix(PACKAGE): one for name, one in self.own.items() if is_ours(name)}
        self.objects = {}  # {a storage and its dtype: the object that stands for it}
        self.objects_as_keys = bool(self.own)

    def vouches(self, one):
        if isinstance(one, (types.BuiltinMethodType, types.MethodType)):  # each time it is asked for, a new one
            return any([one == known for known in self.own.values() if type(known) is type(one)])
        return any([one is known for known in self.own.values()])

    def named(self, name):
        module, _, rest = name.partition(" ")
        module, rest = python3s(module, rest)
        full = f"{module}.{rest}"
        if module in BLOCKED:
            raise Refused(
                "Weights only load failed. Trying to load unsupported GLOBAL "
                f"{full[:200]} whose module {module} is blocked."
            )
        if full in self.names:
            return super().named(f"{module} {rest}")
        self.stack.append(self.own[full] if full in self.own else self.unknown(module, rest))

    def unknown(self, module, name):
        """What stands for a name that is in no table: nothing."""
        raise Refused(START + UNSUPPORTED.format(f"{module}.{name}".removeprefix("builtins.")[:200]))

    # --- objects -------------------------------------------------------------------------------------------------------

    def call(self):
        function, args = self.stack[-2:]
        if type(function) is Call:
            return super().call()
        if not self.vouches(function):
            return self.call_other(function, args)
        self.run_own(function, args)

    def call_other(self, function, args):
        """Call what is in no table: not at all."""
        of = f" which belongs to {function.__self__}" if hasattr(function, "__self__") else ""
        if callable(function):
            raise Refused(
                f"Weights only load failed. Trying to call reduce for unrecognized function {str(function)[:200]}{of}"
            )
        super().call()

    def run_own(self, function, args):
        """Call a function with the arguments on the stack."""
        if type(args) is not tuple:
            raise UnpicklingError(f"it calls {function} with a {type(args).__name__}")
        self.last(2)
        self.pay_for(args)
        self.stack.append(running(function, *self.with_storages(args)))

    def new(self):
        kind, args = self.stack[-2:]
        if not self.vouches(kind) or type(args) is not tuple:
            return self.call()
        self.last(2)
        self.pay_for(args)
        self.stack.append(running(kind.__new__, kind, *self.with_storages(args)))

    def pay_for(self, args):
        super().pay_for([one for one in args if type(one) in (str, bytes, bytearray, list, tuple, *DICTS)])

    def build(self):
        target, state = self.stack[-2:]
        if type(target) is Tensor and type(state) is tuple and len(state) == 4:  # how tensors were written in 2016
            made = self.names["torch._utils._rebuild_tensor"](*state)
            target.data = made
            self.stack.pop()
        elif self.vouches(type(target)):
            put(target, self.with_storages(self.stack.pop()))
        else:
            super().build()

    # --- keys ----------------------------------------------------------------------------------------------------------

    def extend(self, items):
        target = self.stack[-1]
        if type(target) is set and self.objects_as_keys:
            target.update(self.keys(items))
        else:
            super().extend(items)

    def fill(self, items):
        target = self.stack[-1]
        if type(target) in DICTS and self.objects_as_keys:
            target.update(zip(self.keys(items[::2]), items[1::2], strict=True))
        else:
            super().fill(items)

    def keys(self, keys):
        """The keys, if each is quick to hash: as check_keys has it, or of the program's own kinds."""
        for key in keys:
            waiting, seen = [key], 0
            while waiting:
                one = waiting.pop()
                if isinstance(one, (tuple, frozenset)):
                    waiting.extend(one)
                    seen += 1 + len(one)
                    if seen > DEEPEST:
                        raise UnpicklingError("a key of a dictionary or a set is too large")
                elif not self.may_be_key(one):
                    check_keys([one])
        return keys

    def may_be_key(self, one):
        """Whether something that is no data can be a key."""
        return self.vouches(type(one)) or self.vouches(one)

    def with_storages(self, one):
        """Arguments and attributes of the program's objects, with storages as it knows them."""
        return shown(one, self.objects, {})


def is_ours(name):
    return name.startswith(f"{PACKAGE}.")


def put(target, state):
    """Give an object its attributes: in the way of its class, or as pickle does."""
    if getattr(target, "__setstate__", None) is not None:
        return running(target.__setstate__, state)
    named, slots = state if type(state) is tuple and len(state) == 2 else (state, None)
    for part in (named, slots):
        if part is not None and (not isinstance(part, dict) or not all([type(name) is str for name in part])):
            raise UnpicklingError(f"the attributes of a {type(target).__name__} have no names. Nothing was run")
    if named:
        running(lambda: vars(target).update(named))
    for name, value in (slots or {}).items():
        if type(getattr(type(target), name, None)) is not types.MemberDescriptorType:
            raise UnpicklingError(f"it sets {name[:50]!r}, which is no slot of a {type(target).__name__}")
        object.__setattr__(target, name, value)


class AllowedLoader(Loader):
    """Reads one archive for weights_only=True."""

    machine = AllowedUnpickler

    def __init__(self, file, mapped, map_location):
        super().__init__(file, mapped, map_location)
        if _serialization_tls.skip_data:
            self.archive = Unread(self.archive)

    def run(self):
        try:
            return super().run()
        except Raised as raised:
            raise raised.__cause__ from None

    def names(self):
        functions = {"torch._tensor._rebuild_from_type_v2": with_state, "torch.Tensor": empty}
        functions["torch._utils._rebuild_meta_tensor_no_storage"] = form
        functions[WRAPPER] = wrapper
        return super().names() | {name: Call(name, function) for name, function in functions.items()}

    def view(self, memory, offset, size, stride):
        shown = super().view(memory, offset, size, stride)
        return shown.view(MetaArray) if isinstance(memory, MetaArray) else shown


class Unread:
    """An archive of which the storages are not read: zeros stand for them."""

    def __init__(self, archive):
        self.archive = archive

    def __getattr__(self, name):
        return getattr(self.archive, name)

    def storage(self, name):
        return memoryview(np.zeros(self.archive.place(name)[1], np.uint8))


# --- tensors ---------------------------------------------------------------------------------------------------------------


def empty(*args):
    """The tensor without elements that older files begin with."""
    if args:
        raise UnpicklingError("it makes a torch.Tensor of something")
    return Tensor([])


def form(kind, size, stride, requires_grad):
    """A tensor on "meta", which has no numbers."""
    check_numbers(0, size, stride)
    if not isinstance(kind, dtype):
        raise UnpicklingError("a tensor on 'meta' has no dtype")
    try:
        return empty_strided(size, stride, dtype=kind, device="meta", requires_grad=bool(requires_grad))
    except (OSError, MemoryError, RuntimeError, ValueError, OverflowError) as error:
        raise UnpicklingError(f"a tensor of size {size} is too large") from error


def wrapper(kind, number, size, stride, offset, layout, where, requires_grad):
    """A tensor of a class with __torch_dispatch__ that has a form, and its numbers among its attributes."""
    check_numbers(offset, size, stride)
    if not isinstance(kind, type) or not issubclass(kind, Tensor) or kind.__module__.split(".")[0] == PACKAGE:
        raise UnpicklingError("it makes a wrapper of something that is no class of tensors of the program's")
    if not isinstance(number, dtype) or not isinstance(where, Device) or layout is not strided:
        raise UnpicklingError("a wrapper has no dtype, no device, or another layout")
    form = {"dtype": number, "device": where, "requires_grad": bool(requires_grad)}
    try:
        return kind._make_wrapper_subclass(kind, size, stride, offset, **form)
    except (OSError, MemoryError, RuntimeError, ValueError, OverflowError) as error:
        raise UnpicklingError(f"a wrapper of size {size} cannot be made: {error}") from error


WRAPPER = "torch._utils._rebuild_wrapper_subclass"


def with_state(function, kind, args, state):
    """A tensor with attributes, or of the program's own kind."""
    if type(kind) is Call:
        return plain_with_state(function, kind, args, state)
    if not (isinstance(kind, type) and issubclass(kind, Tensor)):
        raise UnpicklingError(f"a tensor is made by something that does not make tensors: {str(kind)[:50]}")
    if type(function) is Call and function.name == WRAPPER and args and args[0] is kind:
        made = wrapper(*args)
    else:
        plain = plain_with_state(function, kind, args, None)
        made = kind._make_subclass(kind, plain, plain.requires_grad)
    if kind.__setstate__ is not Tensor.__setstate__:
        running(made.__setstate__, state)
        return made
    named, slots = state if type(state) is tuple and len(state) == 2 else (state, None)
    vars(made).update(attributes(named))
    if vars(made).get("_is_param"):
        loaded("minitorch.overrides.parameters").known_as_parameters(kind)
    for name, value in (slots or {}).items():
        if type(getattr(kind, name, None)) is not types.MemberDescriptorType or hasattr(Tensor, name):
            raise UnpicklingError(f"it sets {str(name)[:50]!r}, which is no slot of a {kind.__name__}")
        object.__setattr__(made, name, value)
    return made
