"""install: the public functions learn to ask __torch_function__, when a class that has it is met for the first time (shelf).

Until then nothing of it is there, and a program without such classes pays nothing. From then on each function looks at what
it is given when the call comes from outside of this package. It stays the same object, because programs keep tables of
functions: what changes is the code inside of it, and the old code goes on in a copy.
"""

import contextlib
import sys
import types
from operator import attrgetter

from .. import _tower
from .._holes import fill, hole
from .._tensor import Tensor
from ..aliases import ALIAS
from ..arg_parser import TOLD, shown
from ..nn.parameter import Parameter
from ..ops.op import Op, ops
from ..signatures import COMPILED
from .asking import PLAIN, ask, in_order, relevant, shaped, state, takes_over
from .copies import asking_code, copy_of, leading_to, renamed
from .parameters import of_own_class

PACKAGES = tuple(
    [f"minitorch{name}" for name in ("", ".nn.functional", ".linalg", ".fft", ".special", ".nn.init", ".autograd")]
)
# what PyTorch never hands over, or what has no tensors
SOME = {
    "minitorch.autograd": ("grad", "backward"),
    "minitorch.nn.init": ("uniform_", "normal_", "constant_", "kaiming_uniform_"),
}
LEFT_ALONE = frozenset(
    """
    __class__ __delattr__ __dir__ __getattribute__ __hash__ __init__ __init_subclass__ __new__ __setattr__ __torch_function__
    __reduce__ __reversed__ __subclasshook__ __array_priority__ _noticed
    as_subclass new new_tensor tensor as_tensor asarray from_numpy is_tensor
    is_storage typename save load manual_seed seed initial_seed get_rng_state set_rng_state compile vmap set_printoptions
    get_default_dtype set_default_dtype set_default_device get_default_device is_grad_enabled set_num_threads get_num_threads
    promote_types can_cast get_printoptions is_inference_mode_enabled use_deterministic_algorithms set_flush_denormal
    are_deterministic_algorithms_enabled from_dlpack frombuffer set_default_tensor_type is_autocast_enabled broadcast_shapes
    is_anomaly_enabled set_anomaly_enabled is_warn_always_enabled set_warn_always get_file_path calculate_gain
    """.split()
)
# what arguments do not take over, but modes see
MODES_ONLY = ("tensor", "as_tensor", "asarray", "new_tensor", "new")
# the methods that stand behind operators
METHODS = {
    "__radd__": "add", "__rmul__": "mul", "__matmul__": "matmul", "__rmatmul__": "matmul", "__add__": "add", "__sub__": "sub",
    "__mul__": "mul", "__truediv__": "div", "__div__": "div", "__pow__": "pow", "__neg__": "neg", "__abs__": "abs",
    "__lt__": "lt", "__le__": "le", "__gt__": "gt", "__ge__": "ge", "__ne__": "ne", "__mod__": "remainder", "__iadd__": "add_",
    "__isub__": "sub_", "__imul__": "mul_", "__itruediv__": "div_", "ndimension": "dim", "nelement": "numel",
}  # fmt: skip
IN_PYTHON = frozenset(
    """
    einsum atleast_1d atleast_2d atleast_3d block_diag broadcast_tensors cartesian_prod cdist chain_matmul lu meshgrid norm split stft
    tensordot unique unique_consecutive unravel_index __len__ __rsub__ __rdiv__ __rpow__ __floordiv__ __rfloordiv__ backward istft
    unflatten register_hook register_post_accumulate_grad_hook __contains__ __format__ __deepcopy__ __reduce_ex__
    """.split()
)
OUTSIDE = ("minitorch.fx.", "minitorch.library.custom_op")
OPERATORS = {
    "minitorch.ops.aten": ("OpOverload", "OpOverloadPacket"),
    "minitorch.library.operators": ("Operator", "Packet"),
}
FROM_INSIDE = {  # what files of this package call that PyTorch's Python hands over
    "minitorch.nn.init": ("uniform_", "normal_", "fill_", "zero_"), "minitorch.nn.module.state": ("detach",),
    "minitorch.nn.module.loading": ("copy_", "module_load", "requires_grad_"),
    "minitorch.overrides.parameters": ("detach", "requires_grad_"),
}  # fmt: skip
OP_CALL = Op.__call__.__code__
# methods that PyTorch calls by these names; where one of ours stands under another name too, it becomes one of its own
OWN_NAMES = {
    "__getitem__": "__getitem__", "__setitem__": "__setitem__", "__eq__": "__eq__", "__rsub__": "__rsub__",
    "__rtruediv__": "__rdiv__", "__rdiv__": "__rdiv__",
    "__invert__": "__invert__", "__and__": "__and__", "__or__": "__or__", "__xor__": "__xor__",
    "__deepcopy__": "__deepcopy__", "__array__": "__array__", "backward": "backward", "__rpow__": "__rpow__",
    "__floordiv__": "__floordiv__",
}  # fmt: skip
wanted = {"for good": False, "loads": False}  # whether somebody has called install; whether lazy loading tells us
swapped: dict = {}  # id of a function -> what it does now; keeps the function
looked_at: set = set()  # names of the files whose functions ask
stood: list = []  # what stood in Tensor and behind operations when they were looked at
call_of = attrgetter("call")


