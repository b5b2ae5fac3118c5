"""graph: hooks on saved tensors, and nodes as a type (shelf).

PyTorch has these under torch.autograd.graph.
"""

from .._tensor import Tensor, touch
from ..graph.node import AccumulateGrad
from ..graph.node import Node as Step
from . import saved

Node = Step | AccumulateGrad  # what all nodes are, the ends at the leaves included: for isinstance

__all__ = ["Node", "increment_version", "save_on_cpu", "saved_tensors_hooks"]


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
        saved.push(self.pack_hook, self.unpack_hook)

    def __exit__(self, *error):
        saved.pop()


class save_on_cpu(saved_tensors_hooks):
    """Within this block, saved tensors lie in the CPU's memory and go back to their device when needed.

    Source: PyTorch, torch.autograd.graph.save_on_cpu.
    """

    def __init__(self, pin_memory=False, device_type="cuda"):
        super().__init__(lambda x: (x.device, x.cpu()), lambda packed: packed[1].to(packed[0]))


def increment_version(tensor):
    """Count a change of the numbers that the library did not see, made through .numpy() say.

    Source: PyTorch, torch.autograd.graph.increment_version.
    """
    for x in (tensor,) if isinstance(tensor, Tensor) else tensor:
        touch(x)
