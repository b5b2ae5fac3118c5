"""where: one of two numbers, element by element, by a mask (core)."""

from ..._tensor import Tensor, method
from ...backend import array_module, ready
from ..op import common, op

__all__ = ["where"]


def either(mask, x, y):
    """np.where(mask, x, y). fast/ has a quicker one for large arrays."""
    return array_module(mask).where(mask, x, y)


@op
def masked(input, mask):
    """input where the mask is True, 0 elsewhere: also where input is nan or inf, which a product with 0 would keep."""
    zero = ready(0, input)
    return either(mask, input, array_module(input).zeros((), input.dtype) if isinstance(zero, int) else zero)


masked.grad(input=lambda g, mask: masked(g, mask))


@op(derivative="WhereBackward0")
def choose(mask, input, other, kind=None):
    """input where the mask is True, else other; as dtype `kind`."""
    xp = array_module(mask)
    if kind is not None:
        input, other = (xp.asarray(v).astype(kind.numpy, copy=False) for v in (input, other))
    return either(mask, input, other)


choose.grad(input=lambda g, mask: masked(g, mask), other=lambda g, mask: masked(g, ~mask))


def where(condition, input=None, other=None, *, out=None):
    """`input` where the condition holds, `other` elsewhere; with the condition alone, the indices where it holds.

    condition  a bool tensor; it broadcasts with the two others, which may be numbers

    >>> import minitorch as mt
    >>> x = mt.tensor([-1.0, 2.0])
    >>> mt.where(x > 0, x, 0.0)
    tensor([0., 2.])

    Errors: RuntimeError for a condition that is not bool, and for shapes that do not broadcast.
    Source: PyTorch, torch.where.
    """
    if not isinstance(condition, Tensor):
        raise TypeError(f"where(): argument 'condition' (position 1) must be Tensor, not {type(condition).__name__}")
    if input is None and other is None:
        return condition.nonzero(as_tuple=True)
    if condition.dtype.name not in ("bool", "uint8"):
        raise RuntimeError(f"where expected condition to be a boolean tensor, but got one of {condition.dtype.name}")
    mask = condition if condition.dtype.name == "bool" else condition != 0
    return choose.call(mask, input, other, common((input, other)), out=out)


method(lambda self, condition, other: where(condition, self, other), "where")
