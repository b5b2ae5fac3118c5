"""further: take_along_dim, index_fill, searchsorted, quantile and more that picks, places, sorts and counts elements (shelf)."""

import numpy as np

from ... import return_types
from ..._tensor import Tensor, check_dim, method, wrap
from ...backend import array_module, same_device
from ..inplace.in_place import in_place_forms
from ..join.cat import cat
from ..one_step import one_step
from ..out import takes_out
from ..promotion import cast, common
from ..reduction.sum import numpy_names
from ..sort.sort import sort
from ..sort.unique import answers
from ..view.expand import broadcast_shapes
from .index_select import check_slices
from .masked import _masked_scatter, spread
from .where import where

# --- picked and placed ------------------------------------------------------------------------------------------------


@takes_out
@numpy_names
def take_along_dim(input, indices, dim=None):
    """gather, where sizes broadcast; without dim, over all elements in order. Source: PyTorch, torch.take_along_dim."""
    if dim is None:
        return input.reshape(-1).gather(0, indices.reshape(-1))
    if input.ndim != indices.ndim:
        raise RuntimeError(f"take_along_dim(): the numbers of dimensions differ: {input.ndim} and {indices.ndim}")
    dim = check_dim(dim, input.ndim)
    others = broadcast_shapes(*[[1 if d == dim else n for d, n in enumerate(x.shape)] for x in (input, indices)])
    input, indices = [x.expand([*others[:dim], x.shape[dim], *others[dim + 1 :]]) for x in (input, indices)]
    return input.gather(dim, where(indices < 0, indices + input.shape[dim], indices))


@numpy_names
def index_fill(input, dim, index, value):
    """input with one number in the slices at `index` along `dim`. Source: PyTorch, torch.Tensor.index_fill."""
    dim = check_dim(dim, input.ndim)
    if index.ndim > 1 or index._array.dtype.kind not in "iu":
        raise RuntimeError("index_fill takes the places to put a number in a vector of integers")
    mask = index.new_zeros(input.shape[dim] if input.ndim else 1, dtype=bool)
    mask[index] = True
    return input.masked_fill(mask.reshape([-1] + [1] * (input.ndim - 1 - dim) if input.ndim else []), value)


def index_copy(input, dim, index, source):
    """input with the slices of `source` at `index` along `dim`. Source: PyTorch, torch.Tensor.index_copy."""
    dim = check_slices("index_copy_", input._array, dim, index._array, source._array)
    made = input.clone()
    (made if made.ndim else made.view(1))[(slice(None),) * dim + (index.reshape(-1),)] = source
    return made


def masked_scatter(input, mask, source):
    """input with the elements of `source`, in order, where the mask is True. Source: PyTorch, torch.Tensor.masked_scatter."""
    input, mask = spread(input, mask)
    if input.dtype is not source.dtype or source.numel() < int(mask._array.sum()):
        raise RuntimeError("masked_scatter takes a source of the same dtype with an element for each place of the mask")
    return _masked_scatter(input, mask, source)


@takes_out
@numpy_names
def diff(input, n=1, dim=-1, prepend=None, append=None):
    """Each element along `dim` minus the one before it; that n times over. Source: PyTorch, torch.diff."""
    if not input.ndim or n < 0:
        raise RuntimeError(f"diff takes a tensor with dimensions and n >= 0, not {input.ndim} dimensions and n={n}")
    parts = [part for part in (prepend, input, append) if part is not None]
    x = (cat(parts, dim) if n else input).clone()
    for _ in range(min(n, x.shape[dim])):
        after, before = x.narrow(dim, 1, x.shape[dim] - 1), x.narrow(dim, 0, x.shape[dim] - 1)
        x = after ^ before if x._array.dtype.kind == "b" else after - before
    return x


# --- found, sorted, counted -------------------------------------------------------------------------------------------


def argwhere(input):
    """The indices of the elements that are not zero, a row each. Source: PyTorch, torch.argwhere."""
    return input.nonzero()


@one_step
@takes_out
def isin(elements, test_elements, *, assume_unique=False, invert=False):
    """Whether each of `elements` is one of `test_elements`; with invert, whether not. Source: PyTorch, torch.isin."""
    both, kind = (elements, test_elements), common((elements, test_elements))
    tensors = [x._array for x in both if isinstance(x, Tensor)]
    same_device(tensors)
    xp = array_module(tensors[0])
    return wrap(xp.asarray(xp.isin(*[xp.asarray(cast(x, kind)) for x in both], invert=invert)))


@one_step
@takes_out
def searchsorted(sorted_sequence, input, *, out_int32=False, right=False, side=None, sorter=None):
    """Where the elements would stand in a sorted sequence: before equal ones, or behind. Source: PyTorch, torch.searchsorted."""
    if side not in (None, "left", "right") or (side == "left" and right):
        raise RuntimeError(f"searchsorted(): side={side} must be 'left' or 'right' and agree with right={right}")
    sequence, side = sorted_sequence._array, "right" if right else side or "left"
    xp = array_module(sequence)
    values = input._array if isinstance(input, Tensor) else xp.asarray(input)
    same_device((sequence, values))
    sequence = sequence if sorter is None else xp.take_along_axis(sequence, sorter._array, -1)
    if sequence.ndim > 1 and (values.ndim != sequence.ndim or values.shape[:-1] != sequence.shape[:-1]):
        raise RuntimeError(f"searchsorted(): rows must match, but got {list(sequence.shape)} and {list(values.shape)}")
    found = xp.zeros(values.shape, np.int32 if out_int32 else np.int64)
    for row in np.ndindex(sequence.shape[:-1]):
        found[row] = xp.searchsorted(sequence[row], values[row], side)
    return wrap(found)


