"""clone: a copy with memory of its own (core)."""

from ..._tensor import method
from ...creation.memory_format import copied
from ..op import op

__all__ = ["clone"]


@op
def clone(input, memory_format=None):
    """A copy with memory of its own; gradients flow through it to the original.

    >>> import minitorch as mt
    >>> x = mt.tensor([1.0, 2.0])
    >>> y = x.clone()
    >>> y is x, y.tolist()
    (False, [1.0, 2.0])

    Source: PyTorch, torch.clone.
    """
    return copied(input, memory_format)


clone.grad(input=lambda g: g)
method(clone)