class Asking:
    """What a function does once it asks."""

    def __init__(self, function, inner, public, in_python):
        self.function, self.inner, self.public, self.in_python = function, inner, public, in_python

    def __call__(self, args, kwargs):
        """The result of the call: somebody else's, or the function's own where nobody takes it over."""
        op, frame = None, sys._getframe(2)  # whoever called the function
        if frame.f_code is OP_CALL:
            op, frame = frame.f_locals["self"], frame.f_back
        elif frame.f_code is TOLD:  # what users call is the function around this one
            op, frame = shown.get(self.function), frame.f_back
        elif frame.f_code is ALIAS:
            op, frame = frame.f_locals["call"], frame.f_back
        if is_inside(frame.f_globals.get("__name__", ""), self.function) or (state.off and not state.modes):
            return self.inner(*args, **kwargs)
        given = list(relevant(args, kwargs))
        if not state.modes and not any([takes_over(x) for x in given]):
            return self.inner(*args, **kwargs)
        takers = [] if state.off else in_order(given, self.in_python)
        if not (state.modes or any([takes_over(x) for x in takers])):
            return self.inner(*args, **kwargs)
        if self.in_python:
            args, kwargs = shaped(self.inner, args, kwargs)
        kinds = tuple([type(x) for x in takers])
        return ask(op or self.public or self.function, args, kwargs, takers, kinds, self.in_python)


class Iterating(Asking):
    """What a loop over a tensor does, which PyTorch hands over as dim and unbind."""

    def __call__(self, args, kwargs):
        frame, (x,) = sys._getframe(2), args
        takers = [x] if takes_over(x) and not state.off else []
        if is_inside(frame.f_globals.get("__name__", ""), self.function) or not (takers or state.modes):
            return self.inner(x)
        kinds = tuple([type(one) for one in takers])
        ask(Tensor.dim, (x,), {}, takers, kinds, False)
        return iter(ask(Tensor.unbind, (x, 0), {}, takers, kinds, False))


class OfOperators(Asking):
    """What the call of an operator does: torch.ops.aten.add and those of the user's, which are handed over themselves."""

    def __call__(self, args, kwargs):
        operator, *rest = args
        given = list(relevant(rest, kwargs))
        takers = [] if state.off else in_order(given)
        inside = is_inside(sys._getframe(2).f_globals.get("__name__", ""), self.function)
        if inside or not (takers or state.modes):
            return self.inner(*args, **kwargs)
        return ask(operator, tuple(rest), kwargs, takers, tuple([type(x) for x in takers]), False)


class ForModes(Asking):
    """What a function does that makes tensors of plain data: modes are asked, its arguments are not."""

    def __call__(self, args, kwargs):
        frame = sys._getframe(2)
        frame = frame.f_back if frame.f_code is TOLD else frame
        if not state.modes or is_inside(frame.f_globals.get("__name__", ""), self.function):
            return self.inner(*args, **kwargs)
        return ask(self.public or self.function, args, kwargs, [], (), False)


