"""select: one of two numbers, element by element: by a mask, or the larger, or the one inside the bounds.

The gradient goes the way the number came. Where both were equally good, they share it.
"""

from .._tensor import Tensor, method
from ..backend import array_module, ready
from ..dtypes import COMPLEX, kind_of_scalar
from ..large import either
from ..pieces import LARGE
from .op import NUMBER, broadcast_error, common, op

__all__ = [
    "where", "maximum", "minimum", "fmax", "fmin", "clamp", "clip", "clamp_min", "clamp_max", "masked_fill",
]  # fmt: skip

# --- by a mask ------------------------------------------------------------------------------------------------------


@op
def masked(x, mask):
    """x where the mask is True, 0 elsewhere: also where x is nan or inf, which a product with 0 would keep."""
    zero = ready(0, x)
    return either(mask, x, array_module(x).zeros((), x.dtype) if isinstance(zero, int) else zero)


masked.grad(x=lambda g, mask: masked(g, mask))


@op(derivative="WhereBackward0")
def choose(mask, x, y, kind=None):
    """x where the mask is True, else y; as dtype `kind`."""
    xp = array_module(mask)
    if kind is not None:
        x, y = (xp.asarray(v).astype(kind.numpy, copy=False) for v in (x, y))
    return either(mask, x, y)


choose.grad(x=lambda g, mask: masked(g, mask), y=lambda g, mask: masked(g, ~mask))


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
    for place, one in ((2, input), (3, other)):
        if not isinstance(one, (Tensor, *NUMBER)):
            raise TypeError(f"where(): argument number {place} must be Tensor or a number, not {type(one).__name__}")
    if condition.dtype.name not in ("bool", "uint8"):
        raise RuntimeError(
            f"where expected condition to be a boolean tensor, but got a tensor with dtype {condition.dtype.name}"
        )
    mask = condition if condition.dtype.name == "bool" else condition != 0
    try:
        return choose.call(mask, input, other, common((input, other)), out=out)
    except ValueError:
        shapes = [t._array.shape for t in (condition, input, other) if isinstance(t, Tensor)]
        first, second = (shapes[0], shapes[1]) if not fits(shapes[0], shapes[1]) else (shapes[-2], shapes[-1])
        raise broadcast_error(first, second) from None


def fits(a, b):
    """Whether two shapes broadcast."""
    return all(m == n or 1 in (m, n) for m, n in zip(reversed(a), reversed(b), strict=False))


method(lambda self, condition, other: where(condition, self, other), "where")


@op(derivative=lambda x, mask, value: f"MaskedFillBackward{int(not isinstance(value, NUMBER))}")
def _masked_fill(x, mask, value):
    return either(mask, array_module(x).asarray(value).astype(x.dtype), x)


_masked_fill.grad(x=lambda g, mask: masked(g, ~mask), value=lambda g, mask: masked(g, mask).sum())


def masked_fill(input, mask, value):
    """`input` with `value` wherever the mask is True; the mask broadcasts.

    >>> import minitorch as mt
    >>> mt.tensor([1, 2, 3]).masked_fill(mt.tensor([True, False, True]), 0)
    tensor([0, 2, 0])

    Errors: RuntimeError for a mask that is not bool, or a value that the dtype cannot hold.
    Source: PyTorch, torch.Tensor.masked_fill.
    """
    array = getattr(mask, "_array", mask)
    if array.dtype.kind != "b":
        raise RuntimeError(f"masked_fill_ only supports boolean masks, but got mask with dtype {mask.dtype}")
    if isinstance(value, Tensor):
        if value.dim():
            raise RuntimeError(
                "masked_fill only supports a 0-dimensional value tensor, but got tensor with "
                f"{value.dim()} dimension(s)."
            )
        if value.dtype.category > input.dtype.category:
            raise RuntimeError(
                f"value cannot be converted to type {input.dtype.name} without overflow: it is {value.dtype.name}"
            )
    elif kind_of_scalar(value).category == COMPLEX > input.dtype.category and value.imag:
        raise RuntimeError(f"value cannot be converted to type {input.dtype.name} without overflow: {value}")
    try:
        return _masked_fill(input, mask, value)
    except ValueError:
        raise broadcast_error(input._array.shape, array.shape) from None


method(masked_fill)

# --- the larger, the smaller ----------------------------------------------------------------------------------------


@op(promote=common, tensors=2)
def maximum(x, y):
    """The larger of the two; nan if one is nan. Equal ones share the gradient.

    >>> import minitorch as mt
    >>> mt.maximum(mt.tensor([1, 5]), mt.tensor([3, 2]))
    tensor([3, 5])

    Source: PyTorch, torch.maximum.
    """
    return array_module(x).maximum(x, y)