def bucketize(input, boundaries, *, out_int32=False, right=False, out=None):
    """The number of the interval, between sorted boundaries, of each element. Source: PyTorch, torch.bucketize."""
    if boundaries.ndim != 1:
        raise RuntimeError(f"bucketize(): boundaries tensor must be 1 dimension, but got dim({boundaries.ndim})")
    return searchsorted(boundaries, input, out_int32=out_int32, right=right, out=out)


@takes_out
@numpy_names
def kthvalue(input, k, dim=-1, keepdim=False):
    """(values, indices) of the k-th smallest element along `dim`. Source: PyTorch, torch.kthvalue."""
    length = input.shape[dim] if input.ndim else 1
    if input.ndim and not length:
        raise IndexError(f"kthvalue(): Expected reduction dim {dim} to have non-zero size.")
    if not 1 <= k <= length:
        raise RuntimeError(f"kthvalue(): selected number k out of range for dimension {dim}: k is {k} of {length}")
    found = [x.narrow(dim, k - 1, 1) if x.ndim else x for x in sort(input, dim)]
    return return_types.kthvalue([x if keepdim or not x.ndim else x.squeeze(dim) for x in found])


WEIGHTS = {
    "linear": lambda rank: rank, "midpoint": lambda rank: rank.floor() + 0.5, "lower": lambda rank: rank.floor(),
    "higher": lambda rank: rank.ceil(), "nearest": lambda rank: rank.round(),
}  # fmt: skip


def quantile_of(input, q, dim, keepdim, interpolation, ignore_nan):
    """quantile and nanquantile, which differ in what a nan does."""
    q = q if isinstance(q, Tensor) else input.new_tensor(q)
    if input.dtype.name not in ("float32", "float64") or q.dtype is not input.dtype or not input.numel() or q.ndim > 1:
        raise RuntimeError(f"quantile() takes float or double, and numbers q of the same, not {input.dtype}, {q.dtype}")
    if not ((q._array >= 0) & (q._array <= 1)).all():
        raise RuntimeError(f"quantile() takes q from 0 to 1, not {q.tolist()}")
    whole = dim is None or not input.ndim
    x = sort(input.reshape(-1) if whole else input.movedim(dim, -1), -1)[0]  # nan comes last
    count, last = (x == x).sum(-1, keepdim=True), x.shape[-1] - 1
    share = q.reshape(-1) * (count - 1).clamp(min=0)  # [..., q]
    rank = share if ignore_nan else where(count > last, share, float(last))
    between = WEIGHTS[interpolation](rank) - rank.floor()
    values = x.gather(-1, rank.long()).lerp(x.gather(-1, rank.ceil().long()), between).movedim(-1, 0)
    if keepdim:
        values = values.reshape([-1] + [1] * input.ndim) if whole else values.unsqueeze(dim % input.ndim + 1)
    return values if q.ndim else values[0]


@one_step
@takes_out
@numpy_names
def quantile(input, q, dim=None, keepdim=False, *, interpolation="linear"):
    """The number below which the share q of the elements lies; nan if one is nan. Source: PyTorch, torch.quantile."""
    return quantile_of(input, q, dim, keepdim, interpolation, False)


@one_step
@takes_out
@numpy_names
def nanquantile(input, q, dim=None, keepdim=False, *, interpolation="linear"):
    """The quantile of what is not nan. Source: PyTorch, torch.nanquantile."""
    return quantile_of(input, q, dim, keepdim, interpolation, True)


@takes_out
def histc(input, bins=100, min=0, max=0):
    """How many elements fall into each of `bins` equal parts of the way from min to max. Source: PyTorch, torch.histc."""
    x = input.detach().reshape(-1)
    if not input.is_floating_point():
        raise NotImplementedError(f"histc takes fractions, not {input.dtype}: convert it first")
    low, high = (x.min().item(), x.max().item()) if min == max and x.numel() else (float(min), float(max))
    low, high = (low - 1, high + 1) if low == high else (low, high)
    if bins <= 0 or not -np.inf < low < high < np.inf:
        raise RuntimeError(f"torch.histc: bins must be > 0, min and max finite and in order, not {bins}, {low}, {high}")
    x = x[(x >= low) & (x <= high)]
    place = ((x - low) * bins / (high - low)).long().clamp(max=bins - 1)
    return place.bincount(minlength=bins).to(input.dtype)


@one_step
def unique_consecutive(input, return_inverse=False, return_counts=False, dim=None):
    """Without elements, or with `dim` rows, that equal the one before. Source: PyTorch, torch.unique_consecutive."""
    xp = array_module(input._array)
    array = input._array.reshape(-1) if dim is None else xp.moveaxis(input._array, dim, 0)
    rows = array.reshape(len(array), array.size // (len(array) or 1))
    first = xp.ones(len(array), bool)
    first[1:] = (rows[1:] != rows[:-1]).any(1)
    inverse, counts = xp.cumsum(first) - 1, xp.diff(xp.append(first.nonzero()[0], len(array)))
    values = array[first] if dim is None else xp.moveaxis(array[first], 0, dim)
    inverse = inverse.reshape(input._array.shape) if dim is None else inverse
    return answers(values, inverse, counts, return_inverse, return_counts)


for _function in (
    take_along_dim,
    index_fill,
    index_copy,
    masked_scatter,
    diff,
    argwhere,
    kthvalue,
    quantile,
    nanquantile,
):
    method(_function)
for _function in (histc, unique_consecutive):
    method(_function)
in_place_forms("index_fill", "index_copy", "masked_scatter")
