"""multinomial: draws of an index with given weights (shelf)."""

import numpy as np

from .. import dtypes, random
from .._tensor import method
from ..backend import to_device
from ..creation.tensor import leaf
from ..ops.one_step import one_step
from ..ops.out import fill_out
from . import scattered

__all__ = ["multinomial"]


@one_step
def multinomial(input, num_samples, replacement=False, *, generator=None, out=None):
    """Indices drawn with the probabilities that `input` holds, a vector or one in each row; they need not sum to 1.

    replacement  whether one index may be drawn again

    >>> import minitorch as mt
    >>> mt.multinomial(mt.tensor([0.0, 3.0, 1.0]), 2).sort()[0]
    tensor([1, 2])

    Errors: RuntimeError for probabilities that are none, and for more samples than there are without replacement.
    Source: PyTorch, torch.multinomial.
    """
    if input.device.type == "meta":
        return input.new_empty((*input.shape[:-1], num_samples), dtype=dtypes.int64)
    check_multinomial(input, num_samples, replacement)
    chances = np.asarray(to_device(input._array, "cpu"))
    rows = chances.reshape(-1, chances.shape[-1])
    if replacement and num_samples > 1:
        up_to = np.cumsum(rows, 1, dtype=rows.dtype)
        up_to /= up_to[:, -1:]
        up_to[:, -1] = 1
        drawn = random.fractions(len(rows) * num_samples, np.float64, random.chosen(generator))
        pairs = zip(up_to, drawn.reshape(len(rows), num_samples), strict=True)
        found = [np.searchsorted(row, numbers) for row, numbers in pairs]
    else:  # the first to arrive, where each arrives at a rate that is its probability
        arrivals = random.in_memory(rows, lambda shape: scattered.exponential(shape, rows.dtype, generator=generator))
        found = np.argsort(-(rows / arrivals), 1, kind="stable")[:, :num_samples]
    found = np.array(found, np.int64).reshape(*chances.shape[:-1], num_samples)
    drawn = leaf(found, input.device, False)
    return drawn if out is None else fill_out(out, drawn, multinomial)


def check_multinomial(input, num_samples, replacement):
    """Raise for what are no probabilities, and for more samples than there are."""
    chances = input._array
    if not input.is_floating_point() or chances.ndim not in (1, 2):
        raise RuntimeError(
            f"multinomial expects probabilities as floating point numbers in 1 or 2 dimensions, got {input.dtype} in {chances.ndim}"
        )
    if num_samples <= 0:
        raise RuntimeError(f"cannot sample n_sample <= 0 samples: it is {num_samples}")
    if not replacement and num_samples > chances.shape[-1]:
        raise RuntimeError("cannot sample n_sample > prob_dist.size(-1) samples without replacement")
    if not ((chances >= 0) & (chances < np.inf)).all():
        raise RuntimeError("probability tensor contains either `inf`, `nan` or element < 0")
    if not (chances.sum(-1) > 0).all():
        raise RuntimeError("invalid multinomial distribution (sum of probabilities <= 0)")


method(multinomial)
