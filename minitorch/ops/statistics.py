"""statistics: how numbers are spread, how large they are together, and the one in the middle."""

import math

import numpy as np

from .. import return_types
from .._tensor import Tensor, check_dim, method
from ..backend import array_module
from ..dtypes import FLOATING
from ..large import add_up, add_up_squares
from .arithmetic import abs, sgn, zeros_of
from .broadcast import axes, reduces, restore
from .elementwise import exp
from .extremes import share, taken_from
from .op import op
from .reduction import _mean, equal_shares, length_of
from .select import masked

__all__ = ["var", "std", "var_mean", "std_mean", "logsumexp", "norm", "dist", "median", "nanmedian"]

# --- spread ---------------------------------------------------------------------------------------------------------


@op(derivative="VarBackward0")
def _var(x, dim, correction, keepdim):
    dims = axes(dim, x.ndim)
    half = x.dtype if x.dtype.itemsize == 2 else None
    x = x if half is None else x.astype("float32")  # squares of half precision would soon be too large
    deviation = x - _mean.forward(x, dims, True, None)
    n = max(length_of(x.shape, dim) - correction, 0)
    total = add_up_squares(array_module(x).abs(deviation) if x.dtype.kind == "c" else deviation, dims, keepdim)
    found = total / array_module(x).asarray(n, total.dtype)
    return found if half is None else found.astype(half)


def var_slope(g, x, dim, correction, keepdim):
    """2 (x - mean) / (n - correction)."""
    n = length_of(x.shape, dim) - correction
    g = restore(g, x.shape, dim, keepdim)
    return g * (x - _mean(x, axes(dim, x.ndim), True, None)) * (2 / n if n > 0 else math.nan)


_var.grad(x=var_slope)


@op(derivative="StdBackward0")
def _std(x, dim, correction, keepdim):
    single = x.astype("float32") if x.dtype.itemsize == 2 else x
    found = array_module(x).sqrt(_var.forward(single, dim, correction, keepdim))
    return found if single is x else found.astype(x.dtype)


def std_slope(g, x, dim, correction, keepdim, out):
    """The slope of the square root, 1 / (2 std), times that of the variance; 0 where nothing is spread."""
    return var_slope(masked(g / (out + out), out != 0), x, dim, correction, keepdim)


_std.grad(x=std_slope)


def beside_mean(spread, name, slope):
    """An operation with two results, a measure of spread and the mean: one step, which knows both derivatives."""

    @op(derivative=name, fills=False)
    def both(x, dim, correction, keepdim):
        return spread.forward(x, dim, correction, keepdim), _mean.forward(x, axes(dim, x.ndim), keepdim, None)

    def slopes(g, x, dim, correction, keepdim):
        of_spread, of_mean = g  # None for the one that nobody used
        if of_mean is not None:
            of_mean = equal_shares(of_mean, x.shape, axes(dim, x.ndim), keepdim)
        if of_spread is None:
            return of_mean
        of_spread = slope(of_spread, x, dim, correction, keepdim)
        return of_spread if of_mean is None else of_spread + of_mean

    both.grad(x=slopes)
    return both


_var_mean = beside_mean(_var, "VarMeanBackward0", var_slope)
_std_mean = beside_mean(_std, "StdMeanBackward0", lambda g, *saved: std_slope(g, *saved, _std(*saved)))


def spread(name, input, dim, unbiased, correction):
    """(dim, correction). The older bool `unbiased` means a correction of 1 or 0; it may stand in dim's place."""
    if isinstance(dim, bool):
        dim, unbiased = None, dim
    if input.dtype.category < FLOATING:
        raise RuntimeError(f"{name} only support floating point and complex dtypes, but got {input.dtype.name}")
    if unbiased is not None:
        if correction is not None:
            raise TypeError(f"{name}() takes unbiased or correction, not both")
        correction = int(unbiased)
    return dim, 1 if correction is None else correction


@reduces
def var(input, dim=None, unbiased=None, keepdim=False, *, correction=None, out=None):
    """The variance of all elements or along `dim`: squared distances from the mean, summed, over n - correction.

    >>> import minitorch as mt
    >>> mt.tensor([1.0, 2.0, 3.0]).var()
    tensor(1.)

    Source: PyTorch, torch.var.
    """
    dim, correction = spread("var", input, dim, unbiased, correction)
    return _var(input, dim, correction, keepdim, out=out)


