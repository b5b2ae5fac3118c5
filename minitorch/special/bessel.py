"""i0, i1: the modified Bessel functions (shelf).

They grow like e**|x|; the derivative of i0 is i1.
"""

from .._tensor import method
from ..ops.index.where import choose
from ..ops.inplace.in_place import in_place
from ..ops.op import floating, op
from ..ops.special_functions import special_functions

__all__ = ["i0"]


@op(promote=floating)
def i0(x):
    """The modified Bessel function of order 0: the sum of (x / 2)**(2 k) / k!**2 over all k.

    >>> import minitorch as mt
    >>> mt.i0(mt.tensor([0.0, 1.0]))
    tensor([1.0000, 1.2661])

    Source: PyTorch, torch.i0.
    """
    return special_functions(x).i0(x).astype(x.dtype, copy=False)


@op(promote=floating, derivative="SpecialI1Backward0")
def i1(x):
    """The modified Bessel function of order 1. Source: PyTorch, torch.special.i1."""
    return special_functions(x).i1(x).astype(x.dtype, copy=False)


def slope_of_i1(g, x, out):
    """i0 - i1 / x, and 1/2 at 0."""
    far = abs(x) > 1e-7
    near = choose(far, x, 1.0)
    return g * choose(far, i0(near) - out / near, 0.5)


i0.grad(x=lambda g, x: g * i1(x))
i1.grad(x=slope_of_i1)
method(i0)
in_place(i0.call, "i0_")
