"""division: quotients rounded to whole numbers, what is left over, and division with its options."""

from ..backend import array_module
from ..tensor import Tensor, method
from .arithmetic import _div, zeros_of
from .op import NUMBER, common, op

__all__ = ["div", "divide", "true_divide", "floor_divide", "remainder", "fmod", "square"]


def whole(x, y):
    """Whether a division is one of whole numbers, for which dividing by 0 is an error."""
    if any(hasattr(n, "dtype") and n.dtype.kind not in "iub" or isinstance(n, float) for n in (x, y)):
        return False
    if (y == 0).any() if hasattr(y, "any") else y == 0:
        raise RuntimeError("ZeroDivisionError: an integer tensor was divided by 0")
    return True


@op(promote=common, derivative="DivBackward1")
def _div_floor(x, y):
    xp = array_module(x)
    quotient = xp.floor_divide(x, y)
    if whole(x, y):
        return quotient
    # NumPy's floor_divide answers nan for inf // y and rounds x / 0 otherwise than PyTorch
    return xp.where((y == 0) | xp.isinf(x), x / y, quotient).astype(quotient.dtype)


_div_floor.grad(x=lambda g: zeros_of(g), y=lambda g: zeros_of(g))


@op(promote=common, derivative="DivBackward1")
def _div_trunc(x, y):
    xp = array_module(x)
    if whole(x, y):
        quotient = xp.floor_divide(x, y)
        return quotient + ((quotient < 0) & (quotient * y != x)).astype(quotient.dtype)
    return xp.trunc(x / y)


_div_trunc.grad(x=lambda g: zeros_of(g), y=lambda g: zeros_of(g))


def div(input, other, *, rounding_mode=None, out=None):
    """input / other, elementwise; rounded down with rounding_mode="floor", towards 0 with "trunc".

    >>> import minitorch as mt
    >>> mt.div(mt.tensor([7, -7]), 2), mt.div(mt.tensor([7, -7]), 2, rounding_mode="trunc")
    (tensor([ 3.5000, -3.5000]), tensor([ 3, -3]))

    Source: PyTorch, torch.div.
    """
    if rounding_mode is None:
        return _div(input, other, out=out)
    if rounding_mode not in ("trunc", "floor"):
        raise RuntimeError(
            f"div expected rounding_mode to be one of None, 'trunc', or 'floor' but found '{rounding_mode}'"
        )
    if not isinstance(input, Tensor):
        input = other.new_tensor(input, dtype=common((input, other)))
    return (_div_floor if rounding_mode == "floor" else _div_trunc)(input, other, out=out)


def floor_divide(input, other, *, out=None):
    """The quotient rounded down. Source: PyTorch, torch.floor_divide."""
    return div(input, other, rounding_mode="floor", out=out)


@op(promote=common)
def remainder(x, y):
    """What is left of x when y is taken away as often as it fits, with the sign of y. Source: PyTorch, torch.remainder."""
    whole(x, y)
    return array_module(x).remainder(x, y)


remainder.grad(x=lambda g: g, y=lambda g, x, y: -g * _div_floor(x, y))


@op(promote=common)
def fmod(x, y):
    """The same with the sign of x. Source: PyTorch, torch.fmod."""
    whole(x, y)
    return array_module(x).fmod(x, y)


fmod.grad(x=lambda g: g, y=lambda g, x, y: -g * _div_trunc(x, y))


@op(promote=common, derivative="PowBackward0")
def square(x):
    """x * x. Source: PyTorch, torch.square."""
    return (x * x) if x.dtype != bool else x.astype("int64")


square.grad(x=lambda g, x: g * (x + x))

divide = true_divide = div
method(div, "div", "divide", "true_divide")
for _f in (floor_divide, remainder, fmod, square):
    method(_f)


def _reflected(function):
    return lambda y, x: function(y.new_tensor(x, dtype=common((x, y))), y) if isinstance(x, NUMBER) else NotImplemented


Tensor.__floordiv__ = lambda x, y: floor_divide(x, y) if isinstance(y, (Tensor, *NUMBER)) else NotImplemented
Tensor.__rfloordiv__ = _reflected(floor_divide)
Tensor.__mod__, Tensor.__rmod__ = remainder.operator, _reflected(remainder)
