"""ndtr, ndtri, log_ndtr, erfcx, entr: the normal distribution and the entropy (shelf).

ndtr(x) is the area to the left of x, between 0 and 1; ndtri goes back. log_ndtr and erfcx stay exact far out, where the
area itself is too small for a number.
"""

import math

from ..backend import array_module
from ..ops.op import floating, op
from ..ops.pointwise.exp_log import exp, log
from ..ops.pointwise.exponential import erf
from ..ops.special_functions import special_functions

__all__ = []


def ndtr(input, *, out=None):
    """The area below the bell curve to the left of x.

    >>> import minitorch as mt
    >>> mt.special.ndtr(mt.tensor([-1.0, 0.0, 1.0]))
    tensor([0.1587, 0.5000, 0.8413])

    Source: PyTorch, torch.special.ndtr.
    """
    return (erf(input * math.sqrt(0.5)) + 1).mul(0.5, out=out)


@op(promote=floating, derivative="SpecialLogNdtrBackward0")
def log_ndtr(x):
    """The logarithm of ndtr, exact also where the area is tiny.

    >>> import minitorch as mt
    >>> mt.special.log_ndtr(mt.tensor([-50.0, 0.0]))
    tensor([-1.2548e+03, -6.9315e-01])

    Source: PyTorch, torch.special.log_ndtr.
    """
    return special_functions(x).log_ndtr(x).astype(x.dtype, copy=False)


@op(promote=floating, derivative="SpecialNdtriBackward0")
def ndtri(x):
    """The number to the left of which the area is x: the inverse of ndtr.

    >>> import minitorch as mt
    >>> mt.special.ndtri(mt.tensor([0.0, 0.5, 0.975]))
    tensor([  -inf, 0.0000, 1.9600])

    Source: PyTorch, torch.special.ndtri.
    """
    return special_functions(x).ndtri(x).astype(x.dtype, copy=False)


@op(promote=floating, derivative="SpecialErfcxBackward0")
def erfcx(x):
    """e**(x * x) * erfc(x), which falls slowly where erfc falls fast. Source: PyTorch, torch.special.erfcx."""
    return special_functions(x).erfcx(x).astype(x.dtype, copy=False)


log_ndtr.grad(x=lambda g, x: g / erfcx(x * -math.sqrt(0.5)) * math.sqrt(2 / math.pi))
ndtri.grad(x=lambda g, out: g * exp(out * out / 2) * math.sqrt(2 * math.pi))
erfcx.grad(x=lambda g, x, out: g * (x * out * 2 - 2 / math.sqrt(math.pi)))


@op(promote=floating, derivative="SpecialEntrBackward0")
def entr(x):
    """-x * log(x): 0 at 0, and -inf for what is negative and so no probability.

    >>> import minitorch as mt
    >>> mt.special.entr(mt.tensor([-1.0, 0.0, 0.5]))
    tensor([  -inf, 0.0000, 0.3466])

    Source: PyTorch, torch.special.entr.
    """
    xp = array_module(x)
    return xp.where(x > 0, -x * xp.log(x), xp.where(x < 0, x.dtype.type(-math.inf), x))


entr.grad(x=lambda g, x: -g * (log(x) + 1))