@op(promote=common, tensors=2)
def minimum(x, y):
    """The smaller of the two; nan if one is nan. Equal ones share the gradient. Source: PyTorch, torch.minimum."""
    return array_module(x).minimum(x, y)


@op(promote=common, tensors=2)
def fmax(x, y):
    """The larger of the two; where one is nan, the other. Source: PyTorch, torch.fmax."""
    return array_module(x).fmax(x, y)


@op(promote=common, tensors=2)
def fmin(x, y):
    """The smaller of the two; where one is nan, the other. Source: PyTorch, torch.fmin."""
    return array_module(x).fmin(x, y)


def shared(g, tie, loses):
    """The gradient of a choice: nothing for the loser, half in a tie."""
    return masked(choose(tie, g / 2, g), ~loses)


maximum.grad(x=lambda g, x, y: shared(g, x == y, x < y), y=lambda g, x, y: shared(g, x == y, y < x))
minimum.grad(x=lambda g, x, y: shared(g, x == y, x > y), y=lambda g, x, y: shared(g, x == y, y > x))
fmax.grad(x=lambda g, x, y: masked(g, (x >= y) | (y != y)), y=lambda g, x, y: masked(g, ~((x >= y) | (y != y))))
fmin.grad(x=lambda g, x, y: masked(g, (x <= y) | (y != y)), y=lambda g, x, y: masked(g, ~((x <= y) | (y != y))))

# --- inside bounds --------------------------------------------------------------------------------------------------


def clamp_name(x, *bounds):
    """PyTorch numbers the steps of clamp: 1 where the bounds are numbers."""
    return f"ClampBackward{int(all([isinstance(bound, NUMBER) for bound in bounds]))}"


@op(promote=common, derivative=clamp_name)
def _clamp(x, low, high):
    xp = array_module(x)
    if x.size >= LARGE and x.dtype.kind == "f" and isinstance(low, NUMBER) and isinstance(high, NUMBER):
        return xp.clip(x, low, high)  # with numbers beside a large array it is quicker than the two
    return xp.minimum(xp.maximum(x, low), high)


@op(promote=common, derivative=lambda x, min: f"ClampMinBackward{int(not isinstance(min, NUMBER))}")
def _clamp_min(x, min):
    return array_module(x).maximum(x, min)


@op(promote=common, derivative=lambda x, max: f"ClampMaxBackward{int(not isinstance(max, NUMBER))}")
def _clamp_max(x, max):
    return array_module(x).minimum(x, max)


_clamp.grad(
    x=lambda g, x, low, high: masked(g, (x >= low) & (x <= high)),
    low=lambda g, x, low, high: masked(g, (x < low) & (low < high)),
    high=lambda g, x, low, high: masked(g, (x > high) | (high < low)),
)
_clamp_min.grad(x=lambda g, x, min: masked(g, x >= min), min=lambda g, x, min: masked(g, x < min))
_clamp_max.grad(x=lambda g, x, max: masked(g, x <= max), max=lambda g, x, max: masked(g, x > max))


# the same two as clamp records them, which was given one bound
_at_least = op(promote=common, derivative=clamp_name)(_clamp_min.forward).grad(**_clamp_min.functions)
_at_most = op(promote=common, derivative=clamp_name)(_clamp_max.forward).grad(**_clamp_max.functions)


def check_real(input):
    """PyTorch's errors for what is no tensor, and for complex numbers, which have no order."""
    if not isinstance(input, Tensor):
        raise TypeError(f"clamp(): argument 'input' (position 1) must be Tensor, not {type(input).__name__}")
    if input.dtype.is_complex:
        raise NotImplementedError("clamp is not supported for complex types")


def clamp(input, min=None, max=None, *, out=None):
    """The numbers of `input`, but none below `min` or above `max`: numbers, or tensors that broadcast.

    >>> import minitorch as mt
    >>> mt.clamp(mt.tensor([-2.0, 0.5, 2.0]), -1, 1)
    tensor([-1.0000,  0.5000,  1.0000])

    Errors: RuntimeError when both bounds are left out. Source: PyTorch, torch.clamp.
    """
    if min is None and max is None:
        raise RuntimeError("torch.clamp: At least one of 'min' or 'max' must not be None")
    check_real(input)
    if max is None:
        return _at_least(input, min, out=out)
    return _at_most(input, max, out=out) if min is None else _clamp(input, min, max, out=out)


def clamp_min(input, min, *, out=None):
    """clamp from below only. Source: PyTorch, torch.clamp_min."""
    check_real(input)
    return _clamp_min(input, min, out=out)


def clamp_max(input, max, *, out=None):
    """clamp from above only. Source: PyTorch, torch.clamp_max."""
    check_real(input)
    return _clamp_max(input, max, out=out)


for _function in (maximum, minimum, fmax, fmin, clamp_min, clamp_max):
    method(_function)
clip = method(clamp, "clamp", "clip")
