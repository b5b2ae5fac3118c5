"""edge: GradientEdge, get_gradient_edge: a place in the graph, instead of the tensor that stands there (shelf)."""

from typing import NamedTuple

import numpy as np

from .._tensor import wrap
from .node import AccumulateGrad, as_node
from .record import edge_of


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
