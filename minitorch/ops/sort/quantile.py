"""quantile (shelf).

All of it is read off the sorted numbers: the quantile for q stands at the place q * (n - 1), and between two places the
numbers on both sides are mixed.
"""

from ..._tensor import Tensor, check_dim, method, wrap
from ...backend import array_module, same_device
from ..casting import autocasts
from ..index.scatter import gather
from ..index.where import where
from ..one_step import one_step
from ..op import fill_out
from ..pointwise.addcmul import lerp
from ..pointwise.arithmetic import zeros_of
from ..pointwise.round import ceil, floor, round
from ..reduction.sum import _sum, numpy_names
from ..view.further import ravel
from ..view.reshape import reshape
from ..view.squeeze import unsqueeze
from ..view.transpose import transpose
from .sort import sort

PLACES = {"linear": None, "midpoint": None, "lower": floor, "higher": ceil, "nearest": round}


def check_quantile(input, q, interpolation):
    """q as a tensor, or an error for what is no share, and for other dtypes."""
    if not isinstance(q, Tensor):
        q = wrap(array_module(input._array).asarray(q, input._array.dtype))
    if input.dtype.name not in ("float32", "float64") or q.dtype is not input.dtype or not input.numel():
        raise RuntimeError(
            f"quantile() takes numbers in float or double and q in the same, not {input.dtype}, {q.dtype}"
        )
    same_device((input._array, q._array))
    if q.ndim > 1 or not ((q._array >= 0) & (q._array <= 1)).all() or interpolation not in PLACES:
        raise RuntimeError(
            f"quantile() takes q from 0 to 1 and one of {list(PLACES)}, not {q.tolist()}, {interpolation}"
        )
    return q


@one_step
@numpy_names
@autocasts("full")
def quantile(input, q, dim=None, keepdim=False, *, interpolation="linear", out=None):
    """The number below which the share q of all elements lies, or of those along `dim`; nan if one of them is nan.

    q              a number from 0 to 1, or a vector of them, which makes a new first dimension
    interpolation  between two elements: "linear", "midpoint", "lower", "higher" or "nearest"

    >>> import minitorch as mt
    >>> mt.quantile(mt.tensor([1.0, 2.0, 3.0, 4.0]), mt.tensor([0.0, 0.5, 0.9]))
    tensor([1.0000, 2.5000, 3.7000])

    Errors: RuntimeError for other dtypes than float32 and float64. Source: PyTorch, torch.quantile.
    """
    q = check_quantile(input, q, interpolation)
    whole = dim is None or not input.ndim
    dim = 0 if dim is None else check_dim(dim, input.ndim)
    shape = [1] * input.ndim if whole else [n if d != dim else 1 for d, n in enumerate(input.shape)]
    lead = shape if keepdim else [] if whole else shape[:dim] + shape[dim + 1 :]
    x = ravel(input) if whole else input if dim == input.ndim - 1 else transpose(unsqueeze(input, -1), dim, -1)
    x = sort(x, -1)[0]  # nan comes last
    x = reshape(x, (*lead, x.shape[-1]))
    last, numbers = x.shape[-1] - 1, _sum(x == x, -1, True)
    rank = where(numbers <= last, float(last), q * last)  # [..., q]
    rank = PLACES[interpolation](rank) if PLACES[interpolation] else rank
    below = rank.long()
    values = gather(x, -1, below)
    if interpolation in ("linear", "midpoint"):
        weight = rank - below if interpolation == "linear" else zeros_of(rank) + 0.5
        values = lerp(values, gather(x, -1, ceil(rank).long()), weight)
    values = values.unsqueeze_(0).transpose_(0, -1).squeeze_(-1) if q.ndim else values.squeeze_(-1)
    return values if out is None else fill_out(out, values, quantile)


method(quantile)
