"""ndtr, ndtri, log_ndtr, erfcx, entr, xlog1py: the normal distribution and entropies (shelf).

ndtr(x) is the area to the left of x, between 0 and 1; ndtri goes back. log_ndtr and erfcx stay exact far out, where the
area itself is too small for a number.
"""

import math

from ..backend import array_module, special_functions
from ..ops.index.where import masked
from ..ops.op import NUMBER, floating, op
from ..ops.pointwise.arithmetic import mul
from ..ops.pointwise.erf import erf
from ..ops.pointwise.exp_log import exp, log, log1p
from ..ops.pointwise.logaddexp import in_dtype_of
from ..ops.promotion import refuse
from ..ops.step_names import step_called

__all__ = []


def ndtr(input, *, out=None):
    """The area below the bell curve to the left of x.

    >>> import minitorch as mt
    >>> mt.special.ndtr(mt.tensor([-1.0, 0.0, 1.0]))
    tensor([0.1587, 0.5000, 0.8413])

    Source: PyTorch, torch.special.ndtr.
    """
    part = erf(step_called(input * math.sqrt(0.5), "MulBackward1"))
    return step_called(mul(step_called(part + 1, "AddBackward1"), 0.5, out=out), "MulBackward1")


@op(promote=floating, derivative="SpecialLogNdtrBackward0")
def log_ndtr(x):
    """The logarithm of ndtr, exact also where the area is tiny.

    >>> import minitorch as mt
    >>> mt.special.log_ndtr(mt.tensor([-50.0, 0.0]))
    tensor([-1.2548e+03, -6.9315e-01])

    Source: PyTorch, torch.special.log_ndtr.
    """
    refuse(x, "log_ndtr_cpu", "c")
    return special_functions(x).log_ndtr(x).astype(x.dtype)


@op(promote=floating, derivative="SpecialNdtriBackward0")
def ndtri(x):
    """The number to the left of which the area is x: the inverse of ndtr.

    >>> import minitorch as mt
    >>> mt.special.ndtri(mt.tensor([0.0, 0.5, 0.975]))
    tensor([  -inf, 0.0000, 1.9600])

    Source: PyTorch, torch.special.ndtri.
    """
    refuse(x, "ndtri_cpu", "c")
    return special_functions(x).ndtri(x).astype(x.dtype)


@op(promote=floating, derivative="SpecialErfcxBackward0")
def erfcx(x):
    """e**(x * x) * erfc(x), which falls slowly where erfc falls fast.

    >>> import minitorch as mt
    >>> mt.special.erfcx(mt.tensor([0.0, 10.0]))
    tensor([1.0000, 0.0561])

    Source: PyTorch, torch.special.erfcx.
    """
    refuse(x, "erfcx_cpu", "c")
    return special_functions(x).erfcx(x).astype(x.dtype)


log_ndtr.grad(x=lambda g, x: g / erfcx(x * -math.sqrt(0.5)) * math.sqrt(2 / math.pi))
ndtri.grad(x=lambda g, out: g * exp(out * out / 2) * math.sqrt(2 * math.pi))
erfcx.grad(x=lambda g, x, out: g * (x * out * 2 - 2 / math.sqrt(math.pi)))


# --- entropies --------------------------------------------------------------------------------------------------------


@op(promote=floating, derivative="SpecialEntrBackward0")
def entr(x):
    """-x * log(x): 0 at 0, and -inf for what is negative and so no probability.

    >>> import minitorch as mt
    >>> mt.special.entr(mt.tensor([-1.0, 0.0, 0.5]))
    tensor([  -inf, 0.0000, 0.3466])

    Source: PyTorch, torch.special.entr.
    """
    refuse(x, "entr_cpu", "c")
    xp = array_module(x)
    return xp.where(x > 0, -x * xp.log(x), xp.where(x < 0, x.dtype.type(-math.inf), x))


entr.grad(x=lambda g, x: -g * (log(x) + 1))


def numbered(x, y):
    """PyTorch numbers its steps: two tensors, the first a number, the second a number."""
    return f"SpecialXlog1PyBackward{isinstance(x, NUMBER) + 2 * isinstance(y, NUMBER)}"


@op(promote=floating, tensors=0, derivative=numbered)
def xlog1py(x, y):
    """x * log(1 + y), and 0 where x is 0, even if y is -1.

    >>> import minitorch as mt
    >>> mt.special.xlog1py(mt.tensor([0.0, 2.0]), mt.tensor([-1.0, 1.0]))
    tensor([0.0000, 1.3863])

    Source: PyTorch, torch.special.xlog1py.
    """
    refuse(y if hasattr(y, "dtype") else x, "xlog1py_cpu", "c")
    y = in_dtype_of(x, y)
    xp = array_module(y)
    found = x * xp.log1p(y)
    return xp.where((x == 0) & (y == y), found.dtype.type(0), found)


def log1p_of(y):
    """log(1 + y) of an operand that may be a number."""
    return log1p(y) if hasattr(y, "ndim") else math.log1p(y) if y > -1 else -math.inf if y == -1 else math.nan


xlog1py.grad(x=lambda g, x, y: masked(g * log1p_of(y), ~((x == 0) & (y <= -1))), y=lambda g, x, y: g * x / (y + 1))
