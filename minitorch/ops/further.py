"""further: rarer operations, a few lines each of what is there: sinc, quantile, rot90, searchsorted, var_mean (shelf)."""

import math

import numpy as np

from .. import return_types
from .._tensor import Tensor, check_dim, method, wrap
from ..backend import array_module, same_device
from ..creation.linspace import linspace
from ..creation.tensor import makes
from ..creation.zeros import ones
from ..dtypes import COMPLEX, complex128, float64, get_default_dtype, int64
from .index.index_select import check_slices
from .index.masked import _masked_scatter, spread
from .index.where import where
from .inplace.in_place import in_place_forms
from .join.cat import cat
from .join.split import split
from .one_step import one_step
from .op import cast, common
from .out import takes_out
from .pointwise.pow import pow
from .reduction.sum import numpy_names
from .sort.sort import sort
from .sort.unique import answers
from .view.expand import broadcast_shapes
from .view.reshape import star


def composed(function):
    """Make a function of tensors a method too, give it `out`, and NumPy's names for its arguments."""
    return method(takes_out(numpy_names(function)))


def one_line(name, doc, function):
    """The same for a function of one line, under its name."""
    function.__name__ = function.__qualname__ = name
    function.__doc__ = f"{doc} Source: PyTorch, torch.{name}."
    return composed(function)


# --- numbers ----------------------------------------------------------------------------------------------------------


@composed
def sinc(input):
    """sin(pi input) / (pi input), and 1 at 0. Source: PyTorch, torch.sinc."""
    angle = where(input == 0, 1.0, input * math.pi)
    return where(input == 0, 1.0, angle.sin() / angle)


@composed
def float_power(input, exponent):
    """pow in double precision, whatever the dtypes. Source: PyTorch, torch.float_power."""
    kind = complex128 if common((input, exponent)).category == COMPLEX else float64
    input, exponent = [x.to(kind) if isinstance(x, Tensor) else x for x in (input, exponent)]
    return pow(input, exponent)


def rsub(input, other, *, alpha=1):
    """other - alpha * input. Source: PyTorch, torch.rsub."""
    if not isinstance(input, Tensor):
        raise TypeError(f"rsub() takes a tensor as input, not {type(input).__name__}")
    return other - input * alpha


# --- reductions -------------------------------------------------------------------------------------------------------


@composed
def nansum(input, dim=None, keepdim=False, *, dtype=None):
    """The sum of what is not nan. Source: PyTorch, torch.nansum."""
    numbers = where(input.isnan(), 0.0, input) if input.is_floating_point() else input
    return numbers.sum(dim, keepdim, dtype=dtype)


@composed
def nanmean(input, dim=None, keepdim=False, *, dtype=None):
    """The mean of what is not nan. Source: PyTorch, torch.nanmean."""
    return nansum(input, dim, keepdim, dtype=dtype) / (~input.isnan()).sum(dim, keepdim)


@numpy_names
def var_mean(input, dim=None, unbiased=None, keepdim=False, *, correction=None):
    """(var, mean). Source: PyTorch, torch.var_mean."""
    over = None if isinstance(dim, bool) else dim
    return input.var(dim, unbiased, keepdim, correction=correction), input.mean(over, keepdim)


@numpy_names
def std_mean(input, dim=None, unbiased=None, keepdim=False, *, correction=None):
    """(std, mean). Source: PyTorch, torch.std_mean."""
    variance, mean = var_mean(input, dim, unbiased, keepdim, correction=correction)
    return variance.sqrt(), mean


is_nonzero = one_line("is_nonzero", "Whether the one element of a tensor is other than 0.", lambda input: bool(input))

# --- shapes -----------------------------------------------------------------------------------------------------------


@composed
def split_with_sizes(input, split_sizes, dim=0):
    """Views of consecutive parts of the sizes listed. Source: PyTorch, torch.Tensor.split."""
    return split(input, tuple(split_sizes), dim)


