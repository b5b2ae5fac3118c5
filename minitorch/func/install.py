"""install: while vmap is in force, the public functions look whether they are given slices (shelf).

They stay the same objects: what changes is the code inside of them, and when the last vmap is left they have their own again.
"""

import sys
import threading
from contextlib import contextmanager
from types import FunctionType

from .. import _tower
from .._holes import fill
from .._tensor import Tensor
from ..autograd.function import Function
from ..ops.op import Op, ops
from ..overrides.copies import asking_code, copy_of
from ..overrides.install import exchanging, standing
from .calling import Mapping
from .custom_functions import Applying, Operating
from .printing import Showing
from .randomness import RANDOM
from .refusals import is_inplace

PACKAGES = tuple(
    [
        f"minitorch{name}"
        for name in ("", ".nn.functional", ".linalg", ".fft", ".special", ".nn.init", ".signal.windows")
    ]
)
# what is not about the numbers of tensors, or calls functions of the user's
LEFT_ALONE = frozenset(
    """
    __class__ __delattr__ __dir__ __getattribute__ __hash__ __init__ __init_subclass__ __new__ __setattr__ __torch_function__
    __subclasshook__ __array_priority__ _noticed vmap compile is_tensor is_storage typename save load manual_seed seed cond
    initial_seed get_rng_state set_rng_state set_printoptions get_printoptions get_default_dtype set_default_dtype
    set_default_device get_default_device is_grad_enabled set_num_threads get_num_threads promote_types can_cast result_type
    is_inference_mode_enabled use_deterministic_algorithms are_deterministic_algorithms_enabled broadcast_shapes
    finfo iinfo from_numpy frombuffer from_dlpack is_anomaly_enabled shape dtype ndim dim numel size element_size nelement
    itemsize nbytes layout is_floating_point is_complex is_signed ndimension register_hook
    has_torch_function handle_torch_function
    """.split()
)
OPERATORS = {"minitorch.ops.aten": "OpOverload", "minitorch.library.operators": "Operator"}
FEW = RANDOM | {"backward", "requires_grad_", "numpy", "data_ptr", "__array__"}
MAPPING = "__mapping"
lock = threading.RLock()
# how many transforms are in force, in all threads: vmaps, and what only differentiates; how many modules there were
count = {"all": 0, "few": 0, "modules": 0}
prepared: dict = {}  # id of a function -> what it does meanwhile; keeps the function
known: set = set()  # the files whose functions have been looked at
stood: list = []  # what stood in Tensor and behind operations then


class Exchanged:
    """A function with the code that it has meanwhile, and its own.

    What the other code reads stays with the function, as a default that its own does not name: so that to exchange some
    thousand functions is one step for each.
    """

    few = False  # whether what only differentiates needs it, too

    def __init__(self, function, call):
        self.function, self.call = function, call
        self.own = self.code = self.named = None
        self.few = call.name in FEW or type(call) in (Applying, Showing) or is_inplace(call.name)

    def put(self):
        """Exchange the code."""
        function = self.function
        if function.__code__ is not self.own:
            self.own, self.call.inner = function.__code__, copy_of(function)
            self.code = asking_code(self.own.co_freevars, MAPPING).replace(co_name=self.own.co_name)
        if function.__kwdefaults__ is not self.named or self.named is None:
            self.named = function.__kwdefaults__ = {**(function.__kwdefaults__ or {}), MAPPING: self.call}
        function.__code__ = self.code


def prepare(function, name, kind=Mapping):
    """Let a function look, from the next exchange on."""
    if isinstance(function, Op):
        prepare(function.operator, name, kind)
        function = function.call
    if isinstance(function, FunctionType) and id(function) not in prepared and name not in LEFT_ALONE:
        prepared[id(function)] = Exchanged(function, kind(function, name))


def prepare_showing():
    """Let the repr that stands in Tensor now show transforms, and no other: a file that prints more calls the one before."""
    now = vars(Tensor)["__repr__"]
    for key, one in list(prepared.items()):
        if type(one.call) is Showing and one.function is not now:
            if one.function.__code__ is one.code:
                one.function.__code__ = one.own
            del prepared[key]
    prepare(now, "__repr__", Showing)


