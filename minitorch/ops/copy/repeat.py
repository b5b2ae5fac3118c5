"""repeat, tile, repeat_interleave (shelf)."""

from ..._tensor import check_dim, method, wrap
from ...backend import array_module, same_device
from ..one_step import one_step
from ..op import op
from ..reduction.sum import numpy_names, sum
from ..view.reshape import reshape, star


@op
def _repeat(input, sizes):
    return array_module(input).tile(input, sizes)


def unrepeat(g, sizes, shape):
    """The sum of the repetitions: g cut into (times, length) along every dimension, summed over the times."""
    shape = (1,) * (len(sizes) - len(shape)) + shape
    pairs = [n for pair in zip(sizes, shape, strict=True) for n in pair]
    times = tuple(range(0, len(pairs), 2))
    return sum(g.reshape(pairs), times) if times else g


_repeat.grad(input=lambda g, sizes, input_shape: unrepeat(g, sizes, input_shape).reshape(input_shape))


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
        raise RuntimeError(f"repeat takes a number for each of {input.ndim} dimensions or more, not {len(sizes)}")
    return _repeat(input, tuple(sizes))


def tile(input, *times, dims=None):
    """repeat, where missing leading numbers count as 1. Source: PyTorch, torch.tile."""
    sizes = star(times, dims)
    return repeat(input, (1,) * (input.ndim - len(sizes)) + tuple(sizes))


method(repeat)


def check_repeats(repeats):
    """The array of a tensor that says how often; or the error."""
    array = repeats._array
    if repeats.device.type == "meta":
        raise RuntimeError("cannot repeat_interleave by numbers on meta: how many there would be is not known")
    if array.dtype.kind not in "iu" or array.ndim > 1 or (array < 0).any():
        raise RuntimeError("repeats must be a 0-dim or 1-dim tensor of integers, none of them negative")
    return array


@op
def _repeat_each(input, times, dim):
    return array_module(input).repeat(input, times, dim)


def sum_runs(g, times, dim, shape):
    """The sum over every run of repetitions along dimension `dim`."""
    if isinstance(times, int):
        return sum(g.reshape((*shape[:dim], shape[dim], times, *shape[dim + 1 :])), dim + 1)
    return _sum_runs(g, times, dim)


@op
def _sum_runs(input, times, dim):
    xp = array_module(input)
    runs = xp.zeros((*input.shape[:dim], len(times), *input.shape[dim + 1 :]), input.dtype)
    xp.add.at(runs.swapaxes(0, dim), xp.repeat(xp.arange(len(times)), times), input.swapaxes(0, dim))
    return runs


_repeat_each.grad(input=lambda g, times, dim, input_shape: sum_runs(g, times, dim, input_shape))
_sum_runs.grad(input=lambda g, times, dim: _repeat_each(g, times, dim))


@one_step
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
        return _repeat_each(input, repeats, dim)
    times = check_repeats(repeats)
    same_device((input._array, times))
    if times.size not in (1, length):
        raise RuntimeError(f"repeats must have the same size as input along dim, but got {times.size} for {length}")
    times = array_module(times).broadcast_to(times, (length,))
    return _repeat_each(input, times, dim)


for _function in (tile, repeat_interleave):
    method(_function)