@reduces
def std(input, dim=None, unbiased=None, keepdim=False, *, correction=None, out=None):
    """The standard deviation: the square root of the variance. Source: PyTorch, torch.std."""
    dim, correction = spread("std", input, dim, unbiased, correction)
    return _std(input, dim, correction, keepdim, out=out)


@reduces
def var_mean(input, dim=None, unbiased=None, keepdim=False, *, correction=None):
    """(var, mean). Source: PyTorch, torch.var_mean."""
    dim, correction = spread("var_mean", input, dim, unbiased, correction)
    return _var_mean(input, dim, correction, keepdim)


@reduces
def std_mean(input, dim=None, unbiased=None, keepdim=False, *, correction=None):
    """(std, mean). Source: PyTorch, torch.std_mean."""
    dim, correction = spread("std_mean", input, dim, unbiased, correction)
    return _std_mean(input, dim, correction, keepdim)


# --- size -----------------------------------------------------------------------------------------------------------


@op
def _logsumexp(x, dim, keepdim):
    xp, dims = array_module(x), axes(dim, x.ndim)
    largest = x.real.max(axis=dims, keepdims=True, initial=-math.inf)
    largest = xp.where(xp.isfinite(largest), largest, x.real.dtype.type(0))
    found = xp.log(add_up(exp.forward(x - largest), dims, True)) + largest
    return found if keepdim else found.squeeze(dims)


_logsumexp.grad(
    x=lambda g, x, dim, keepdim, out: restore(g, x.shape, dim, keepdim) * exp(x - restore(out, x.shape, dim, keepdim))
)


@reduces
def logsumexp(input, dim, keepdim=False, *, out=None):
    """log(sum(e**x)) along `dim`, computed so that no power overflows.

    >>> import minitorch as mt
    >>> mt.logsumexp(mt.tensor([1000.0, 1000.0]), 0)
    tensor(1000.6932)

    Source: PyTorch, torch.logsumexp.
    """
    return _logsumexp(input if input.dtype.category >= FLOATING else input * 1.0, dim, keepdim, out=out)


@op(derivative="LinalgVectorNormBackward0")
def _norm(x, p, dim, keepdim, dtype):
    xp, dims = array_module(x), axes(dim, x.ndim)
    kind = x.dtype if dtype is None else dtype.numpy
    size = xp.abs(x.astype(np.float32 if kind.itemsize == 2 else kind, copy=False))
    if p == math.inf:
        found = size.max(axis=dims, keepdims=keepdim)
    elif p == -math.inf:
        found = size.min(axis=dims, keepdims=keepdim)
    elif p == 0:
        found = (size != 0).sum(axis=dims, keepdims=keepdim)
    elif p == 1:
        found = add_up(size, dims, keepdim)
    elif p == 2:
        found = xp.sqrt(add_up_squares(size, dims, keepdim))
    else:
        found = add_up(size**p, dims, keepdim) ** (1 / p)
    return found.astype(size.dtype if kind.itemsize != 2 else kind)


def norm_slope(g, x, p, dim, keepdim, out):
    """sgn(x) * (|x| / norm)**(p - 1), which is x / norm for p = 2; where the norm is 0, 0."""
    g, out = restore(g, x.shape, dim, keepdim), restore(out, x.shape, dim, keepdim)
    if p == 0:
        return zeros_of(x)
    if p == 1:
        return g * sgn(x)
    if p == 2:
        return g * masked(x / out, out != 0)
    if p in (math.inf, -math.inf):
        return share(g, abs(x) == out, dim) * sgn(x)
    if p < 1:
        return masked(sgn(x) * abs(x) ** (p - 1), x != 0) * (g * out ** (1 - p))
    if p < 2:
        return sgn(x) * abs(x) ** (p - 1) * masked(g * out ** (1 - p), out != 0)
    return x * abs(x) ** (p - 2) * masked(g / out ** (p - 1), out != 0)


_norm.grad(x=norm_slope)


