"""walk: the backward pass: walk the graph from the last node made to the first (core).

A node is made after everything it was computed from, so when its turn comes, every gradient that can reach it has
arrived: each node runs once, and nothing recurses.
"""

from heapq import heappop, heappush

from ..._holes import hole
from ...graph.node import Node
from .fitting import fitted, gathered, with_zeros


class Walk:
    """The first rung of the engine: gradients flow from the roots to the leaves, and add up there.

    roots         list of ((node or leaf, output number), gradient)
    keep          keep the saved values for another pass
    create_graph  record what is computed, so that the gradients can be differentiated again
    """

    def __init__(self, roots, keep=False, create_graph=False):
        self.roots, self.keep, self.create_graph = roots, keep, create_graph
        self.queue = []  # (number, node): the youngest comes out first
        self.arrived = {}  # node or leaf -> the sum of what has arrived there so far

    def run(self):
        """The whole walk."""
        for edge, g in self.roots:
            self.send(edge, g)
        while self.queue:
            node = heappop(self.queue)[1]
            self.visit(node, self.arrived.pop(node))
        for leaf in list(self.arrived):
            self.serve(leaf, self.arrived.pop(leaf))

    def send(self, edge, g):
        """Add a gradient to what has arrived at the end of an edge."""
        target = edge[0]
        if target not in self.arrived and isinstance(target, Node):
            heappush(self.queue, (target.number, target))
        self.arrived[target] = gathered(self.arrived.get(target), fitted(g, edge), edge)

    def visit(self, node, g):
        """Run the formulas of a node, and send what they give along its edges."""
        edges = self.edges_of(node)
        for edge, gx in zip(edges, self.differentiate(node, g, edges), strict=True):
            if edge is not None and gx is not None:
                self.send(edge, gx)
        if not self.keep:
            node.free()

    def edges_of(self, node):
        """The edges along which gradients are sent."""
        return node.edges

    @hole
    def differentiate(self, node, g, edges):
        """The gradients that a node sends along its edges: None where no edge is."""
        node.check()
        if node.several:
            return node.gradients(with_zeros(node, g), edges)
        if is_complex(node):
            return through_conjugates(node, g, edges)
        return node.gradients(g, edges)

    def serve(self, leaf, g):
        """Give a leaf its gradient."""
        accumulate(leaf, g, self.create_graph)


def accumulate(leaf, g, create_graph=False):
    """Add a gradient to .grad. The leaf keeps a copy: g may be the very tensor that another leaf is given, too."""
    if leaf._grad is None:
        leaf._grad = g.clone()
    elif create_graph:  # the sum is recorded
        leaf._grad = leaf._grad + g
    else:
        leaf._grad += g  # in place, as PyTorch does: whoever holds .grad sees the sum


def is_complex(node):
    """Whether a step has formulas and one complex result. A Function of your own has no formulas, and takes g as it is."""
    return node.dtype.kind == "c" and node.op is not None


def through_conjugates(node, g, edges):
    """The same for a complex result: formulas written for real numbers hold between two conjugations.

    PyTorch's gradient of a real loss is the conjugate of the derivative, so g * conj(f'(x)) = conj(conj(g) * f'(x)).
    """
    return [None if gx is None else gx.conj() for gx in node.gradients(g.conj(), edges)]
