"""cdist: distances between the rows of two matrices (shelf)."""

import numpy as np

from ..backend import array_module
from ..dtypes import FLOATING
from ..ops.index.where import choose
from ..ops.one_step import one_step
from ..ops.op import op
from ..ops.reduction.norm import norm as vector_norm_of
from ..ops.reduction.sum import sum
from ..ops.view.squeeze import unsqueeze

__all__ = ["cdist"]

MODES = ("use_mm_for_euclid_dist", "use_mm_for_euclid_dist_if_necessary")


@one_step
def cdist(x1, x2, p=2.0, compute_mode="use_mm_for_euclid_dist_if_necessary"):
    """The distance of every row of x1 from every row of x2: [..., n, d], [..., m, d] -> [..., n, m].

    compute_mode  when a Euclidean distance is computed as a matrix product, which is quick and rounds more: "_if_necessary"
                  is for more than 25 rows

    >>> import minitorch as mt
    >>> mt.cdist(mt.tensor([[0.0, 0.0]]), mt.tensor([[3.0, 4.0], [0.0, 1.0]]))
    tensor([[5., 1.]])

    Source: PyTorch, torch.cdist.
    """
    for place, x in ((1, x1), (2, x2)):
        if x.dtype.category != FLOATING:
            raise RuntimeError(f"cdist only supports floating-point dtypes, X{place} got: {x.dtype.title}")
        if x.ndim < 2:
            raise RuntimeError(f"cdist only supports at least 2D tensors, X{place} got: {x.ndim}D")
    if x1.shape[-1] != x2.shape[-1]:
        raise RuntimeError(f"X1 and X2 must have the same number of columns. X1: {x1.shape[-1]} X2: {x2.shape[-1]}")
    if x1.dtype is not x2.dtype:
        raise RuntimeError(f"expected scalar type {x1.dtype.title} but found {x2.dtype.title}")
    if p < 0:
        raise RuntimeError("cdist only supports non-negative p values")
    large = compute_mode == MODES[0] or (compute_mode == MODES[1] and max(x1.shape[-2], x2.shape[-2]) > 25)
    if p == 2 and large and x1.shape[-1] and x1.shape[-2] and x2.shape[-2]:
        lead = np.broadcast_shapes(x1.shape[:-2], x2.shape[:-2])
        found = _euclidean_dist(*[x.expand(*lead, *x.shape[-2:]) for x in (x1, x2)])
        return found.view(found.shape)
    apart = unsqueeze(x1, -2) - unsqueeze(x2, -3)
    return vector_norm_of(apart, p, -1) if apart.shape[-1] else sum(apart, -1)


@op(derivative="EuclideanDistBackward0")
def _euclidean_dist(x1, x2):
    """All distances by one matrix product: |a - b|**2 = a.a - 2 a.b + b.b, of which rounding can make less than 0."""
    xp = array_module(x1)
    left, right = ((x * x).sum(-1, keepdims=True) for x in (x1, x2))
    left = xp.concatenate([-2 * x1, left, xp.ones_like(left)], -1)
    right = xp.concatenate([x2, xp.ones_like(right), right], -1)
    return xp.sqrt(xp.maximum(left @ right.mT, 0))


def shares(g, out):
    """What each distance has of the gradient: none where it is 0."""
    return choose(out == 0, 0.0, g / out)


def back(shares, x1, x2):
    """The sum over all b of share * (a - b), for each a."""
    return x1 * shares.sum(-1)[..., None] - shares @ x2


_euclidean_dist.grad(
    x1=lambda g, x1, x2, out: back(shares(g, out), x1, x2),
    x2=lambda g, x1, x2, out: back(shares(g, out).mT, x2, x1),
)
