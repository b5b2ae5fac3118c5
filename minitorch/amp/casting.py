"""casting: the functions of policies.py learn to convert what they are given, when autocast is used for the first time (shelf).

Until then nothing of it is there, and a program without autocast pays nothing. From then on each of these functions asks
one question more when it is called.
"""

import sys
from functools import wraps

from .. import _tower
from .._holes import fill
from .._tensor import Tensor
from ..dtypes import float32, float64
from ..graph.grad_mode import enable_grad
from ..ops.matmul.matmul import mm
from ..ops.op import Op, ops
from .policies import lower, policy_of
from .state import get_autocast_dtype, state

moved: dict = {}  # id of a function -> (it, the one that asks); both are kept, so that ids stay theirs
looked_at: set = set()  # names of the modules in which the functions have been exchanged
counted = [0]  # how many modules there were then


def asking(function, policy):
    """A function that converts its tensors first, while autocast is on."""

    @wraps(function)
    def call(*args, **kwargs):
        if not state.active or kwargs.get("out") is not None:
            return function(*args, **kwargs)
        return converted(function, policy, args, kwargs)

    call.autocast = policy
    return call


def converted(function, policy, args, kwargs):
    """The function's result for converted tensors; inside of it, autocast is off."""
    tensors = [x for x in flat((args, list(kwargs.values()))) if isinstance(x, Tensor)]
    device = tensors[0].device.type if tensors else "cpu"
    if not state.enabled.get(device):
        return function(*args, **kwargs)
    dtype = get_autocast_dtype(device)
    target = policy(tensors, dtype)
    state.active = False
    try:
        args = [convert(x, target, policy) for x in args]
        return function(*args, **{name: convert(x, target, policy) for name, x in kwargs.items()})
    finally:
        state.active = any(state.enabled.values())


def flat(values):
    """The values in lists and tuples in lists and tuples."""
    for value in values:
        if isinstance(value, (list, tuple)):
            yield from flat(value)
        else:
            yield value


def convert(x, dtype, policy):
    """A tensor of fractions in this dtype, float64 apart; so the tensors in a list."""
    if type(x) in (list, tuple):
        return type(x)([convert(one, dtype, policy) for one in x])
    if (
        dtype is None
        or not isinstance(x, Tensor)
        or not x.is_floating_point()
        or x.dtype is float64
        or x.dtype is dtype
    ):
        return x
    if policy is lower and state.caches and x.dtype is float32 and x.requires_grad and x.is_leaf and not x._is_view():
        if id(x) not in state.cache:
            with enable_grad():
                state.cache[id(x)] = x, x.to(dtype)
        return state.cache[id(x)][1]
    return x.to(dtype)


# --- exchanging the functions -------------------------------------------------------------------------------------------


def install():
    """Let the functions ask, wherever they are known; what has been exchanged before stays."""
    if not hasattr(mm.call, "autocast"):  # the first time, or the short cuts have been switched since
        moved.clear()
        looked_at.clear()
        counted[0] = 0
        for op in ops:
            exchange_op(op)
        exchange_in(Tensor)
        for name, module in list(sys.modules.items()):
            if not name.startswith("minitorch."):
                exchange_known(module)
    look_at_new()


def look_at_new():
    """Exchange the functions in modules that have been loaded since."""
    if counted[0] == len(sys.modules):
        return
    counted[0] = len(sys.modules)
    for op in ops:
        exchange_op(op)
    exchange_in(Tensor)
    for name in list(sys.modules):
        if name.split(".")[0] == "minitorch" and (name not in looked_at or name == "minitorch"):
            exchange_in(sys.modules[name])
            if getattr(sys.modules[name].__spec__, "_initializing", False):
                counted[0] = 0  # it is being imported: what is missing yet is looked for again
            else:
                looked_at.add(name)


def exchange_op(op):
    """Let an operation's own call ask, and that behind its operator."""
    for name in ("call", "operator"):
        function = vars(op).get(name)
        if function is not None and not hasattr(function, "autocast") and policy_of(op) is not None:
            setattr(op, name, other(function, policy_of(op)))


def other(function, policy):
    """The function that asks, one for each."""
    return moved.setdefault(id(function), (function, asking(function, policy)))[1]


def exchange_in(place):
    """Exchange the functions in a module of ours, or the methods of Tensor."""
    for name, value in list(vars(place).items()):
        if id(value) in moved:
            setattr(place, name, moved[id(value)][1])
        elif callable(value) and not isinstance(value, (type, Op)) and not hasattr(value, "autocast"):
            policy = policy_of(value)
            if policy is not None:
                setattr(place, name, other(value, policy))


def exchange_known(module):
    """Exchange what other modules have imported by name: `from minitorch import matmul`."""
    for name, value in list(getattr(module, "__dict__", {}).items()):
        if id(value) in moved and moved[id(value)][0] is value:
            setattr(module, name, moved[id(value)][1])


def after(before):
    """What is done when a file of the table has been loaded, with what was done before: nothing ere the first autocast."""

    def after_load(file):
        before(file)
        if looked_at:
            look_at_new()

    return after_load


fill("minitorch._tower", functions_came=after(_tower.functions_came))
