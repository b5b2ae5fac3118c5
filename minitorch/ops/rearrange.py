"""rearrange: the elements in other places. Flipped, rolled, turned, repeated, cut to a triangle: copies, not views."""

from .._tensor import Tensor, check_dim, method, wrap
from ..backend import array_module
from ..layouts import copied
from .broadcast import broadcast_to, sum
from .op import numpy_names, op
from .shape import reshape, star

__all__ = ["flip", "fliplr", "flipud", "roll", "rot90", "repeat_interleave", "tile", "tril", "triu", "meshgrid"]


@op
def _flip(x, dims):
    return copied(array_module(x).flip(x, dims))  # its strides in their order


_flip.grad(x=lambda g, dims: _flip(g, dims))


def flip(input, *which, dims=None):
    """The order of the elements reversed along `dims`: a copy. Source: PyTorch, torch.flip."""
    dims = star(which, dims)
    ndim = input.ndim
    found = tuple([check_dim(dim, ndim) for dim in dims])
    for dim in found:
        if found.count(dim) > 1:
            raise RuntimeError(f"dim {dim} appears multiple times in the list of dims")
    return _flip(input, found if ndim else ())


Tensor.__reversed__ = lambda x: _flip(x, (0,)) if x.ndim else x


def fliplr(input):
    """Columns in reverse order. Source: PyTorch, torch.fliplr."""
    if input.ndim < 2:
        raise RuntimeError(f"Input must be >= 2-d. It has {input.ndim} dimensions.")
    return _flip(input, (1,))


def flipud(input):
    """Rows in reverse order. Source: PyTorch, torch.flipud."""
    if input.ndim < 1:
        raise RuntimeError("Input must be >= 1-d. It has 0 dimensions.")
    return _flip(input, (0,))


@op
def _roll(x, shifts, dims):
    return array_module(x).roll(x, shifts, dims)


_roll.grad(x=lambda g, shifts, dims: _roll(g, tuple([-n for n in shifts]) if dims else -shifts, dims))


def roll(input, shifts, dims=None):
    """The elements moved on by `shifts` along `dims`; those that fall off come back at the other end.

    >>> import minitorch as mt
    >>> mt.roll(mt.arange(4), 1)
    tensor([3, 0, 1, 2])

    Source: PyTorch, torch.roll.
    """
    shifts = (shifts,) if isinstance(shifts, int) else tuple(shifts)
    dims = () if dims is None else (dims,) if isinstance(dims, int) else tuple(dims)
    if not shifts:
        raise RuntimeError("`shifts` required")
    if not dims and len(shifts) == 1:
        return _roll(input, shifts[0], None)
    if len(shifts) != len(dims):
        raise RuntimeError(f"shifts and dimensions must align. shifts: {len(shifts)}, dims:{len(dims)}")
    if not input.ndim:
        raise IndexError(f"Dimension specified as {dims[0]} but tensor has no dimensions")
    return _roll(input, shifts, tuple([check_dim(dim, input.ndim) for dim in dims]))


@op
def _rot90(x, k, dims):
    return array_module(x).rot90(x, k, dims).copy()


_rot90.grad(x=lambda g, k, dims: _rot90(g, -k, dims))


def rot90(input, k=1, dims=(0, 1)):
    """Turned by 90 degrees k times, from the first of `dims` towards the second. Source: PyTorch, torch.rot90."""
    if len(dims) != 2:
        raise RuntimeError(f"expected total rotation dims == 2, but got dims = {len(dims)}")
    if input.ndim < 2:
        raise RuntimeError(f"expected total dims >= 2, but got total dims = {input.ndim}")
    if dims[0] == dims[1] or abs(dims[0] - dims[1]) == input.ndim:
        raise RuntimeError(f"expected rotation dims to be different, but got dim0 = {dims[0]} and dim1 = {dims[1]}")
    return _rot90(input, k, tuple([check_dim(dim, input.ndim) for dim in dims]))


# --- repeated ------------------------------------------------------------------------------------------------------------


@op
def _repeat(x, sizes):
    return array_module(x).tile(x, sizes)


def unrepeat(g, sizes, shape):
    """The sum of the repetitions: g cut into (times, length) along every dimension, summed over the times."""
    shape = (1,) * (len(sizes) - len(shape)) + shape
    pairs = [n for pair in zip(sizes, shape, strict=True) for n in pair]
    times = tuple(range(0, len(pairs), 2))
    return sum(g.reshape(pairs), times) if times else g


_repeat.grad(x=lambda g, sizes, x_shape: unrepeat(g, sizes, x_shape).reshape(x_shape))


def repeat(input, *times, repeats=None):
    """The tensor laid out `repeats` times along each dimension; new dimensions come in front.

    >>> import minitorch as mt
    >>> mt.tensor([1, 2]).repeat(2, 2)
    tensor([[1, 2, 1, 2],
            [1, 2, 1, 2]])

    Source: PyTorch, torch.Tensor.repeat.
    """
    sizes = star(times, repeats)
    if len(sizes) < input.ndim:
        raise RuntimeError(
            "Number of dimensions of repeat dims can not be smaller than number of dimensions of tensor, but they are "
            f"{len(sizes)} and {input.ndim}"
        )
    if any([n < 0 for n in sizes]):
        shape = (1,) * (len(sizes) - input.ndim) + input._array.shape
        made = [n * m for n, m in zip(sizes, shape, strict=True)]
        raise RuntimeError(f"Trying to create tensor with negative dimension {min(made)}: {made}")
    return _repeat(input, tuple(sizes))


def tile(input, *times, dims=None):
    """repeat, where missing leading numbers count as 1. Source: PyTorch, torch.tile."""
    sizes = star(times, dims)
    return repeat(input, (1,) * (input.ndim - len(sizes)) + tuple(sizes))


