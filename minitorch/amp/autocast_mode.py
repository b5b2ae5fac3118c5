"""autocast_mode: autocast: products in 16 bits, sums and losses in float32 (shelf)."""

import functools
import warnings

from ..backend import cuda_is_available
from ..dtypes import bfloat16, float16
from .state import get_autocast_dtype, is_autocast_available, set_to, settings


class autocast:
    """A block of code, or a function, whose matrix products and convolutions are computed in 16 bits.

    device_type    "cpu"; others are taken and do nothing here
    dtype          bfloat16 or float16; None: that of get_autocast_dtype(device_type)
    enabled        whether it is on
    cache_enabled  taken and not used: a parameter is converted at each use

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
        enabled, dtypes = settings()
        enabled, dtypes = enabled | {self.device: self._enabled}, dtypes | {self.device: self.fast_dtype}
        block = set_to((enabled, dtypes))
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
