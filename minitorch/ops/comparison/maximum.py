"""maximum, minimum: the larger or smaller of two numbers, element by element (core)."""

from ..._tensor import method
from ...backend import array_module
from ..index.where import choose, masked
from ..op import common, op

__all__ = ["maximum", "minimum"]


def check_real(name, x):
    """Raise for complex numbers, of which none is the larger."""
    if x.dtype.kind == "c":
        raise RuntimeError(f"{name} not implemented for complex tensors.")


# --- the larger, the smaller ----------------------------------------------------------------------------------------


@op(promote=common, tensors=2)
def maximum(x, y):
    """The larger of the two; nan if one is nan. Equal ones share the gradient.

    >>> import minitorch as mt
    >>> mt.maximum(mt.tensor([1, 5]), mt.tensor([3, 2]))
    tensor([3, 5])

    Source: PyTorch, torch.maximum.
    """
    check_real("maximum", x)
    return array_module(x).maximum(x, y)


@op(promote=common, tensors=2)
def minimum(x, y):
    """The smaller of the two; nan if one is nan. Equal ones share the gradient. Source: PyTorch, torch.minimum."""
    check_real("minimum", x)
    return array_module(x).minimum(x, y)


def shared(g, tie, loses):
    """The gradient of a choice: nothing for the loser, half in a tie."""
    return masked(choose(tie, g / 2, g), ~loses)


maximum.grad(x=lambda g, x, y: shared(g, x == y, x < y), y=lambda g, x, y: shared(g, x == y, y < x))
minimum.grad(x=lambda g, x, y: shared(g, x == y, x > y), y=lambda g, x, y: shared(g, x == y, y > x))

for _function in (maximum, minimum):
    method(_function)
