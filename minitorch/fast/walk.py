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
NOTHING = ()  # what a formula takes that names no values
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
    """Send gradients from the roots down to the leaves, the youngest node first.

    Each round sends what stands in `functions`: gradients that are ready, or formulas that compute them from `g` and `saved`.
    """
    queue, arrived, keep = walk.queue, walk.arrived, walk.keep
    edges, functions = [edge for edge, _ in walk.roots], [g._array for _, g in walk.roots]
    g, all_saved, ready, node, quick = None, functions, True, None, None
    following = held = None  # the one node that waits, and its gradient: in a chain nothing need be queued
    while True:
        for edge, function, saved in zip(edges, functions, all_saved):
            if edge is None:
                continue
            if ready:
                gx = function
            elif saved is NOTHING:
                gx = function(g)
            else:
                gx = function(g, *saved) if type(saved) is tuple else function(g, saved)
            if gx is None:
                continue
            target, number = edge
            have = arrived.get(target)
            if not isinstance(target, Node):
                array = target._array
                if gx.shape != array.shape or gx.dtype is not array.dtype:
                    gx = fit(gx, array.shape, array.dtype)
                arrived[target] = own(gx, g) if have is None else add(have, gx, have)
                continue
            if not target.several:
                if gx.shape != target.shape or gx.dtype is not target.dtype:
                    gx = fit(gx, target.shape, target.dtype)
                if have is None and following is None and not queue:
                    following, held = target, gx
                    continue
            if following is not None:
                heappush(queue, (following.number, following))
                arrived[following], following = held, None
                have = arrived.get(target)
            if have is None:
                heappush(queue, (target.number, target))
            if not target.several:
                arrived[target] = gx if have is None else have + gx
            else:
                have = arrived[target] = have or [None] * target.several
                gx = fit(gx, target.shape[number], target.dtype[number])
                have[number] = gx if have[number] is None else have[number] + gx
        if node is not None and not keep:
            if quick[2]:
                node.saved = None
            elif quick[3]:
                node.free()
        if following is not None:
            node, g, following = following, held, None
        elif queue:
            node = heappop(queue)[1]
            g = arrived.pop(node)
        else:
            break
        dtype, quick = node.dtype, node.quick
        if not quick or node.hooks is not None or (dtype is not FLOAT32 and dtype not in FLOAT_DTYPES):
            edges, functions = visit(walk, node, g)
            all_saved, ready, node, g = functions, True, None, None
            continue
        edges, all_saved = node.edges, node.saved
        if all_saved is None:
            node.check()
        for counter, version in node.versions:
            if counter[0] != version:
                node.check()
        joint, functions = quick[:2]
        ready = joint is not None
        if ready:
            all_saved = functions = joint(g, tuple([edge is not None for edge in edges]), *node.kept(0))
    for leaf, g in arrived.items():
        if leaf._hooks is None:
            accumulate(leaf, g)
        else:
            walk.accumulate_grad(leaf, wrap(g))


def visit(walk, node, g):
    """Let the core visit a node: the edges along which it sends gradients, and those."""
    sent = []
    walk.send = lambda edge, gx: sent.append((edge, gx._array))
    g = [None if one is None else wrap(as_array(one)) for one in g] if node.several else wrap(as_array(g))
    walk.visit(node, g)
    del walk.send
    return [edge for edge, _ in sent], [gx for _, gx in sent]


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
    """A gradient that will become `.grad`: a copy, unless a formula has just made the array out of `incoming`."""
    new = incoming is not None and g is not incoming
    if new and type(g) is np.ndarray and g.base is None and g.flags.c_contiguous:
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