method(repeat)


def check_repeats(repeats):
    """The array of a tensor that says how often; or the error."""
    array = repeats._array
    if array.dtype.kind not in "iu" or array.itemsize < 4:
        raise NotImplementedError(f'"repeat_interleave_cpu" not implemented for {repeats.dtype}; use int64 or int32')
    if array.ndim > 1:
        raise RuntimeError(f"repeats must be 0-dim or 1-dim tensor, but got {array.ndim} dimensions")
    if (array < 0).any():
        raise RuntimeError("repeats can not be negative")
    return array


@op
def _repeat_each(x, times, dim):
    return array_module(x).repeat(x, times, dim)


def sum_runs(g, times, dim, shape):
    """The sum over every run of repetitions along dimension `dim`."""
    if isinstance(times, int):
        return sum(g.reshape((*shape[:dim], shape[dim], times, *shape[dim + 1 :])), dim + 1)
    return _sum_runs(g, times, dim)


@op
def _sum_runs(x, times, dim):
    xp = array_module(x)
    runs = xp.zeros((*x.shape[:dim], len(times), *x.shape[dim + 1 :]), x.dtype)
    xp.add.at(runs.swapaxes(0, dim), xp.repeat(xp.arange(len(times)), times), x.swapaxes(0, dim))
    return runs


_repeat_each.grad(x=lambda g, times, dim, x_shape: sum_runs(g, times, dim, x_shape))
_sum_runs.grad(x=lambda g, times, dim: _repeat_each(g, times, dim))


@numpy_names
def repeat_interleave(input, repeats=None, dim=None, *, output_size=None):
    """Every element (or slice along `dim`) repeated in place; `repeats` is one number or one for each.

    Given only a tensor of numbers, it gives index i so often as number i says.

    >>> import minitorch as mt
    >>> mt.tensor([1, 2]).repeat_interleave(2), mt.repeat_interleave(mt.tensor([2, 0, 1]))
    (tensor([1, 1, 2, 2]), tensor([0, 0, 2]))

    Source: PyTorch, torch.repeat_interleave.
    """
    if repeats is None:
        times = check_repeats(input)
        return wrap(array_module(times).repeat(array_module(times).arange(len(times)), times))
    if dim is None:
        input, dim = reshape(input, (-1,)), 0
    dim = check_dim(dim, input.ndim)
    input = reshape(input, (1,)) if not input.ndim else input
    length = input._array.shape[dim]
    if isinstance(repeats, int):
        if repeats < 0:
            raise RuntimeError(f"Repeats must be non-negative, but got {repeats}")
        times, total = repeats, repeats * length
    else:
        times = check_repeats(repeats)
        if times.size != 1 and times.size != length:
            raise RuntimeError(
                f"repeats must have the same size as input along dim, but got repeats.size(0) = {times.size} and "
                f"input.size(0) = {length}"
            )
        times = array_module(times).broadcast_to(times, (length,))
        total = times.sum()
    if output_size is not None and output_size != total:
        raise RuntimeError(f"allocated size does not match required size: they are {output_size} and {total}")
    return _repeat_each(input, times, dim)


# --- triangles -----------------------------------------------------------------------------------------------------------


@op
def tril(x, diagonal=0):
    """The lower triangle of every matrix, zeros above it. Source: PyTorch, torch.tril."""
    if x.ndim < 2:
        raise RuntimeError(f"tril: input tensor must have at least 2 dimensions, but has {x.ndim}")
    return array_module(x).tril(x, diagonal)


@op
def triu(x, diagonal=0):
    """The upper triangle of every matrix, zeros below it. Source: PyTorch, torch.triu."""
    if x.ndim < 2:
        raise RuntimeError(f"triu: input tensor must have at least 2 dimensions, but has {x.ndim}")
    return array_module(x).triu(x, diagonal)


tril.grad(x=lambda g, diagonal: tril(g, diagonal))
triu.grad(x=lambda g, diagonal: triu(g, diagonal))

# --- grids ---------------------------------------------------------------------------------------------------------------


def meshgrid(*tensors, indexing="ij"):
    """The coordinates of a grid: every vector spread over all dimensions, its own values along one.

    >>> import minitorch as mt
    >>> mt.meshgrid(mt.tensor([1, 2]), mt.tensor([3, 4]), indexing="ij")[1]
    tensor([[3, 4],
            [3, 4]])

    Source: PyTorch, torch.meshgrid.
    """
    tensors = star(tensors)
    if not tensors:
        raise RuntimeError("meshgrid expects a non-empty TensorList")
    if indexing not in ("ij", "xy"):
        raise RuntimeError(f'torch.meshgrid: indexing must be one of "xy" or "ij", but received: {indexing}')
    for x in tensors:
        if x.ndim > 1:
            raise RuntimeError(f"torch.meshgrid: Expected 0D or 1D tensor in the tensor list but got: {list(x.shape)}")
        if x.dtype is not tensors[0].dtype:
            raise RuntimeError("torch.meshgrid: meshgrid expects all tensors to have the same dtype")
    swap = indexing == "xy" and len(tensors) > 1
    if swap:
        tensors = (tensors[1], tensors[0], *tensors[2:])
    shape, n = tuple([x.numel() for x in tensors]), len(tensors)
    grids = [broadcast_to(x.view((1,) * i + (-1,) + (1,) * (n - 1 - i)), shape) for i, x in enumerate(tensors)]
    return (grids[1], grids[0], *grids[2:]) if swap else tuple(grids)


for _function in (flip, fliplr, flipud, roll, rot90, tile, repeat_interleave, tril, triu):
    method(_function)
