"""walk: the twin of the engine's walk, on bare arrays (short cuts).

The core's formulas are functions of tensors; the package's own use operators, shapes and operations only, so they run on
arrays too. What is unusual (hooks, several results, 16 bits, complex numbers, a Function of the user's) is left to the core.
The backward pass of a chain of small operations takes a third of the time.
"""

from heapq import heappop, heappush

import numpy as np

from .._tensor import touch, wrap
from ..autograd.engine import Engine, Walk, tasks
from ..backend import as_array
from ..graph.node import Node
from ..ops.call import quietly
from ..ops.promotion import FLOAT_DTYPES
from ..ops.reduction.sum import sum_to

ROUND = ("minitorch.ops.", "minitorch._tensor:", "minitorch.graph.", "minitorch.autograd.", "minitorch.nn.functional")
FLOAT32, add = np.dtype("float32"), np.add
plain_run, plain_differentiate = Engine.run, Walk.differentiate


def run(self):
    """The whole walk."""
    usual = type(self) is Engine and self.wanted is None and not (self.create_graph or self.uses)
    if not usual or Walk.differentiate is not plain_differentiate:
        plain_run(self)
        return
    tasks.append(self)
    try:
        quietly(visit_all, self)
        for call in self.callbacks:
            call()
    finally:
        tasks.remove(self)


def visit_all(walk):
    """Send gradients from the roots down to the leaves, the youngest node first."""
    queue, arrived, keep = walk.queue, walk.arrived, walk.keep
    following = held = None  # the one node that waits, and its gradient: in a chain nothing need be queued

    def send(edge, g, incoming):
        """Add a gradient to what has arrived at the end of an edge; a formula has made it of `incoming`."""
        nonlocal following, held
        target, number = edge
        have = arrived.get(target)
        if isinstance(target, Node):
            if not target.several:
                if g.shape != target.shape or g.dtype is not target.dtype:
                    g = fit(g, target.shape, target.dtype)
                if have is None and following is None and not queue:
                    following, held = target, g
                    return
            if following is not None:
                heappush(queue, (following.number, following))
                arrived[following], following = held, None
                have = arrived.get(target)
            if have is None:
                heappush(queue, (target.number, target))
            if not target.several:
                arrived[target] = g if have is None else have + g
            else:
                have = arrived[target] = have or [None] * target.several
                g = fit(g, target.shape[number], target.dtype[number])
                have[number] = g if have[number] is None else have[number] + g
        else:
            array = target._array
            if g.shape != array.shape or g.dtype is not array.dtype:
                g = fit(g, array.shape, array.dtype)
            arrived[target] = own(g, incoming) if have is None else add(have, g, have)

    walk.send = lambda edge, g: send(edge, g._array, g._array)  # what the core's visit calls
    for edge, g in walk.roots:
        walk.send(edge, g)
    while queue or following is not None:
        if following is None:
            node = heappop(queue)[1]
            g = arrived.pop(node)
        else:
            node, g, following = following, held, None
        dtype, quick = node.dtype, node.quick
        if not quick or node.hooks is not None or (dtype is not FLOAT32 and dtype not in FLOAT_DTYPES):
            g = [None if one is None else wrap(as_array(one)) for one in g] if node.several else wrap(as_array(g))
            walk.visit(node, g)
            continue
        all_saved, edges = node.saved, node.edges
        if all_saved is None:
            node.check()
        for counter, version in node.versions:
            if counter[0] != version:
                node.check()
        joint, functions, lets_go, may_let_go = quick
        if joint is not None:
            found = joint(g, tuple([edge is not None for edge in edges]), *node.kept(0))
            for edge, gx in zip(edges, found):
                if edge is not None and gx is not None:
                    send(edge, gx, g)
        else:
            for edge, function, saved in zip(edges, functions, all_saved):
                if edge is not None:
                    gx = function(g, *saved) if type(saved) is tuple else function(g, saved)
                    if gx is not None:
                        send(edge, gx, g)
        if not keep:
            if lets_go:
                node.saved = None
            elif may_let_go:
                node.free()
    for leaf, g in arrived.items():
        if leaf._hooks is None:
            accumulate(leaf, g)
        else:
            walk.accumulate_grad(leaf, wrap(g))
    del walk.send  # the two hold each other


def fit(g, shape, dtype):
    """The engine's fit, for an array."""
    if g.shape != shape:
        lead = g.ndim - len(shape)
        if lead and g.shape[lead:] == shape and type(g) is np.ndarray:  # the commonest case, the gradient of a bias
            g = np.add.reduce(g, tuple(range(lead)))
        else:
            g = sum_to(g, shape)
    if g.dtype == dtype:
        return g
    return (g.real if g.dtype.kind == "c" and dtype.kind != "c" else g).astype(dtype)


def own(g, incoming):
    """A gradient that will become `.grad`: a copy, unless a formula has just made the array."""
    if type(g) is np.ndarray and g.base is None and g is not incoming and g.flags.c_contiguous:
        return g
    return as_array(g).copy()


def accumulate(leaf, g):
    """The engine's accumulate, for an array that nobody else has."""
    have = leaf._grad
    if have is None:
        leaf._grad = wrap(g)
    else:
        have._array += g
        touch(have)


def put():
    """Let the engine run this way; returns what undoes it."""
    Engine.run = run

    def undo():
        Engine.run = plain_run

    return undo
