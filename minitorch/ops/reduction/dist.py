"""dist (shelf)."""

from ..._tensor import method
from .norm import norm

__all__ = ["dist"]


@method
def dist(input, other, p=2):
    """The norm of the difference. Source: PyTorch, torch.dist."""
    return norm(input - other, p)