class Printing(Asking):
    """repr() of a tensor, which names the class of the user's that it is of."""

    def __call__(self, args, kwargs):
        x = args[0]
        takers = [x] if takes_over(x) and not state.off else []
        inside = is_inside(sys._getframe(2).f_globals.get("__name__", ""), self.function)
        if inside or not (takers or state.modes):
            return named_after(x, self.inner(*args, **kwargs))
        kinds = tuple([type(one) for one in takers])
        return ask(self.function, args, {"tensor_contents": None} | kwargs, takers, kinds, True)


class OfParameters(Asking):
    """What nn.Parameter does: of a tensor of the user's class it makes a parameter of that class."""

    def __call__(self, args, kwargs):
        given = dict(zip(("cls", "data", "requires_grad"), args, strict=False)) | kwargs
        data = given.get("data")
        if isinstance(data, Tensor) and not state.off and takes_over(data):
            return of_own_class(data, given.get("requires_grad", True))
        return self.inner(*args, **kwargs)


def named_after(x, text):
    """What repr gives for a Tensor, as that of its class: Named([1., 2.]), with the further lines below the first."""
    kind = type(x)
    if kind in PLAIN or not text.startswith("tensor("):
        return text
    text = kind.__name__ + text.removeprefix("tensor").replace("\n", "\n" + " " * (len(kind.__name__) - len("tensor")))
    return f"Parameter({text})" if isinstance(x, Parameter) else text


def is_inside(module, function):
    """Whether a call comes from this package itself; what layers, fx and FROM_INSIDE call counts as outside, as in PyTorch.

    There they are Python that calls torch. Of a layer all but its questions for sizes and the like count, which ours ask in
    other words.
    """
    if not module.startswith("minitorch") or module.startswith(OUTSIDE):
        return False
    if module.startswith("minitorch.nn.modules."):
        return function.__module__ == "minitorch._tensor"
    return function.__name__ not in FROM_INSIDE.get(module, ())


def swap(function, public=None, in_python=False, kind=Asking):
    """Let a function ask; it stays the same object."""
    if id(function) in swapped or not isinstance(function, types.FunctionType):
        return
    inner = copy_of(function)
    asking = swapped[id(function)] = kind(function, inner, public, in_python)
    function.__dict__.setdefault("__wrapped__", inner)
    function.__code__ = asking_code(function.__code__.co_freevars).replace(co_name=function.__code__.co_name)
    function.__defaults__, function.__kwdefaults__ = None, {"__asking": asking}


# --- which functions ----------------------------------------------------------------------------------------------------------


def swap_named(package, name, value):
    """Let a public function ask."""
    if name in MODES_ONLY and package == "minitorch":
        swap(value, kind=ForModes)
    made = getattr(value, "__wrapped__", None)  # what layers call where users call `value`
    if id(value) in swapped and made is swapped[id(value)].inner:
        made = None  # value asks already, and that is its own copy
    seen = name in MODES_ONLY or name not in LEFT_ALONE
    if seen and getattr(made, "__module__", "").startswith("minitorch.creation"):
        swap(made, value, kind=ForModes)
    if name in LEFT_ALONE or name.startswith("_") or name not in SOME.get(package, (name,)):
        return
    python = package in ("minitorch.nn.init", "minitorch.autograd")
    python = python or (name in IN_PYTHON and package != "minitorch.linalg")
    python = python or (package == "minitorch.nn.functional" and name not in COMPILED)
    swap(value.call if isinstance(value, Op) else value, None, python and not isinstance(value, Op))


