"""walk: the backward pass on bare arrays (short cuts).

The core's formulas are functions of tensors; the package's own use operators, shapes and operations only, so they run on
arrays too. What is unusual (hooks, several results, complex numbers, a Function of the user's) is left to the core.
"""

import sys
from functools import wraps
from heapq import heappop, heappush
from sys import getrefcount

import numpy as np

from .._tensor import Tensor, touch, wrap
from ..autograd.backward import backward as plain_backward
from ..autograd.backward import start as plain_start
from ..autograd.backward import warn_of_the_cycle
from ..autograd.engine import Engine, Walk, tasks, watched
from ..backend import array_module, as_array
from ..graph.grad_mode import state
from ..graph.node import Node
from ..graph.record import listeners
from ..ops.call import quietly
from ..ops.pointwise.arithmetic import mul
from ..ops.reduction.sum import _sum, sum_to
from .formulas import joint_of
from .formulas import known as joints
from .kernels import exchange

ROUND = ("minitorch.ops.", "minitorch._tensor:", "minitorch.graph.", "minitorch.autograd.", "minitorch.nn.functional")
plain_run, plain_differentiate, add = Engine.run, Walk.differentiate, np.add
FLOAT32, ONE = np.dtype("float32"), np.ones((), "float32")


@wraps(plain_backward)
def backward(tensors, grad_tensors=None, retain_graph=None, create_graph=False, grad_variables=None, inputs=None):
    """From one tensor, with nothing more to look at, without the detours."""
    usual = type(tensors) is Tensor and not create_graph and inputs is None
    if not usual or grad_tensors is not None or grad_variables is not None:
        if create_graph:
            warn_of_the_cycle()  # here, as it names the line that called
        return plain_backward(tensors, grad_tensors, retain_graph, create_graph, grad_variables, inputs)
    keep, before = retain_graph or False, state.enabled
    roots = start((tensors,), None)
    engine = Engine(behind_product(roots[0][0][0], keep) or roots, keep)
    state.enabled = False
    try:
        engine.run()
    finally:
        state.enabled = before


def behind_product(total, keep):
    """Where a walk from (x * y).sum() goes on, behind these two steps: x has the gradient y, and y x.

    total  the last step

    That takes an array less for each of them. None where there is something else, or where somebody looks on.
    """
    if not getattr(total, "quick", False) or type(total).op is not _sum or total.saved[0][1] is not None:
        return None
    product = total.edges[0][0]
    if not isinstance(product, Node) or type(product).op is not mul or product.dtype is not FLOAT32:
        return None
    if watched or listeners or total.hooks is not None or product.hooks is not None:
        return None
    if (
        not product.quick
        or product.saved is None
        or Walk.differentiate is not plain_differentiate
    ):
        return None
    product.check()
    found = []
    for edge, y in zip(product.edges, product.saved, strict=True):
        if edge is not None:
            if type(y) is not np.ndarray or y.shape != product.shape or y.dtype is not FLOAT32:
                return None  # a number
            found.append((edge, wrap(y if leaves_alone(edge[0]) else y.copy())))
    if not keep:
        product.saved = None
    return found


def leaves_alone(target):
    """Whether a gradient that is sent there stays as it is, and what becomes of it lies elsewhere."""
    if isinstance(target, Node):
        return target.quick and target.hooks is None and hasattr(target.formulas[0], "anew")
    return True  # a leaf, which copies it


def start(tensors, gradients):
    """Where a walk starts: of one loss, without a gradient given, with 1."""
    if gradients is None and len(tensors) == 1:
        (x,) = tensors
        array = x._array
        if x._edge is not None and x._base is None and type(array) is np.ndarray and not array.ndim:
            if array.dtype is FLOAT32 and x._requires_grad:
                return [(x._edge, wrap(ONE.copy()))]
    return plain_start(tensors, gradients)


def run(self):
    """The whole walk."""
    usual = type(self) is Engine and not (self.create_graph or self.uses)
    if not usual or Walk.differentiate is not plain_differentiate:
        plain_run(self)
        return lay_out(self.wanted or {}, matrices=not self.create_graph)
    tasks.append(self)
    try:
        quietly(visit_all, self)
        for call in self.callbacks:
            call()
        lay_out(self.wanted or {}, matrices=True)
    finally:
        tasks.remove(self)


