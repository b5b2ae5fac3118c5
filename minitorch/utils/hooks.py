"""hooks: what does not go into a file or to another process: hooks, and the graph of a tensor (shelf)."""

import warnings

from ..autograd.handle import RemovableHandle

__all__ = ["RemovableHandle", "unserializable_hook", "warn_if_has_hooks"]


def unserializable_hook(f):
    """Mark a hook as one that is not meant to be saved with its tensor. Source: PyTorch, torch.utils.hooks.unserializable_hook."""
    f.__torch_unserializable__ = True
    return f


def warn_if_has_hooks(tensor):
    """Warn of each hook on a tensor that a file will not hold. Source: PyTorch, torch.utils.hooks.warn_if_has_hooks."""
    for hook in (tensor._hooks.gradient or {}).values() if tensor._hooks else ():
        if not hasattr(hook, "__torch_unserializable__"):
            warnings.warn(
                f"backward hook {hook!r} on tensor will not be serialized.  If this is expected, you can decorate the "
                "function with @torch.utils.hooks.unserializable_hook to suppress this warning",
                stacklevel=2,
            )


def refuse_computed(tensor):
    """Raise for a tensor that has a graph: another process cannot continue it."""
    if tensor.requires_grad and not tensor.is_leaf:
        raise RuntimeError(
            "Cowardly refusing to serialize non-leaf tensor which requires_grad, since autograd does not support crossing "
            "process boundaries.  If you just want to transfer the data, call detach() on the tensor before serializing "
            "(e.g., putting it on the queue)."
        )
