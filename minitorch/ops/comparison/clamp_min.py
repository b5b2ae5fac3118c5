"""clamp_min, clamp_max: numbers held on one side of a bound (shelf)."""

from ..._tensor import method
from ..inplace.in_place import in_place_forms
from ..op import numpy_names
from .clamp import _clamp_max, _clamp_min, check_real

__all__ = ["clamp_min", "clamp_max"]


@numpy_names
def clamp_min(input, min, *, out=None):
    """clamp from below only. Source: PyTorch, torch.clamp_min."""
    check_real(input)
    return _clamp_min(input, min, out=out)


@numpy_names
def clamp_max(input, max, *, out=None):
    """clamp from above only. Source: PyTorch, torch.clamp_max."""
    check_real(input)
    return _clamp_max(input, max, out=out)


for _function in (clamp_min, clamp_max):
    method(_function)


in_place_forms("clamp_min", "clamp_max")
