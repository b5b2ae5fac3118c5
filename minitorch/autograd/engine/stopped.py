"""stopped: after an error in the middle of a backward pass, the leaves that are done have their gradients (core)."""

from ..._tensor import Tensor, wrap
from ...backend import as_array
from ...graph.node import Node
from .wanted import reachable


def serve_finished(walk):
    """Give the leaves theirs to which no unfinished step leads; the others would get a part of a sum, and get nothing.

    walk.at       the node that was at work when the error came
    walk.arrived  node or leaf -> what had arrived there
    """
    if walk.at is None or (walk.wanted is not None and not walk.accumulating):
        return
    unfinished = [node for node in reachable(walk.roots) if node.number >= walk.at.number]
    targets = {edge[0] for node in unfinished for edge in node.edges if edge is not None}
    for leaf in [target for target in walk.arrived if not isinstance(target, Node) and target not in targets]:
        walk.serve(leaf, tensor_of(walk.arrived.pop(leaf)))


def tensor_of(g):
    """A gradient as a tensor: the short cuts add up arrays."""
    return g if isinstance(g, Tensor) else wrap(as_array(g))
