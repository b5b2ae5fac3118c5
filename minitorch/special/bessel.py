"""i0, i0e, i1, i1e, bessel_j0 and the other Bessel functions, airy_ai (shelf).

They grow like e**|x|. Their derivatives are each other: that of i0 is i1.
"""

from .._tensor import method
from ..backend import array_module, special_functions
from ..ops.index.where import choose
from ..ops.inplace.in_place import in_place
from ..ops.op import floating, op
from ..ops.pointwise.arithmetic import abs, sgn
from ..ops.promotion import refuse

__all__ = ["i0"]


@op(promote=floating, derivative="I0Backward0")
def i0(x):
    """The modified Bessel function of order 0: the sum of (x / 2)**(2 k) / k!**2 over all k.

    >>> import minitorch as mt
    >>> mt.i0(mt.tensor([0.0, 1.0]))
    tensor([1.0000, 1.2661])

    Source: PyTorch, torch.i0.
    """
    return special_functions(x).i0(x).astype(x.dtype)


@op(promote=floating, derivative="SpecialI0EBackward0")
def i0e(x):
    """e**-|x| * i0(x).

    >>> import minitorch as mt
    >>> mt.special.i0e(mt.tensor([0.0, 100.0]))
    tensor([1.0000, 0.0399])

    Source: PyTorch, torch.special.i0e.
    """
    return special_functions(x).i0e(x).astype(x.dtype)


@op(promote=floating, derivative="SpecialI1Backward0")
def i1(x):
    """The modified Bessel function of order 1.

    >>> import minitorch as mt
    >>> mt.special.i1(mt.tensor([0.0, 1.0]))
    tensor([0.0000, 0.5652])

    Source: PyTorch, torch.special.i1.
    """
    return special_functions(x).i1(x).astype(x.dtype)


@op(promote=floating, derivative="SpecialI1EBackward0")
def i1e(x):
    """e**-|x| * i1(x).

    >>> import minitorch as mt
    >>> mt.special.i1e(mt.tensor([0.0, 100.0]))
    tensor([0.0000, 0.0397])

    Source: PyTorch, torch.special.i1e.
    """
    return special_functions(x).i1e(x).astype(x.dtype)


TINY = {"float64": 2.220446049250313e-16, "float32": 1.1920929e-07}


def away_from_zero(x):
    """(x, where it is not 0): with something else in its place there, so that it can be divided by."""
    tiny = TINY.get(getattr(x, "_array", x).dtype.name, 1e-3)
    far = abs(x) > tiny
    return choose(far, x, tiny), far


def slope_of_i1(g, x, out):
    """i0 - i1 / x, and 1/2 at 0."""
    x, far = away_from_zero(x)
    return g * choose(far, i0(x) - out / x, 0.5)


def slope_of_i1e(g, x, out):
    """The same for the small form, whose other factor has a slope too."""
    x, far = away_from_zero(x)
    return g * choose(far, i0e(x) - out * (sgn(x) + 1 / x), 0.5)


i0.grad(x=lambda g, x: g * i1(x))
i0e.grad(x=lambda g, x, out: g * (i1e(x) - sgn(x) * out))
i1.grad(x=slope_of_i1)
i1e.grad(x=slope_of_i1e)
method(i0)
in_place(i0.call, "i0_")


def from_scipy(name, theirs, says, example, shown):
    """An operation that scipy.special (on a GPU CuPy's form of it) has under the name `theirs`."""

    def forward(x):
        refuse(x, f"{name}_cpu", "c")
        return getattr(special_functions(x), theirs)(x).astype(x.dtype)

    forward.__name__, forward.__module__ = name, __name__
    forward.__doc__ = f"""{says}

    >>> import minitorch as mt
    >>> mt.special.{name}(mt.tensor([{example}]))
    tensor([{shown}])

    Source: PyTorch, torch.special.{name}.
    """
    return op(forward, promote=floating)


bessel_j0 = from_scipy(
    "bessel_j0", "j0", "The Bessel function of the first kind, of order 0.", "0.0, 1.0", "1.0000, 0.7652"
)
bessel_j1 = from_scipy(
    "bessel_j1", "j1", "The Bessel function of the first kind, of order 1.", "0.0, 1.0", "0.0000, 0.4401"
)
bessel_y0 = from_scipy(
    "bessel_y0", "y0", "The Bessel function of the second kind, of order 0.", "1.0, 2.0", "0.0883, 0.5104"
)
bessel_y1 = from_scipy(
    "bessel_y1", "y1", "The Bessel function of the second kind, of order 1.", "1.0, 2.0", "-0.7812, -0.1070"
)
modified_bessel_i0 = from_scipy("modified_bessel_i0", "i0", "i0, without its derivative.", "0.0, 1.0", "1.0000, 1.2661")
modified_bessel_i1 = from_scipy("modified_bessel_i1", "i1", "i1, without its derivative.", "0.0, 1.0", "0.0000, 0.5652")
modified_bessel_k0 = from_scipy(
    "modified_bessel_k0",
    "k0",
    "The modified Bessel function of the second kind, of order 0.",
    "1.0, 2.0",
    "0.4210, 0.1139",
)
modified_bessel_k1 = from_scipy(
    "modified_bessel_k1",
    "k1",
    "The modified Bessel function of the second kind, of order 1.",
    "1.0, 2.0",
    "0.6019, 0.1399",
)
scaled_modified_bessel_k0 = from_scipy(
    "scaled_modified_bessel_k0", "k0e", "e**x * modified_bessel_k0(x).", "1.0, 2.0", "1.1445, 0.8416"
)
scaled_modified_bessel_k1 = from_scipy(
    "scaled_modified_bessel_k1", "k1e", "e**x * modified_bessel_k1(x).", "1.0, 2.0", "1.6362, 1.0335"
)


@op(promote=floating)
def airy_ai(x):
    """The Airy function Ai, which oscillates for negative x and decays exponentially for positive x.

    >>> import minitorch as mt
    >>> mt.special.airy_ai(mt.tensor([0.0, 1.0]))
    tensor([0.3550, 0.1353])

    Source: PyTorch, torch.special.airy_ai.
    """
    refuse(x, "airy_ai_cpu", "c")
    return special_functions(x).airy(x)[0].astype(x.dtype)


@op(promote=floating)
def spherical_bessel_j0(x):
    """sin(x) / x, and 1 at 0.

    >>> import minitorch as mt
    >>> mt.special.spherical_bessel_j0(mt.tensor([0.0, 1.0]))
    tensor([1.0000, 0.8415])

    Source: PyTorch, torch.special.spherical_bessel_j0.
    """
    refuse(x, "spherical_bessel_j0_cpu", "c")
    xp = array_module(x)
    found = xp.where(x == 0, x.dtype.type(1), xp.sin(x) / x)
    return xp.where(xp.isinf(x), x.dtype.type(0), found)
