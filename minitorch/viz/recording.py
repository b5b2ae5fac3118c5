"""recording: run a real backward pass and write down what happens at every node.

For one pass, a subclass of the engine writes down what goes into each of its methods and what comes out.
"""

import sys

from .show import host


class Event:
    """One node's turn.

    step      the Step            arrived  the gradients of its results (arrays; None for a result nobody used)
    sent      per input, what its formula gave        given  the same with broadcasting undone, as it is passed on
    leaves    the leaves that were served during it: [Accumulation]
    """

    def __init__(self, step, arrived):
        self.step, self.arrived, self.sent, self.given, self.leaves = step, arrived, [], [], []
        self.shown = arrived  # what the formulas saw, after hooks


class Accumulation:
    """A leaf got its gradient: `old` (None the first time) + `added` = `new`."""

    def __init__(self, leaf):
        self.leaf, self.old = leaf, copied(leaf.tensor._grad)
        self.added = self.new = None

    def end(self):
        """It is done; what was added is what the hooks of the leaf left of the gradient."""
        self.new = copied(self.leaf.tensor._grad)
        self.added = self.new if self.old is None else self.new - self.old


class Recording:
    """What a backward pass did: `events` in the order of execution, `start` the gradient it began with."""

    def __init__(self, graph, start):
        self.graph, self.start = graph, start
        self.events, self.first = [], []  # first: leaves served before any node ran

    @property
    def served(self):
        return self.events[-1].leaves if self.events else self.first


def copied(g):
    """A copy of a gradient as a NumPy array, whether it is a tensor or an array."""
    return None if g is None else host(getattr(g, "_array", g)).copy()


def duplicate(g):
    """A tensor like this .grad, for the pass to add to. One with a history is never changed in place: it may stay."""
    if g is None or g._requires_grad:
        return g
    return sys.modules["minitorch._tensor"].wrap(g._array.copy())


def package(name):
    """A module of the backward pass, or an error where the package ends before it."""
    found = sys.modules.get(f"minitorch.{name}")
    if found is None:
        raise RuntimeError("this copy of the package has no backward pass yet, so there is nothing to step through")
    return found


def recorder(recording):
    """The class of a walk that writes down what it does, and accumulates in each leaf as soon as its last gradient is there."""
    steps = {step.node: step for step in recording.graph.steps}
    leaves = {leaf.tensor: leaf for leaf in recording.graph.leaves}
    engine = package("autograd.engine")

    class Recorder(engine.Engine):  # type: ignore[name-defined]
        def __init__(self, *args):
            super().__init__(*args)
            ends = [edge[0] for node in steps for edge in node.edges if edge is not None]
            self.left = {leaf: sum(leaf is end for end in ends) for leaf in leaves}

        def visit(self, node, g):
            recording.events.append(Event(steps[node], [copied(one) for one in (g if node.several else (g,))]))
            super().visit(node, g)
            for edge in node.edges:
                leaf = edge and edge[0]
                if leaf in self.left:
                    self.left[leaf] -= 1
                    if not self.left[leaf] and leaf in self.arrived:
                        self.accumulate_grad(leaf, self.arrived.pop(leaf))

        def differentiate(self, node, g, edges):
            event = recording.events[-1]
            event.shown = [copied(one) for one in (g if node.several else (g,))]
            given = super().differentiate(node, g, edges)
            event.sent = [copied(one) for one in given]
            pairs = zip(edges, given, strict=True)
            event.given = [copied(engine.fit(gx, edge)) if edge and gx is not None else None for edge, gx in pairs]
            return given

        def accumulate_grad(self, leaf, g):
            served = Accumulation(leaves[leaf]) if leaf in leaves else None
            if served:
                recording.served.append(served)
            super().accumulate_grad(leaf, g)
            if served:
                served.end()

    return Recorder


def record(graph, tensor, gradient, accumulate):
    """Run `tensor.backward(gradient)` and write it down. The graph is kept, and so is every .grad unless accumulate."""
    recording = Recording(graph, None)
    Recorder = recorder(recording)
    kept = [(leaf.tensor, leaf.tensor._grad) for leaf in graph.leaves]
    kept += [(x, x._grad) for step in graph.steps for x in keepers(step.node)]
    try:
        if not accumulate:
            for x, g in kept:
                x._grad = duplicate(g)
        roots = package("autograd.backward").start((tensor,), gradient)
        with package("graph.grad_mode").no_grad():
            Recorder(roots, True).run()
    finally:
        if not accumulate:
            for x, g in kept:
                x._grad = g
    recording.start = copied(gradient) if gradient is not None else host(tensor._array) * 0 + 1
    return recording


def keepers(node):
    """The tensors whose gradients are retained at a node."""
    retained = getattr(node.hooks, "retained", {}) if node.hooks is not None else {}
    return [x for x in [keeper() for keeper in retained.values()] if x is not None]
