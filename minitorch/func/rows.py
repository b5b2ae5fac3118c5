"""rows: one backward pass for many gradients of the same results, such as those that give the rows of a Jacobian (shelf).

The slices of the gradients lie under all other transforms: the results and what was saved of them are the plain tensors that
they were, and only the gradients on their way are tensors that stand for a slice each.
"""

from ..autograd.backward import differentiable, start
from ..autograd.engine import Engine, tasks
from ..autograd.engine.walk import Walk
from ..graph.grad_mode import set_grad_enabled
from .levels import Level, batched, lying, slices_of, state

__all__ = ["Rows", "gradients_together", "risen", "sunk", "walk_together"]


class Together(Engine):
    """A walk whose gradients stand for slices: on tensors, with the core's formulas."""

    def run(self):
        tasks.append(self)
        try:
            Walk.run(self)
            for call in self.callbacks:
                call()
        finally:
            tasks.remove(self)


class Rows(Level):
    """The level of such slices, under all that are in force."""

    def __init__(self, size):
        super().__init__("rows", size)

    def __enter__(self):
        super().__enter__()
        self.number = -len([one for one in state.entered if one.kind == "rows"])
        state.levels = [self, *self.before]
        return self


def walk_together(outputs, inputs, slopes, keep, create_graph):
    """The gradient of each input, or None, where those of the outputs stand for slices of levels of this kind."""
    before, state.levels = state.levels, [one for one in reversed(state.entered) if one.kind == "rows"]
    try:
        wanted = dict.fromkeys([differentiable(x) for x in inputs])
        with set_grad_enabled(create_graph):
            Together(start(outputs, slopes), keep, create_graph, wanted).run()
    finally:
        state.levels = before
    return tuple([wanted[differentiable(x)] for x in inputs])


def gradients_together(call, level, outputs, inputs, slopes, keep, create_graph):
    """[(a gradient for all slices, their dimension) or None] for each input of outputs that are the same for each slice.

    call    what autograd.grad does inside of vmap
    slopes  the outputs' gradients, of which some stand for slices of the level
    """
    with Rows(level.size) as rows:
        given = [None if g is None else sunk(*lying(g, level), rows) for g in slopes]
        options = {"retain_graph": keep, "create_graph": create_graph, "allow_unused": True}
        found = call((outputs, inputs, given), options)
        return [None if g is None else risen(g, rows) for g in found]


def sunk(g, dim, rows):
    """A gradient whose slices, which lie along a dimension, become those under all others; with none it stays what it is."""
    if dim is None:
        return g
    slices = slices_of(g)
    if slices is None:
        return batched(rows, None, (g, dim))
    whole, place = lying(g, slices.level)
    dim += place <= dim
    return batched(slices.level, None, (sunk(whole, dim, rows), place - (dim < place)))


def risen(g, rows):
    """(a tensor, the dimension along which it has the slices that lay under all others)."""
    slices = slices_of(g)
    if slices is None:
        return g.expand(rows.size, *g.shape), 0
    whole, place = lying(g, slices.level)
    if slices.level is rows:
        return whole, place
    whole, dim = risen(whole, rows)
    place += dim <= place
    return batched(slices.level, None, (whole, place)), dim - (place < dim)