def look_everywhere():
    """Prepare the functions of all files that have been loaded since."""
    here = standing()
    if len(sys.modules) == count["modules"] and here == stood:
        return
    fresh = {name for name in list(sys.modules) if name.startswith("minitorch")} - known
    whole = {name for name in fresh if not getattr(sys.modules[name].__spec__, "_initializing", False)}
    count["modules"] = len(sys.modules) if fresh == whole else 0
    if not fresh and here == stood:
        return
    stood[:] = here
    known.update(whole)
    prepare_showing()
    prepare(vars(Function)["apply"].__func__, "apply", Applying)
    for file, kind in OPERATORS.items():
        if file in whole:
            prepare(vars(getattr(sys.modules[file], kind))["__call__"], "an operator", Operating)
    for name, value in list(vars(Tensor).items()):
        if isinstance(value, property):
            prepare(value.fget, name)
            prepare(value.fset, name)
        elif not name.startswith("_") or name.startswith("__"):
            prepare(value, name)
    for op in ops:
        prepare(op, op.name)
    for package in PACKAGES:
        if package in sys.modules:
            for name, value in list(vars(sys.modules[package]).items()):
                if not name.startswith("_") and is_ours(value):
                    prepare(value, name)
            for name, (place, itself) in _tower.table_of(package).items():  # which is on its way into its package
                found = None if itself or place not in fresh else getattr(sys.modules[place], name, None)
                if found is not None and is_ours(found):
                    prepare(found, name)
    for name in ("grad", "backward"):
        prepare(getattr(sys.modules[f"minitorch.autograd.{name}"], name), name)


def is_ours(value):
    """Whether a value of a package is a function about tensors, and not one of transforms."""
    return isinstance(value, Op) or not (getattr(value, "__module__", None) or "").startswith(
        ("minitorch.func.", "minitorch.autograd.", "minitorch.jit", "minitorch.compiler", "minitorch._holes")
    )


def is_needed(one):
    """Whether a function has to look, with what is in force."""
    return count["all"] > 0 or (one.few and count["few"] > 0)


@contextmanager
def looking(kind="all"):
    """A block in which functions look whether they are given slices; of "few", those that any transform restricts."""
    with lock:
        if not (count["all"] or count["few"]):
            look_everywhere()
        for one in newly(kind):
            function = one.function
            if function.__code__ is one.own and function.__kwdefaults__ is one.named:
                function.__code__ = one.code  # as put() does, without a call for each of them
            else:
                one.put()
        count[kind] += 1
    try:
        yield
    finally:
        with lock:
            count[kind] -= 1
            for one in newly(kind):
                if one.function.__code__ is one.code:  # unless somebody else has exchanged it since
                    one.function.__code__ = one.own


@contextmanager
def own_code(before=exchanging):
    """A block in which functions look for nothing, and have nobody else's code in their place either."""
    with lock, taken_out(), before():
        yield


@contextmanager
def taken_out():
    """A block without the codes of ours that no other lies upon."""
    on = count["all"] or count["few"]
    there = [one for one in prepared.values() if is_needed(one) and one.function.__code__ is one.code] if on else []
    for one in there:
        one.function.__code__ = one.own
    try:
        yield
    finally:
        for one in there:
            one.put()


def newly(kind):
    """The functions whose need depends on whether one more transform of a kind is in force."""
    if count["all"] or (kind == "few" and count["few"]):
        return []
    return [one for one in prepared.values() if (one.few if kind == "few" else not (one.few and count["few"]))]


def after(before):
    """What is done when a file of the table has been loaded, with what was done before."""

    def after_load(module):
        before(module)
        if count["all"] or count["few"]:
            with lock:
                there = set(prepared)
                look_everywhere()
                for key in set(prepared) - there:
                    if is_needed(prepared[key]):
                        prepared[key].put()

    return after_load


fill("minitorch._tower", functions_came=after(_tower.functions_came))
fill("minitorch.overrides.install", exchanging=own_code)
