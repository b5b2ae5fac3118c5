"""experimental: torch.distributed._tensor.experimental: implicit_replication, where there is nothing to replicate (shelf)."""

from contextlib import contextmanager

__all__ = ["implicit_replication"]


@contextmanager
def implicit_replication():
    """A block in which plain tensors count as DTensors that lie on each device: there is one. Source: PyTorch."""
    yield
