"""state: whether autocast is on, in which dtype, for which kind of device, in this thread (shelf)."""

import contextlib
import threading

from .._extension import override
from ..autograd import checkpoint
from ..dtypes import bfloat16, float16

AVAILABLE = {"cpu": bfloat16, "cuda": float16}  # the dtype of few bits, unless set otherwise


class _State(threading.local):
    active = False  # whether any kind of device is on: the one thing that a function asks when it is called
    caches = True
    nesting = 0

    def __init__(self):
        self.enabled, self.dtypes, self.cache = {}, {}, {}


state = _State()


def is_autocast_available(device_type):
    """Whether there is an autocast for a kind of device, if not for this machine. Source: PyTorch, torch.amp."""
    return device_type in AVAILABLE


def is_autocast_enabled(device_type="cuda"):
    """Whether autocast is on. Source: PyTorch, torch.is_autocast_enabled."""
    return state.enabled.get(device_type, False)


def set_autocast_enabled(device_type, enabled):
    """Switch autocast on or off. Source: PyTorch, torch.set_autocast_enabled."""
    state.enabled[device_type] = enabled
    state.active = any(state.enabled.values())


def get_autocast_dtype(device_type):
    """The dtype in which matrix products and convolutions are computed. Source: PyTorch, torch.get_autocast_dtype."""
    return state.dtypes.get(device_type, AVAILABLE.get(device_type))


def set_autocast_dtype(device_type, dtype):
    """Choose it. Source: PyTorch, torch.set_autocast_dtype."""
    state.dtypes[device_type] = dtype


# --- blocks ---------------------------------------------------------------------------------------------------------------


def settings():
    """What autocast is set to now, for all kinds of devices."""
    return dict(state.enabled), dict(state.dtypes), state.caches


def restore(kept):
    """Set it to what `settings` said; None: off."""
    state.enabled, state.dtypes, state.caches = kept or ({}, {}, True)
    state.active = any(state.enabled.values())


@contextlib.contextmanager
def set_to(kept):
    """A block in which autocast is set to what `settings` said; converted parameters are forgotten after the outermost."""
    before = settings()
    restore(kept)
    state.nesting += 1
    try:
        yield
    finally:
        state.nesting -= 1
        if state.nesting == 0:
            state.cache.clear()
        restore(before)


override(checkpoint.__name__, autocast_settings=settings, with_autocast=set_to)
