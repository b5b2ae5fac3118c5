"""casting: the functions of policies.py convert what they are given, from the first autocast on (shelf).

Until then nothing of it is there, and a program without autocast pays nothing. From then on each of these functions asks
one question more when it is called.
"""

import sys
from functools import wraps

from .. import fft, linalg
from .._tensor import Tensor
from ..dtypes import float32, float64
from ..graph.grad_mode import enable_grad
from ..nn import functional
from ..ops.matmul.matmul import mm
from ..ops.op import Op, ops
from .policies import FFT, LINALG, NN, OPS, TABLE, lower, policy_of
from .state import get_autocast_dtype, state

PLACES = {OPS: sys.modules["minitorch"], NN: functional, LINALG: linalg, FFT: fft}


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
    target = policy(tensors, get_autocast_dtype(device))
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
    if dtype is None or not isinstance(x, Tensor) or not x.is_floating_point() or x.dtype in (float64, dtype):
        return x
    if policy is lower and state.caches and x.dtype is float32 and x.requires_grad and x.is_leaf and not x._is_view():
        if id(x) not in state.cache:
            with enable_grad():
                state.cache[id(x)] = x, x.to(dtype)
        return state.cache[id(x)][1]
    return x.to(dtype)


def install():
    """Let the functions ask, wherever they are known: once, and again after the short cuts have been switched."""
    if hasattr(mm.call, "autocast"):
        return
    for area, name in TABLE:
        for place in (PLACES[area], PLACES[OPS]):
            getattr(place, name, None)  # loads the file, so that nothing is left to be found later
    asks: dict = {}  # id of a function -> (it, the one that asks)
    for one in ops:
        for name in ("call", "operator"):
            if vars(one).get(name) is not None and policy_of(one) is not None:
                setattr(one, name, other(asks, vars(one)[name], policy_of(one)))
    ours = [module for name, module in list(sys.modules.items()) if name.split(".")[0] == "minitorch"]
    for place in [Tensor, *ours]:
        for name, value in list(vars(place).items()):
            if callable(value) and not isinstance(value, (type, Op)) and policy_of(value) is not None:
                setattr(place, name, other(asks, value, policy_of(value)))
    for module in list(sys.modules.values()):  # of programs: `from minitorch import matmul`
        for name, value in list(getattr(module, "__dict__", {}).items()):
            if id(value) in asks and asks[id(value)][0] is value:
                setattr(module, name, asks[id(value)][1])


def other(asks, function, policy):
    """The function that asks, one for each."""
    if hasattr(function, "autocast"):
        return function
    return asks.setdefault(id(function), (function, asking(function, policy)))[1]
