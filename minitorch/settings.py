"""settings: use_deterministic_algorithms, set_float32_matmul_precision ...: switches among PyTorch's implementations (shelf).

There is one implementation here: it is deterministic and computes in full precision. So these say what was set, and
but for set_warn_always change nothing else.
"""

import sys
import warnings

from ._tower import missing_name
from .backend import device as Device
from .backend import get_default_device
from .notes import always
from .threads import count

__all__ = [
    "are_deterministic_algorithms_enabled", "compiled_with_cxx11_abi", "get_deterministic_debug_mode",
    "get_device_module", "get_float32_matmul_precision", "get_num_interop_threads",
    "is_deterministic_algorithms_warn_only_enabled", "is_vulkan_available", "is_warn_always_enabled",
    "set_deterministic_debug_mode", "set_float32_matmul_precision", "set_flush_denormal", "set_num_interop_threads",
    "set_warn_always", "use_deterministic_algorithms",
]  # fmt: skip

chosen = {"mode": 0, "precision": "highest", "interop": count}
MODES = {"default": 0, "warn": 1, "error": 2}


def check_bool(name, position, value):
    """Raise PyTorch's error for what is no bool."""
    if not isinstance(value, bool):
        raise TypeError(f"{name}(): argument {position} must be bool, not {type(value).__name__}")


def use_deterministic_algorithms(mode, *, warn_only=False):
    """Whether operations must give the same result each time. They do; what was asked for is kept.

    Source: PyTorch, torch.use_deterministic_algorithms.
    """
    check_bool("use_deterministic_algorithms", "'mode' (position 1)", mode)
    chosen["mode"] = (1 if warn_only else 2) if mode else 0


def are_deterministic_algorithms_enabled():
    """Whether use_deterministic_algorithms(True) was called. Source: torch.are_deterministic_algorithms_enabled."""
    return chosen["mode"] > 0


def is_deterministic_algorithms_warn_only_enabled():
    """Whether it was called with warn_only. Source: torch.is_deterministic_algorithms_warn_only_enabled."""
    return chosen["mode"] == 1


def set_deterministic_debug_mode(debug_mode):
    """The same by one number or word: 0 "default", 1 "warn", 2 "error". Errors: RuntimeError for others.

    Source: PyTorch, torch.set_deterministic_debug_mode.
    """
    if not isinstance(debug_mode, int | str):
        raise TypeError(f"debug_mode must be str or int, but got {type(debug_mode)}")
    if isinstance(debug_mode, str):
        if debug_mode not in MODES:
            raise RuntimeError(
                f"invalid value of debug_mode, expected one of `default`, `warn`, `error`, but got {debug_mode}"
            )
        debug_mode = MODES[debug_mode]
    if debug_mode not in (0, 1, 2):
        raise RuntimeError(f"invalid value of debug_mode, expected 0, 1, or 2, but got {debug_mode}")
    chosen["mode"] = debug_mode


def get_deterministic_debug_mode():
    """0, 1 or 2, as above. Source: PyTorch, torch.get_deterministic_debug_mode."""
    return chosen["mode"]


def set_float32_matmul_precision(precision):
    """ "highest", "high" or "medium": how exactly PyTorch may multiply matrices; here always exactly.

    Source: PyTorch, torch.set_float32_matmul_precision.
    """
    if precision not in ("highest", "high", "medium"):
        warnings.warn(f"{precision} is not one of 'highest', 'high', or 'medium'; nothing is changed", stacklevel=2)
        return
    chosen["precision"] = precision


def get_float32_matmul_precision():
    """What was set. Source: PyTorch, torch.get_float32_matmul_precision."""
    return chosen["precision"]


def set_flush_denormal(mode):
    """False: that numbers nearest to 0 become 0 cannot be set through NumPy. Source: PyTorch, torch.set_flush_denormal."""
    if not isinstance(mode, bool):
        raise RuntimeError(f"flush_denormal expects a bool, but got {type(mode).__name__}")
    return False


def set_num_interop_threads(number):
    """How many operations may run at once; taken and not used, as one runs after the other.

    Errors: RuntimeError for what is no positive integer. Source: PyTorch, torch.set_num_interop_threads.
    """
    if isinstance(number, bool) or not isinstance(number, int):
        raise RuntimeError(f"set_num_interop_threads expects an int, but got {type(number).__name__}")
    if number < 1:
        raise RuntimeError("set_num_interop_threads expects a positive integer")
    chosen["interop"] = number


def get_num_interop_threads():
    """What was set; the number of processors before. Source: PyTorch, torch.get_num_interop_threads."""
    return chosen["interop"]


def set_warn_always(b, /):
    """Whether warnings that are given once in a program are given each time. Source: PyTorch, torch.set_warn_always."""
    check_bool("set_warn_always", "'b' (position 1)", b)
    always[0] = b


def is_warn_always_enabled():
    """What was set. Source: PyTorch, torch.is_warn_always_enabled."""
    return always[0]


def compiled_with_cxx11_abi():
    """True, as of PyTorch today; nothing here is compiled. Source: PyTorch, torch.compiled_with_cxx11_abi."""
    return True


def _nnpack_available():
    """False. Source: PyTorch, torch._nnpack_available."""
    return False


def is_vulkan_available():
    """False. Source: PyTorch, torch.is_vulkan_available."""
    return False


def get_device_module(device=None):
    """The module that answers questions about a device: minitorch.cpu or minitorch.cuda.

    Errors: RuntimeError for what is no device. Source: PyTorch, torch.get_device_module.
    """
    kind = (get_default_device() if device is None else Device(device)).type
    return missing_name(sys.modules[__name__].__package__, kind)
