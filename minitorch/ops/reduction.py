"""reduction: many numbers into one: means, products, extremes, norms, and running sums."""

import collections
import math

import numpy as np

from ..backend import array_module
from ..dtypes import FLOATING, INTEGER
from ..tensor import Tensor, check_dim, method, wrap
from .broadcast import axes, restore, stretch, sum, total, wide
from .arithmetic import abs
from .elementwise import exp
from .op import op
from .select import choose, masked

__all__ = """nansum mean nanmean prod var std var_mean std_mean amax amin aminmax max min argmax argmin all any logsumexp
cumsum cumprod norm count_nonzero""".split()


def floats_only(name, x):
    if x.dtype.category < FLOATING:
        raise RuntimeError(
            f"{name}(): could not infer output dtype. Input dtype must be either a floating point or complex dtype. "
            f"Got: {x.dtype.name}. Convert it first, for instance with .float()."
        )


def length_of(shape, dim):
    """How many numbers go into each result."""
    return math.prod([shape[d] for d in axes(dim, len(shape))])


# --- means and spread ----------------------------------------------------------------------------------------------------


@op(derivative=lambda x, dim, keepdim: "MeanBackward0" if dim is None else "MeanBackward1")
def average(x, dim=None, keepdim=False):
    return x.mean(axis=None if dim is None else axes(dim, x.ndim), keepdims=keepdim, dtype=x.dtype)


average.grad(
    x=lambda g, x_shape, dim, keepdim: stretch(restore(g, x_shape, dim, keepdim) / length_of(x_shape, dim), x_shape)
)


def mean(input, dim=None, keepdim=False, *, dtype=None, out=None):
    """The mean of all elements, or along `dim`. Source: PyTorch, torch.mean."""
    input = input if dtype is None else input.to(dtype)
    floats_only("mean", input)
    return average(input, dim, keepdim, out=out)


def nansum(input, dim=None, keepdim=False, *, dtype=None):
    """The sum of what is not nan. Source: PyTorch, torch.nansum."""
    return sum(masked(input, input == input), dim, keepdim, dtype=dtype)


def nanmean(input, dim=None, keepdim=False, *, dtype=None):
    """The mean of what is not nan. Source: PyTorch, torch.nanmean."""
    floats_only("nanmean", input)
    return nansum(input, dim, keepdim, dtype=dtype) / sum((input == input).detach(), dim, keepdim)


@op
def variance(x, dim, correction, keepdim):
    xp, reduced = array_module(x), axes(dim, x.ndim)
    deviation = x - x.mean(axis=reduced, keepdims=True, dtype=x.dtype)
    squares = (deviation * deviation.conj()).real if x.dtype.kind == "c" else deviation * deviation
    divisor = xp.asarray(max_of(length_of(x.shape, dim) - correction, 0), squares.dtype)
    return squares.sum(axis=reduced, keepdims=keepdim) / divisor


variance.name, variance.derivative = "var", "VarBackward0"
variance.grad(
    x=lambda g, x, dim, correction, keepdim: restore(g, x.shape, dim, keepdim)
    * (x - average(x, axes(dim, x.ndim), True))
    * (2 / max_of(length_of(x.shape, dim) - correction, 0) if length_of(x.shape, dim) > correction else math.nan)
)


def max_of(a, b):
    return a if a > b else b


def spread_arguments(name, input, dim, unbiased, correction):
    """var and std take the correction as a number or as the older bool `unbiased`, which may stand in dim's place."""
    if isinstance(dim, bool):
        dim, unbiased = None, dim
    floats_only(name, input)
    if unbiased is not None:
        if correction is not None:
            raise TypeError(f"{name}() takes unbiased or correction, not both")
        correction = int(unbiased)
    return dim, 1 if correction is None else correction


def var(input, dim=None, unbiased=None, keepdim=False, *, correction=None):
    """The variance: the mean squared distance from the mean, divided by n - correction. Source: PyTorch, torch.var."""
    dim, correction = spread_arguments("var", input, dim, unbiased, correction)
    return variance(input, dim, correction, keepdim)


def std(input, dim=None, unbiased=None, keepdim=False, *, correction=None):
    """The standard deviation, the square root of the variance. Source: PyTorch, torch.std."""
    dim, correction = spread_arguments("std", input, dim, unbiased, correction)
    return deviation(input, dim, correction, keepdim)


@op
def deviation(x, dim, correction, keepdim):
    return array_module(x).sqrt(variance.forward(x, dim, correction, keepdim))


deviation.name, deviation.derivative = "std", "StdBackward0"
deviation.grad(
    x=lambda g, x, dim, correction, keepdim, out: variance.formulas["x"].function(
        choose(out == 0, out * 0, g / (out + out)), x, dim, correction, keepdim
    )
)


