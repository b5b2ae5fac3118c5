"""hooked: the engine calls the hooks of tensors and nodes on its way (core).

The order is PyTorch's: a tensor's hooks as they were registered, then what retain_grad keeps (so it keeps what the
hooks made of it), then the node's pre-hooks, the formulas, the node's hooks. At a leaf: its hooks, accumulation, and
the hooks after accumulation.
"""

from ...graph.node import Node
from ..hooks import watched
from .wanted import Wanted, reachable

tasks: list = []  # the walks that are going on, the innermost last


class Hooked(Wanted):
    """The third rung of the engine: hooks see gradients, and may replace them."""

    def __init__(self, *args, **kwargs):
        super().__init__(*args, **kwargs)
        self.callbacks = []  # what to call when the walk is done
        self.accumulates = self.wanted is None or self.accumulating  # autograd.grad returns gradients instead
        self.uses = count_uses(self) if watched else {}  # leaf -> how many gradients it will still be sent

    def run(self):
        tasks.append(self)
        try:
            super().run()
            for call in self.callbacks:
                call()
        finally:
            tasks.remove(self)  # another thread's may be the last

    def visit(self, node, g):
        """The hooks of its results see a gradient when all of it has arrived: when the node's turn has come."""
        if node.hooks is not None:
            g = self.arrive(node, g)
        super().visit(node, g)
        self.count_down(node)

    def arrive(self, node, g):
        """What the hooks of its results make of a node's gradient."""
        g = node.hooks.before(node, g)
        if self.accumulating and not any(self.edges_of(node)):  # backward(inputs=) ends here: the node will not run
            node.hooks.enter(node, g)
        return g

    def differentiate(self, node, g, edges):
        """The node's own hooks stand round its formulas."""
        if node.hooks is None:
            return super().differentiate(node, g, edges)
        g = node.hooks.enter(node, g)
        return node.hooks.leave(node, super().differentiate(node, g, edges), g)

    def serve(self, leaf, g):
        """The hooks of a leaf: before its gradient is accumulated, and after. A gradient that is returned sees the first only."""
        hooks = leaf._hooks
        if hooks is not None:
            g = hooks.before(leaf, g)
        if hooks is None or not self.accumulates:
            super().serve(leaf, g)
            return
        g = hooks.enter(leaf, g)
        super().serve(leaf, g)
        hooks.after(leaf, g)

    def count_down(self, node):
        """Serve the leaves whose last gradient this node sent: once there are hooks, it shows when exactly that is."""
        for edge in self.edges_of(node):
            leaf = edge and edge[0]
            if leaf in self.uses:
                self.uses[leaf] -= 1
                if not self.uses[leaf] and leaf in self.arrived:
                    self.serve(leaf, self.arrived.pop(leaf))

    def reaches(self, target):
        """Whether the walk comes by a node or leaf."""
        if self.needed is not None:
            return target in self.needed
        return target in set(targets(self))


def targets(walk):
    """The nodes and leaves that a walk comes by, those of several edges several times."""
    edges = [edge for edge, _ in walk.roots]
    for node in reachable(walk.roots):
        if walk.needed is None or node in walk.needed:
            edges.extend(walk.edges_of(node))
    return [edge[0] for edge in edges if edge is not None]


def count_uses(walk):
    """How many gradients nodes will send to each leaf."""
    uses = {}
    for node in reachable(walk.roots):
        if walk.needed is None or node in walk.needed:
            for edge in walk.edges_of(node):
                if edge is not None and not isinstance(edge[0], Node):
                    uses[edge[0]] = uses.get(edge[0], 0) + 1
    return uses
