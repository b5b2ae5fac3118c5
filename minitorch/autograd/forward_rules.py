"""forward_rules: the jvp that a Function may have, used where derivatives along directions are asked for (shelf).

Such derivatives are worked out with backward steps here. A Function's jvp maps directions of the arguments to those of the
results, and is linear: so the derivative of its result by the directions is the backward step that belongs to it.
"""

from contextlib import contextmanager

import numpy as np

from .._tensor import Tensor, wrap
from ..graph import grad_mode
from ..graph.node import Node
from .function import BackwardNode, Function
from .grad import grad

__all__ = ["by_forward_rules"]


@contextmanager
def by_forward_rules(outs):
    """A block in which steps before these results that have a jvp are differentiated by it, and not by their backward."""
    changed = [node for node in steps_before(outs) if node.function.jvp is not Function.jvp]
    for node in changed:
        node.function = transposed(node.function)
    try:
        yield
    finally:
        for node in changed:
            del node.function  # what its class has is found again


def steps_before(outs):
    """The steps of Functions that results come from."""
    seen, waiting = set(), [x.grad_fn for x in outs if isinstance(x, Tensor)]
    while waiting:
        node = waiting.pop()
        if node is None or node in seen:
            continue
        seen.add(node)
        waiting.extend([step for step, _ in node.next_functions])
        if isinstance(node, BackwardNode):
            yield node


def transposed(function):
    """A Function whose backward is the transpose of this one's jvp."""

    class Transposed(Function):
        @staticmethod
        def backward(ctx, *grads):
            with grad_mode.enable_grad():
                directions = directions_of(ctx)
                known = [x for x in directions if x is not None]
                still = zeros_for(ctx)
                given = [still.get(i) if x is None else x.clone() for i, x in enumerate(directions)]
                moved = function.jvp(SeenForward(ctx), *given)
                moved = moved if isinstance(moved, tuple) else (moved,)
                pairs = [(x, g) for x, g in zip(moved, grads, strict=True) if x is not None and g is not None]
                pairs = [(x, g) for x, g in pairs if x.requires_grad]
                if not pairs:
                    return (None,) * len(directions)
                results, given = zip(*pairs, strict=True)
                found = iter(grad(results, known, given, create_graph=True, allow_unused=True))
            return tuple([x if x is None else next(found) for x in directions])

    return Transposed


def directions_of(ctx):
    """A zero in the shape of each argument that is differentiated, to differentiate by; None for the others."""
    edges = dict(zip(ctx.tensor_indices, ctx.edges, strict=True))
    return [None if edges.get(i) is None else zero_at(edges[i]) for i in range(len(ctx.needs_input_grad))]


def zeros_for(ctx):
    """Zeros for each tensor among the arguments that does not move; nothing after set_materialize_grads(False)."""
    return {i: wrap(np.zeros(*form)) for i, form in ctx._still.items()} if ctx.fills else {}


def zero_at(edge):
    """A zero like what lies at the end of an edge."""
    target, number = edge
    x = target.outputs[number] if isinstance(target, Node) else (target._array.shape, target._array.dtype)
    return wrap(np.zeros(*x)).requires_grad_()


class SeenForward:
    """The ctx of a step as its jvp sees it: its saved_tensors are those of save_for_forward.

    What a jvp deletes is gone for that call alone: each time a tangent is asked for, it is called anew.
    """

    def __init__(self, ctx):
        self.__dict__.update(ctx=ctx, deleted=set())

    @property
    def saved_tensors(self):
        """What save_for_forward kept, else what save_for_backward kept."""
        kept = self.ctx.saved_for_forward
        return self.ctx.saved_tensors if kept is None else kept

    def __getattr__(self, name):
        if name in self.deleted:
            raise AttributeError(f"'{type(self.ctx).__name__}' object has no attribute '{name}'")
        return getattr(self.ctx, name)

    def __setattr__(self, name, value):
        self.deleted.discard(name)
        setattr(self.ctx, name, value)

    def __delattr__(self, name):
        getattr(self, name)  # the error for what there is not
        self.deleted.add(name)
