"""_ops: sum, mean, softmax and their kin over the elements of a tensor that a mask lets through (shelf).

What the mask hides takes part as the identity of the operation: as 0 in a sum, as 1 in a product, as -inf in a largest element.
"""

import functools
import math

from .. import dtypes
from .._tower import load
from ..creation.zeros import full_like
from ..linalg.norm import vector_norm
from ..nn.functional.activation import softmin as whole_softmin
from ..ops.index.where import where
from ..ops.pointwise.logaddexp import logaddexp as whole_logaddexp

__all__ = [
    "amax", "amin", "argmax", "argmin", "cumprod", "cumsum", "log_softmax", "logaddexp", "logsumexp", "mean", "median", "norm",
    "normalize", "prod", "softmax", "softmin", "std", "sum", "var",
]  # fmt: skip


# --- what the mask hides -------------------------------------------------------------------------------------------------


def filled(x, mask, value):
    """x with `value` where the mask is False; the mask broadcasts to the shape of x."""
    return x if mask is None else where(mask.expand(x.shape).to(dtypes.bool), x, full_like(x, value))


def least(x, name):
    """The number that is under all others, in the dtype of x."""
    if x.dtype is dtypes.bool:
        raise NotImplementedError(f"identity of {name} on {x.dtype} input")
    return -math.inf if x.is_floating_point() else dtypes.iinfo(x.dtype).min


def most(x, name):
    """The number that is over all others."""
    return math.inf if x.is_floating_point() else -least(x, name) - 1


def dims_of(x, dim):
    """All dimensions where none is named."""
    return tuple(range(x.dim())) if dim is None else dim


def counted(x, dtype):
    """x in the dtype of its sum: integers and bools are counted in int64."""
    small = not (x.is_floating_point() or x.is_complex())
    return x.to(dtype or (dtypes.int64 if small else x.dtype))


def fractions(x, dtype, name):
    """x in the dtype of its mean. Errors: ValueError for integers without a dtype."""
    kind = dtype or x.dtype
    if not (kind.is_floating_point or kind.is_complex):
        raise ValueError(
            f"{name}(): Could not infer output dtype. Input dtype must be either a floating point or complex dtype. "
            f"Got: {kind}"
        )
    return x.to(kind)


def of_masked(function):
    """A decorator: a MaskedTensor is its data with its own mask."""

    @functools.wraps(function)
    def given(input, *args, **kwargs):
        if hasattr(input, "_masked_mask"):
            specified = load("minitorch.masked.maskedtensor.operators").Specified
            kwargs = kwargs | {"mask": input.get_mask()}
            input = specified.apply(input)
        return function(input, *args, **kwargs)

    return given


def _input_mask(input, *args, **kwargs):
    """The mask that a function takes, in the shape and layout of its input, of bools.

    Errors: ValueError for none, IndexError for one with more dimensions.
    """
    mask = kwargs.get("mask")
    if mask is None:
        raise ValueError("_input_mask requires explicit mask")
    if mask.dim() > input.dim():
        raise IndexError("_input_mask expected broadcastable mask (got mask dimensionality higher than of the input)")
    mask = mask.to_dense() if mask.is_sparse else mask
    mask = mask.expand(input.shape).to(dtypes.bool)
    return mask.to_sparse().coalesce() if input.is_sparse else mask


REDUCTIONS = frozenset("sum prod amax amin argmax argmin mean median norm var std logsumexp".split())
KEEPING = frozenset("softmax log_softmax softmin normalize cumsum cumprod".split())


def _output_mask(op, input, *args, **kwargs):
    """Which elements of the result of a masked function are specified: those that come from any that is.

    Errors: ValueError for other functions.
    """
    name = getattr(op, "__name__", None)
    if name is None:
        raise ValueError(f"_output_mask expected masked operation (got {type(op).__name__} object)")
    if name in KEEPING:
        return _input_mask(input, *args, **kwargs)
    if name not in REDUCTIONS:
        raise ValueError(f"_output_mask expected masked operation (got callable {op.__module__}.{name})")
    args = args[1:] if name == "norm" else args
    dim = args[0] if args else kwargs.get("dim")
    return _input_mask(input, **kwargs).any(dims_of(input, dim), bool(kwargs.get("keepdim", False)))