@composed
def tensor_split(input, indices_or_sections, dim=0):
    """Views of consecutive parts: so many, or cut before the indices listed. Source: PyTorch, torch.tensor_split."""
    cuts = indices_or_sections.tolist() if isinstance(indices_or_sections, Tensor) else indices_or_sections
    if not input.ndim or (isinstance(cuts, int) and cuts <= 0):
        raise RuntimeError("tensor_split expects a tensor with dimensions, and sections larger than 0")
    dim = check_dim(dim, input.ndim)
    if isinstance(cuts, int):
        small, larger = divmod(input.shape[dim], cuts)
        cuts = [i * small + min(i, larger) for i in range(1, cuts)]
    ends = zip((None, *cuts), (*cuts, None), strict=True)
    return tuple([input[(slice(None),) * dim + (slice(*pair),)] for pair in ends])


def with_dims(tensors, *shapes):
    """Each tensor of 0, 1 ... dimensions in the shape that shapes[0](x), shapes[1](x) ... says; a tuple of several."""
    made = [x.reshape(shapes[x.ndim](x)) if x.ndim < len(shapes) else x for x in star(tensors)]
    return made[0] if len(tensors) == 1 and isinstance(tensors[0], Tensor) else tuple(made)


def atleast_1d(*tensors):
    """Tensors with at least one dimension; of several a tuple. Source: PyTorch, torch.atleast_1d."""
    return with_dims(tensors, lambda x: (1,))


def atleast_2d(*tensors):
    """Tensors with at least two dimensions, new ones in front. Source: PyTorch, torch.atleast_2d."""
    return with_dims(tensors, lambda x: (1, 1), lambda x: (1, len(x)))


def atleast_3d(*tensors):
    """Tensors with at least three dimensions; a matrix gets its new one behind. Source: PyTorch, torch.atleast_3d."""
    return with_dims(tensors, lambda x: (1, 1, 1), lambda x: (1, len(x), 1), lambda x: (*x.shape, 1))


def mirrored(name, dim, doc):
    """fliplr and flipud, which turn one dimension round."""

    def function(input):
        if input.ndim <= dim:
            raise RuntimeError(f"Input must be >= {dim + 1}-d.")
        return input.flip(dim)

    return one_line(name, doc, function)


fliplr, flipud = mirrored("fliplr", 1, "Columns in reverse order."), mirrored("flipud", 0, "Rows in reverse order.")


@composed
def rot90(input, k=1, dims=(0, 1)):
    """Turned by 90 degrees k times, from the first of `dims` towards the second. Source: PyTorch, torch.rot90."""
    if len(dims) != 2 or input.ndim < 2 or (dims[0] - dims[1]) % input.ndim == 0:
        raise RuntimeError(f"rot90 expects two different dims of two or more, but got dims={dims} of {input.ndim}")
    turned = input.transpose(*dims)
    return (input.clone(), turned.flip(dims[0]), input.flip(dims), turned.flip(dims[1]))[k % 4]


def tril_indices(row, col, offset=0, *, dtype=int64, device=None):
    """The rows and columns of the lower triangle of a matrix, row by row: [2, n]. Source: PyTorch, torch.tril_indices."""
    return ones(row, col, device=device).tril(offset).nonzero().T.contiguous().to(dtype)


def triu_indices(row, col, offset=0, *, dtype=int64, device=None):
    """The rows and columns of the upper triangle. Source: PyTorch, torch.triu_indices."""
    return ones(row, col, device=device).triu(offset).nonzero().T.contiguous().to(dtype)


@makes
def logspace(start, end, steps, base=10.0, *, dtype=None, device=None, requires_grad=False):
    """base ** x for `steps` numbers x evenly spaced from `start` to `end`. Source: PyTorch, torch.logspace."""
    if dtype is not None and not (dtype.is_floating_point or dtype.is_complex):
        start, end = int(start), int(end)
    powers = base ** linspace(start, end, steps, dtype=float64, device=device)
    return powers.to(dtype or get_default_dtype()).requires_grad_(requires_grad)


