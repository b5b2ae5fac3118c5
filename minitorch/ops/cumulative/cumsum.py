"""cumsum, cumprod, cummax, cummin: sums, products and extremes up to each place; diff, the way back (shelf)."""

import numpy as np

from ... import return_types
from ..._tensor import check_dim, method
from ...backend import array_module
from ...creation.memory_format import in_rows
from ...dtypes import BOOL
from ...ops.inplace.in_place import in_place_forms
from ..comparison.logical import logical_xor
from ..copy.clone import clone
from ..index.bounds import zeros
from ..index.scatter import scatter_add
from ..index.where import masked
from ..join.cat import cat
from ..op import fill_out, op
from ..out import kind_of
from ..pointwise.arithmetic import sub
from ..reduction.prod import each_left_out, like
from ..reduction.sum import _sum, along, numpy_names, wide
from ..view.further import narrow

__all__ = ["cumsum", "cumprod", "cummax", "cummin", "diff"]


# Rounding errors would add up from place to place: what lies between is kept in double precision, as in PyTorch.
FINER = {np.dtype("float32"): np.dtype("float64"), np.dtype("complex64"): np.dtype("complex128")}


def run(name, x, dim, dtype, backwards=False):
    """An array's method, cumsum or cumprod, along `dim`, from the end if `backwards`."""
    kind = dtype.numpy if dtype is not None else np.dtype("int64") if x.dtype.kind in "iub" else x.dtype
    x = in_rows(x.astype(kind, copy=False) if x.dtype.kind not in "iub" else x)
    if not x.ndim or not x.size:
        return x.astype(kind)
    xp = array_module(x)
    x = xp.flip(x, dim) if backwards else x
    within = FINER.get(kind, wide(kind))
    if dim == x.ndim - 1 and x.shape[dim] > 1 and within == kind == x.dtype:
        found = along(lambda rows, axis, out=None: getattr(rows, name)(axis, x.dtype, out), x, dim)
    else:
        found = getattr(x, name)(dim, within).astype(kind, copy=False)
    return xp.flip(found, dim) if backwards else found


@op
def _cumsum(input, dim, dtype=None, backwards=False):
    return run("cumsum", input, dim, dtype, backwards)


@op
def _cumprod(input, dim, dtype=None):
    return run("cumprod", input, dim, dtype)


_cumsum.grad(input=lambda g, dim, backwards: _cumsum(g, dim, None, not backwards))


def products_with(g, input, dim, out):
    """For input[k]: the sum over all i from k on of g[i] * out[i] / input[k]. Beside a zero: of the products without input[k]."""
    if not input.ndim:
        return g
    if not (input == 0).any():
        return _cumsum(g * out, dim, None, True) / input
    n = input.shape[dim]
    later = np.triu(np.ones((n, n), bool)).reshape((n,) + (1,) * dim + (n,) + (1,) * (input.ndim - dim - 1))
    later, g = like(input, later), g.reshape((1, *input.shape))
    return each_left_out(input, dim, lambda copies, d: _sum(masked(_cumprod(copies, d) * g, later), d))


_cumprod.grad(input=products_with)


@numpy_names
def cumsum(input, dim, *, dtype=None, out=None):
    """The sum of everything up to each place along `dim`.

    >>> import minitorch as mt
    >>> mt.cumsum(mt.tensor([1, 2, 3]), 0)
    tensor([1, 3, 6])

    Source: PyTorch, torch.cumsum.
    """
    return _cumsum(input, check_dim(dim, input.ndim), kind_of(out, dtype, "cumsum"), out=out)


@numpy_names
def cumprod(input, dim, *, dtype=None, out=None):
    """The product of everything up to each place along `dim`. Source: PyTorch, torch.cumprod."""
    return _cumprod(input, check_dim(dim, input.ndim), kind_of(out, dtype, "cumprod"), out=out)


def scan(combine, x, dim):
    """x[0], combine(x[0], x[1]), combine(all of these, x[2]) ... along `dim` of an array.

    Where there is no such loop (CuPy), log2(n) rounds do it: after each, a place knows about twice as many before it.
    """
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


def records(combine, x, dim):
    """(values, indices) of the extremes so far. Of equal ones the last counts; a nan stays."""
    if not x.ndim:
        return x.copy(), array_module(x).zeros((), "int64")
    x = in_rows(x)
    values = in_rows(scan(combine, x, dim))
    return values, in_rows(last_true((x == values) | (x != x), dim))


@op
def _cummax(input, dim):
    return records(array_module(input).maximum, input, dim)


@op
def _cummin(input, dim):
    return records(array_module(input).minimum, input, dim)


def back_to_records(g, input_shape, dim, out):
    """Each gradient to the place whose number was the extreme."""
    return scatter_add(zeros(g[0], input_shape), dim, out[1], g[0])


_cummax.grad(input=back_to_records)
_cummin.grad(input=back_to_records)


@numpy_names
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


@numpy_names
def cummin(input, dim, *, out=None):
    """(values, indices): the smallest element up to each place along `dim`, and where it stands, of equal ones the last.

    >>> import minitorch as mt
    >>> mt.cummin(mt.tensor([3, 1, 2]), 0).values
    tensor([3, 1, 1])

    Source: PyTorch, torch.cummin.
    """
    return return_types.cummin(_cummin(input, check_dim(dim, input.ndim), out=out))


# --- differences ------------------------------------------------------------------------------------------------------


@numpy_names
def diff(input, n=1, dim=-1, prepend=None, append=None, *, out=None):
    """Each element along `dim` minus the one before it; that n times over. Of truth values: whether they differ.

    prepend, append  more elements, put before and behind along `dim` first

    >>> import minitorch as mt
    >>> mt.diff(mt.tensor([1, 4, 9, 16])), mt.diff(mt.tensor([1, 4, 9, 16]), n=2)
    (tensor([3, 5, 7]), tensor([2, 2]))

    Errors: RuntimeError for a 0-d input or a negative n. Source: PyTorch, torch.diff.
    """
    if not input.ndim:
        raise RuntimeError("diff expects input to be at least one-dimensional")
    if n < 0:
        raise RuntimeError(f"order must be non-negative but got {n}")
    dim = check_dim(dim, input.ndim)
    parts = [part for part in (prepend, input, append) if part is not None]
    x = cat(parts, dim) if len(parts) > 1 and n else input
    less = logical_xor if x.dtype.category == BOOL else sub
    for _ in range(min(n, x.shape[dim])):
        rest = max(x.shape[dim] - 1, 0)
        x = less(narrow(x, dim, x.shape[dim] - rest, rest), narrow(x, dim, 0, rest))
    x = clone(x) if x is input else x
    return x if out is None else fill_out(out, x, less)


for _function in (cumsum, cumprod, cummax, cummin, diff):
    method(_function)
in_place_forms("cumsum", "cumprod")