def var_mean(input, dim=None, unbiased=None, keepdim=False, *, correction=None):
    """(var, mean). Source: PyTorch, torch.var_mean."""
    return var(input, dim, unbiased, keepdim, correction=correction), mean(input, no_flag(dim), keepdim)


def std_mean(input, dim=None, unbiased=None, keepdim=False, *, correction=None):
    """(std, mean). Source: PyTorch, torch.std_mean."""
    return std(input, dim, unbiased, keepdim, correction=correction), mean(input, no_flag(dim), keepdim)


def no_flag(dim):
    return None if isinstance(dim, bool) else dim


# --- products -----------------------------------------------------------------------------------------------------------


@op(derivative=lambda x, dim, keepdim: "ProdBackward0" if dim is None else "ProdBackward1")
def product(x, dim=None, keepdim=False):
    axis = None if dim is None or not x.ndim else check_dim(dim, x.ndim)
    return x.prod(axis=axis, keepdims=keepdim, dtype=wide(x.dtype))


def product_slope(g, x, dim, keepdim, out):
    """The product of all others: out / x, or, where there are zeros, computed without them."""
    if not x.ndim:
        return g
    if not (x == 0).any():
        return restore(g * out, x.shape, dim, keepdim) / x
    if dim is None:
        flat = x.reshape((math.prod(x.shape),))
        return g.reshape((1,) * x.ndim) * each_left_out(flat, 0, product).reshape(x.shape)
    return restore(g, x.shape, dim, keepdim) * each_left_out(x, check_dim(dim, x.ndim), product)


product.grad(x=product_slope)


def each_left_out(x, dim, reduce):
    """For each place along `dim`, what `reduce(copy of x with a 1 in this place, dim)` gives."""
    n = x.shape[dim]
    place = np.eye(n, dtype=bool).reshape((n,) + (1,) * dim + (n,) + (1,) * (x.ndim - dim - 1))
    place = array_module(getattr(x, "_array", x)).asarray(place)
    copies = stretch(x.reshape((1, *x.shape)), (n, *x.shape))
    one = x.reshape((math.prod(x.shape),))[:1] * 0 + 1
    copies = choose(wrap(place) if isinstance(x, Tensor) else place, one, copies)
    return first_to(reduce(copies, dim + 1), dim)


def first_to(x, dim):
    """The first dimension moved to place `dim`."""
    for i in range(dim):
        x = x.swapaxes(i, i + 1)
    return x


def prod(input, dim=None, keepdim=False, *, dtype=None):
    """The product of all elements, or along one dimension. Source: PyTorch, torch.prod."""
    return product(input if dtype is None else input.to(dtype), dim, keepdim)


# --- running sums and products --------------------------------------------------------------------------------------------


@op(derivative="CumsumBackward0")
def running_sum(x, dim, reverse):
    return run_along(x, dim, reverse, "cumsum")


running_sum.grad(x=lambda g, dim, reverse: running_sum(g, dim, not reverse))


def run_along(x, dim, reverse, name):
    """NumPy's running sum or product along a dimension, from the end if `reverse`."""
    if not x.ndim:
        return x.astype(wide(x.dtype))
    xp = array_module(x)
    x = xp.flip(x, dim) if reverse else x
    found = getattr(xp, name)(x, axis=dim, dtype=wide(x.dtype))
    return xp.flip(found, dim) if reverse else found


@op(derivative="CumprodBackward0")
def running_product(x, dim):
    return run_along(x, dim, False, "cumprod")


def running_product_slope(g, x, dim, out):
    """sum over i >= k of g[i] * out[i] / x[k]; where there are zeros, with x[k] left out of the product."""
    if not x.ndim:
        return g
    if not (x == 0).any():
        return running_sum(g * out, dim, True) / x
    dim, n = check_dim(dim, x.ndim), x.shape[dim]
    later = np.triu(np.ones((n, n), bool)).reshape((n,) + (1,) * dim + (n,) + (1,) * (x.ndim - dim - 1))
    later = array_module(getattr(x, "_array", x)).asarray(later)
    later = wrap(later) if isinstance(x, Tensor) else later
    g = g.reshape((1, *x.shape))
    return each_left_out(x, dim, lambda copies, d: total(masked(running_product(copies, d) * g, later), d))


running_product.grad(x=running_product_slope)


def cumsum(input, dim, *, dtype=None, out=None):
    """The sum of everything up to each place along `dim`. Source: PyTorch, torch.cumsum."""
    input = input if dtype is None else input.to(dtype)
    return running_sum(input, check_dim(dim, input.ndim), False, out=out)


def cumprod(input, dim, *, dtype=None, out=None):
    """The product of everything up to each place along `dim`. Source: PyTorch, torch.cumprod."""
    input = input if dtype is None else input.to(dtype)
    return running_product(input, check_dim(dim, input.ndim), out=out)


