"""hooks: Tensor.register_hook, retain_grad, and hooks of nodes, which the backward pass calls when a gradient comes by (core).

A hook on a tensor sees its gradient and may replace it. A hook on a node sees what goes in and what comes out.
The order is PyTorch's: the tensor's hooks as they were registered, then what retain_grad keeps (so it keeps what the
hooks made of it), then the node's pre-hooks, the formulas, the node's hooks. At a leaf: its hooks, accumulation, and
the hooks after accumulation.
"""

import weakref

from .._extension import override
from .._tensor import Tensor, method
from ..graph.node import AccumulateGrad, Node
from ..graph.record import edge_of
from .engine import fitted, watched
from .handle import RemovableHandle


class Hooks(dict):
    """Hooks by number, in the order in which they were registered."""

    __slots__ = ("__weakref__",)

    def register(self, hook):
        handle = RemovableHandle(self)
        self[handle.id] = hook
        return handle

    def all(self):
        """The hooks as they are now: one that removes itself while it runs does not disturb the others."""
        return list(self.values())


# --- what hangs on a node ------------------------------------------------------------------------------------------------


class NodeHooks:
    """The hooks of one node: of each of its results, and of the node itself."""

    __slots__ = ("results", "retained", "pre", "post")

    def __init__(self):
        self.results, self.retained, self.pre, self.post = {}, {}, Hooks(), Hooks()

    def before(self, node, g):
        """Show an arrived gradient to the hooks of the result, and keep what they made of it if that was asked for."""
        if node.several:
            return [self.at_result(i, one) for i, one in enumerate(g)]
        return self.at_result(0, g)

    def at_result(self, number, g):
        """The same for one result. Its gradient is None when nobody used it."""
        if number in self.results:
            g = replace(self.results[number], g)
        keeper = self.keeper(number)
        if keeper is not None and g is not None:
            keeper._grad = g.clone() if keeper._grad is None else keeper._grad + g
        return g

    def keeper(self, number):
        """The tensor that asked to keep the gradient of this result, if it is still there, else None."""
        reference = self.retained.get(number)
        return None if reference is None else reference()

    def enter(self, node, g):
        """Show the node's pre-hooks the gradients of all its results."""
        shown = tuple(g) if node.several else (g,)
        for hook in self.pre.all():
            shown = answer(hook, hook(shown), shown)
        return shown if node.several else shown[0]

    def leave(self, node, given, g):
        """Show the node's hooks what it sends to its inputs, beside what came in."""
        sent, came = arriving(node, given), tuple(g) if node.several else (g,)
        for hook in self.post.all():
            sent = answer(hook, hook(sent, came), sent)
        return sent


def arriving(node, given):
    """What the formulas of a node gave, as it will arrive at the end of each edge."""
    pairs = zip(given, node.edges, strict=True)
    return tuple([g if g is None or edge is None else fitted(g, edge) for g, edge in pairs])


def answer(hook, found, shown):
    """What goes on after a hook of a node: the gradients it was shown, or those that it returned, as many."""
    if found is None:
        return shown
    check_answer(hook, found, shown)
    return found


def check_answer(hook, found, shown):
    """Raise PyTorch's errors unless what a hook of a node returned is a tuple of as many gradients as it was shown."""
    if not isinstance(found, tuple):
        raise TypeError(f"expected tuple, but hook returned '{type(found).__name__}'")
    if len(found) != len(shown):
        raise RuntimeError(f"hook has returned {len(found)} values, but was shown {len(shown)} gradients")
    for x, g in zip(found, shown, strict=True):
        if x is not None:
            check_replacement(x, g)


def replace(hooks, g):
    """Run a tensor's hooks over its gradient; each sees what the one before returned."""
    for hook in hooks.all():
        found = hook(g)
        if found is not None:
            check_replacement(found, g)
            g = found
    return g


def check_replacement(found, g):
    """Raise PyTorch's errors unless what a hook returned can take the place of the gradient g."""
    if not isinstance(found, Tensor):
        raise TypeError(f"expected Variable, but hook returned '{type(found).__name__}'")
    if g is None:
        raise RuntimeError("can't replace a None gradient with a non-None value")
    if found.shape != g.shape:
        raise RuntimeError(f"hook has changed the size of value: expected {list(g.shape)}, but got {list(found.shape)}")
    if found.type() != g.type():
        raise RuntimeError(f"hook has changed the type of value (was {g.type()} got {found.type()})")


