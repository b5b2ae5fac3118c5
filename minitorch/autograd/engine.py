"""engine: the backward pass: walk the graph from the last node made to the first (core).

A node is made after everything it was computed from, so when its turn comes, every gradient that can reach it has
arrived: each node runs once, and nothing recurses. `Walk` is the walk; `Engine` calls hooks on its way.
"""

from heapq import heappop, heappush

from .._extension import extension_point
from .._tensor import Tensor, touch, wrap
from ..backend import array_module
from ..dtypes import from_numpy_dtype
from ..graph.node import Node
from ..ops.call import quietly
from ..ops.reduction.sum import sum_to

# --- a gradient in the form in which it must arrive -------------------------------------------------------------------


def fit(g, edge):
    """The gradient g in the shape and dtype of the tensor that an edge stands for: undo broadcasting and promotion."""
    end, number = edge
    shape, dtype = end.outputs[number] if isinstance(end, Node) else (end._array.shape, end._array.dtype)
    if g._array.shape == shape and g._array.dtype == dtype:
        return g
    if g._array.dtype.kind == "c" and dtype.kind != "c":
        g = g.real  # an operand that is real has a real gradient
    g = sum_to(g, shape)
    return g if g._array.dtype == dtype else g.to(from_numpy_dtype(dtype))


def add_gradients(have, g, edge):
    """Add g to the gradient that arrived before, or None; for a node with several results, in a list of sums."""
    target, number = edge
    if isinstance(target, Tensor) or not target.several:
        return g if have is None else have + g
    have = [None] * target.several if have is None else have
    have[number] = g if have[number] is None else have[number] + g
    return have


def with_zeros(node, gradients):
    """The gradients of a node's several results, with zeros for each result that was not used."""
    if not node.fills:
        return tuple(gradients)
    xp = array_module(next(g for g in gradients if g is not None)._array)
    return tuple([wrap(xp.zeros(*made)) if g is None else g for g, made in zip(gradients, node.outputs, strict=True)])


# --- the walk -------------------------------------------------------------------------------------------------------------


class Walk:
    """The backward pass: it sends gradients from the roots to the leaves, the youngest node first.

    roots         list of ((node or leaf, output number), gradient)
    keep          keep the saved values for another pass
    create_graph  record what is computed, so that the gradients can be differentiated again
    """

    def __init__(self, roots, keep=False, create_graph=False):
        self.roots, self.keep, self.create_graph = roots, keep, create_graph
        self.queue = []  # (number, node): the youngest comes out first
        self.arrived = {}  # node or leaf -> the sum of the gradients that have arrived there

    def run(self):
        """The whole walk."""
        for edge, g in self.roots:
            self.send(edge, g)
        while self.queue:
            node = heappop(self.queue)[1]
            self.visit(node, self.arrived.pop(node))
        for leaf in list(self.arrived):
            self.accumulate_grad(leaf, self.arrived.pop(leaf))

    def send(self, edge, g):
        """Add a gradient to those that have arrived at the end of an edge. A node enters the queue with its first."""
        target = edge[0]
        if target not in self.arrived and isinstance(target, Node):
            heappush(self.queue, (target.number, target))
        self.arrived[target] = add_gradients(self.arrived.get(target), fit(g, edge), edge)

    def visit(self, node, g):
        """Run the formulas of a node, send their results along its edges, and free what the node saved."""
        edges = self.edges_of(node)
        for edge, gx in zip(edges, self.differentiate(node, g, edges), strict=True):
            if edge is not None and gx is not None:
                self.send(edge, gx)
        if not self.keep:
            node.free()

    def edges_of(self, node):
        """The edges along which gradients are sent."""
        return node.edges

    @extension_point
    def differentiate(self, node, g, edges):
        """The gradients that a node sends along its edges: None where the edge is None."""
        node.check()
        if node.several:
            g = with_zeros(node, g)
        return node.gradients(g, edges)

    def accumulate_grad(self, leaf, g):
        """Add a gradient to leaf.grad."""
        accumulate(leaf, g, self.create_graph)


def accumulate(leaf, g, create_graph=False):
    """Add the gradient g to leaf._grad. The first time the leaf gets a copy, because another leaf may be given g too."""
    if create_graph:  # the copy and the sum are recorded
        leaf._grad = g.clone() if leaf._grad is None else leaf._grad + g
    elif leaf._grad is None:
        leaf._grad = wrap(g._array.copy())
    else:  # in place, so that everything that holds .grad sees the sum
        leaf._grad._array += g._array
        touch(leaf._grad)


# --- numbers of 16 bits, complex numbers ----------------------------------------------------------------------------------


def in_single(node, g, edges):
    """What a node with a 16-bit result sends: formulas compute in float32, and a gradient is rounded when it arrives."""
    node.check()
    g = single(g)
    if node.joint is not None:
        return node.joint(g, tuple([edge is not None for edge in edges]), *[single(x) for x in node.tensors(0)])
    found = [None] * len(edges)
    for i, formula in enumerate(node.functions):
        if edges[i] is not None:
            found[i] = formula(g, *[single(x) for x in node.tensors(i)])
    return found