# --- reductions ----------------------------------------------------------------------------------------------------------


@of_masked
def sum(input, dim=None, *, keepdim=False, dtype=None, mask=None):
    """The sum of what the mask lets through: 0 where it lets nothing through.

    >>> import minitorch as mt
    >>> mt.masked.sum(mt.tensor([[1.0, 2.0], [3.0, 4.0]]), 1, mask=mt.tensor([[True, False], [True, True]]))
    tensor([1., 7.])

    Source: PyTorch, torch.masked.sum.
    """
    return counted(filled(input, mask, 0), dtype).sum(dims_of(input, dim), keepdim)


@of_masked
def prod(input, dim=None, *, keepdim=False, dtype=None, mask=None):
    """The product of what the mask lets through. Source: PyTorch, torch.masked.prod."""
    found = counted(filled(input, mask, 1), dtype)
    dims = dims_of(input, dim)
    for d in sorted({d % max(input.dim(), 1) for d in (dims if isinstance(dims, tuple) else (dims,))}, reverse=True):
        found = found.prod(d, keepdim)
    return found


@of_masked
def amax(input, dim=None, *, keepdim=False, dtype=None, mask=None):
    """The largest of what the mask lets through. Source: PyTorch, torch.masked.amax."""
    return filled(input, mask, least(input, "amax")).amax(dims_of(input, dim), keepdim).to(dtype or input.dtype)


@of_masked
def amin(input, dim=None, *, keepdim=False, dtype=None, mask=None):
    """The smallest of what the mask lets through. Source: PyTorch, torch.masked.amin."""
    return filled(input, mask, most(input, "amin")).amin(dims_of(input, dim), keepdim).to(dtype or input.dtype)


@of_masked
def argmax(input, dim=None, *, keepdim=False, dtype=None, mask=None):
    """Where the largest is, as a number of the input's dtype. Source: PyTorch, torch.masked.argmax."""
    no_bools(input, "argmax")
    return filled(input, mask, least(input, "argmax")).argmax(dim, keepdim).to(dtype or input.dtype)


@of_masked
def argmin(input, dim=None, *, keepdim=False, dtype=None, mask=None):
    """Where the smallest is, as a number of the input's dtype. Source: PyTorch, torch.masked.argmin."""
    no_bools(input, "argmin")
    return filled(input, mask, most(input, "argmin")).argmin(dim, keepdim).to(dtype or input.dtype)


def no_bools(x, name):
    """Raise PyTorch's error for bools, which have no order here."""
    if x.dtype is dtypes.bool:
        raise RuntimeError(f"{name}(): does not support bool input")


@of_masked
def mean(input, dim=None, *, keepdim=False, dtype=None, mask=None):
    """The mean of what the mask lets through: nan where that is nothing. Source: PyTorch, torch.masked.mean."""
    x, dims = fractions(input, dtype, "mean"), dims_of(input, dim)
    if mask is None:
        return x.mean(dims, keepdim)
    return sum(x, dims, keepdim=keepdim, mask=mask) / sum(full_like(x, 1), dims, keepdim=keepdim, mask=mask)


@of_masked
def median(input, dim=-1, *, keepdim=False, dtype=None, mask=None):
    """The lower median of what the mask lets through. Source: PyTorch, torch.masked.median."""
    x = input if input.is_floating_point() else input.to(dtypes.float32)
    found = filled(x, mask, math.nan).nanmedian(dim, keepdim).values
    if not input.is_floating_point() and found.isnan().any():
        raise ValueError("masked median expects no fully masked out rows if dtype is not floating point")
    return found.to(dtype or input.dtype)


@of_masked
def logsumexp(input, dim=None, *, keepdim=False, dtype=None, mask=None):
    """log(sum(exp(x))) of what the mask lets through. Source: PyTorch, torch.masked.logsumexp."""
    x = input.to(dtype or input.dtype)
    return filled(x, mask, least(x, "logsumexp")).logsumexp(dims_of(x, dim), keepdim)


