"""copysign, heaviside, nan_to_num (shelf)."""

from ..._tensor import method
from ...backend import array_module
from ...ops.inplace.in_place import in_place_forms
from ..index.where import masked
from ..op import common, floating, op
from .arithmetic import zeros_of

__all__ = ["copysign", "heaviside", "nan_to_num"]


# --- signs and steps of two -----------------------------------------------------------------------------------------


@op(promote=floating)
def copysign(x, y):
    """The size of x with the sign of y, which 0.0 and -0.0 have too. Source: PyTorch, torch.copysign."""
    return array_module(x).copysign(x, y)


copysign.grad(x=lambda g, x, out: g * masked(out / x, x != 0), y=lambda g, y: zeros_of(g))


@op(promote=common, tensors=2)
def heaviside(x, values):
    """0 for negative x, 1 for positive, and `values` at 0. Source: PyTorch, torch.heaviside."""
    xp = array_module(x)
    return xp.where(x == 0, values, xp.where(x > 0, 1, 0).astype(x.dtype))


for _function in (copysign, heaviside):
    method(_function)


@op
def _nan_to_num(x, nan, posinf, neginf):
    if x.dtype.kind in "iub":
        return x.copy()
    return array_module(x).nan_to_num(x, nan=nan, posinf=posinf, neginf=neginf)


_nan_to_num.grad(x=lambda g, x: g * (x - x == 0))  # inf - inf and nan - nan are nan


def nan_to_num(input, nan=None, posinf=None, neginf=None, *, out=None):
    """nan, inf and -inf replaced: by 0 and the largest and smallest numbers of the dtype, or as told.

    Source: PyTorch, torch.nan_to_num.
    """
    return _nan_to_num(input, 0.0 if nan is None else nan, posinf, neginf, out=out)


method(nan_to_num)
in_place_forms("copysign", "heaviside", "nan_to_num")
