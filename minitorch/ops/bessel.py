"""bessel: i0 and i1, the modified Bessel functions; with an e behind, times e**-|x|, which keeps them small.

They grow like e**|x|. Their derivatives are each other: that of i0 is i1.
"""

from .._tensor import method
from ..backend import special_functions
from .arithmetic import abs, sgn
from .inplace import in_place
from .op import floating, op
from .select import choose

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