@reduces
def norm(input, p="fro", dim=None, keepdim=False, out=None, dtype=None):
    """(sum |x|**p) ** (1/p), of all elements or along `dim`: the length of a vector for p = 2, which "fro" means too.

    p may be inf (the largest |x|), -inf (the smallest) or 0 (how many are not 0).

    >>> import minitorch as mt
    >>> mt.tensor([3.0, 4.0]).norm()
    tensor(5.)

    Errors: RuntimeError for whole numbers, and where a dimension without elements has no largest.
    Source: PyTorch, torch.norm.
    """
    if p == "nuc":  # the sum of the singular values: a method that comes with linear algebra
        return input._nuclear_norm(dim, keepdim, out=out)
    p = 2 if p in ("fro", None) else p
    if input.dtype.category < FLOATING and (dtype is None or dtype.category < FLOATING):
        raise RuntimeError(
            "linalg.vector_norm: Expected a floating point or complex tensor as input. Got "
            f"{input.dtype.name}: convert it first, for instance with .float()"
        )
    if (p < 0 or p == math.inf) and length_of(input.shape, dim) == 0:
        where = "an empty tensor" if dim in (None, ()) else f"the dimension {dim} because this dimension is empty and"
        raise RuntimeError(
            f"linalg.vector_norm cannot compute the {p} norm on {where}{' because' * (dim in (None, ()))} the operation does "
            "not have an identity"
        )
    return _norm(input, p, dim, keepdim, dtype, out=out)


def dist(input, other, p=2):
    """The norm of the difference. Source: PyTorch, torch.dist."""
    return norm(input - other, p)


# --- the middle -----------------------------------------------------------------------------------------------------


def middle(x, dim, ignore_nan):
    """The places of the medians along `dim`: of an even number the lower one; a nan, where one counts."""
    xp = array_module(x)
    order = xp.argsort(x, axis=dim, kind="stable")  # nan comes last
    strange = (x != x).sum(axis=dim, keepdims=True)
    numbers = x.shape[dim] - strange
    place = (xp.maximum(numbers, 1) - 1) // 2
    return xp.take_along_axis(order, place if ignore_nan else xp.where(strange > 0, numbers, place), dim)


def median_of(name, ignore_nan):
    """median and nanmedian, which differ in what they do about nan: two operations each, of all and along `dim`."""

    @op(derivative=f"{name.capitalize()}Backward0")
    def of_all(x):
        flat = x.reshape(-1)
        if not flat.size:
            return x.dtype.type(math.nan if x.dtype.kind == "f" else np.iinfo(x.dtype).min)
        return flat[middle(flat, 0, ignore_nan)[0]]

    @op(derivative=f"{name.capitalize()}Backward1")
    def along(x, dim, keepdim):
        if not x.ndim:
            return x.copy(), array_module(x).zeros((), "int64")
        if not x.shape[dim]:
            raise IndexError(f"{name}(): Expected reduction dim {dim} to have non-zero size.")
        index = middle(x, dim, ignore_nan)
        values = array_module(x).take_along_axis(x, index, dim)
        return (values, index) if keepdim else (values.squeeze(dim), index.squeeze(dim))

    of_all.grad(x=lambda g, x, out: share(g, (x == out) | ((x != x) & (out != out)), None))
    along.grad(x=taken_from)
    result = getattr(return_types, name)

    def function(input, dim=None, keepdim=False, *, out=None):
        if not isinstance(input, Tensor):
            raise TypeError(f"{name}(): argument 'input' (position 1) must be Tensor, not {type(input).__name__}")
        if dim is None:
            return of_all(input, out=out)
        return result(along(input, check_dim(dim, input.ndim), keepdim, out=out))

    function.__name__ = function.__qualname__ = name
    return reduces(function)


median, nanmedian = median_of("median", False), median_of("nanmedian", True)
median.__doc__ = """The element in the middle, of an even number the lower one; along `dim`, with its indices.

    >>> import minitorch as mt
    >>> mt.tensor([3, 1, 2, 9]).median()
    tensor(2)

    Source: PyTorch, torch.median."""
nanmedian.__doc__ = "The median of what is not nan. Source: PyTorch, torch.nanmedian."

for _function in (var, std, logsumexp, norm, dist, median, nanmedian):
    method(_function)