def single(x):
    """A tensor of 16-bit floats in float32; any other value as it is."""
    return x.float() if isinstance(x, Tensor) and x.itemsize == 2 and x.is_floating_point() else x


# --- which nodes a walk comes by ------------------------------------------------------------------------------------------


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


# --- the walk with all that backward() and autograd.grad() ask of it --------------------------------------------------

tasks: list = []  # the walks that are going on, the innermost last
watched: dict = {}  # leaves that have hooks (hooks.py): each gets its gradient when the last part has arrived


class Engine(Walk):
    """The walk that leaves out what nobody asked for, and lets hooks see gradients and replace them.

    wanted        None: accumulate in every leaf. Otherwise a dictionary with edges for keys: their gradients are put
                  into it, and nothing is computed that does not lead to them
    accumulating  with wanted: accumulate in the leaves among those all the same
    """

    def __init__(self, roots, keep=False, create_graph=False, wanted=None, accumulating=False):
        super().__init__(roots, keep, create_graph)
        self.wanted, self.accumulating, self.callbacks = wanted, accumulating, []  # callbacks: for the end of the walk
        self.needed = None if wanted is None else leading_to(roots, wanted)
        self.uses = count_uses(self) if watched else {}  # leaf -> how many gradients it will still be sent

    def run(self):
        tasks.append(self)
        try:
            quietly(super().run)
            for call in self.callbacks:
                call()
        finally:
            tasks.remove(self)  # another thread's may be the last

    def edges_of(self, node):
        if self.needed is None:
            return node.edges
        return [edge if edge is not None and edge[0] in self.needed else None for edge in node.edges]

    def visit(self, node, g):
        if node.hooks is not None:
            g = self.arrive(node, g)
        if self.wanted is not None:
            self.note(node, g)
            if not any(self.edges_of(node)):
                return
        super().visit(node, g)
        if self.uses:
            self.count_down(node)

    def note(self, node, g):
        """Put into `wanted` what is wanted of the gradients of a node's results."""
        for number in range(node.several or 1):
            if (node, number) in self.wanted:
                self.wanted[node, number] = g[number] if node.several else g

    def accumulate_grad(self, leaf, g):
        """The hooks of a leaf: before its gradient is accumulated, and after. A gradient that is returned sees the first only."""
        hooks = leaf._hooks
        if hooks is None and self.wanted is None:  # nobody asked for more
            return super().accumulate_grad(leaf, g)
        g = g if hooks is None else hooks.before(leaf, g)
        if self.wanted is None or self.accumulating:
            g = g if hooks is None else hooks.enter(leaf, g)
            super().accumulate_grad(leaf, g)
            if hooks is not None:
                hooks.after(leaf, g)
        elif (leaf, 0) in self.wanted:
            self.wanted[leaf, 0] = g

    # --- hooks ---

    def arrive(self, node, g):
        """What the hooks of its results make of a node's gradient, when all of it has arrived: when the node's turn has come."""
        g = node.hooks.before(node, g)
        if self.accumulating and not any(self.edges_of(node)):  # backward(inputs=) ends here: the node will not run
            node.hooks.enter(node, g)
        return g

    def differentiate(self, node, g, edges):
        """The node's own hooks stand round its formulas."""
        if node.hooks is not None:
            g = node.hooks.enter(node, g)
        if not node.several and node.dtype.itemsize == 2 and type(node).gradients is Node.gradients:
            given = in_single(node, g, edges)
        elif not node.several and node.dtype.kind == "c" and node.op is not None:
            # PyTorch's gradient is the conjugate of the derivative: g * conj(f'(x)) = conj(conj(g) * f'(x))
            given = super().differentiate(node, g.conj(), edges)
            given = [None if gx is None else gx.conj() for gx in given]
        else:
            given = super().differentiate(node, g, edges)
        return given if node.hooks is None else node.hooks.leave(node, given, g)

    def count_down(self, node):
        """Accumulate in the leaves whose last gradient this node sent: once there are hooks, it shows when exactly that is."""
        for edge in self.edges_of(node):
            leaf = edge and edge[0]
            if leaf in self.uses:
                self.uses[leaf] -= 1
                if not self.uses[leaf] and leaf in self.arrived:
                    self.accumulate_grad(leaf, self.arrived.pop(leaf))


def count_uses(walk):
    """How many gradients nodes will send to each leaf."""
    uses = {}
    for node in reachable(walk.roots):
        if walk.needed is None or node in walk.needed:
            for edge in walk.edges_of(node):
                if edge is not None and not isinstance(edge[0], Node):
                    uses[edge[0]] = uses.get(edge[0], 0) + 1
    return uses
