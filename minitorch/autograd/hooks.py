"""hooks: Tensor.register_hook, retain_grad, and hooks of nodes, which the backward pass calls with gradients (core).

A hook of a tensor sees its gradient and may replace it. A hook of a node sees the gradients of all its results or operands.
The order is PyTorch's. At a node: the hooks of each result, then what retain_grad keeps, then the node's pre-hooks, the
formulas, the node's hooks. At a leaf: its hooks, its pre-hooks, accumulation, the hooks after accumulation.
"""

import weakref

from .._extension import override
from .._tensor import Tensor, method
from ..graph.node import AccumulateGrad, Node
from ..graph.record import edge_of
from .engine import fit, watched
from .handle import Hooks, RemovableHandle

__all__ = ["Hooks", "RemovableHandle"]


class GradientHooks:
    """The hooks of one node or one leaf, and the tensors whose gradients a node keeps.

    results      for each result with hooks its number: Hooks. A leaf has number 0
    retained     for each result whose gradient is kept its number: a weak reference to the tensor
    pre, post    hooks of the node itself, or of a leaf's AccumulateGrad
    accumulated  hooks that are called with a leaf after its gradient was accumulated
    """

    __slots__ = ("results", "retained", "pre", "post", "accumulated")

    def __init__(self):
        self.results, self.retained = {}, {}
        self.pre, self.post, self.accumulated = Hooks(), Hooks(), Hooks()

    # --- hooks of tensors --------------------------------------------------------------------------------------------

    def before(self, target, g):
        """Call the hooks of each result with its gradient, and return what they made of it. Several are a list."""
        if type(g) is list:
            return [self.at_result(number, one) for number, one in enumerate(g)]
        return self.at_result(0, g)

    def at_result(self, number, g):
        """The same for one result. Its gradient is None if nobody used the result."""
        if number in self.results:
            g = replace(self.results[number], g)
        keeper = self.keeper(number)
        if keeper is not None and g is not None:
            keeper._grad = g.clone() if keeper._grad is None else keeper._grad + g
        return g

    def keeper(self, number):
        """The tensor that keeps the gradient of this result, if it still exists, else None."""
        reference = self.retained.get(number)
        return None if reference is None else reference()

    # --- hooks of nodes ----------------------------------------------------------------------------------------------

    def enter(self, target, g):
        """Call the pre-hooks with the gradients of all results."""
        shown = as_shown(g)
        for hook in self.pre.all():
            shown = answer(hook, hook(shown), shown)
        return shown if type(g) is list else shown[0]

    def leave(self, node, given, g):
        """Call the hooks of a node with what it sends to its operands, and what came in."""
        sent, came = arriving(node, given), as_shown(g)
        for hook in self.post.all():
            sent = answer(hook, hook(sent, came), sent)
        return sent

    def after(self, leaf, g):
        """Call the hooks of a leaf whose gradient has been accumulated."""
        for hook in self.accumulated.all():
            found = hook(leaf)
            if found is not None and found is not leaf:
                raise RuntimeError("Tensor post accumulate grad hooks should return None.")
        for hook in self.post.all():
            hook((), (g,))


def hooks_of(target):
    """The hooks of a node or a leaf, made when they are first needed."""
    if isinstance(target, Node):
        target.hooks = target.hooks or GradientHooks()
        return target.hooks
    if target._hooks is None:
        target._hooks = GradientHooks()
        key = id(target)
        watched[key] = weakref.ref(target, lambda _: watched.pop(key, None))
    return target._hooks


# --- what a hook may return -------------------------------------------------------------------------------------------


def replace(hooks, g):
    """Call the hooks of a tensor with its gradient. Each sees what the one before returned."""
    for hook in hooks.all():
        found = hook(g)
        if found is not None:
            check_replacement(found, g)
            g = found
    return g


def check_replacement(found, g):
    """Raise PyTorch's errors unless what a hook returned can replace the gradient g."""
    if not isinstance(found, Tensor):
        raise TypeError(f"expected Variable, but hook returned '{type(found).__name__}'")
    if g is None:
        raise RuntimeError("can't replace a None gradient with a non-None value")
    if found.shape != g.shape:
        sizes = f"expected {list(g.shape)}, but got {list(found.shape)}"
        raise RuntimeError(f"hook has changed the size of value: {sizes}")
    if found.type() != g.type():
        raise RuntimeError(f"hook has changed the type of value: was {g.type()}, got {found.type()}")


def as_shown(g):
    """The gradients of all results of a node, as a tuple."""
    return tuple(g) if type(g) in (list, tuple) else (g,)


def arriving(node, given):
    """What the formulas of a node gave, as it will arrive at the end of each edge."""
    pairs = zip(given, node.edges, strict=True)
    return tuple([g if g is None or edge is None else fit(g, edge) for g, edge in pairs])


def answer(hook, found, shown):
    """What goes on after a hook of a node: the gradients that it was shown, or as many that it returned."""
    if found is None:
        return shown
    if not isinstance(found, tuple):
        raise TypeError(f"expected tuple, but hook returned '{type(found).__name__}'")
    if len(found) != len(shown):
        raise RuntimeError(
            f"hook has returned an incorrect number of values (got {len(found)}, but expected {len(shown)})"
        )
    for x, g in zip(found, shown, strict=True):
        if x is not None:
            check_replacement(x, g)
    return found


# --- hooks of nodes ---------------------------------------------------------------------------------------------------


def hooks_at(end):
    """The hooks of a node, or of the leaf of an AccumulateGrad."""
    return hooks_of(end.variable if isinstance(end, AccumulateGrad) else end)


def _register_prehook(self, fn):
    """Call `fn(grad_outputs)` before this node computes, or the leaf accumulates. What it returns replaces them."""
    return hooks_at(self).pre.register(fn)


def _register_hook(self, fn):
    """Call `fn(grad_inputs, grad_outputs)` after that. What it returns replaces grad_inputs, which are () at a leaf."""
    return hooks_at(self).post.register(fn)


for _kind in (Node, AccumulateGrad):
    override(_kind, register_prehook=_register_prehook, register_hook=_register_hook)


# --- hooks of tensors -------------------------------------------------------------------------------------------------


@method
def register_hook(self, hook):
    """Call `hook(grad)` whenever the gradient of this tensor is computed. A tensor that it returns replaces the gradient.

    >>> import minitorch as mt
    >>> x = mt.tensor([1.0, 2.0], requires_grad=True)
    >>> handle = x.register_hook(lambda grad: grad * 10)
    >>> (x * x).sum().backward()
    >>> x.grad
    tensor([20., 40.])

    Errors: RuntimeError if the tensor does not require a gradient. Source: PyTorch, Tensor.register_hook.
    """
    edge = edge_of(self)
    if edge is None:
        raise RuntimeError("cannot register a hook on a tensor that doesn't require gradient")
    target, number = edge
    return hooks_of(target).results.setdefault(number, Hooks()).register(hook)


def retain_grad(self):
    """Keep the gradient of this tensor in .grad although it is not a leaf. Source: PyTorch, Tensor.retain_grad."""
    edge = edge_of(self)
    if edge is None:
        raise RuntimeError("can't retain_grad on Tensor that has requires_grad=False")
    target, number = edge
    if target is not self:
        hooks_of(target).retained[number] = weakref.ref(self)


def _retains_grad(self):
    """Whether this tensor is not a leaf and keeps its gradient all the same."""
    node = self.grad_fn
    return node is not None and node.hooks is not None and node.hooks.keeper(self._edge[1]) is self


method(retain_grad)
method(property(_retains_grad), "retains_grad")
