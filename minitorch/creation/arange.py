"""arange: numbers a step apart (core)."""

import math

import numpy as np

from .. import dtypes
from .._tensor import Tensor
from ..dtypes import get_default_dtype
from ..errors import with_note
from ..ops.one_step import one_step
from ..random.float32 import multiply_add
from .arguments import makes
from .tensor import check_dtype, leaf, module_on

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
    check_range(start, end, step)
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
    return leaf(stepping(start, step, places, kind).astype(kind.numpy), device, requires_grad)


LANES = {"float64": 4, "float32": 8, "float16": 16, "bfloat16": 16}  # how many numbers a processor's register holds


def stepping(start, step, places, kind):
    """start + step * places, rounded where PyTorch rounds: it counts on from the first number of each full register."""
    if kind.name not in LANES or (float(start).is_integer() and float(step).is_integer()):
        return start + step * places
    lanes = LANES[kind.name]
    full = len(places) // (2 * lanes) * 2 * lanes  # registers are filled two at a time
    values = multiply_add(places, np.float64(step), np.float64(start))
    firsts = values[:full:lanes, None].astype(kind.numpy).astype("float64")
    values[:full] = multiply_add(places[:lanes], np.float64(step), firsts).reshape(-1)
    return values


def check_range(start, end, step):
    """Raise where `step` does not lead from start to end."""
    if not abs(end - start) < math.inf:
        raise RuntimeError(f"unsupported range: {start} -> {end}")
    if step == 0:
        raise RuntimeError("step must be nonzero")
    if (end - start) * step < 0:
        error = RuntimeError("upper bound and lower bound inconsistent with step sign")
        raise with_note(error, f"From {start} to {end} by {step}: the step leads away from the end.")


def bounds(name, *numbers):
    """Where a range starts and ends, as Python numbers."""
    for x in numbers:
        if isinstance(x, Tensor) and x.ndim:
            raise RuntimeError(
                f"{name} only supports 0-dimensional start and end tensors, but got one of {x.ndim} dimension(s)."
            )
    return [x.item() if isinstance(x, (Tensor, np.number)) else x for x in numbers]


arange = one_step(arange)  # of a trace
