"""state: whether autocast is on, in which dtype, for which kind of device, in this thread (shelf)."""

import contextlib
import threading
import warnings

from .._holes import fill
from ..autograd import checkpoint
from ..dtypes import bfloat16, float16

TYPES = "cpu cuda ipu xpu mkldnn opengl opencl ideep hip ve fpga maia xla lazy vulkan mps meta hpu mtia privateuseone".split()
AVAILABLE = ("cpu", "cuda", "ipu", "xpu", "xla", "mps", "hpu", "maia", "mtia", "privateuseone")


class _State(threading.local):
    active = False  # whether any kind of device is on: the one thing that a function asks when it is called
    caches = True
    nesting = 0

    def __init__(self):
        self.enabled, self.dtypes, self.cache = {}, {}, {}


state = _State()


def checked(device_type):
    """A kind of device, if there is such a one."""
    if device_type not in TYPES:
        raise RuntimeError(f"Expected one of {', '.join(TYPES)} device type at start of device string: {device_type}")
    return device_type


def is_autocast_available(device_type):
    """Whether there is an autocast for a kind of device, if not for this machine. Source: PyTorch, torch.amp."""
    return checked(device_type) in AVAILABLE


def is_autocast_enabled(device_type="cuda"):
    """Whether autocast is on. Source: PyTorch, torch.is_autocast_enabled."""
    return state.enabled.get(checked(device_type), False)


def set_autocast_enabled(device_type, enabled=None):
    """Switch autocast on or off; set_autocast_enabled(enabled) means that of "cuda". Source: PyTorch."""
    device_type, enabled = ("cuda", device_type) if enabled is None else (checked(device_type), enabled)
    state.enabled[device_type] = enabled
    state.active = any(state.enabled.values())


def get_autocast_dtype(device_type):
    """The dtype in which matrix products and convolutions are computed. Source: PyTorch, torch.get_autocast_dtype."""
    return state.dtypes.get(checked(device_type), bfloat16 if device_type in ("cpu", "xla", "hpu", "mtia") else float16)


def set_autocast_dtype(device_type, dtype):
    """Choose it. Source: PyTorch, torch.set_autocast_dtype."""
    state.dtypes[checked(device_type)] = dtype


def is_autocast_cache_enabled():
    """Whether a parameter is converted once per block instead of at each use. Source: PyTorch."""
    return state.caches


def set_autocast_cache_enabled(enabled):
    """Choose it. Source: PyTorch, torch.set_autocast_cache_enabled."""
    state.caches = enabled


def clear_autocast_cache():
    """Forget the converted parameters. Source: PyTorch, torch.clear_autocast_cache."""
    state.cache.clear()


def autocast_increment_nesting():
    """Count one block more; returns how many there are. Source: PyTorch, torch.autocast_increment_nesting."""
    state.nesting += 1
    return state.nesting


def autocast_decrement_nesting():
    """Count one block fewer; returns how many there are. Source: PyTorch, torch.autocast_decrement_nesting."""
    state.nesting -= 1
    return state.nesting


# --- a second computation -------------------------------------------------------------------------------------------------


def settings():
    """What autocast is set to now, for all kinds of devices."""
    return dict(state.enabled), dict(state.dtypes), state.caches


@contextlib.contextmanager
def set_to(kept):
    """A block in which autocast is set to what `settings` said, or off if nobody had asked for it then."""
    before = settings()
    state.enabled, state.dtypes, state.caches = kept or ({}, {}, True)
    state.active = any(state.enabled.values())
    autocast_increment_nesting()
    try:
        yield
    finally:
        if autocast_decrement_nesting() == 0:
            clear_autocast_cache()
        state.enabled, state.dtypes, state.caches = before
        state.active = any(state.enabled.values())


fill(checkpoint.__name__, autocast_settings=settings, with_autocast=set_to)

# --- older names ---------------------------------------------------------------------------------------------------------


def older(name, function, device_type):
    """A function for one kind of device, which says that there is one for all."""
    given = {"set_autocast_enabled": "enabled", "set_autocast_dtype": "dtype"}.get(function.__name__, "")
    instead = f"torch.{function.__name__}('{device_type}'{', ' + given if given else ''})"

    def deprecated(*args):
        warnings.warn(
            f"torch.{name}({given}) is deprecated. Please use {instead} instead.", DeprecationWarning, stacklevel=2
        )
        return function(device_type, *args)

    deprecated.__name__ = deprecated.__qualname__ = name
    deprecated.__doc__ = f"{instead.replace('torch.', '')} by its older name. Source: PyTorch, torch.{name}."
    return deprecated


is_autocast_cpu_enabled = older("is_autocast_cpu_enabled", is_autocast_enabled, "cpu")
set_autocast_cpu_enabled = older("set_autocast_cpu_enabled", set_autocast_enabled, "cpu")
get_autocast_cpu_dtype = older("get_autocast_cpu_dtype", get_autocast_dtype, "cpu")
set_autocast_cpu_dtype = older("set_autocast_cpu_dtype", set_autocast_dtype, "cpu")
get_autocast_gpu_dtype = older("get_autocast_gpu_dtype", get_autocast_dtype, "cuda")
set_autocast_gpu_dtype = older("set_autocast_gpu_dtype", set_autocast_dtype, "cuda")
