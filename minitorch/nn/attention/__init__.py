"""nn.attention: PyTorch's names of ways to compute scaled_dot_product_attention, of which there is one here."""

from contextlib import contextmanager
from enum import Enum

__all__ = ["SDPBackend", "sdpa_kernel"]


class SDPBackend(Enum):
    """PyTorch's names of ways to compute scaled_dot_product_attention. Source: PyTorch, torch.nn.attention.SDPBackend."""

    ERROR = -1
    MATH = 0
    FLASH_ATTENTION = 1
    EFFICIENT_ATTENTION = 2
    CUDNN_ATTENTION = 3
    OVERRIDEABLE = 4


@contextmanager
def sdpa_kernel(backends, set_priority=False):
    """A `with` block in which PyTorch computes attention in these ways only: here there is one, so nothing changes.

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
    yield {}