def swap_tensor():
    """Let the methods and attributes of Tensor ask."""
    copies: dict = {}  # what stood under several names stays one function
    for name, value in list(vars(Tensor).items()):
        if name in MODES_ONLY:
            swap(value, kind=ForModes)
        if name in LEFT_ALONE or (name.startswith("_") and not name.startswith("__")):
            continue
        if isinstance(value, property):
            swap(value.fget, value.__get__)
        elif isinstance(value, types.FunctionType) and id(value) not in swapped:
            if name in OWN_NAMES and value.__name__ != OWN_NAMES[name]:
                named = renamed if name == "backward" else leading_to  # a warning of its counts the calls to the user's
                value = copies.setdefault((id(value), OWN_NAMES[name]), named(value, OWN_NAMES[name]))
                setattr(Tensor, name, value)
            kind = {"__iter__": Iterating, "__repr__": Printing}.get(name, Asking)
            swap(value, vars(Tensor).get(METHODS.get(name)), name in IN_PYTHON, kind)


def standing():
    """What stands in Tensor and behind operations: short cuts and a reader's pieces put other functions there."""
    return [*vars(Tensor).values(), *map(call_of, ops)]


def look_again():
    """Let the functions ask that have come since: all of them anew where others stand in their places."""
    with exchanging():
        if standing() != stood:
            take_out()
            swap_everything()
        else:
            look_at_new()
            stood[:] = standing()


def look_at_new():
    """Let the public functions of files that were loaded since ask, too: by their names, or because another file needs them."""
    fresh = {name for name in list(sys.modules) if name.startswith("minitorch.") and name not in looked_at}
    whole = {name for name in fresh if not getattr(sys.modules[name].__spec__, "_initializing", False)}
    for package in PACKAGES:
        if package in fresh:
            swap_all(package)
        for name, (place, itself) in _tower.table_of(package).items():
            if place in fresh and not itself and hasattr(sys.modules[place], name):
                swap_named(package, name, getattr(sys.modules[place], name))
    for file in whole.intersection(OPERATORS):
        for kind in OPERATORS[file]:
            swap(vars(getattr(sys.modules[file], kind))["__call__"], kind=OfOperators)
    swap_tensor()
    looked_at.update(whole)


def first_stranger(function, args, kwargs):
    """The first call with an object of the user's that takes functions over: what it makes of it."""
    install()
    takers = in_order(relevant(args, kwargs))
    return ask(function, args, kwargs, takers, tuple([type(x) for x in takers]), False)


@hole
def exchanging():
    """A block in which functions have their own code, whatever else stands in its place. dispatch/ fills it."""
    return contextlib.nullcontext()


def install():
    """Let all public functions ask, from now on."""
    wanted["for good"] = True
    swap_what_is_there()


def swap_what_is_there():
    """Let all public functions ask, once."""
    if swapped:
        return
    with exchanging():
        swap_everything()
    if not wanted["loads"]:
        fill("minitorch._tower", functions_came=after(_tower.functions_came))
        wanted["loads"] = True


def swap_everything():
    """Let the public functions of all files that are loaded ask."""
    swap_all("minitorch")
    swap(Parameter.__new__, kind=OfParameters)
    look_at_new()
    stood[:] = standing()


def swap_all(package):
    """Let all public functions of a package that are loaded ask."""
    for name, value in list(vars(sys.modules[package]).items()):
        swap_named(package, name, value)


def after(before):
    """What is done when functions have come to the package, with what was done before."""

    def after_load(module):
        before(module)
        if swapped:
            look_again()

    return after_load


@contextlib.contextmanager
def asking_meanwhile():
    """A with-block in which functions ask; afterwards they do only if they did before, or install was called inside."""
    first = not swapped
    swap_what_is_there()
    try:
        yield
    finally:
        if first and not wanted["for good"]:
            restore()


def restore():
    """Let the functions be as they were: nobody is asked until the next class is met."""
    take_out()
    wanted["for good"] = False


def take_out():
    """Give each function its own code."""
    for asking in list(swapped.values()):
        function, inner = asking.function, asking.inner
        function.__code__, function.__defaults__, function.__kwdefaults__ = (
            inner.__code__, inner.__defaults__, inner.__kwdefaults__,
        )  # fmt: skip
        if function.__dict__.get("__wrapped__") is inner:
            del function.__dict__["__wrapped__"]
    swapped.clear()
    looked_at.clear()
