"""round, floor, ceil, trunc, frac, floor_divide, remainder, fmod, gcd, lcm (shelf).

All are steps: flat, with jumps between. So their derivative is 0 wherever they have one.
"""

from ..._tensor import Tensor, method
from ...backend import array_module
from ..inplace.in_place import in_place_forms
from ..op import NUMBER, common, op
from .arithmetic import zeros_of
from .elementwise import elementwise


def rounding(name, doc, step):
    """An operation that rounds by NumPy's function `step`; integers are whole already."""

    def whole(input):
        if input.dtype.kind in "bc":
            raise NotImplementedError(f"{name}() takes real numbers, not {input.dtype}")
        return input.copy() if input.dtype.kind in "iu" else getattr(array_module(input), step)(input)

    whole.__name__ = whole.__qualname__ = name
    whole.__doc__ = f"{doc} Source: PyTorch, torch.{name}."
    return op(whole, promote=common, derivative=f"{name.capitalize()}Backward0")


floor = rounding("floor", "The next integer below.", "floor")
ceil = rounding("ceil", "The next integer above.", "ceil")
trunc = rounding("trunc", "The next integer towards 0.", "trunc")
_round = rounding("round", "The nearest integer.", "rint")


@op(promote=common)
def frac(input):
    """What trunc cuts off: input - trunc(input). Source: PyTorch, torch.frac."""
    return input - array_module(input).trunc(input)


@op(derivative="RoundBackward1")
def _round_to(input, decimals):
    xp, ten = array_module(input), 10.0 ** abs(decimals)
    return (xp.rint(input * ten) / ten if decimals > 0 else xp.rint(input / ten) * ten).astype(input.dtype, copy=False)


for _step in (floor, ceil, trunc, _round, _round_to):
    _step.grad(input=lambda g: zeros_of(g))
frac.grad(input=lambda g: g)


def round(input, *, decimals=0, out=None):
    """The nearest number with so many decimals; of two as near, the one with an even last digit.

    >>> import minitorch as mt
    >>> mt.round(mt.tensor([0.5, 1.5, 2.5]))
    tensor([0., 2., 2.])

    Source: PyTorch, torch.round.
    """
    return _round_to(input, decimals, out=out) if decimals else _round(input, out=out)


for _function in (floor, ceil, frac, round):
    method(_function)
fix = method(trunc, "trunc", "fix")


def divisible(x, y):
    """Whether this is a division of integers. For those, dividing by 0 is an error; fractions have inf and nan."""
    for n in (x, y):
        if isinstance(n, (int, float)) or n.dtype.kind in "fV":  # a number stays one among fractions
            return False
    if (y == 0).any() and all([getattr(n, "size", 1) for n in (x, y)]):
        raise RuntimeError("ZeroDivisionError: a tensor of integers was divided by 0")
    return True


@op(promote=common, tensors="none")
def floor_divide(input, other):
    """input / other rounded down. Source: PyTorch, torch.floor_divide."""
    divisible(input, other)
    return array_module(input).floor_divide(input, other)


_div_floor = op(floor_divide.forward, promote=common, tensors="none", derivative="DivBackward2")


@op(promote=common, tensors="none", derivative="DivBackward2")
def _div_trunc(input, other):
    xp = array_module(input)
    if not divisible(input, other):
        return xp.trunc(input / other)
    down = xp.floor_divide(input, other)
    return down + ((down < 0) & (down * other != input)).astype(down.dtype)


for _step in (floor_divide, _div_floor, _div_trunc):
    _step.grad(input=lambda g: zeros_of(g), other=lambda g: zeros_of(g))
method(_div_floor, "_div_floor")
method(_div_trunc, "_div_trunc")


@op(promote=common, tensors="any")
def remainder(input, other):
    """What is left of input when other is taken away as often as it fits; it has the sign of other.

    >>> import minitorch as mt
    >>> mt.remainder(mt.tensor([7, -7]), 3)
    tensor([1, 2])

    Source: PyTorch, torch.remainder.
    """
    divisible(input, other)
    return array_module(input).remainder(input, other)


@op(promote=common)
def fmod(input, other):
    """The same, but with the sign of input. Source: PyTorch, torch.fmod."""
    divisible(input, other)
    return array_module(input).fmod(input, other)


remainder.grad(input=lambda g: g, other=lambda g, input, other: -g * _div_floor(input, other))
fmod.grad(input=lambda g: g, other=lambda g, input, other: -g * _div_trunc(input, other))


def swapped(operation):
    """The operator for a number on the left of a tensor."""
    return lambda y, x: operation(x, y) if isinstance(x, (Tensor, *NUMBER)) else NotImplemented


gcd = elementwise(__name__, "gcd", "The greatest common divisor of integers.", common, inputs=2, tensors="all")
lcm = elementwise(__name__, "lcm", "The least common multiple of integers.", common, inputs=2, tensors="all")
for _function in (floor_divide, remainder, fmod, gcd, lcm):
    method(_function)
method(floor_divide.operator, "__floordiv__")
method(swapped(floor_divide), "__rfloordiv__")
method(remainder.operator, "__mod__")
method(swapped(remainder), "__rmod__")
in_place_forms(*"floor ceil round trunc fix frac floor_divide remainder fmod gcd lcm".split())
