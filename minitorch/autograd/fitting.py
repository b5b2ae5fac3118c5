"""fitting: gradients in the form in which they must arrive: the shape and dtype of what they are the gradients of."""

from ..backend import array_module
from ..dtypes import from_numpy_dtype
from ..graph.node import Node
from ..ops.broadcast import sum_to
from ..tensor import Tensor, wrap


def fit(g, shape, dtype):
    """A gradient in the shape and dtype of what it is the gradient of: broadcasting and promotion undone."""
    if g.shape != shape:
        g = sum_to(g, shape)
    if g.dtype is dtype:
        return g
    if isinstance(g, Tensor):
        g = g.real if g._array.dtype.kind == "c" and dtype.kind != "c" else g
        return g if g._array.dtype == dtype else g.to(from_numpy_dtype(dtype))
    if g.dtype == dtype:
        return g
    return (g.real if g.dtype.kind == "c" and dtype.kind != "c" else g).astype(dtype)


def fitted(g, target, number):
    """A gradient as the end of an edge will have it."""
    if not isinstance(target, Node):
        return fit(g, target._array.shape, target._array.dtype)
    one = target.several
    return fit(g, target.shape[number] if one else target.shape, target.dtype[number] if one else target.dtype)


def fill(node, gradients, create_graph):
    """The gradients of a node with several results, with zeros for those that nobody used."""
    if not node.fills:
        return tuple(gradients)
    example = next(g for g in gradients if g is not None)
    xp = array_module(example._array if create_graph else example)
    zeros = [xp.zeros(*made) if g is None else None for g, made in zip(gradients, node.outputs, strict=True)]
    return tuple([g if z is None else wrap(z) if create_graph else z for g, z in zip(gradients, zeros, strict=True)])
