"""fitting: gradients in the form in which they must arrive: the shape and dtype of what they are the gradients of (core)."""

from ..._tensor import Tensor, wrap
from ...backend import array_module
from ...dtypes import from_numpy_dtype
from ...ops.reduction.sum import sum_to

chosen: dict = {}  # id of a leaf that chose a dtype for its gradient -> (weak reference to it, the dtype, or None for any)


def fit(g, shape, dtype):
    """A gradient in a shape and dtype: broadcasting and promotion undone. What is real has a real gradient."""
    if g.shape != shape:
        g = sum_to(g, shape)
    if g.is_complex() and not dtype.is_complex:
        g = g.real
    return g.to(dtype)


def fitted(g, edge):
    """A gradient as the end of an edge will have it."""
    target, number = edge
    if isinstance(target, Tensor):
        return fit(g, target.shape, leaf_dtype(target, g))
    shape, dtype = target.outputs[number]
    return fit(g, shape, from_numpy_dtype(dtype))


def leaf_dtype(leaf, g):
    """The dtype in which a gradient arrives at a leaf: its own, unless it chose another in grad_dtype."""
    if id(leaf) not in chosen:
        return leaf.dtype
    return chosen[id(leaf)][1] or g.dtype


def with_zeros(node, gradients):
    """The gradients of a node with several results, with zeros for those that nobody used."""
    if not node.fills:
        return tuple(gradients)
    xp = array_module(next(g for g in gradients if g is not None)._array)
    return tuple([wrap(xp.zeros(*made)) if g is None else g for g, made in zip(gradients, node.outputs, strict=True)])


def gathered(have, g, edge):
    """What has arrived at the end of an edge so far, with one gradient more: a sum; for several results a list of sums."""
    target, number = edge
    if isinstance(target, Tensor) or not target.several:
        return g if have is None else have + g
    have = [None] * target.several if have is None else have
    have[number] = g if have[number] is None else have[number] + g
    return have