def visit_all(walk):
    """Send gradients from the roots down to the leaves, the youngest node first."""
    queue, arrived, leaves = [], {}, walk.arrived
    everything, wanted, keep = walk.needed is None, walk.wanted, walk.keep
    following = held = None  # a node that alone is waiting, and its gradient: in a chain nothing need be queued

    def send(edge, g, incoming=None):
        """Add a gradient to what has arrived at the end of an edge."""
        nonlocal following
        target, number = edge
        if following is not None:
            arrived[following] = held
            heappush(queue, (following.number, following))
            following = None
        if isinstance(target, Node):
            have = arrived.get(target)
            if have is None:
                heappush(queue, (target.number, target))
            if not target.several:
                if g.shape != target.shape or g.dtype is not target.dtype:
                    g = fit(g, target.shape, target.dtype)
                arrived[target] = g if have is None else have + g
            else:
                if have is None:
                    have = arrived[target] = [None] * target.several
                g = fit(g, target.shape[number], target.dtype[number])
                have[number] = g if have[number] is None else have[number] + g
        else:
            array = target._array
            if g.shape != array.shape or g.dtype is not array.dtype:
                g = fit(g, array.shape, array.dtype)
            have = leaves.get(target)
            if have is None:
                leaves[target] = own(g, incoming, 2)
            else:
                leaves[target] = add(have, g, have)

    walk.send = lambda edge, g: send(edge, g._array)  # what the core's visit calls
    for edge, g in walk.roots:
        send(edge, g._array)
    while queue or following is not None:
        if following is None:
            node = heappop(queue)[1]
            g = arrived.pop(node)
        else:
            node, g, following = following, held, None
            held = None
        if node.quick and everything and node.hooks is None:
            seen = node.versions
            if node.saved is None or seen and (seen[0][0] != seen[1] or seen[-2][0] != seen[-1] or len(seen) > 4):
                node.check()
            exact = node.exact
            for edge, formula, saved in zip(node.edges, node.formulas, node.saved):
                if edge is not None:
                    target = edge[0]
                    gx = formula(g, saved) if type(saved) is not tuple else formula(g, *saved) if saved else formula(g)
                    if not exact:
                        if gx is not None:
                            send(edge, gx, g)
                    elif isinstance(target, Node):
                        if following is None and not queue and not target.several:
                            following, held = target, gx
                        else:
                            send(edge, gx, g)
                    else:
                        have = leaves.get(target)
                        if have is None:
                            leaves[target] = own(gx, g)
                        else:
                            leaves[target] = add(have, gx, have)
        elif everything and node.hooks is None and runs_on_arrays(node):
            seen = node.versions
            if node.saved is None or seen and (seen[0][0] != seen[1] or seen[-2][0] != seen[-1] or len(seen) > 4):
                node.check()
            if node.joint is None:
                found = on_arrays(node, g)
            else:
                found = (joints.get(type(node)) or joint_of(node))(g, tuple(map(bool, node.edges)), *node.kept(0))
            for edge, gx in zip(node.edges, found):
                if edge is not None and gx is not None:
                    send(edge, gx, g)
        else:  # the core's way, on tensors
            g = [None if one is None else wrap(as_array(one)) for one in g] if node.several else wrap(as_array(g))
            walk.visit(node, g)
            continue
        if not keep and (node.keeping[0] if node.joint is not None else node.keeps):
            node.saved = None
    for leaf, g in leaves.items():
        if wanted is None and leaf._hooks is None:
            accumulate(leaf, g)
        else:
            walk.serve(leaf, wrap(as_array(g)))


def runs_on_arrays(node):
    """Whether the formulas of a node may be called with arrays: the package's, on real numbers. In half each step rounds."""
    real = not node.several and node.dtype.kind != "c" and node.dtype.itemsize != 2
    return real and node.op is not None and type(node).gradients is Node.gradients


