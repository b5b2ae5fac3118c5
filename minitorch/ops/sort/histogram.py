"""bincount, searchsorted, bucketize: how many lie between bounds, and between which ones (shelf)."""

import numpy as np

from ..._tensor import Tensor, method, wrap
from ...backend import array_module, same_device
from ...dtypes import INTEGER
from ..one_step import one_step
from ..out import takes_out

# --- integers ----------------------------------------------------------------------------------------------------


@one_step
def bincount(input, weights=None, minlength=0):
    """How often each of 0, 1, 2 ... comes in a vector of integers; with `weights`, the sum of what each weighs.

    minlength  the least length of the result

    >>> import minitorch as mt
    >>> mt.bincount(mt.tensor([1, 3, 1]))
    tensor([0, 2, 0, 1])

    Errors: RuntimeError for a negative number, NotImplementedError for fractions. Source: PyTorch, torch.bincount.
    """
    numbers = input._array
    if input.dtype.category != INTEGER:
        raise NotImplementedError(f"bincount counts integers, not {input.dtype}")
    if minlength < 0 or numbers.ndim != 1 or (numbers < 0).any():
        raise RuntimeError("bincount takes a vector of integers, none of them negative, and a minlength >= 0")
    same_device([x._array for x in (input, weights) if x is not None])
    if weights is not None and weights._array.shape != numbers.shape:
        raise RuntimeError("weights should be 1-d and have the same length as input")
    xp = array_module(numbers)
    if weights is None or not numbers.size:
        return wrap(xp.bincount(numbers.astype("int64"), minlength=minlength).astype("int64"))
    kind = "float32" if weights.dtype.name == "float32" else "float64"
    return wrap(xp.bincount(numbers.astype("int64"), weights._array.astype("float64"), minlength).astype(kind))


method(bincount)


# --- between bounds ---------------------------------------------------------------------------------------------------


# --- where a number would stand ---------------------------------------------------------------------------------------------


@one_step
@takes_out
def searchsorted(sorted_sequence, input, *, out_int32=False, right=False, side=None, sorter=None):
    """Where the elements of `input` would stand in a sorted sequence: before equal ones, or with right=True behind.

    Source: PyTorch, torch.searchsorted.
    """
    if side not in (None, "left", "right") or (side == "left" and right):
        raise RuntimeError(
            f"searchsorted(): side must be 'left' or 'right' and agree with right={right}, but got {side}"
        )
    side = "right" if right else side or "left"
    sequence = sorted_sequence._array
    xp = array_module(sequence)
    values = input._array if isinstance(input, Tensor) else xp.asarray(input)
    same_device((sequence, values))
    if sorter is not None:
        sequence = xp.take_along_axis(sequence, sorter._array, -1)
    if sequence.ndim > 1 and (values.ndim != sequence.ndim or values.shape[:-1] != sequence.shape[:-1]):
        raise RuntimeError(f"searchsorted(): rows must match, but got {list(sequence.shape)} and {list(values.shape)}")
    if sequence.ndim == 1:
        found = xp.searchsorted(sequence, values, side)
    else:
        found = xp.zeros(values.shape, np.int64)
        for place in np.ndindex(sequence.shape[:-1]):
            found[place] = xp.searchsorted(sequence[place], values[place], side)
    return wrap(xp.asarray(found, np.int32 if out_int32 else np.int64))


@one_step
@takes_out
def bucketize(input, boundaries, *, out_int32=False, right=False):
    """The number of the interval, between sorted boundaries, that each element lies in. Source: PyTorch, torch.bucketize."""
    if boundaries.ndim != 1:
        raise RuntimeError(f"bucketize(): boundaries tensor must be 1 dimension, but got dim({boundaries.ndim})")
    return searchsorted(boundaries, input, out_int32=out_int32, right=right)
