"""recording: run a real backward pass and write down what happens at every node.

The engine asks `node.hooks` and `leaf._hooks` before and after everything it does. For one pass, an observer stands in
their place, writes down what it is shown, and passes it on to the hooks that were there.
"""

import sys
import weakref

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

    def __init__(self, leaf, added):
        self.leaf, self.added = leaf, added
        self.old = copied(leaf.tensor._grad)
        self.new = None


class Recording:
    """What a backward pass did: `events` in the order of execution, `start` the gradient it began with."""

    def __init__(self, graph, start):
        self.graph, self.start = graph, start
        self.events, self.first = [], []  # first: leaves served before any node ran

    @property
    def served(self):
        return self.events[-1].leaves if self.events else self.first


class NodeObserver:
    """Stands in for the hooks of a node."""

    def __init__(self, hooks, step, recording):
        self.hooks, self.step, self.recording = hooks, step, recording

    def __getattr__(self, name):
        if self.hooks is None:
            return {}
        return getattr(self.hooks, name)

    def before(self, node, g):
        self.recording.events.append(Event(self.step, [copied(one) for one in (g if node.several else (g,))]))
        return g if self.hooks is None else self.hooks.before(node, g)

    def enter(self, node, g):
        g = g if self.hooks is None else self.hooks.enter(node, g)
        self.recording.events[-1].shown = [copied(one) for one in (g if node.several else (g,))]
        return g

    def leave(self, node, given, g):
        given = given if self.hooks is None else self.hooks.leave(node, given, g)
        event, fit = self.recording.events[-1], engine().fit
        event.sent = [copied(one) for one in given]
        for edge, one in zip(node.edges, given, strict=True):
            if edge is None or one is None:
                event.given.append(None)
                continue
            target, number = edge
            made = target.outputs[number] if hasattr(target, "edges") else (target._array.shape, target._array.dtype)
            event.given.append(copied(fit(one, *made)))
        return given


class LeafObserver:
    """Stands in for the hooks of a leaf."""

    def __init__(self, hooks, leaf, recording):
        self.hooks, self.leaf, self.recording = hooks, leaf, recording

    def __getattr__(self, name):
        if self.hooks is None:
            return {}
        return getattr(self.hooks, name)

    def before(self, leaf, g):
        g = g if self.hooks is None else self.hooks.before(leaf, g)
        self.recording.served.append(Accumulation(self.leaf, copied(g)))
        return g

    def enter(self, leaf, g):
        return g if self.hooks is None else self.hooks.enter(leaf, g)

    def after(self, leaf, g):
        self.recording.served[-1].new = copied(leaf._grad)
        if self.hooks is not None:
            self.hooks.after(leaf, g)


def copied(g):
    """A copy of a gradient as a NumPy array, whether it is a tensor or an array."""
    return None if g is None else host(getattr(g, "_array", g)).copy()


def duplicate(g):
    """A tensor like this .grad, for the pass to add to. One with a history is never changed in place: it may stay."""
    if g is None or g._requires_grad:
        return g
    return sys.modules[type(g).__mro__[-2].__module__].wrap(g._array.copy())


def engine():
    """The backward pass of the package, or an error where the package ends before it."""
    found = sys.modules.get("minitorch.autograd.engine")
    if found is None:
        raise RuntimeError("this copy of the package has no backward pass yet, so there is nothing to step through")
    return found


def record(graph, tensor, gradient, accumulate):
    """Run `tensor.backward(gradient)` and write it down. The graph is kept, and so is every .grad unless accumulate."""
    running = engine()
    recording = Recording(graph, None)
    kept = [(leaf.tensor, leaf.tensor._grad) for leaf in graph.leaves]
    kept += [(x, x._grad) for step in graph.steps for x in keepers(step.node)]
    before = [(step.node, step.node.hooks, step.node.quick) for step in graph.steps]
    hooks = [(leaf.tensor, leaf.tensor._hooks) for leaf in graph.leaves]
    keys = []
    try:
        for step in graph.steps:
            step.node.hooks, step.node.quick = NodeObserver(step.node.hooks, step, recording), False
        for leaf in graph.leaves:
            if leaf.wants:
                leaf.tensor._hooks = LeafObserver(leaf.tensor._hooks, leaf, recording)
                keys.append(("viz", id(leaf.tensor)))
                running.watched[keys[-1]] = weakref.ref(leaf.tensor)
        if not accumulate:
            for x, g in kept:
                x._grad = duplicate(g)
        tensor.backward(gradient, retain_graph=True)
    finally:
        for key in keys:
            running.watched.pop(key, None)
        for node, found, quick in before:
            node.hooks, node.quick = found, quick
        for x, found in hooks:
            x._hooks = found
        if not accumulate:
            for x, g in kept:
                x._grad = g
    recording.start = copied(gradient) if gradient is not None else host(tensor._array) * 0 + 1
    return recording


def keepers(node):
    """The tensors whose gradients are retained at a node."""
    retained = getattr(node.hooks, "retained", {}) if node.hooks is not None else {}
    return [x for x in [keeper() for keeper in retained.values()] if x is not None]