@of_masked
def norm(input, ord=2.0, dim=None, *, keepdim=False, dtype=None, mask=None):
    """The vector norm of what the mask lets through. Source: PyTorch, torch.masked.norm."""
    x = filled(input, mask, math.inf if ord == -math.inf else 0)
    return vector_norm(x, ord, dims_of(x, dim), keepdim, dtype=dtype)


@of_masked
def var(input, dim=None, unbiased=None, *, correction=None, keepdim=False, dtype=None, mask=None):
    """The variance of what the mask lets through. Source: PyTorch, torch.masked.var."""
    return spread("var", input, dim, unbiased, correction, keepdim, dtype, mask)


@of_masked
def std(input, dim=None, unbiased=None, *, correction=None, keepdim=False, dtype=None, mask=None):
    """The standard deviation of what the mask lets through. Source: PyTorch, torch.masked.std."""
    return spread("std", input, dim, unbiased, correction, keepdim, dtype, mask).sqrt()


def spread(name, input, dim, unbiased, correction, keepdim, dtype, mask):
    """The variance, for var and std."""
    if unbiased is not None and correction is not None:
        raise RuntimeError("Only one of unbiased and correction may be given")
    less = correction if correction is not None else 0 if unbiased is False else 1
    whole = not (input.is_floating_point() or input.is_complex())
    x, dims = fractions(input, dtype or (dtypes.float32 if whole else None), name), dims_of(input, dim)
    if mask is None:
        return x.var(dims, correction=less, keepdim=keepdim)
    count = sum(full_like(x, 1), dims, keepdim=True, mask=mask)
    away = x - sum(x, dims, keepdim=True, mask=mask) / count
    total = sum((away * away.conj()).real if x.is_complex() else away * away, dims, keepdim=keepdim, mask=mask)
    return total / (count.reshape(total.shape) - less).clamp(min=0)


# --- what keeps the shape ------------------------------------------------------------------------------------------------


@of_masked
def cumsum(input, dim, *, dtype=None, mask=None):
    """Running sums of what the mask lets through. Source: PyTorch, torch.masked.cumsum."""
    return counted(filled(input, mask, 0), dtype).cumsum(dim)


@of_masked
def cumprod(input, dim, *, dtype=None, mask=None):
    """Running products of what the mask lets through. Source: PyTorch, torch.masked.cumprod."""
    return counted(filled(input, mask, 1), dtype).cumprod(dim)


@of_masked
def softmax(input, dim, *, dtype=None, mask=None):
    """exp(x) / sum(exp(x)) of what the mask lets through, 0 elsewhere.

    >>> import minitorch as mt
    >>> mt.masked.softmax(mt.tensor([1.0, 5.0, 1.0]), 0, mask=mt.tensor([True, False, True]))
    tensor([0.5000, 0.0000, 0.5000])

    Source: PyTorch, torch.masked.softmax.
    """
    x = input.to(dtype or input.dtype)
    return filled(x, mask, least(x, "softmax")).softmax(dim)


@of_masked
def log_softmax(input, dim, *, dtype=None, mask=None):
    """The logarithm of softmax. Source: PyTorch, torch.masked.log_softmax."""
    x = input.to(dtype or input.dtype)
    return filled(x, mask, least(x, "log_softmax")).log_softmax(dim)


@of_masked
def softmin(input, dim, *, dtype=None, mask=None):
    """softmax of -x. Source: PyTorch, torch.masked.softmin."""
    x = input.to(dtype or input.dtype)
    return whole_softmin(filled(x, mask, most(x, "softmin")), dim)


@of_masked
def normalize(input, ord, dim, *, eps=1e-12, dtype=None, mask=None):
    """x / norm(x) of what the mask lets through, 0 elsewhere. Source: PyTorch, torch.masked.normalize."""
    x = input.to(dtype or input.dtype)
    return filled(x, mask, 0) / norm(x, ord, dim, keepdim=True, mask=mask).clamp(min=eps)


def logaddexp(input, other, *, dtype=None, input_mask=None, other_mask=None):
    """log(exp(x) + exp(y)), each without what its mask hides. Source: PyTorch, torch.masked.logaddexp."""
    x, y = [one.to(dtype or input.dtype) for one in (input, other)]
    return whole_logaddexp(filled(x, input_mask, least(x, "logaddexp")), filled(y, other_mask, least(y, "logaddexp")))
