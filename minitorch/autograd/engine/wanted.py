"""wanted: compute the gradients of some tensors only: what autograd.grad and backward(inputs=) need (core)."""

from ...graph.node import Node
from .walk import Walk


class Wanted(Walk):
    """The second rung of the engine: nothing is computed that does not lead to what is wanted.

    wanted        None: accumulate in every leaf. Otherwise a dictionary with edges for keys; their gradients are put
                  into it, and nothing is accumulated
    accumulating  with wanted: accumulate in the leaves among those all the same
    """

    def __init__(self, roots, keep=False, create_graph=False, wanted=None, accumulating=False):
        super().__init__(roots, keep, create_graph)
        self.wanted, self.accumulating = wanted, accumulating
        self.needed = None if wanted is None else leading_to(roots, wanted)

    def edges_of(self, node):
        if self.needed is None:
            return node.edges
        return [edge if edge is not None and edge[0] in self.needed else None for edge in node.edges]

    def visit(self, node, g):
        if self.wanted is not None:
            self.note(node, g)
            if not any(self.edges_of(node)):
                return
        super().visit(node, g)

    def note(self, node, g):
        """Put into `wanted` what is wanted of the gradients of a node's results."""
        for number in range(node.several or 1):
            if (node, number) in self.wanted:
                self.wanted[node, number] = g[number] if node.several else g

    def serve(self, leaf, g):
        if self.wanted is None or self.accumulating:
            super().serve(leaf, g)
        elif (leaf, 0) in self.wanted:
            self.wanted[leaf, 0] = g


def reachable(roots):
    """All nodes that the roots lead to, the youngest first. Iterative, as everything that walks a graph here."""
    found, stack = {}, [edge[0] for edge, _ in roots if isinstance(edge[0], Node)]
    while stack:
        node = stack.pop()
        if node not in found:
            found[node] = None
            stack.extend([edge[0] for edge in node.edges if edge is not None and isinstance(edge[0], Node)])
    return sorted(found, key=lambda node: node.number)


def leading_to(roots, wanted):
    """The nodes and leaves that lead to `wanted`, those included."""
    needed = {target for target, _ in wanted}
    for node in reversed(reachable(roots)):
        if any([edge is not None and edge[0] in needed for edge in node.edges]):
            needed.add(node)
    return needed