def on_arrays(node, g):
    """Node.gradients, with arrays, where each operand has a formula of its own."""
    pairs = enumerate(zip(node.edges, node.formulas, strict=True))
    return [None if edge is None else formula(g, *node.kept(i)) for i, (edge, formula) in pairs]


def fit(g, shape, dtype):
    """The engine's fit, for an array."""
    if g.shape != shape:
        lead = g.ndim - len(shape)
        if (
            lead and g.shape[lead:] == shape and type(g) is np.ndarray and g.itemsize > 2
        ):  # the commonest case, the gradient of a bias
            g = np.add.reduce(g, tuple(range(lead)))
        else:
            g = sum_to(g, shape)
    if g.dtype == dtype:
        return g
    return (g.real if g.dtype.kind == "c" and dtype.kind != "c" else g).astype(dtype)


def accumulate(leaf, g):
    """The engine's accumulate, for an array that nobody else has."""
    have = leaf._grad
    if have is None:
        leaf._grad = wrap(laid_like(as_array(g), leaf._array))
    elif type(g) is np.ndarray is not type(have._array):  # what was there is sparse
        have._array = g + have._array
    else:
        have._array += g
        touch(have)


def laid_like(g, x):
    """The array g in the order in memory in which x lies, or the usual one if x has gaps: PyTorch lays gradients out so."""
    if g.strides == x.strides or not g.size or g.dtype != x.dtype or type(g) is not type(x):
        return g
    module = array_module(x)
    laid = module.empty_like(x)
    if apart(laid, x):
        laid = module.empty(x.shape, x.dtype)
    if apart(laid, g):
        laid[...] = g
        return laid
    return g


def lay_out(wanted, matrices=False):
    """Lay the gradients of leaves out as the leaves lie, so that `g.view(-1)` works; they keep their history.

    A matrix that was computed, the weight of an adapted copy say, gets its rows one after the other: linear's formula leaves
    them the other way round. With `matrices`, matrices alone.
    """
    for (leaf, number), g in wanted.items():
        if g is None or 0 in g._array.strides or (matrices and g._array.ndim != 2):
            continue
        if g._edge is None and g._requires_grad:
            continue  # a leaf itself, which must stay what it is
        if not isinstance(leaf, Node):
            array = laid_like(g._array, leaf._array)
        elif g._array.ndim == 2 and g._array.flags.f_contiguous:
            array = array_module(g._array).ascontiguousarray(g._array)
        else:
            continue
        if array is not g._array:
            wanted[leaf, number] = laid = wrap(array)
            laid._edge, laid._requires_grad = g._edge, g._requires_grad


def apart(x, y):
    """Whether two arrays of one shape lie in memory differently, where there is more than one place to go to."""
    return any([n > 1 and a != b for n, a, b in zip(x.shape, x.strides, y.strides, strict=True)])


def own(g, incoming, names=1):
    """A gradient that will become `.grad`: never the array that another edge carries too, nor a view of one.

    names  how many callers have `incoming`, which is then thrown away
    """
    if type(g) is np.ndarray and incoming is not None and g is not incoming:
        base = g.base
        if base is None:
            return g
        # whether it shows each number of an array of its own once, as a transposed matrix does
        whole = type(base) is np.ndarray and base.base is None and g.size == base.size and 0 not in g.strides
        if COUNTS and whole:
            others = getrefcount(base) - 3  # by the view, by its name here and by the call that counts
            if base is incoming:
                others -= 1 + names
            elif incoming.base is base:  # a view of the same
                others += getrefcount(incoming) - names - 3
            if others == 0:
                return g  # nobody else knows the array that this is a view of
    g = as_array(g)
    return g.copy("K" if g.ndim > 3 and 0 not in g.strides else "C")  # pictures may have their channels last


COUNTS = sys.version_info < (3, 14)  # whether every name of an array is counted; later Pythons leave some out


def put():
    """Let the engine run this way; returns what undoes it."""
    Engine.run = run
    exchange([(plain_start, start), (plain_backward, backward)])

    def undo():
        Engine.run = plain_run
        exchange([(start, plain_start), (backward, plain_backward)])

    return undo
