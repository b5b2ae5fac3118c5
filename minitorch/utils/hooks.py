"""hooks: RemovableHandle, and the error for a tensor with a graph that is sent to another process (shelf)."""

from ..autograd.handle import RemovableHandle

__all__ = ["RemovableHandle"]


def refuse_computed(tensor):
    """Raise for a tensor that has a graph: another process cannot continue it."""
    if tensor.requires_grad and not tensor.is_leaf:
        raise RuntimeError(
            "Cowardly refusing to serialize non-leaf tensor which requires_grad, since autograd does not support crossing "
            "process boundaries.  If you just want to transfer the data, call detach() on the tensor before serializing "
            "(e.g., putting it on the queue)."
        )
