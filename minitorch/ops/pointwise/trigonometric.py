"""sin, cos, tan, sinh, cosh, their inverses, atan2, hypot, deg2rad, rad2deg (shelf)."""

import math

from ..._tensor import method
from ...backend import array_module
from ..index.where import masked
from ..inplace.in_place import in_place_forms
from ..op import common, floating, op
from .elementwise import elementwise
from .exp_log import rsqrt

__all__ = """sin cos tan asin arcsin acos arccos atan arctan sinh cosh asinh arcsinh acosh arccosh
atanh arctanh atan2 arctan2 deg2rad rad2deg hypot""".split()


sin = elementwise(__name__, "sin", "The sine of an angle in radians.")
cos = elementwise(__name__, "cos", "The cosine of an angle in radians.")
tan = elementwise(__name__, "tan", "sin(x) / cos(x).")
asin = elementwise(__name__, "asin", "The angle whose sine is x, between -pi/2 and pi/2.")
acos = elementwise(__name__, "acos", "The angle whose cosine is x, between 0 and pi.")
atan = elementwise(__name__, "atan", "The angle whose tangent is x, between -pi/2 and pi/2.")

sin.grad(input=lambda g, input: g * cos(input))
cos.grad(input=lambda g, input: -g * sin(input))
tan.grad(input=lambda g, out: g * (1 + out * out))
asin.grad(input=lambda g, input: g * rsqrt(1 - input * input))
acos.grad(input=lambda g, input: -g * rsqrt(1 - input * input))
atan.grad(input=lambda g, input: g / (1 + input * input))
deg2rad = elementwise(__name__, "deg2rad", "Degrees as radians.").grad(input=lambda g: g * (math.pi / 180))
rad2deg = elementwise(__name__, "rad2deg", "Radians as degrees.").grad(input=lambda g: g * (180 / math.pi))


sinh = elementwise(__name__, "sinh", "(e**x - e**-x) / 2.")
cosh = elementwise(__name__, "cosh", "(e**x + e**-x) / 2.")
asinh = elementwise(__name__, "asinh", "The inverse of sinh.")
acosh = elementwise(__name__, "acosh", "The inverse of cosh; nan below 1.")
atanh = elementwise(__name__, "atanh", "The inverse of tanh; nan beyond -1 and 1.")

sinh.grad(input=lambda g, input: g * cosh(input))
cosh.grad(input=lambda g, input: g * sinh(input))
asinh.grad(input=lambda g, input: g * rsqrt(input * input + 1))
acosh.grad(input=lambda g, input: g * rsqrt(input * input - 1))
atanh.grad(input=lambda g, input: g / (1 - input * input))


@op(promote=floating, tensors="all")
def atan2(input, other):
    """The angle of the point (other, input), between -pi and pi. Source: PyTorch, torch.atan2."""
    return array_module(input).arctan2(input, other)


def turning(x, y):
    """How fast the angle of (x, y) turns: 1 / (x**2 + y**2); at the origin, which has no angle, 0."""
    square = x * x + y * y
    return masked(1 / square, square != 0)


atan2.grad(
    input=lambda g, input, other: g * other * turning(other, input),
    other=lambda g, input, other: g * -input * turning(other, input),
)
hypot = elementwise(__name__, "hypot", "sqrt(x**2 + y**2), without overflow.", common, inputs=2, tensors="all")
hypot.grad(input=lambda g, input, out: g * input / out, other=lambda g, other, out: g * other / out)


arcsin, arccos, arctan, arctan2, arcsinh, arccosh, arctanh = asin, acos, atan, atan2, asinh, acosh, atanh
for _name in __all__:
    method(globals()[_name], _name)
in_place_forms(*__all__)
