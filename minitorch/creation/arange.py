"""arange, linspace, logspace, eye: evenly spaced numbers and the identity matrix (core)."""

import math

import numpy as np

from .. import dtypes
from .._tensor import Tensor
from ..dtypes import get_default_dtype
from ..notes import with_note
from ..ops.one_step import one_step
from ..random.float32 import multiply_add
from .arguments import makes
from .tensor import check_dtype, leaf, module_on

__all__ = ["arange", "linspace", "logspace", "eye"]


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


@makes
def linspace(start, end, steps, *, dtype=None, device=None, requires_grad=False):
    """`steps` numbers evenly spaced from `start` to `end`, both included. Source: PyTorch, torch.linspace."""
    if steps < 0:
        raise RuntimeError(f"number of steps must be non-negative, but got {steps}")
    start, end = bounds("linspace", start, end)
    if isinstance(start, complex) or isinstance(end, complex):
        return leaf(between("linspace", start, end, steps, dtype, module_on(device)), device, requires_grad)
    kind, xp = (check_dtype(dtype) or get_default_dtype()).numpy, module_on(device)
    real = np.dtype("float64") if kind.kind in "iub" else kind
    low, high = (np.asarray(x).astype(kind).astype(real)[()] for x in (start, end))
    step = (high - low) / real.type(steps - 1) if real.itemsize < 16 and steps > 1 else np.inf
    if not abs(float(step)) < 1e290:
        return leaf(xp.linspace(float(start), float(end), steps).astype(kind), device, requires_grad)
    places = xp.arange(steps).astype(real)  # counted from both ends, as PyTorch does it, to the last bit
    back = places[steps - steps // 2 - 1 :: -1]
    along = multiply_add if real.itemsize > 2 else stepwise
    values = xp.concatenate([along(places[: steps // 2], step, low), along(back, -step, high)])
    return leaf(values.astype(kind, copy=False), device, requires_grad)


def stepwise(x, scale, shift):
    """x * scale + shift, in 16 bits: the product is rounded, too."""
    return x * scale + shift


def between(name, start, end, steps, dtype, xp):
    """Complex numbers evenly spaced on the line from `start` to `end`."""
    wide = dtypes.complex128 if get_default_dtype() is dtypes.float64 else dtypes.complex64
    kind = check_dtype(dtype) or wide
    if kind.category < dtypes.COMPLEX:
        raise RuntimeError(
            f"torch.{name}(): inferred dtype {wide.spelled} can't be safely cast to passed dtype {kind.title}"
        )
    return xp.linspace(start, end, steps).astype(kind.numpy)


@makes
def logspace(start, end, steps, base=10.0, *, dtype=None, device=None, requires_grad=False):
    """base ** x for `steps` numbers x evenly spaced from `start` to `end`. Source: PyTorch, torch.logspace."""
    kind = check_dtype(dtype) or get_default_dtype()
    start, end = bounds("logspace", start, end)
    if steps < 0:
        raise RuntimeError(f"number of steps must be non-negative, but got {steps}")
    if isinstance(start, complex) or isinstance(end, complex):
        powers = between("logspace", start, end, steps, dtype, module_on(device))
        return leaf((base**powers).astype(powers.dtype), device, requires_grad)
    if kind.category == dtypes.INTEGER:
        start, end = int(start), int(end)
    powers = module_on(device).linspace(float(start), float(end), steps)
    return leaf((base**powers).astype(kind.numpy), device, requires_grad)


@makes
def eye(n, m=None, *, dtype=None, device=None, requires_grad=False):
    """A matrix of n rows and m (default n) columns with ones on the diagonal. Source: PyTorch, torch.eye."""
    for name, count in (("n", n), ("m", n if m is None else m)):
        if count < 0:
            raise RuntimeError(f"{name} must be greater or equal to 0, got {count}")
    kind = check_dtype(dtype) or get_default_dtype()
    return leaf(module_on(device).eye(n, m, dtype=kind.numpy), device, requires_grad)


# --- one step of a trace each -----------------------------------------------------------------------------------------

arange, linspace, logspace, eye = map(one_step, (arange, linspace, logspace, eye))
