"""linspace, eye: evenly spaced numbers between two ends, and the identity matrix (shelf)."""

import numpy as np

from ..dtypes import get_default_dtype
from ..ops.one_step import one_step
from .arange import bounds
from .tensor import check_dtype, leaf, makes, module_on


@one_step
@makes
def linspace(start, end, steps, *, dtype=None, device=None, requires_grad=False):
    """`steps` numbers evenly spaced from `start` to `end`, both included. Source: PyTorch, torch.linspace."""
    start, end = bounds("linspace", start, end)
    return leaf(between(start, end, steps, dtype, module_on(device)), device, requires_grad)


@np.errstate(all="ignore")
def between(start, end, steps, dtype, xp):
    """The numbers in an array."""
    if steps < 0:
        raise RuntimeError(f"number of steps must be non-negative, but got {steps}")
    kind = check_dtype(dtype) or get_default_dtype()
    if isinstance(start, complex) or isinstance(end, complex):
        kind = kind.to_complex()
    return xp.linspace(start, end, steps).astype(kind.numpy)


@one_step
@makes
def eye(n, m=None, *, dtype=None, device=None, requires_grad=False):
    """A matrix of n rows and m (default n) columns with ones on the diagonal. Source: PyTorch, torch.eye."""
    if n < 0 or (m is not None and m < 0):
        raise RuntimeError(f"n and m must be greater or equal to 0, got {n} and {m}")
    kind = check_dtype(dtype) or get_default_dtype()
    return leaf(module_on(device).eye(n, m, dtype=kind.numpy), device, requires_grad)
