"""step: a recorded step while it is differentiated, and the table of what is done in place of its formula (shelf)."""

import numpy as np

from ..._tensor import Tensor, wrap
from ...autograd.saved import unpacked
from ...graph import grad_mode
from ..calling import alias_of, dispatch, saves_result, state, subclassed, watched
from ..forms.table import overload

FORMULAS: dict = {}  # name of an operation -> (step) -> a gradient for each operand, or None: its own formula is right


def formula(*names):
    """A decorator that enters a formula under the names of operations."""

    def enter(function):
        FORMULAS.update(dict.fromkeys(names, function))
        return function

    return enter


class Step:
    """A recorded step: the gradient of its result, the values that it saved, by name, and what its own formula gives.

    own     calls that formula         needs   for each operand, whether its gradient is wanted
    """

    def __init__(self, node, g, edges, own):
        self.g, self.node, self.edges, self.own = g, node, edges, own
        self.needs = [edge is not None for edge in edges]
        self.values = {}
        for i, (step, kept) in enumerate(zip(node.steps, node.saved, strict=True)):
            if kept is not None:
                self.values.update(zip(step.names, node.tensors(i), strict=True))

    def __getattr__(self, name):
        try:
            return self.values[name]
        except KeyError:
            raise AttributeError(name) from None

    def get(self, name):
        """A saved value as a tensor, or what it is; None for what was not saved."""
        value = self.values.get(name)
        return wrap(value) if hasattr(value, "dtype") and not isinstance(value, Tensor) else value

    def as_one(self, name, *args, count=1, **named):
        """The gradients that the step's own formula gives, as the results of one operator.

        Of a class of the user's that will be differentiated again, the steps of the formula are what is handed over: each of
        them is recorded.
        """
        if subclassed and grad_mode.state.enabled and watched(self.g):
            return list(self.own())[:count]

        def native():
            made = list(self.own())[:count]
            return made[0] if count == 1 else tuple(made)

        made = dispatch(overload(name), args, named, native)
        return [made] if count == 1 else list(made)

    def like(self, shape):
        """A tensor that stands for an operand of which only the shape was saved."""
        return wrap(np.broadcast_to(np.zeros((), self.g._array.dtype), tuple(shape)))


def differentiate(before):
    """What the engine does for a step while a mode is on."""

    def announced(walk, node, g, edges):
        if node.op is None or not (watched(g) or holds(node)):
            return before(walk, node, g, edges)
        if getattr(type(node), "packs", False):
            return as_plain(node, edges, lambda: announced(walk, node, g, edges))
        node.check()
        several = bool(node.several)
        own = own_formula(before) if subclassed and watched(g) else before
        form = FORMULAS.get(node.op.name + "[]" * several)
        if form is None or any([x is not None and x.is_complex() for x in (g if several else [g])]):
            alias_of(result_of(node))
            return own(walk, node, g, edges)
        step = Step(node, g, edges, lambda: own(walk, node, g, edges))
        if not several:
            alias_of(step.get("out"))
        made = form(step)
        return step.own() if made is None else [*made, *[None] * (len(edges) - len(made))]

    return announced


def own_formula(before):
    """A step's own formula, for a gradient that is of a class of the user's: which must have been asked, or been handed on."""

    def checked(walk, node, g, edges):
        count = state.asked
        made = before(walk, node, g, edges)
        if state.asked == count and not state.below and any([x is not None and x is not g for x in made]):
            raise NotImplementedError(
                f"minitorch hands the derivative of {node.op.name} to no __torch_dispatch__: its formula works on numbers."
            )
        return made

    return checked


def holds(node):
    """Whether a step has saved tensors of classes of the user's."""
    return bool(subclassed) and not state.below and getattr(type(node), "holds", False)


def as_plain(node, edges, function):
    """What a function gives while a step has its saved tensors as they were before hooks packed them."""
    kind, packed = type(node), node.saved
    node.saved = unpacked(node, edges)
    node.__class__ = kind.packs
    try:
        return function()
    finally:
        node.__class__, node.saved = kind, packed


def result_of(node):
    """The result that a step has saved, if it has one."""
    for i, step in enumerate(node.steps if saves_result(node) and not node.several else ()):
        if "out" in step.names and node.saved[i] is not None:
            return node.tensors(i)[step.names.index("out")]
    return None
