"""grad_dtype: a leaf may choose another dtype for its gradient (shelf).

Sums of many float16 gradients are better in float32.
"""

import weakref

from .._tensor import method
from ..dtypes import dtype
from .engine.fitting import chosen


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


method(property(_grad_dtype, _choose_grad_dtype), "grad_dtype")
