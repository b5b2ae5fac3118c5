"""graph: hooks on saved tensors, edges of the graph, and nodes as a type (shelf).

PyTorch has these under torch.autograd.graph.
"""

from typing import NamedTuple

import numpy as np

from .._tensor import Tensor, touch, wrap
from ..graph.node import AccumulateGrad, as_node
from ..graph.node import Node as Step
from ..graph.record import edge_of
from . import saved

Node = Step | AccumulateGrad  # what all nodes are, the ends at the leaves included: for isinstance

__all__ = [
    "GradientEdge", "Node", "get_gradient_edge", "increment_version", "save_on_cpu", "saved_tensors_hooks",
]  # fmt: skip


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


# --- edges ----------------------------------------------------------------------------------------------------------------


class GradientEdge(NamedTuple):
    """An edge of the graph: a node, and which of its results. autograd.grad and backward take one for a tensor.

    Source: PyTorch, torch.autograd.graph.GradientEdge.
    """

    node: object
    output_nr: int
    ownership_token: object = None

    def stand_in(self):
        """A tensor without numbers of its own at this edge; at a leaf, the leaf."""
        if isinstance(self.node, AccumulateGrad):
            return self.node.variable
        shape, dtype = self.node.outputs[self.output_nr]
        x = wrap(np.broadcast_to(np.zeros((), dtype), shape))
        x._edge, x._requires_grad = (self.node, self.output_nr), True
        return x


def get_gradient_edge(tensor):
    """Where the gradient of a tensor arrives, now: a later change of the tensor in place does not move it.

    >>> import minitorch as mt
    >>> x = mt.tensor(3.0, requires_grad=True)
    >>> y = x * x
    >>> edge = mt.autograd.graph.get_gradient_edge(y)
    >>> z = y.exp()
    >>> mt.autograd.grad(edge, x)
    (tensor(6.),)

    Errors: RuntimeError when the tensor does not require a gradient.
    Source: PyTorch, torch.autograd.graph.get_gradient_edge.
    """
    edge = edge_of(tensor)
    if edge is None:
        raise RuntimeError("It is not possible to get the gradient edge for a Tensor that does not require gradients.")
    return GradientEdge(as_node(edge[0]), edge[1])