# --- extremes -----------------------------------------------------------------------------------------------------------


def named(name, *fields):
    """A named tuple that prints as PyTorch's return types do."""
    made = collections.namedtuple(name, fields)
    made.__repr__ = lambda t: f"minitorch.return_types.{name}(\n" + ",\n".join(f"{f}={v!r}" for f, v in zip(fields, t)) + ")"
    return made


MaxResult, MinResult = named("max", "values", "indices"), named("min", "values", "indices")
AminmaxResult = named("aminmax", "min", "max")


def not_empty(name, x, dim):
    """No numbers have no largest; PyTorch's error says so."""
    lengths = [x.shape[d] for d in axes(dim, x.ndim)]
    if 0 in lengths:
        raise (IndexError if dim is not None else RuntimeError)(
            f"{name}(): Expected reduction dim to be specified for input.numel() == 0. Specify the reduction dim with the "
            "'dim' argument." if dim is None else f"{name}(): Expected reduction dim {dim} to have non-zero size."
        )


def extreme(name, derivative):
    """amax and amin: where several elements are the extreme, they share the gradient."""

    def forward(x, dim=None, keepdim=False):
        not_empty(name, x, dim if dim != () else None)
        return getattr(x, name[1:])(axis=axes(dim, x.ndim), keepdims=keepdim)

    forward.__name__, forward.__doc__ = name, f"The {name[1:]}imum along `dim` (default: of all). Source: PyTorch, torch.{name}."
    return op(forward, derivative=derivative).grad(
        x=lambda g, x, dim, keepdim, out: share(
            restore(g, x.shape, dim, keepdim), x == restore(out, x.shape, dim, keepdim), dim
        )
    )


def share(g, ties, dim):
    """The gradient divided evenly among the places that hold the extreme."""
    array = getattr(ties, "_array", ties)
    number = array.sum(axis=axes(dim, array.ndim), keepdims=True)
    number = wrap(np.asarray(number)) if isinstance(g, Tensor) else number
    return masked(stretch(g / number, array.shape), ties)


_of_all = lambda name: lambda x, dim, keepdim: f"{name}Backward1" if dim is None else f"A{name.lower()}Backward0"
amax, amin = extreme("amax", _of_all("Max")), extreme("amin", _of_all("Min"))


def pick(name, arg):
    """max and min along a dimension: the values and where they stand; the first place gets the gradient."""

    def forward(x, dim, keepdim):
        not_empty(name, x, dim)
        xp = array_module(x)
        if not x.ndim:
            return x.copy(), xp.zeros((), np.int64)
        index = xp.expand_dims(getattr(xp, arg)(x, axis=dim), dim)
        values = xp.take_along_axis(x, index, dim)
        return (values, index) if keepdim else (values.squeeze(dim), index.squeeze(dim))

    forward.__name__ = name
    return op(forward, derivative=f"{name.capitalize()}Backward0").grad(
        x=lambda g, x_shape, dim, keepdim, out: masked(
            stretch(restore(g[0], x_shape, dim, keepdim), x_shape), stands_at(out[1], x_shape, dim, keepdim)
        )
    )


def stands_at(index, shape, dim, keepdim):
    """True at the places that the indices along `dim` name."""
    if not shape:
        return index == 0
    dim = check_dim(dim, len(shape))
    index = restore(index, shape, dim, keepdim)
    array = getattr(index, "_array", index)
    places = array_module(array).arange(shape[dim]).reshape((shape[dim],) + (1,) * (len(shape) - dim - 1))
    found = places == array
    return wrap(found) if isinstance(index, Tensor) else found


pick_max, pick_min = pick("max", "argmax"), pick("min", "argmin")


def _extreme(name, pairwise, everywhere, along, result, input, dim, keepdim, other):
    if isinstance(dim, Tensor) or other is not None:
        return getattr(input, pairwise)(dim if other is None else other)
    if dim is None:
        not_empty(name, input, None)
        return everywhere(input)
    if not isinstance(dim, int):
        raise TypeError(f"{name}() received an invalid combination of arguments: dim must be an int, not {type(dim).__name__}")
    return result(*along(input, check_dim(dim, input.ndim), keepdim))


def max(input, dim=None, keepdim=False, *, other=None):
    """The largest element; along `dim`, the largest values and their indices; of two tensors, the larger of each pair.

    >>> import minitorch as mt
    >>> mt.tensor([[1, 5], [7, 2]]).max(1).indices
    tensor([1, 0])

    Source: PyTorch, torch.max.
    """
    return _extreme("max", "maximum", amax, pick_max, MaxResult, input, dim, keepdim, other)


def min(input, dim=None, keepdim=False, *, other=None):
    """The smallest, in the three ways of max. Source: PyTorch, torch.min."""
    return _extreme("min", "minimum", amin, pick_min, MinResult, input, dim, keepdim, other)


