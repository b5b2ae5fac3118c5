"""autocast_mode: autocast, custom_fwd, custom_bwd: products in few bits, sums and losses in float32 (shelf)."""

import functools
import warnings

from .._tensor import Tensor
from ..backend import cuda_is_available
from ..dtypes import bfloat16, float16, float64
from .casting import install
from .state import (
    get_autocast_dtype,
    is_autocast_available,
    is_autocast_enabled,
    set_to,
    settings,
    state,
)

__all__ = ["autocast", "custom_bwd", "custom_fwd", "is_autocast_available"]


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
        self.fast_dtype = get_autocast_dtype(device_type) if dtype is None else dtype
        self.device = device_type
        if not is_autocast_available(device_type):
            raise RuntimeError(f"User specified an unsupported autocast device_type '{device_type}'")
        self._cache_enabled = state.caches if cache_enabled is None else cache_enabled
        self._enabled = enabled and self._can_be_on()
        self._blocks = []  # those that are entered now: one autocast may be entered again inside of itself

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
        enabled, dtypes, _ = settings()
        enabled, dtypes = enabled | {self.device: self._enabled}, dtypes | {self.device: self.fast_dtype}
        block = set_to((enabled, dtypes, self._cache_enabled))
        self._blocks.append(block)
        block.__enter__()
        return self

    def __exit__(self, *error):
        self._blocks.pop().__exit__(None, None, None)
        return False

    def __call__(self, func):

        @functools.wraps(func)
        def decorate_autocast(*args, **kwargs):
            with self:
                return func(*args, **kwargs)

        return decorate_autocast


# --- in functions with gradients of their own -----------------------------------------------------------------------------


def custom_fwd(fwd=None, *, device_type, cast_inputs=None):
    """Decorate the forward of an autograd.Function, so that its backward runs as the forward did.

    device_type  "cpu"
    cast_inputs  a dtype: in an autocast, the tensors that forward gets are converted to it, and autocast is off inside

    Source: PyTorch, torch.amp.custom_fwd.
    """
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
    if bwd is None:
        return functools.partial(custom_bwd, device_type=device_type)

    @functools.wraps(bwd)
    def decorate_bwd(*args, **kwargs):
        ctx = args[0]
        with autocast(device_type=device_type, enabled=ctx._fwd_used_autocast, dtype=ctx._dtype):
            return bwd(*args, **kwargs)

    return decorate_bwd


def _cast(value, device_type, dtype):
    """The tensors of fractions in a value, and in what it holds, in another dtype; float64 stays."""
    if isinstance(value, Tensor):
        eligible = value.is_floating_point() and value.device.type == device_type and value.dtype is not float64
        return value.to(dtype) if eligible else value
    if isinstance(value, dict):
        return {key: _cast(one, device_type, dtype) for key, one in value.items()}
    return type(value)([_cast(one, device_type, dtype) for one in value]) if isinstance(value, (list, tuple)) else value
