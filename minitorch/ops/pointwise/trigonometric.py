"""sin, cos, tan, sinh, cosh, their inverses, atan2, hypot, sinc (shelf)."""

import math

from ..._tensor import method
from ...backend import array_module
from ..index.where import masked
from ..inplace.in_place import in_place_forms
from ..op import floating, op
from ..promotion import common
from .elementwise import elementwise
from .exp_log import rsqrt

__all__ = """sin cos tan asin arcsin acos arccos atan arctan deg2rad rad2deg sinh cosh asinh arcsinh acosh arccosh
atanh arctanh atan2 arctan2 hypot sinc""".split()


# --- trigonometric functions ---

sin = elementwise(__name__, "sin", "The sine of an angle in radians.")
cos = elementwise(__name__, "cos", "The cosine of an angle in radians.")
tan = elementwise(__name__, "tan", "sin(x) / cos(x).")
asin = elementwise(__name__, "asin", "The angle whose sine is x, between -pi/2 and pi/2.")
acos = elementwise(__name__, "acos", "The angle whose cosine is x, between 0 and pi.")
atan = elementwise(__name__, "atan", "The angle whose tangent is x, between -pi/2 and pi/2.")
deg2rad = elementwise(__name__, "deg2rad", "Degrees as radians.", derivative="Deg2RadBackward0")
rad2deg = elementwise(__name__, "rad2deg", "Radians as degrees.", derivative="Rad2DegBackward0")

sin.grad(x=lambda g, x: g * cos(x))
cos.grad(x=lambda g, x: -g * sin(x))
tan.grad(x=lambda g, out: g * (1 + out * out))
asin.grad(x=lambda g, x: g * rsqrt(1 - x * x))
acos.grad(x=lambda g, x: -g * rsqrt(1 - x * x))
atan.grad(x=lambda g, x: g / (1 + x * x))
deg2rad.grad(x=lambda g: g * (math.pi / 180))
rad2deg.grad(x=lambda g: g * (180 / math.pi))


# --- hyperbolic functions ---

sinh = elementwise(__name__, "sinh", "(e**x - e**-x) / 2.")
cosh = elementwise(__name__, "cosh", "(e**x + e**-x) / 2.")
asinh = elementwise(__name__, "asinh", "The inverse of sinh.")
acosh = elementwise(__name__, "acosh", "The inverse of cosh; nan below 1.")
atanh = elementwise(__name__, "atanh", "The inverse of tanh; nan beyond -1 and 1.")

sinh.grad(x=lambda g, x: g * cosh(x))
cosh.grad(x=lambda g, x: g * sinh(x))
asinh.grad(x=lambda g, x: g * rsqrt(x * x + 1))
acosh.grad(x=lambda g, x: g * rsqrt(x * x - 1))
atanh.grad(x=lambda g, x: g / (1 - x * x))


# --- of two numbers ---


@op(promote=floating, tensors=2)
def atan2(y, x):
    """The angle of the point (x, y), between -pi and pi. Source: PyTorch, torch.atan2."""
    return array_module(y).arctan2(y, x)


def turning(x, y):
    """How fast the angle of (x, y) turns: 1 / (x**2 + y**2); at the origin, which has no angle, 0."""
    square = x * x + y * y
    return masked(1 / square, square != 0)


hypot = elementwise(__name__, "hypot", "sqrt(x**2 + y**2), without overflow.", common, inputs=2, tensors=2)
atan2.grad(y=lambda g, x, y: g * x * turning(x, y), x=lambda g, x, y: g * -y * turning(x, y))
hypot.grad(x=lambda g, x, out: g * x / out, y=lambda g, y, out: g * y / out)


# --- sinc ---


@op(promote=floating)
def sinc(x):
    """sin(pi x) / (pi x), and 1 at 0. Source: PyTorch, torch.sinc."""
    angle = x * x.dtype.type(math.pi)
    return array_module(x).where(angle == 0, x.dtype.type(1), array_module(x).sin(angle) / angle)


def sinc_slope(g, x):
    """(cos(a) * a - sin(a)) / (pi x**2) for the angle a = pi x, and 0 at 0."""
    a = x * math.pi
    return masked(g * ((cos(a) * a - sin(a)) / (x * x * math.pi)), x != 0)


sinc.grad(x=sinc_slope)

arcsin, arccos, arctan, arctan2, arcsinh, arccosh, arctanh = asin, acos, atan, atan2, asinh, acosh, atanh
for _name in __all__:
    method(globals()[_name], _name)
in_place_forms(*__all__)
