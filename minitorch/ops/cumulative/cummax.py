"""cummax, cummin, logcumsumexp (shelf).

NumPy goes along a dimension place by place. Where there is no such loop (CuPy), log2(n) rounds do it: after each, a place
knows about twice as many before it.
"""

import numpy as np

from ... import return_types
from ..._tensor import check_dim, method
from ...backend import array_module
from ...dtypes import finfo, from_numpy_dtype
from ...memory_format import in_rows
from ..copy.flip import _flip
from ..index.gather import scatter_add, zeros
from ..index.where import choose
from ..op import floating, op
from ..pointwise.exp_log import exp, log
from ..reduction.sum import reduces

__all__ = ["cummax", "cummin", "logcumsumexp"]


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


# --- the logarithm of a running sum ---------------------------------------------------------------------------------------


@op(promote=floating)
def _logcumsumexp(x, dim):
    return in_rows(scan(array_module(x).logaddexp, in_rows(x), dim)) if x.ndim else x.copy()


def from_the_end(x, dim):
    return _flip(_logcumsumexp(_flip(x, (dim,)), dim), (dim,)) if x.ndim else x


def later_shares(g, x, dim, out):
    """For x[i]: the sum over k from i on of g[k] * e**(x[i] - out[k]), as powers of e whose exponents do not overflow.

    Only numbers above 0 have a logarithm: the positive and the negative part of a real g are summed apart.
    """
    least = -finfo(from_numpy_dtype(getattr(g, "_array", g).dtype)).max  # as good as log(0), but no -inf
    one, least = zeros(g, ()) + 1, zeros(g, ()) + least  # in the dtype of g, which bfloat16 would lose beside a number
    parts = []
    for part, counts in ((g, g > 0), (-g, g < 0)):
        logarithm = choose(counts, log(choose(counts, part, one)), least)
        parts.append(exp(from_the_end(logarithm - out, dim) + x))
    return parts[0] - parts[1]


_logcumsumexp.grad(x=later_shares)


@reduces
def logcumsumexp(input, dim, *, out=None):
    """log(cumsum(e**x)) along `dim`, computed so that no power overflows.

    >>> import minitorch as mt
    >>> mt.logcumsumexp(mt.tensor([1000.0, 1000.0]), 0)
    tensor([1000.0000, 1000.6932])

    Source: PyTorch, torch.logcumsumexp.
    """
    return _logcumsumexp(input, check_dim(dim, input.ndim), out=out)


for _function in (cummax, cummin, logcumsumexp):
    method(_function)
