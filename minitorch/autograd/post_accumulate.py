"""post_accumulate: the hook that an optimizer step in the backward pass hangs on (shelf)."""

from .._tensor import method
from .hooks import hooks_of


@method
def register_post_accumulate_grad_hook(self, hook):
    """Call `hook(tensor)` after a gradient was added to the .grad of this leaf.

    Source: PyTorch, Tensor.register_post_accumulate_grad_hook.
    """
    if not self.requires_grad:
        raise RuntimeError("cannot register a hook on a tensor that doesn't require gradient")
    if self.grad_fn is not None:
        raise RuntimeError("post accumulate grad hooks cannot be registered on non-leaf tensors")
    return hooks_of(self).accumulated.register(hook)
