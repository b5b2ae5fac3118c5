"""rarer: tensor_split, atleast_2d, rot90, tril_indices, logspace, var_mean, nansum: shapes and sums from what is there (shelf)."""

from ..._tensor import Tensor, check_dim, method
from ...creation.linspace import linspace
from ...creation.zeros import ones
from ...dtypes import float64, get_default_dtype, int64
from ..index.where import where
from ..join.split import split
from ..out import takes_out
from ..reduction.sum import numpy_names
from .reshape import star

# --- shapes -----------------------------------------------------------------------------------------------------------


@numpy_names
def split_with_sizes(input, split_sizes, dim=0):
    """Views of consecutive parts of the sizes listed. Source: PyTorch, torch.Tensor.split."""
    return split(input, tuple(split_sizes), dim)


@numpy_names
def tensor_split(input, indices_or_sections, dim=0):
    """Views of consecutive parts: so many, or cut before the indices listed. Source: PyTorch, torch.tensor_split."""
    cuts = indices_or_sections.tolist() if isinstance(indices_or_sections, Tensor) else indices_or_sections
    if not input.ndim or (isinstance(cuts, int) and cuts <= 0):
        raise RuntimeError(
            "tensor_split expects at least a 1-dimensional tensor, and a number of sections larger than 0"
        )
    before = (slice(None),) * check_dim(dim, input.ndim)
    if isinstance(cuts, int):
        small, larger = divmod(input.shape[dim], cuts)
        cuts = [i * small + min(i, larger) for i in range(1, cuts)]
    return tuple([input[(*before, slice(*ends))] for ends in zip((None, *cuts), (*cuts, None), strict=True)])


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


def fliplr(input):
    """Columns in reverse order. Source: PyTorch, torch.fliplr."""
    if input.ndim < 2:
        raise RuntimeError("Input must be >= 2-d.")
    return input.flip(1)


def flipud(input):
    """Rows in reverse order. Source: PyTorch, torch.flipud."""
    if input.ndim < 1:
        raise RuntimeError("Input must be >= 1-d.")
    return input.flip(0)


def rot90(input, k=1, dims=(0, 1)):
    """Turned by 90 degrees k times, from the first of `dims` towards the second. Source: PyTorch, torch.rot90."""
    if len(dims) != 2 or input.ndim < 2 or (dims[0] - dims[1]) % input.ndim == 0:
        raise RuntimeError(f"rot90 expects two different dims of two or more, but got dims={dims} of {input.ndim}")
    turned = (
        input.clone(),
        input.transpose(*dims).flip(dims[0]),
        input.flip(dims),
        input.transpose(*dims).flip(dims[1]),
    )
    return turned[k % 4]


def tril_indices(row, col, offset=0, *, dtype=int64, device=None):
    """The rows and columns of the lower triangle of a matrix, row by row: [2, n]. Source: PyTorch, torch.tril_indices."""
    return ones(row, col, device=device).tril(offset).nonzero().T.contiguous().to(dtype)


def triu_indices(row, col, offset=0, *, dtype=int64, device=None):
    """The rows and columns of the upper triangle. Source: PyTorch, torch.triu_indices."""
    return ones(row, col, device=device).triu(offset).nonzero().T.contiguous().to(dtype)


def logspace(start, end, steps, base=10.0, *, dtype=None, device=None, requires_grad=False):
    """base ** x for `steps` numbers x evenly spaced from `start` to `end`. Source: PyTorch, torch.logspace."""
    if dtype is not None and not (dtype.is_floating_point or dtype.is_complex):
        start, end = int(start), int(end)
    powers = base ** linspace(start, end, steps, dtype=float64, device=device)
    return powers.to(dtype or get_default_dtype()).requires_grad_(requires_grad)


# --- sums -------------------------------------------------------------------------------------------------------------


@takes_out
@numpy_names
def nansum(input, dim=None, keepdim=False, *, dtype=None):
    """The sum of what is not nan. Source: PyTorch, torch.nansum."""
    numbers = where(input.isnan(), 0.0, input) if input.is_floating_point() else input
    return numbers.sum(dim, keepdim, dtype=dtype)


@takes_out
@numpy_names
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


for _function in (split_with_sizes, tensor_split, fliplr, flipud, rot90, nansum, nanmean):
    method(_function)
