"""fitting: gradients in the form in which they must arrive: the shape and dtype of what they are the gradients of.

A leaf may choose another dtype for its gradient, in `grad_dtype`: sums of many float16 gradients are better in float32.
"""

import weakref

from .._tensor import Tensor, wrap
from ..backend import array_module
from ..dtypes import dtype, from_numpy_dtype
from ..graph.node import Node
from ..ops.reduction.sum import sum_to

chosen = {}  # id of a leaf that chose a dtype for its gradient -> (weak reference to it, the dtype, or None for any)


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
        return fit(g, target._array.shape, leaf_dtype(target, g))
    one = target.several
    return fit(g, target.shape[number] if one else target.shape, target.dtype[number] if one else target.dtype)


def leaf_dtype(leaf, g):
    """The NumPy dtype in which a gradient arrives at a leaf."""
    if id(leaf) not in chosen:
        return leaf._array.dtype
    kind = chosen[id(leaf)][1]
    return kind.numpy if kind is not None else g._array.dtype if isinstance(g, Tensor) else g.dtype


def fill(node, gradients, create_graph):
    """The gradients of a node with several results, with zeros for those that nobody used."""
    if not node.fills:
        return tuple(gradients)
    example = next(g for g in gradients if g is not None)
    xp = array_module(example._array if create_graph else example)
    zeros = [xp.zeros(*made) if g is None else None for g, made in zip(gradients, node.outputs, strict=True)]
    return tuple([g if z is None else wrap(z) if create_graph else z for g, z in zip(gradients, zeros, strict=True)])


# --- the dtype of a leaf's gradient ---------------------------------------------------------------------------------------


def _grad_dtype(self):
    """The dtype of this leaf's gradient: its own, unless another is chosen; None for whatever arrives.

    >>> import minitorch as mt
    >>> x = mt.ones(2, dtype=mt.float16, requires_grad=True)
    >>> x.grad_dtype = mt.float32
    >>> (x * 3).sum().backward()
    >>> x.grad
    tensor([3., 3.])

    Errors: RuntimeError for what is no leaf, and while there is a gradient of another dtype.
    Source: PyTorch, Tensor.grad_dtype.
    """
    if not self.is_leaf:
        raise RuntimeError("grad_dtype can only be accessed on leaf tensors.")
    return chosen[id(self)][1] if id(self) in chosen else self.dtype


def _choose_grad_dtype(self, kind):
    if not self.is_leaf:
        raise RuntimeError("grad_dtype can only be set on leaf tensors.")
    if not isinstance(kind, dtype | None):
        raise RuntimeError(f"grad_dtype must be a minitorch.dtype or None, but got {type(kind).__name__}")
    if kind is not None and self._grad is not None and self._grad.dtype is not kind:
        raise RuntimeError(
            f"Cannot set grad_dtype to '{kind.title}' because there is already a gradient with dtype "
            f"'{self._grad.dtype.title}'. Please clear the gradient (.grad = None) before changing grad_dtype, or ensure the "
            "new grad_dtype matches the existing gradient's dtype."
        )
    key = id(self)
    chosen[key] = weakref.ref(self, lambda _: chosen.pop(key, None)), kind
    if kind is self.dtype:
        del chosen[key]


Tensor.grad_dtype = property(_grad_dtype, _choose_grad_dtype)