def hooks_of(node):
    """The hooks of a node, made when first asked for."""
    if node.hooks is None:
        node.hooks = NodeHooks()
    return node.hooks


# --- what hangs on a leaf ------------------------------------------------------------------------------------------------


class LeafHooks:
    """The hooks of one leaf: before its gradient is accumulated, and after."""

    __slots__ = ("gradient", "accumulated", "pre", "post")

    def __init__(self):
        self.gradient, self.accumulated, self.pre, self.post = Hooks(), Hooks(), Hooks(), Hooks()

    def before(self, leaf, g):
        """The gradient of the leaf, as its hooks leave it."""
        return replace(self.gradient, g)

    def enter(self, leaf, g):
        """The gradient that will be accumulated."""
        for hook in self.pre.all():
            (g,) = answer(hook, hook((g,)), (g,))
        return g

    def after(self, leaf, g):
        """The gradient has been accumulated."""
        show_leaf(self.accumulated, leaf)
        for hook in self.post.all():
            hook((), (g,))


def show_leaf(hooks, leaf):
    """Run the hooks after accumulation, which return nothing, or the leaf that an operation in place returns."""
    for hook in hooks.all():
        found = hook(leaf)
        if found is not None and found is not leaf:
            raise RuntimeError("Tensor post accumulate grad hooks should return None.")


def hooks_of_leaf(leaf):
    """The hooks of a leaf, made when first asked for; from then on the walk serves leaves as soon as it can."""
    if leaf._hooks is None:
        leaf._hooks = LeafHooks()
        key = id(leaf)
        watched[key] = weakref.ref(leaf, lambda _: watched.pop(key, None))
    return leaf._hooks


# --- what hangs on either --------------------------------------------------------------------------------------------------


def hooks_at(end):
    """The hooks of a node, or of the leaf where an edge ends."""
    return hooks_of_leaf(end.variable) if isinstance(end, AccumulateGrad) else hooks_of(end)


def _register_prehook(self, fn):
    """Call `fn(grad_outputs)` before this node computes, or the leaf accumulates; what it returns takes their place."""
    return hooks_at(self).pre.register(fn)


def _register_hook(self, fn):
    """Call `fn(grad_inputs, grad_outputs)` after that; what it returns replaces grad_inputs, which are () at a leaf."""
    return hooks_at(self).post.register(fn)


for _kind in (Node, AccumulateGrad):
    override(_kind, register_prehook=_register_prehook, register_hook=_register_hook)


# --- what users call -----------------------------------------------------------------------------------------------------


@method
def register_hook(self, hook):
    """Call `hook(grad)` whenever the gradient of this tensor is computed; a tensor that it returns replaces it.

    >>> import minitorch as mt
    >>> x = mt.tensor([1.0, 2.0], requires_grad=True)
    >>> handle = x.register_hook(lambda grad: grad * 10)
    >>> (x * x).sum().backward()
    >>> x.grad
    tensor([20., 40.])

    Errors: RuntimeError when the tensor does not require a gradient. Source: PyTorch, Tensor.register_hook.
    """
    edge = edge_of(self)
    if edge is None:
        raise RuntimeError("cannot register a hook on a tensor that doesn't require gradient")
    if self._edge is None:
        return hooks_of_leaf(self).gradient.register(hook)
    node, number = edge
    return hooks_of(node).results.setdefault(number, Hooks()).register(hook)


@method
def retain_grad(self):
    """Keep the gradient of this tensor in .grad although it is not a leaf. Source: PyTorch, Tensor.retain_grad."""
    edge = edge_of(self)
    if edge is None:
        raise RuntimeError("can't retain_grad on Tensor that has requires_grad=False")
    if self._edge is not None:
        hooks_of(edge[0]).retained[edge[1]] = weakref.ref(self)


def _retains_grad(self):
    """True for a tensor that is no leaf but keeps its gradient all the same."""
    node = self.grad_fn
    return node is not None and node.hooks is not None and node.hooks.keeper(self._edge[1]) is self


method(property(_retains_grad), "retains_grad")
