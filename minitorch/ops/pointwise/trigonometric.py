"""sin, cos, tan, sinh, cosh, their inverses, atan2, hypot, sinc (shelf)."""

import math

import numpy as np

from ..._tensor import method
from ...backend import array_module
from ...ops.inplace.in_place import in_place_forms
from ..index.where import masked
from ..op import floating, op
from ..promotion import common
from .exp_log import rsqrt

__all__ = """sin cos tan asin arcsin acos arccos atan arctan deg2rad rad2deg sinh cosh asinh arcsinh acosh arccosh
atanh arctanh atan2 arctan2 hypot sinc""".split()


# --- trigonometric functions ---


@op(promote=floating)
def sin(x):
    """The sine of an angle in radians. Source: PyTorch, torch.sin."""
    return np.sin(x)


@op(promote=floating)
def cos(x):
    """The cosine of an angle in radians. Source: PyTorch, torch.cos."""
    return np.cos(x)


@op(promote=floating)
def tan(x):
    """sin(x) / cos(x). Source: PyTorch, torch.tan."""
    return np.tan(x)


@op(promote=floating)
def asin(x):
    """The angle whose sine is x, between -pi/2 and pi/2. Source: PyTorch, torch.asin."""
    return np.arcsin(x)


@op(promote=floating)
def acos(x):
    """The angle whose cosine is x, between 0 and pi. Source: PyTorch, torch.acos."""
    return np.arccos(x)


@op(promote=floating)
def atan(x):
    """The angle whose tangent is x, between -pi/2 and pi/2. Source: PyTorch, torch.atan."""
    return np.arctan(x)


@op(promote=floating, derivative="Deg2RadBackward0")
def deg2rad(x):
    """Degrees as radians. Source: PyTorch, torch.deg2rad."""
    return x * x.dtype.type(math.pi / 180)


@op(promote=floating, derivative="Rad2DegBackward0")
def rad2deg(x):
    """Radians as degrees. Source: PyTorch, torch.rad2deg."""
    return x * x.dtype.type(180 / math.pi)


sin.grad(x=lambda g, x: g * cos(x))
cos.grad(x=lambda g, x: -g * sin(x))
tan.grad(x=lambda g, out: g * (1 + out * out))
asin.grad(x=lambda g, x: g * rsqrt(1 - x * x))
acos.grad(x=lambda g, x: -g * rsqrt(1 - x * x))
atan.grad(x=lambda g, x: g / (1 + x * x))
deg2rad.grad(x=lambda g: g * (math.pi / 180))
rad2deg.grad(x=lambda g: g * (180 / math.pi))


# --- hyperbolic functions ---


@op(promote=floating)
def sinh(x):
    """(e**x - e**-x) / 2. Source: PyTorch, torch.sinh."""
    return np.sinh(x)


@op(promote=floating)
def cosh(x):
    """(e**x + e**-x) / 2. Source: PyTorch, torch.cosh."""
    return np.cosh(x)


@op(promote=floating)
def asinh(x):
    """The inverse of sinh. Source: PyTorch, torch.asinh."""
    return np.arcsinh(x)


@op(promote=floating)
def acosh(x):
    """The inverse of cosh; nan below 1. Source: PyTorch, torch.acosh."""
    return np.arccosh(x)


@op(promote=floating)
def atanh(x):
    """The inverse of tanh; nan beyond -1 and 1. Source: PyTorch, torch.atanh."""
    return np.arctanh(x)


sinh.grad(x=lambda g, x: g * cosh(x))
cosh.grad(x=lambda g, x: g * sinh(x))
asinh.grad(x=lambda g, x: g * rsqrt(x * x + 1))
acosh.grad(x=lambda g, x: g * rsqrt(x * x - 1))
atanh.grad(x=lambda g, x: g / (1 - x * x))

for _op in (sin, cos, tan, deg2rad, rad2deg):
    method(_op)
for _op in (sinh, cosh):
    method(_op)
arcsin, arccos, arctan = method(asin, "asin", "arcsin"), method(acos, "acos", "arccos"), method(atan, "atan", "arctan")
arcsinh, arccosh = method(asinh, "asinh", "arcsinh"), method(acosh, "acosh", "arccosh")
arctanh = method(atanh, "atanh", "arctanh")


# --- atan2 and hypot ---


@op(promote=floating, tensors=2)
def atan2(y, x):
    """The angle of the point (x, y), between -pi and pi. Source: PyTorch, torch.atan2."""
    return array_module(y).arctan2(y, x)


@op(promote=common, tensors=2)
def hypot(x, y):
    """sqrt(x**2 + y**2), without overflow. Source: PyTorch, torch.hypot."""
    return array_module(x).hypot(x, y)


def turning(x, y):
    """How fast the angle of (x, y) turns: 1 / (x**2 + y**2); at the origin, which has no angle, 0."""
    square = x * x + y * y
    return masked(1 / square, square != 0)


atan2.grad(y=lambda g, x, y: g * x * turning(x, y), x=lambda g, x, y: g * -y * turning(x, y))
hypot.grad(x=lambda g, x, out: g * x / out, y=lambda g, y, out: g * y / out)
arctan2 = method(atan2, "atan2", "arctan2")
method(hypot)


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
method(sinc)
in_place_forms(
    *"sin cos tan asin acos atan arcsin arccos arctan sinh cosh asinh acosh atanh arcsinh arccosh arctanh".split(),
    *"atan2 arctan2 hypot sinc deg2rad rad2deg".split(),
)
