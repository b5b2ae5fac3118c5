"""norm: vector norms (core)."""

import math

import numpy as np

from ... import dtypes
from ..._tensor import Tensor, method
from ...backend import array_module
from ...dtypes import FLOATING
from ..index.where import masked
from ..op import op
from ..pointwise.arithmetic import abs, zeros_of
from .sum import _sum, add_up, axes, numpy_names, restore

__all__ = ["norm"]


def share(g, ties, dim):
    """The gradient of an extreme divided evenly among the elements that are it: `ties` is True there."""
    return masked(g / _sum(ties, axes(dim, ties.ndim), True), ties)


@op(derivative="LinalgVectorNormBackward0")
def _norm(input, p, dim, keepdim, dtype):
    xp, dims = array_module(input), axes(dim, input.ndim)
    kind = input.dtype if dtype is None else dtype.numpy
    size = xp.abs(input.astype(np.float32 if kind.itemsize == 2 else kind, copy=False))
    if p == 2:
        found = xp.sqrt(add_up(size * size, dims, keepdim))
    elif p == math.inf:
        found = size.max(axis=dims, keepdims=keepdim)
    elif p == -math.inf:
        found = size.min(axis=dims, keepdims=keepdim)
    elif p == 0:
        found = (size != 0).sum(axis=dims, keepdims=keepdim)
    elif p == 1:
        found = add_up(size, dims, keepdim)
    else:
        found = add_up(size**p, dims, keepdim) ** (1 / p)
    return found.astype(size.dtype if kind.itemsize != 2 else kind)


def norm_slope(g, input, p, dim, keepdim, out):
    """sgn(input) * (|input| / norm)**(p - 1), which is input / norm for p = 2; where input is 0, 0."""
    g, out = restore(g, input.shape, dim, keepdim), restore(out, input.shape, dim, keepdim)
    if p == 0:
        return zeros_of(input)
    if p == 1:
        return g * Tensor.sgn(input)
    if p == 2:
        return g * masked(input / out, out != 0)
    if p in (math.inf, -math.inf):
        return share(g, abs(input) == out, dim) * Tensor.sgn(input)
    return g * Tensor.sgn(input) * masked((abs(input) / out) ** (p - 1), input != 0)


_norm.grad(input=norm_slope)


@numpy_names
def norm(input, p="fro", dim=None, keepdim=False, out=None, dtype=None):
    """(sum |x|**p) ** (1/p), of all elements or along `dim`: the length of a vector for p = 2, which "fro" means too.

    p may be inf (the largest |x|), -inf (the smallest) or 0 (how many are not 0).

    >>> import minitorch as mt
    >>> mt.tensor([3.0, 4.0]).norm()
    tensor(5.)

    Errors: RuntimeError for integers, and where a dimension without elements has no largest.
    Source: PyTorch, torch.norm.
    """
    if p == "nuc":  # the sum of the singular values: a method that comes with linear algebra
        return input._nuclear_norm(dim, keepdim, out=out)
    p = 2 if p in ("fro", None) else p
    dtype = dtypes.named(dtype)
    check_norm(input, p, dtype)
    return _norm(input, p, dim, keepdim, dtype, out=out)


def check_norm(input, p, dtype):
    """Raise for a word that is no order, and for a norm of integers."""
    if isinstance(p, str):
        raise RuntimeError(f"linalg.matrix_norm: Order {p} not supported.")
    if min(input.dtype.category, (dtype or input.dtype).category) < FLOATING:
        raise RuntimeError(f"linalg.vector_norm: Expected a floating point or complex tensor, not {input.dtype.name}")


method(norm)
