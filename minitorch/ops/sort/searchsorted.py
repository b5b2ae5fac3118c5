"""searchsorted, bucketize (shelf)."""

import numpy as np

from ..._tensor import Tensor, wrap
from ...backend import array_module, same_device
from ..one_step import one_step
from ..op import other_names
from ..out import takes_out

__all__ = ["searchsorted", "bucketize"]


# --- where a number would stand ---------------------------------------------------------------------------------------------


@one_step
@takes_out
def searchsorted(sorted_sequence, input, *, out_int32=False, right=False, side=None, sorter=None):
    """Where the elements of `input` would stand in a sorted sequence: before equal ones, or with right=True behind.

    Source: PyTorch, torch.searchsorted.
    """
    if side not in (None, "left", "right") or (side == "left" and right):
        raise RuntimeError(
            f"searchsorted(): side is 'left' or 'right' and must agree with right, but got {side}, {right}"
        )
    side = "right" if right else side or "left"
    sequence = sorted_sequence._array
    xp = array_module(sequence)
    values = input._array if isinstance(input, Tensor) else xp.asarray(input)
    same_device((sequence, values))
    if sorter is not None:
        sequence = xp.take_along_axis(sequence, sorter._array, -1)
    if sequence.ndim > 1 and (values.ndim != sequence.ndim or values.shape[:-1] != sequence.shape[:-1]):
        raise RuntimeError(
            f"searchsorted(): the rows of the sequence {list(sequence.shape)} and of the values {list(values.shape)} must match"
        )
    if sequence.ndim == 1:
        found = xp.searchsorted(sequence, values, side)
    else:
        found = xp.zeros(values.shape, np.int64)
        for place in np.ndindex(sequence.shape[:-1]):
            found[place] = xp.searchsorted(sequence[place], values[place], side)
    return wrap(xp.asarray(found, np.int32 if out_int32 else np.int64))


@one_step
@takes_out
@other_names(self="input")
def bucketize(input, boundaries, *, out_int32=False, right=False):
    """The number of the interval, between sorted boundaries, that each element lies in. Source: PyTorch, torch.bucketize."""
    if boundaries.ndim != 1:
        raise RuntimeError(f"bucketize(): boundaries tensor must be 1 dimension, but got dim({boundaries.ndim})")
    return searchsorted(boundaries, input, out_int32=out_int32, right=right)