def aminmax(input, *, dim=None, keepdim=False):
    """The smallest and the largest. Source: PyTorch, torch.aminmax."""
    return AminmaxResult(amin(input, dim, keepdim), amax(input, dim, keepdim))


def _index_of(input, name, dim, keepdim):
    not_empty(name, input, dim)
    array = input._array
    xp = array_module(array)
    found = getattr(xp, name)(array, axis=None if dim is None or not array.ndim else check_dim(dim, array.ndim))
    found = xp.asarray(found)
    if keepdim and array.ndim:
        found = found.reshape((1,) * array.ndim) if dim is None else xp.expand_dims(found, dim)
    return wrap(found)


def argmax(input, dim=None, keepdim=False):
    """The index of the largest element, in the flattened tensor or along `dim`. Source: PyTorch, torch.argmax."""
    return _index_of(input, "argmax", dim, keepdim)


def argmin(input, dim=None, keepdim=False):
    """The index of the smallest element. Source: PyTorch, torch.argmin."""
    return _index_of(input, "argmin", dim, keepdim)


# --- questions ------------------------------------------------------------------------------------------------------------


@op
def all(x, dim=None, keepdim=False):
    """Whether all elements are not 0. Source: PyTorch, torch.all."""
    found = array_module(x).all(x, axis=axes(dim, x.ndim), keepdims=keepdim)
    return found.astype(x.dtype) if x.dtype == np.uint8 else found


@op
def any(x, dim=None, keepdim=False):
    """Whether at least one element is not 0. Source: PyTorch, torch.any."""
    found = array_module(x).any(x, axis=axes(dim, x.ndim), keepdims=keepdim)
    return found.astype(x.dtype) if x.dtype == np.uint8 else found


@op
def count_nonzero(x, dim=None):
    """How many elements are not 0. Source: PyTorch, torch.count_nonzero."""
    return (x != 0).sum(axis=axes(dim, x.ndim), dtype=np.int64)


# --- norms ------------------------------------------------------------------------------------------------------------------


@op
def log_sum_exp(x, dim, keepdim):
    xp, reduced = array_module(x), axes(dim, x.ndim)
    largest = x.max(axis=reduced, keepdims=True) if x.size else xp.zeros((), x.dtype)
    largest = xp.where(xp.isfinite(largest), largest, 0).astype(x.dtype)
    found = xp.log(xp.exp(x - largest).sum(axis=reduced, keepdims=True)) + largest
    return found if keepdim else found.squeeze(reduced)


log_sum_exp.name, log_sum_exp.derivative = "logsumexp", "LogsumexpBackward0"
log_sum_exp.grad(
    x=lambda g, x, dim, keepdim, out: restore(g, x.shape, dim, keepdim) * exp(x - restore(out, x.shape, dim, keepdim))
)


def logsumexp(input, dim, keepdim=False):
    """log(sum(exp(x))) along `dim`, computed so that exp never overflows. Source: PyTorch, torch.logsumexp."""
    return log_sum_exp(input.to(input.new_zeros(()).float().dtype) if input.dtype.category <= INTEGER else input, dim, keepdim)


@op(derivative="LinalgVectorNormBackward0")
def euclidean(x, dim, keepdim):
    xp = array_module(x)
    squares = (x * x.conj()).real if x.dtype.kind == "c" else x * x
    return xp.sqrt(squares.sum(axis=axes(dim, x.ndim), keepdims=keepdim))


def direction(g, x, dim, keepdim, out):
    """x / |x|, and 0 where |x| is 0."""
    out, g = restore(out, x.shape, dim, keepdim), restore(g, x.shape, dim, keepdim)
    return x * choose(out == 0, out * 0, g / out)


euclidean.grad(x=direction)


def norm(input, p="fro", dim=None, keepdim=False, dtype=None):
    """(sum |x|**p) ** (1/p), of all elements or along `dim`; p may be inf, -inf or 0. Source: PyTorch, torch.norm."""
    input = input if dtype is None else input.to(dtype)
    floats_only("norm", input)
    if p in ("fro", 2, None):
        return euclidean(input, dim, keepdim)
    if p == "nuc":
        raise ValueError("norm(): the nuclear norm is not offered here; p must be a number or 'fro'")
    size = abs(input)
    if p == 1:
        return total(size, dim, keepdim)
    if p == math.inf:
        return amax(size, dim if dim is not None else (), keepdim)
    if p == -math.inf:
        return amin(size, dim if dim is not None else (), keepdim)
    if p == 0:
        return total((size != 0).to(size.dtype), dim, keepdim)
    return total(size**p, dim, keepdim) ** (1 / p)


for _name in __all__ + ["nanmean"]:
    if _name not in ("var_mean", "std_mean"):
        method(globals()[_name], _name)
