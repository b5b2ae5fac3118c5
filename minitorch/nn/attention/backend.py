"""backend: SDPBackend, sdpa_kernel: PyTorch's choice of ways to compute attention, of which there is one here (shelf)."""

from contextlib import contextmanager
from enum import Enum

from ..._holes import fill
from ...backends.cuda import attention


class SDPBackend(Enum):
    """PyTorch's names of ways to compute scaled_dot_product_attention. Source: PyTorch, torch.nn.attention.SDPBackend."""

    ERROR = -1
    MATH = 0
    FLASH_ATTENTION = 1
    EFFICIENT_ATTENTION = 2
    CUDNN_ATTENTION = 3
    OVERRIDEABLE = 4

    def __int__(self):
        return self.value


@contextmanager
def sdpa_kernel(backends, set_priority=False):
    """A `with` block in which PyTorch computes attention in these ways only: here there is one, so only the errors follow.

    backends      an SDPBackend, or a list of them
    set_priority  the first of the list goes first

    >>> import minitorch as mt
    >>> with mt.nn.attention.sdpa_kernel(mt.nn.attention.SDPBackend.MATH):
    ...     mt.nn.functional.scaled_dot_product_attention(mt.ones(1, 2), mt.ones(1, 2), mt.ones(1, 1))
    tensor([[1.]])

    Errors: AssertionError for what is no backend. Source: PyTorch, torch.nn.attention.sdpa_kernel.
    """
    if not isinstance(backends, (list, SDPBackend)):
        raise AssertionError(
            "Backend must be an instance of SDPBackend or a list of SDPBackend instances, got "
            f"{type(backends).__name__}"
        )
    before, chosen = _cur_sdpa_kernel_backends(), [backends] if isinstance(backends, SDPBackend) else backends
    allow(chosen)
    try:
        yield {}
    finally:
        allow(before)


# --- what is allowed ------------------------------------------------------------------------------------------------------

SWITCHES = {  # the names that torch.backends.cuda has for them
    SDPBackend.CUDNN_ATTENTION: "cudnn",
    SDPBackend.FLASH_ATTENTION: "flash",
    SDPBackend.EFFICIENT_ATTENTION: "mem_efficient",
    SDPBackend.MATH: "math",
}


def allow(backends):
    """Switch these ways to compute attention on, and the others off."""
    attention.update({name: backend in backends for backend, name in SWITCHES.items()})


def _cur_sdpa_kernel_backends(with_priority=False):
    """The ways to compute attention that are switched on. Source: PyTorch, torch.nn.attention._cur_sdpa_kernel_backends."""
    return [backend for backend, name in SWITCHES.items() if attention[name]]


fill("minitorch.nn.functional.attention", may_fuse=lambda: attention["flash"])
