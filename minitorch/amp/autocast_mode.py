"""autocast_mode: autocast, custom_fwd, custom_bwd: products in few bits, sums and losses in float32 (shelf)."""

import functools
import warnings
from collections.abc import Iterable, Mapping

import numpy as np

from .._tensor import Tensor
from ..backend import cuda_is_available
from ..dtypes import bfloat16, float16, float64
from .casting import install
from .state import (
    autocast_decrement_nesting,
    autocast_increment_nesting,
    clear_autocast_cache,
    get_autocast_dtype,
    is_autocast_available,
    is_autocast_cache_enabled,
    is_autocast_enabled,
    set_autocast_cache_enabled,
    set_autocast_dtype,
    set_autocast_enabled,
)

__all__ = ["autocast", "autocast_decorator", "custom_bwd", "custom_fwd", "is_autocast_available"]


def autocast_decorator(autocast_instance, func):
    """A function that runs inside of an autocast. Source: PyTorch, torch.amp.autocast_mode."""

    @functools.wraps(func)
    def decorate_autocast(*args, **kwargs):
        with autocast_instance:
            return func(*args, **kwargs)

    return decorate_autocast


class autocast:
    """A block of code, or a function, whose matrix products and convolutions are computed in few bits.

    device_type    "cpu"; others are taken and do nothing here
    dtype          bfloat16 or float16; None: that of get_autocast_dtype(device_type)
    enabled        whether it is on
    cache_enabled  convert a parameter once per block instead of at each use

    Losses and the like are computed in float32, whatever they are given; float64 stays float64.

    >>> import minitorch as mt
    >>> layer = mt.nn.Linear(2, 3)
    >>> with mt.autocast("cpu"):
    ...     out = layer(mt.ones(4, 2))
    ...     loss = mt.nn.functional.mse_loss(out, mt.zeros(4, 3))
    >>> out.dtype, loss.dtype
    (minitorch.bfloat16, minitorch.float32)

    Errors: RuntimeError for a device that does not exist. Other dtypes, and "cuda" without a GPU, are warned of and
    leave it off. Source: Micikevicius et al., 2017; PyTorch, torch.amp.autocast.
    """

    def __init__(self, device_type, dtype=None, enabled=True, cache_enabled=None):
        if not isinstance(device_type, str):
            raise ValueError(f"Expected `device_type` of type `str`, got: `{type(device_type)}`")
        self.fast_dtype = get_autocast_dtype(device_type) if dtype is None else dtype
        self.device = device_type
        if not is_autocast_available(device_type):
            raise RuntimeError(f"User specified an unsupported autocast device_type '{device_type}'")
        self._cache_enabled = is_autocast_cache_enabled() if cache_enabled is None else cache_enabled
        self._enabled = enabled and self._can_be_on()

    def _can_be_on(self):
        """Whether autocast can be on for this device and dtype; a warning if not."""
        if self.device == "cuda" and not cuda_is_available():
            message = "CUDA is not available or torch_xla is imported. Disabling autocast."
        elif self.fast_dtype not in (bfloat16, float16):
            name = self.device.upper()
            message = (
                f"In {name} autocast, but the target dtype is not supported. Disabling autocast.\n"
                f"{name} Autocast only supports dtypes of {bfloat16}, {float16} currently."
            )
        else:
            return True
        warnings.warn(message, stacklevel=3)
        return False

    def __enter__(self):
        if self._enabled:
            install()
        self.prev = is_autocast_enabled(self.device)
        self.prev_fastdtype, self.prev_cache_enabled = get_autocast_dtype(self.device), is_autocast_cache_enabled()
        set_autocast_enabled(self.device, self._enabled)
        set_autocast_dtype(self.device, self.fast_dtype)
        autocast_increment_nesting()
        set_autocast_cache_enabled(self._cache_enabled)
        return self

    def __exit__(self, *error):
        if autocast_decrement_nesting() == 0:
            clear_autocast_cache()
        set_autocast_enabled(self.device, self.prev)
        set_autocast_dtype(self.device, self.prev_fastdtype)
        set_autocast_cache_enabled(self.prev_cache_enabled)
        return False

    def __call__(self, func):
        if not callable(func):
            raise TypeError(
                f"autocast()(func) requires a callable, but got {type(func).__name__}. Did you mean to use autocast as a "
                "context manager? For example:\n    with torch.autocast(device_type=...):\n        output = model(input)"
            )
        return autocast_decorator(self, func)


def _enter_autocast(*args):
    """Enter an autocast; returns what _exit_autocast takes."""
    return autocast(*args).__enter__()


def _exit_autocast(mode):
    """Leave it."""
    mode.__exit__(None, None, None)


# --- in functions with gradients of their own -----------------------------------------------------------------------------


def custom_fwd(fwd=None, *, device_type, cast_inputs=None):
    """Decorate the forward of an autograd.Function, so that its backward runs as the forward did.

    device_type  "cpu"
    cast_inputs  a dtype: in an autocast, the tensors that forward gets are converted to it, and autocast is off inside

    Source: PyTorch, torch.amp.custom_fwd.
    """
    check_type(device_type)
    if fwd is None:
        return functools.partial(custom_fwd, device_type=device_type, cast_inputs=cast_inputs)

    @functools.wraps(fwd)
    def decorate_fwd(*args, **kwargs):
        ctx, on = args[0], is_autocast_enabled(device_type)
        ctx._dtype = get_autocast_dtype(device_type)
        ctx._fwd_used_autocast = on and cast_inputs is None
        if not on or cast_inputs is None:
            return fwd(*args, **kwargs)
        with autocast(device_type=device_type, enabled=False):
            return fwd(*_cast(args, device_type, cast_inputs), **_cast(kwargs, device_type, cast_inputs))

    return decorate_fwd


def custom_bwd(bwd=None, *, device_type):
    """Decorate the backward of an autograd.Function whose forward has custom_fwd. Source: PyTorch, torch.amp.custom_bwd."""
    check_type(device_type)
    if bwd is None:
        return functools.partial(custom_bwd, device_type=device_type)

    @functools.wraps(bwd)
    def decorate_bwd(*args, **kwargs):
        ctx = args[0]
        with autocast(device_type=device_type, enabled=ctx._fwd_used_autocast, dtype=ctx._dtype):
            return bwd(*args, **kwargs)

    return decorate_bwd


def check_type(device_type):
    """Raise for a kind of device that is no text."""
    if not isinstance(device_type, str):
        raise ValueError(f"Expected `device_type` of type `str`, got: `{type(device_type)}`")


def _cast(value, device_type, dtype):
    """The tensors of fractions in a value, and in what it holds, in another dtype; float64 stays."""
    if isinstance(value, Tensor):
        eligible = value.is_floating_point() and value.device.type == device_type and value.dtype is not float64
        return value.to(dtype) if eligible else value
    if isinstance(value, (str, bytes, np.ndarray)):
        return value
    if isinstance(value, Mapping):
        return {_cast(key, device_type, dtype): _cast(one, device_type, dtype) for key, one in value.items()}
    if isinstance(value, Iterable):
        parts = (_cast(one, device_type, dtype) for one in value)
        return type(value)(parts) if isinstance(value, (list, tuple)) else parts
    return value
