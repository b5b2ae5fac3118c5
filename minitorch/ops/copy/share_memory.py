"""share_memory_, is_shared: memory that several processes share (shelf)."""

import warnings

from ..._tensor import method
from ...multiprocessing import shared_memory

__all__ = []


def is_shared(x):
    """Whether x lies where forked processes see each other's changes; always so on a GPU.

    Source: PyTorch, torch.Tensor.is_shared.
    """
    return x.is_cuda or shared_memory.is_shared(x)


def share_memory_(x):
    """Move x's numbers to memory that it shares with forked processes. Returns x.

    A change that one of them makes in place is there for all: processes that are forked from now on. Views and other
    tensors that show the same memory move along.

    Errors: UserWarning when an array of NumPy's or a recorded step holds the old memory, since that cannot move along.
    Source: PyTorch, torch.Tensor.share_memory_.
    """
    if x.device.type == "meta":
        raise RuntimeError("_share_fd_: only available on CPU")
    if not is_shared(x):
        if shared_memory.move(x):
            warnings.warn(
                "share_memory_() moves tensors only: NumPy's arrays, or a graph that showed this memory, keep the old one. "
                "Share a tensor before it is used.",
                stacklevel=2,
            )
    return x


method(is_shared)
method(share_memory_)
