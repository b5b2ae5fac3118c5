"""hooks: RemovableHandle, and the error for a tensor with a graph that is sent to another process (shelf)."""

from ..autograd.handle import RemovableHandle

__all__ = ["RemovableHandle"]


def refuse_computed(tensor):
    """Raise for a tensor that has a graph: another process cannot continue it."""
    if tensor.requires_grad and not tensor.is_leaf:
        words = "Cowardly refusing to serialize non-leaf tensor which requires_grad, which no other process can follow."
        raise RuntimeError(f"{words} Send its detach().")
