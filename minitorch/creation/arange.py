"""arange: numbers a step apart (core)."""

import math

import numpy as np

from .. import dtypes
from .._tensor import Tensor
from ..dtypes import get_default_dtype
from ..ops.one_step import one_step
from .tensor import check_dtype, leaf, makes, module_on

__all__ = ["arange"]


@makes
def arange(start, end=None, step=1, *, dtype=None, device=None, requires_grad=False):
    """The numbers from `start` (0 when only one bound is given) up to but without `end`, `step` apart.

    >>> import minitorch as mt
    >>> mt.arange(3), mt.arange(0, 1, 0.25)
    (tensor([0, 1, 2]), tensor([0.0000, 0.2500, 0.5000, 0.7500]))

    Source: PyTorch, torch.arange.
    """
    start, end = (0, start) if end is None else (start, end)
    start, end, step = bounds("arange", start, end, step)
    if dtype is None and all(isinstance(x, int) for x in (start, end, step)):
        dtype = dtypes.int64
    kind = check_dtype(dtype) or get_default_dtype()
    if kind is dtypes.int64:
        start, end, step = int(start), int(end), int(step)
    check_range(start, end, step)
    count = math.ceil((end - start) / step)
    if kind.category == dtypes.INTEGER:
        start, step = int(start), int(step)
    places = module_on(device).arange(count, dtype="float64" if kind.is_floating_point else "int64")
    return leaf((start + step * places).astype(kind.numpy), device, requires_grad)


def check_range(start, end, step):
    """Raise where `step` does not lead from start to end."""
    if not abs(end - start) < math.inf or step == 0 or (end - start) * step < 0:
        raise RuntimeError(
            f"there is no range from {start} to {end} by {step}: the step must be nonzero and lead to the end"
        )


def bounds(name, *numbers):
    """Where a range starts and ends, as Python numbers."""
    if any([isinstance(x, Tensor) and x.ndim for x in numbers]):
        raise RuntimeError(f"{name} only supports 0-dimensional start and end tensors")
    return [x.item() if isinstance(x, (Tensor, np.number)) else x for x in numbers]


arange = one_step(arange)  # of a trace
