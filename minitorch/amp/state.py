"""state: whether autocast is on, in which dtype, for which kind of device, in this thread; and what it converts (shelf)."""

import contextlib
import threading

from .._extension import override
from .._tensor import Tensor
from ..dtypes import bfloat16, float16, float32, float64
from ..ops import casting

AVAILABLE = {"cpu": bfloat16, "cuda": float16}  # the dtype of few bits, unless set otherwise


class _State(threading.local):
    active = False  # whether any kind of device is on

    def __init__(self):
        self.enabled, self.dtypes = {}, {}


state, lock = _State(), threading.Lock()


def is_autocast_available(device_type):
    """Whether there is an autocast for a kind of device, if not for this machine. Source: PyTorch, torch.amp."""
    return device_type in AVAILABLE


def is_autocast_enabled(device_type="cuda"):
    """Whether autocast is on. Source: PyTorch, torch.is_autocast_enabled."""
    return state.enabled.get(device_type, False)


def get_autocast_dtype(device_type):
    """The dtype in which matrix products and convolutions are computed. Source: PyTorch, torch.get_autocast_dtype."""
    return state.dtypes.get(device_type, AVAILABLE.get(device_type))


def switch(enabled):
    """Switch autocast on and off for kinds of devices; while it is on in any thread, the functions of ops/casting.py ask."""
    before, state.enabled, state.active = state.active, enabled, any(enabled.values())
    with lock:
        casting.blocks[0] += state.active - before


def settings():
    """What autocast is set to now, for all kinds of devices."""
    return dict(state.enabled), dict(state.dtypes)


def restore(kept):
    """Set it to what `settings` said; None: off."""
    enabled, state.dtypes = kept or ({}, {})
    switch(enabled)


@contextlib.contextmanager
def set_to(kept):
    """A block in which autocast is set to what `settings` said."""
    before = settings()
    restore(kept)
    try:
        yield
    finally:
        restore(before)


def converted(function, policy, args, kwargs):
    """The function's result for converted tensors; inside of it, autocast is off."""
    tensors = [x for x in flat((args, list(kwargs.values()))) if isinstance(x, Tensor)]
    device = tensors[0].device.type if tensors else "cpu"
    if not state.enabled.get(device) or kwargs.get("out") is not None:
        return function(*args, **kwargs)
    dtype = {"lower": get_autocast_dtype(device), "full": float32, "given": None}[policy]
    enabled, state.enabled, state.active = state.enabled, {}, False
    try:
        args = [convert(x, dtype) for x in args]
        return function(*args, **{name: convert(x, dtype) for name, x in kwargs.items()})
    finally:
        state.enabled, state.active = enabled, True


def flat(values):
    """The values in lists and tuples in lists and tuples."""
    for value in values:
        if isinstance(value, (list, tuple)):
            yield from flat(value)
        else:
            yield value


def convert(x, dtype):
    """A tensor of fractions in this dtype, float64 apart; so the tensors in a list."""
    if type(x) in (list, tuple):
        return type(x)([convert(one, dtype) for one in x])
    if dtype is None or not isinstance(x, Tensor) or not x.is_floating_point() or x.dtype in (float64, dtype):
        return x
    return x.to(dtype)


override(casting.__name__, converted=converted)
