"""cumsum, cumprod: sums and products up to each place; diff, the way back (shelf)."""

import numpy as np

from ..._tensor import check_dim, method
from ...backend import array_module
from ...creation.memory_format import in_rows
from ...dtypes import BOOL
from ...ops.inplace.in_place import in_place_forms
from ..comparison.logical import logical_xor
from ..copy.clone import clone
from ..index.where import masked
from ..join.cat import cat
from ..op import fill_out, op
from ..out import kind_of
from ..pointwise.arithmetic import sub
from ..reduction.prod import each_left_out, like
from ..reduction.sum import _sum, along, numpy_names, wide
from ..view.further import narrow

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


for _function in (cumsum, cumprod, diff):
    method(_function)
in_place_forms("cumsum", "cumprod")
