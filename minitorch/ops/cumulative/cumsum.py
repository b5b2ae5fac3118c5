"""cumsum, cumprod: sums and products up to each place (shelf)."""

import numpy as np

from ..._tensor import check_dim, method
from ...backend import array_module
from ...creation.memory_format import in_rows
from ...ops.inplace.in_place import in_place_forms
from ..index.where import masked
from ..op import op
from ..out import kind_of
from ..reduction.prod import each_left_out, like
from ..reduction.sum import _sum, numpy_names, wide

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
    found = getattr(x, name)(dim, FINER.get(kind, wide(kind))).astype(kind, copy=False)
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


for _function in (cumsum, cumprod):
    method(_function)
in_place_forms("cumsum", "cumprod")