# --- picked and placed ------------------------------------------------------------------------------------------------


@composed
def take_along_dim(input, indices, dim=None):
    """gather, where sizes broadcast; without dim, over all elements in order. Source: PyTorch, torch.take_along_dim."""
    if dim is None:
        return input.reshape(-1).gather(0, indices.reshape(-1))
    if input.ndim != indices.ndim or indices.dtype.name != "int64":
        words = f"{input.ndim} dimensions, not {indices.dtype.name} with {indices.ndim}"
        raise RuntimeError(f"take_along_dim(): indices must be int64 with {words}")
    dim = check_dim(dim, input.ndim)
    others = broadcast_shapes(*[[1 if d == dim else n for d, n in enumerate(x.shape)] for x in (input, indices)])
    input, indices = [x.expand([*others[:dim], x.shape[dim], *others[dim + 1 :]]) for x in (input, indices)]
    return input.gather(dim, where(indices < 0, indices + input.shape[dim], indices))


@composed
def index_fill(input, dim, index, value):
    """input with one number in the slices at `index` along `dim`. Source: PyTorch, torch.Tensor.index_fill."""
    dim = check_dim(dim, input.ndim)
    if index.ndim > 1 or index._array.dtype.kind not in "iu":
        raise RuntimeError("index_fill takes the places to put a number in a vector of integers")
    mask = index.new_zeros(input.shape[dim] if input.ndim else 1, dtype=bool)
    mask[index] = True
    return input.masked_fill(mask.reshape([-1] + [1] * (input.ndim - 1 - dim) if input.ndim else []), value)


@composed
def index_copy(input, dim, index, source):
    """input with the slices of `source` at `index` along `dim`. Source: PyTorch, torch.Tensor.index_copy."""
    dim = check_slices("index_copy_", input._array, dim, index._array, source._array)
    made = input.clone()
    (made if made.ndim else made.view(1))[(slice(None),) * dim + (index.reshape(-1),)] = source
    return made


@composed
def masked_scatter(input, mask, source):
    """input with the elements of `source`, in order, where the mask is True. Source: PyTorch, torch.Tensor.masked_scatter."""
    input, mask = spread(input, mask)
    if input.dtype is not source.dtype or source.numel() < int(mask._array.sum()):
        raise RuntimeError("masked_scatter takes a source of the same dtype with an element for each place of the mask")
    return _masked_scatter(input, mask, source)


@composed
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


argwhere = one_line("argwhere", "The indices of what is not zero, a row each.", lambda input: input.nonzero())


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


@composed
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


def quantiles(name, doc, ignore_nan):
    """quantile and nanquantile, which differ in what a nan does."""

    def function(input, q, dim=None, keepdim=False, *, interpolation="linear"):
        q = q if isinstance(q, Tensor) else input.new_tensor(q)
        if (
            input.dtype.name not in ("float32", "float64")
            or q.dtype is not input.dtype
            or not input.numel()
            or q.ndim > 1
        ):
            raise RuntimeError(f"quantile() takes float or double, and q of the same, not {input.dtype}, {q.dtype}")
        if interpolation not in WEIGHTS or not ((q._array >= 0) & (q._array <= 1)).all():
            raise RuntimeError(f"quantile() takes q from 0 to 1, {list(WEIGHTS)}, not {q.tolist()}, {interpolation!r}")
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

    return one_line(name, doc, function)


quantile = quantiles("quantile", "The number below which the share q of the elements lies; nan if one is nan.", False)
nanquantile = quantiles("nanquantile", "The quantile of what is not nan.", True)


@composed
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


@method
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


in_place_forms("sinc", "float_power", "index_fill", "index_copy", "masked_scatter")
