"""hooks: RemovableHandle, BackwardHook, unserializable_hook, warn_if_has_hooks under PyTorch's names (shelf)."""

import warnings

from ..autograd.handle import RemovableHandle
from ..nn.module.backward_hooks import Watch

__all__ = ["BackwardHook", "RemovableHandle", "unserializable_hook", "warn_if_has_hooks"]


class BackwardHook(Watch):
    """One call of a module, watched for its backward pass: what Module itself uses when it has backward hooks.

    user_hooks      full backward hooks; user_pre_hooks: backward pre-hooks

    Source: PyTorch, torch.utils.hooks.BackwardHook.
    """

    def __init__(self, module, user_hooks, user_pre_hooks):
        super().__init__(module, user_hooks, user_pre_hooks)

    def setup_input_hook(self, args):
        """The arguments of the call, passed through the step that sees their gradients."""
        return self.take_inputs(args)

    def setup_output_hook(self, args):
        """The result of the call, passed through the step that sees its gradient."""
        return self.take_outputs(args)


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
