"""cummax, cummin (shelf).

NumPy goes along a dimension place by place. Where there is no such loop (CuPy), log2(n) rounds do it: after each, a place
knows about twice as many before it.
"""

import numpy as np

from ... import return_types
from ..._tensor import check_dim, method
from ...backend import array_module
from ...creation.memory_format import in_rows
from ..index.gather import scatter_add, zeros
from ..op import op
from ..reduction.sum import reduces

__all__ = ["cummax", "cummin"]


def scan(combine, x, dim):
    """x[0], combine(x[0], x[1]), combine(all of these, x[2]) ... along `dim` of an array."""
    if isinstance(combine, np.ufunc):
        return combine.accumulate(x, dim)
    seen, step = x.swapaxes(0, dim), 1
    while step < len(seen):
        seen = array_module(x).concatenate([seen[:step], combine(seen[:-step], seen[step:])])
        step *= 2
    return seen.swapaxes(0, dim)


def last_true(mask, dim):
    """For each place along `dim`, the last one up to it where an array is True; 0 where there is none."""
    xp, n = array_module(mask), mask.shape[dim]
    places = xp.arange(n).reshape((n,) + (1,) * (mask.ndim - dim - 1))
    return scan(xp.maximum, xp.where(mask, places, 0), dim)


# --- the largest and the smallest ---------------------------------------------------------------------------------------


def records(combine, x, dim):
    """(values, indices) of the extremes so far. Of equal ones the last counts; a nan stays."""
    if not x.ndim:
        return x.copy(), array_module(x).zeros((), "int64")
    x = in_rows(x)
    values = in_rows(scan(combine, x, dim))
    return values, in_rows(last_true((x == values) | (x != x), dim))


@op
def _cummax(x, dim):
    return records(array_module(x).maximum, x, dim)


@op
def _cummin(x, dim):
    return records(array_module(x).minimum, x, dim)


def back_to_records(g, x_shape, dim, out):
    """Each gradient to the place whose number was the extreme."""
    return scatter_add(zeros(g[0], x_shape), dim, out[1], g[0])


_cummax.grad(x=back_to_records)
_cummin.grad(x=back_to_records)


@reduces
def cummax(input, dim, *, out=None):
    """(values, indices): the largest element up to each place along `dim`, and where it stands, of equal ones the last.

    >>> import minitorch as mt
    >>> mt.cummax(mt.tensor([1, 3, 2, 3]), 0)
    minitorch.return_types.cummax(
    values=tensor([1, 3, 3, 3]),
    indices=tensor([0, 1, 1, 3]))

    Source: PyTorch, torch.cummax.
    """
    return return_types.cummax(_cummax(input, check_dim(dim, input.ndim), out=out))


@reduces
def cummin(input, dim, *, out=None):
    """(values, indices): the smallest element up to each place along `dim`, and where it stands, of equal ones the last.

    >>> import minitorch as mt
    >>> mt.cummin(mt.tensor([3, 1, 2]), 0).values
    tensor([3, 1, 1])

    Source: PyTorch, torch.cummin.
    """
    return return_types.cummin(_cummin(input, check_dim(dim, input.ndim), out=out))


for _function in (cummax, cummin):
    method(_function)
