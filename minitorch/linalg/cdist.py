"""cdist: distances between the rows of two matrices (shelf)."""

from .._tensor import Tensor
from ..dtypes import FLOATING
from ..ops.reduction.norm import norm as vector_norm_of
from ..ops.reduction.sum import sum
from ..ops.step_names import step_of
from ..ops.view.squeeze import unsqueeze

__all__ = ["cdist"]

MODES = tuple(
    [f"{when}use_mm_for_euclid_dist{rest}" for when, rest in (("", ""), ("", "_if_necessary"), ("donot_", ""))]
)


def cdist(x1, x2, p=2.0, compute_mode="use_mm_for_euclid_dist_if_necessary"):
    """The distance of every row of x1 from every row of x2: [..., n, d], [..., m, d] -> [..., n, m].

    compute_mode  when PyTorch computes a Euclidean distance as a matrix product; here it always takes the differences

    >>> import minitorch as mt
    >>> mt.cdist(mt.tensor([[0.0, 0.0]]), mt.tensor([[3.0, 4.0], [0.0, 1.0]]))
    tensor([[5., 1.]])

    Source: PyTorch, torch.cdist.
    """
    for place, x in ((1, x1), (2, x2)):
        if not isinstance(x, Tensor):
            raise TypeError(f"cdist(): argument 'x{place}' (position {place}) must be Tensor, not {type(x).__name__}")
        if x.dtype.category != FLOATING:
            raise RuntimeError(f"cdist only supports floating-point dtypes, X{place} got: {x.dtype.title}")
        if x.ndim < 2:
            raise RuntimeError(f"cdist only supports at least 2D tensors, X{place} got: {x.ndim}D")
    if x1.shape[-1] != x2.shape[-1]:
        raise RuntimeError(f"X1 and X2 must have the same number of columns. X1: {x1.shape[-1]} X2: {x2.shape[-1]}")
    if x1.dtype is not x2.dtype:
        raise RuntimeError(f"expected scalar type {x1.dtype.title} but found {x2.dtype.title}")
    if compute_mode not in MODES:
        raise ValueError(f"{compute_mode} is not a valid value for compute_mode")
    if p < 0:
        raise RuntimeError("cdist only supports non-negative p values")
    apart = unsqueeze(x1, -2) - unsqueeze(x2, -3)
    found = vector_norm_of(apart, p, -1) if apart.shape[-1] else sum(apart, -1)
    large = compute_mode == MODES[0] or (compute_mode == MODES[1] and max(x1.shape[-2], x2.shape[-2]) > 25)
    return step_of(found, "EuclideanDistBackward0" if p == 2 and large else "CdistBackward0", x1, x2)
