"""select: one of two numbers, element by element."""

import numpy as np

from ..backend import array_module
from ..dtypes import common_dtype
from ..tensor import Tensor, method, wrap
from .op import broadcast_error, cast, common, op

__all__ = "where maximum minimum fmax fmin clamp clip clamp_min clamp_max masked_fill".split()


@op(derivative="WhereBackward0")
def choose(condition, x, y):
    return array_module(condition).where(condition, x, y)


choose.grad(x=lambda g, condition: masked(g, condition), y=lambda g, condition: masked(g, ~condition))


@op
def masked(x, mask):
    """x where the mask is True, 0 elsewhere: also where x is nan or inf, which a product with 0 would keep."""
    return array_module(x).where(mask, x, array_module(x).zeros((), x.dtype))


masked.grad(x=lambda g, mask: masked(g, mask))


def where(condition, input=None, other=None, *, out=None):
    """`input` where the condition holds, `other` elsewhere; with the condition alone, the indices where it holds.

    >>> import minitorch as mt
    >>> x = mt.tensor([-1.0, 2.0])
    >>> mt.where(x > 0, x, 0.0)
    tensor([0., 2.])

    Source: PyTorch, torch.where.
    """
    if input is None and other is None:
        return condition.nonzero(as_tuple=True)
    if not isinstance(condition, Tensor):
        raise TypeError(f"where(): argument 'condition' (position 1) must be Tensor, not {type(condition).__name__}")
    if condition.dtype.name not in ("bool", "uint8"):
        raise RuntimeError(f"where expected condition to be a boolean tensor, but got a tensor with dtype {condition.dtype.name}")
    mask = condition if condition.dtype.name == "bool" else condition != 0
    kind = common((input, other))
    x, y = (converted(t, kind) for t in (input, other))
    try:
        return choose(mask, x, y, out=out)
    except ValueError:
        shapes = [t._array.shape for t in (x, y) if isinstance(t, Tensor)]
        raise broadcast_error(mask._array.shape, shapes[0]) from None


def converted(x, kind):
    """An operand in a dtype, with its history; a number as a 0-d tensor of it."""
    if isinstance(x, Tensor):
        return x if x.dtype is kind else x.to(kind)
    return wrap(np.asarray(cast(x, kind), kind.numpy))


method(lambda self, condition, other: where(condition, self, other), "where")


# --- the larger, the smaller ------------------------------------------------------------------------------------------------


def shared(g, x, y, wins):
    """The gradient for x of a choice between x and y: all of it where x wins, half where the two are equal."""
    return masked(g, wins) + masked(g, x == y) / 2


@op(promote=common)
def maximum(x, y):
    """The larger of the two; nan if one is nan. Source: PyTorch, torch.maximum."""
    return array_module(x).maximum(x, y)


maximum.grad(x=lambda g, x, y: shared(g, x, y, x > y), y=lambda g, x, y: shared(g, x, y, x < y))


@op(promote=common)
def minimum(x, y):
    """The smaller of the two; nan if one is nan. Source: PyTorch, torch.minimum."""
    return array_module(x).minimum(x, y)


minimum.grad(x=lambda g, x, y: shared(g, x, y, x < y), y=lambda g, x, y: shared(g, x, y, x > y))


@op(promote=common)
def fmax(x, y):
    """The larger of the two; where one is nan, the other. Source: PyTorch, torch.fmax."""
    return array_module(x).fmax(x, y)


fmax.grad(x=lambda g, x, y: masked(g, (x >= y) | (y != y)), y=lambda g, x, y: masked(g, ~((x >= y) | (y != y))))


@op(promote=common)
def fmin(x, y):
    """The smaller of the two; where one is nan, the other. Source: PyTorch, torch.fmin."""
    return array_module(x).fmin(x, y)


fmin.grad(x=lambda g, x, y: masked(g, (x <= y) | (y != y)), y=lambda g, x, y: masked(g, ~((x <= y) | (y != y))))


@op(promote=common, derivative="ClampBackward1")
def between(x, low, high):
    xp = array_module(x)
    x = x if low is None else xp.maximum(x, low)
    return x if high is None else xp.minimum(x, high)


def inside(x, low, high):
    """Where clamp lets x through, its bounds included."""
    if low is None:
        return x <= high
    return x >= low if high is None else (x >= low) & (x <= high)


between.grad(
    x=lambda g, x, low, high: masked(g, inside(x, low, high)),
    low=lambda g, x, low, high: masked(g, (x < low) if high is None else (x < low) & (low < high)),
    high=lambda g, x, low, high: masked(g, (x > high) if low is None else (x > high) | (high < low)),
)


def clamp(input, min=None, max=None, *, out=None):
    """The numbers of `input`, but none below `min` or above `max`: numbers or tensors. Source: PyTorch, torch.clamp."""
    if min is None and max is None:
        raise RuntimeError("torch.clamp: At least one of 'min' or 'max' must not be None")
    if input.dtype.is_complex:
        raise RuntimeError("clamp is not supported for complex types")
    return between(input, min, max, out=out)


clip = clamp


def clamp_min(input, min):
    """clamp from below only."""
    return clamp(input, min=min)


def clamp_max(input, max):
    """clamp from above only."""
    return clamp(input, max=max)


for _name in "maximum minimum fmax fmin clamp clip clamp_min clamp_max".split():
    method(globals()[_name], _name)


# --- masked_fill --------------------------------------------------------------------------------------------------------------


@op(derivative="MaskedFillBackward0")
def fill_where(x, mask, value):
    xp = array_module(x)
    return xp.where(mask, xp.asarray(value).astype(x.dtype), x)


fill_where.grad(x=lambda g, mask: masked(g, ~mask), value=lambda g, mask: masked(g, mask).sum())


@method
def masked_fill(input, mask, value):
    """`input` with `value` wherever the mask is True. Source: PyTorch, torch.Tensor.masked_fill."""
    if hasattr(mask, "dtype") and str(mask.dtype).rpartition(".")[2] != "bool":
        raise RuntimeError(f"masked_fill_ only supports boolean masks, but got mask with dtype {mask.dtype}")
    if isinstance(value, Tensor) and value.dim():
        raise RuntimeError(
            f"masked_fill only supports a 0-dimensional value tensor, but got tensor with {value.dim()} dimension(s)."
        )
    if isinstance(input, Tensor) and common_dtype([input.dtype], [], [common((value,))]).category > input.dtype.category:
        raise RuntimeError(f"value cannot be converted to type {input.dtype.name} without overflow: {value}")
    try:
        return fill_where(input, mask, value)
    except ValueError:
        raise broadcast_error(input.shape, mask.shape) from None
