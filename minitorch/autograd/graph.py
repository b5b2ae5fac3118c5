"""graph: hooks on saved tensors, and nodes as a type (shelf).

PyTorch has these under torch.autograd.graph.
"""

from ..graph.node import AccumulateGrad
from ..graph.node import Node as Step
from ..graph.record import listeners
from . import saved

Node = Step | AccumulateGrad  # what all nodes are, the ends at the leaves included: for isinstance

__all__ = ["Node", "saved_tensors_hooks"]


class saved_tensors_hooks:
    """Within this block, what is saved for the backward pass goes through hooks of yours.

    pack_hook    is called with each tensor when it is saved; what it returns is kept
    unpack_hook  is called with that when a formula needs the tensor, which it must return

    >>> import minitorch as mt
    >>> x = mt.tensor([1.0, 2.0], requires_grad=True)
    >>> with mt.autograd.graph.saved_tensors_hooks(lambda x: x.tolist(), lambda kept: mt.tensor(kept) * 10):
    ...     y = x * x
    >>> y.sum().backward()
    >>> x.grad
    tensor([20., 40.])

    Source: PyTorch, torch.autograd.graph.saved_tensors_hooks.
    """

    def __init__(self, pack_hook, unpack_hook):
        self.pack_hook, self.unpack_hook = pack_hook, unpack_hook

    def __enter__(self):
        saved.state.hooks.append((self.pack_hook, self.unpack_hook))
        listeners.append(saved.pack_new)

    def __exit__(self, *error):
        saved.state.hooks.pop()
        listeners.remove(saved.pack_new)
