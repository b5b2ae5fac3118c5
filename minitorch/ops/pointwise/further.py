"""further: hypot, sinc, gcd, copysign and other rarer functions of numbers (shelf)."""

import math

from ..._tensor import Tensor, method
from ...backend import array_module
from ...dtypes import COMPLEX, complex128, float64
from ..comparison.maximum import of_two
from ..index.where import masked, where
from ..inplace.in_place import in_place_forms
from ..op import common, op
from .arithmetic import sub, zeros_of
from .elementwise import elementwise
from .pow import pow

deg2rad = elementwise(__name__, "deg2rad", "Degrees as radians.").grad(input=lambda g: g * (math.pi / 180))
rad2deg = elementwise(__name__, "rad2deg", "Radians as degrees.").grad(input=lambda g: g * (180 / math.pi))
isposinf = elementwise(__name__, "isposinf", "Whether it is +inf.", common)
isneginf = elementwise(__name__, "isneginf", "Whether it is -inf.", common)
isreal = elementwise(__name__, "isreal", "Whether its imaginary part is 0.", common)
signbit = elementwise(__name__, "signbit", "Whether its sign is minus, -0.0 included.", common)
gcd = elementwise(__name__, "gcd", "The greatest common divisor of integers.", common, inputs=2, tensors="all")
lcm = elementwise(__name__, "lcm", "The least common multiple of integers.", common, inputs=2, tensors="all")
hypot = elementwise(__name__, "hypot", "sqrt(x**2 + y**2), without overflow.", common, inputs=2, tensors="all")
hypot.grad(input=lambda g, input, out: g * input / out, other=lambda g, other, out: g * other / out)
copysign = elementwise(__name__, "copysign", "The size of input with the sign of other.", inputs=2)
copysign.grad(input=lambda g, input, out: g * masked(out / input, input != 0), other=lambda g, other: zeros_of(g))
fmax = of_two("fmax", "The larger of the two; where one is nan, the other.").grad(
    input=lambda g, input, other: masked(g, (input >= other) | (other != other)),
    other=lambda g, input, other: masked(g, ~((input >= other) | (other != other))),
)
fmin = of_two("fmin", "The smaller of the two; where one is nan, the other.").grad(
    input=lambda g, input, other: masked(g, (input <= other) | (other != other)),
    other=lambda g, input, other: masked(g, ~((input <= other) | (other != other))),
)


def sinc(input):
    """sin(pi input) / (pi input), and 1 at 0. Source: PyTorch, torch.sinc."""
    angle = where(input == 0, 1.0, input * math.pi)
    return where(input == 0, 1.0, angle.sin() / angle)


@op(promote=common, tensors="all")
def heaviside(input, values):
    """0 for negative input, 1 for positive, and `values` at 0. Source: PyTorch, torch.heaviside."""
    return array_module(input).where(input == 0, values, (input > 0).astype(input.dtype))


def float_power(input, exponent):
    """pow in double precision, whatever the dtypes. Source: PyTorch, torch.float_power."""
    kind = complex128 if common((input, exponent)).category == COMPLEX else float64
    return pow(*[x.to(kind) if isinstance(x, Tensor) else x for x in (input, exponent)])


def rsub(input, other, *, alpha=1):
    """other - alpha * input. Source: PyTorch, torch.rsub."""
    if not isinstance(input, Tensor):
        raise TypeError(f"rsub() takes a tensor as input, not {type(input).__name__}")
    return sub(other, input, alpha=alpha) if isinstance(other, Tensor) else other - input * alpha


def is_nonzero(input):
    """Whether the one element of a tensor is other than 0. Source: PyTorch, torch.is_nonzero."""
    return bool(input)


for _function in (deg2rad, rad2deg, isposinf, isneginf, isreal, signbit, gcd, lcm, hypot, copysign, fmax, fmin):
    method(_function)
for _function in (sinc, heaviside, float_power, is_nonzero):
    method(_function)
in_place_forms(*"deg2rad rad2deg gcd lcm hypot copysign sinc heaviside float_power".split())
