"""average_pooling: the mean, or a power mean, of every window, and of windows as many as are wanted (shelf)."""

from itertools import product
from math import prod

import numpy as np

from ...backend import array_module
from ...creation.meta import MetaArray
from ...ops.one_step import one_step
from ...ops.op import op
from ...ops.pointwise.sign import sign
from ...ops.reduction.mean import mean
from ...ops.view.squeeze import squeeze, unsqueeze
from .activation import relu, single
from .loss import still
from .pooling import max_pool1d, max_pool2d, max_pool3d, pool
from .windows import at_each_place, check_dims, check_tensor, settings, several, sliding

# --- the mean of each window ----------------------------------------------------------------------------------------------


@op(derivative=lambda x, windows, size, divisor, kind: f"{kind}Backward0")
def _avg_pool(input, windows, size, divisor, kind):
    """The sum of every window over a divisor, a number or an array with one for each window: input [..., *S] -> [..., *size]."""
    xp, wide = array_module(input), single(input)
    total = xp.zeros((*input.shape[: -len(size)], *size), wide.dtype)
    for which, numbers in windows:
        total[which] += wide[numbers]
    return (total / divisor).astype(input.dtype, copy=False)


@op(derivative=lambda g, windows, size, divisor, shape, kind: f"{kind}Backward0")
def _avg_back(g, windows, size, divisor, shape, kind):
    """To every number its part of what the windows that it stands in are given: g [..., *size] -> [*shape]."""
    part = (single(g) / divisor).astype(single(g).dtype, copy=False)
    whole = array_module(g).zeros(shape, part.dtype)
    for which, numbers in windows:
        if isinstance(numbers[1], slice):
            whole[numbers] += part[which]
        else:  # several windows may have the same number there
            array_module(g).add.at(whole, numbers, part[which])
    return whole.astype(g.dtype, copy=False)


_avg_pool.grad(
    input=lambda g, input, windows, size, divisor, kind: still(
        _avg_back(g, windows, size, divisor, tuple(input.shape), f"{kind}Backward"), input
    )
)
_avg_back.grad(g=lambda g, windows, size, divisor, kind: _avg_pool(g, windows, size, divisor, kind))


def counts(xp, how, count_include_pad):
    """How many numbers each window has in one dimension, with those of the padding or without."""
    n, size, kernel, stride, padding, _ = how
    starts, beyond = xp.arange(size) * stride - padding, padding if count_include_pad else 0
    return xp.minimum(starts + kernel, n + beyond) - xp.maximum(starts, -beyond)


def average(name, dims, input, kernel_size, stride, padding, ceil_mode, count_include_pad, divisor_override):
    """Check the arguments and take the means. Of a signal, as PyTorch does, as of an image with one row."""
    if divisor_override == 0:
        raise RuntimeError("divisor must be not zero")
    how = settings(name, input, kernel_size, stride, padding, 1, ceil_mode, dims)
    if not input.is_floating_point():
        raise NotImplementedError(f"\"{name}\" not implemented for '{input.dtype.title}': convert it first")
    xp, divisor = array_module(input._array), divisor_override
    if divisor is None:
        divisor = prod(xp.ix_(*[counts(xp, one, count_include_pad) for one in how]))
    if dims == 1:
        input, how = unsqueeze(input, -2), [(1, 1, 1, 1, 0, 1), *how]
    windows, size = at_each_place([sliding(*one) for one in how], input._array), tuple([one[1] for one in how])
    made = _avg_pool(input, windows, size, divisor, f"AvgPool{len(size)}D")
    return squeeze(made, -2) if dims == 1 else made


@one_step
def avg_pool1d(input, kernel_size, stride=None, padding=0, ceil_mode=False, count_include_pad=True):
    """The mean of every window of a signal: [N, C, length] or [C, length] -> [N, C, length'] or [C, length'].

    kernel_size        of the window           stride   how far it moves each time; None: by its own size
    padding            how many zeros stand at each end
    ceil_mode          windows may reach beyond the end
    count_include_pad  whether the zeros of the padding count as numbers of the mean

    >>> import minitorch as mt
    >>> mt.nn.functional.avg_pool1d(mt.tensor([[1.0, 3.0, 5.0, 9.0]]), 2)
    tensor([[2., 7.]])

    Errors: RuntimeError for sizes that do not fit, TypeError for anything that is not an int.
    Source: PyTorch, torch.nn.functional.avg_pool1d.
    """
    return average("avg_pool1d", 1, input, kernel_size, stride, padding, ceil_mode, count_include_pad, None)


@one_step
def avg_pool2d(
    input, kernel_size, stride=None, padding=0, ceil_mode=False, count_include_pad=True, divisor_override=None
):
    """The mean of every window of an image: [N, C, H, W] or [C, H, W] -> [N, C, H', W'] or [C, H', W'].

    The arguments are avg_pool1d's, an int or one for each dimension, and
    divisor_override   what the sums are divided by, whatever the count of the numbers is

    >>> import minitorch as mt
    >>> mt.nn.functional.avg_pool2d(mt.ones(1, 3, 3), 2, padding=1)
    tensor([[[0.2500, 0.5000],
             [0.5000, 1.0000]]])

    Errors: avg_pool1d's, and for a divisor 0. Source: PyTorch, torch.nn.functional.avg_pool2d.
    """
    return average("avg_pool2d", 2, input, kernel_size, stride, padding, ceil_mode, count_include_pad, divisor_override)


@one_step
def avg_pool3d(
    input, kernel_size, stride=None, padding=0, ceil_mode=False, count_include_pad=True, divisor_override=None
):
    """The same of a volume: [N, C, D, H, W] or [C, D, H, W]. Source: PyTorch, torch.nn.functional.avg_pool3d."""
    return average("avg_pool3d", 3, input, kernel_size, stride, padding, ceil_mode, count_include_pad, divisor_override)


# --- as many windows as numbers are wanted --------------------------------------------------------------------------------


def output_sizes(name, input, output_size, dims):
    """How many windows there are in each dimension; None stands for as many as there are numbers."""
    check_tensor(name, input)
    if isinstance(output_size, (tuple, list)):
        if len(output_size) not in (1, dims):
            raise RuntimeError(f"{name}: output_size must be {dims}, but got {output_size}")
        if input.ndim <= dims and dims > 1:
            raise ValueError(f"{name}: the input must have at least {dims + 1} dimensions, but it has {input.ndim}")
        lengths = input.shape[-dims:] if len(output_size) == dims else input.shape[-1:]
        output_size = [n if size is None else size for size, n in zip(output_size, lengths, strict=False)]
    size = several(name, "output_size", output_size, dims)
    check_dims(name, input, dims)
    if not input.is_floating_point():
        raise NotImplementedError(f"\"{name}\" not implemented for '{input.dtype.title}': convert it first")
    return size


def evenly(x, size):
    """Windows that divide each dimension evenly, as at_each_place gives those that slide. Those of one size are slices."""
    if isinstance(x, MetaArray):
        return []
    lengths = x.shape[-len(size) :]
    if all(size) and not any([n % count for n, count in zip(lengths, size, strict=True)]):
        alike = [sliding(n, count, n // count, n // count, 0, 1) for n, count in zip(lengths, size, strict=True)]
        return at_each_place(alike, x)
    places = product(*[even(n, count) for n, count in zip(lengths, size, strict=True)])
    return [tuple([(..., *np.ix_(*indices)) for indices in zip(*pairs, strict=True)]) for pairs in places]


def even(n, size):
    """Of windows that divide n numbers as evenly as can be, a pair (which, numbers) for each place, as `sliding` gives them, in
    arrays. Where n is no multiple of size, the windows overlap by a number."""
    starts = np.arange(size) * n // max(size, 1)
    lengths = -(-(np.arange(size) + 1) * n // max(size, 1)) - starts
    which = [np.flatnonzero(lengths > offset) for offset in range(int(lengths.max(initial=0)))]
    return [(some, starts[some] + offset) for offset, some in enumerate(which)]


# --- the power mean of each window ----------------------------------------------------------------------------------------


def lp_pool1d(input, norm_type, kernel_size, stride=None, ceil_mode=False):
    """(sum of x**p)**(1/p) of every window of a signal, p being norm_type: [N, C, length] or [C, length].

    kernel_size, stride, ceil_mode  as in avg_pool1d; norm_type inf gives the largest absolute value, -inf the smallest

    Errors: avg_pool1d's. Source: PyTorch, torch.nn.functional.lp_pool1d.
    """
    return power_mean(avg_pool1d, max_pool1d, 1, input, norm_type, kernel_size, stride, ceil_mode)


def lp_pool2d(input, norm_type, kernel_size, stride=None, ceil_mode=False):
    """The same of an image: [N, C, H, W] or [C, H, W]. Source: PyTorch, torch.nn.functional.lp_pool2d."""
    return power_mean(avg_pool2d, max_pool2d, 2, input, norm_type, kernel_size, stride, ceil_mode)


def lp_pool3d(input, norm_type, kernel_size, stride=None, ceil_mode=False):
    """The same of a volume: [N, C, D, H, W] or [C, D, H, W]. Source: PyTorch, torch.nn.functional.lp_pool3d."""
    return power_mean(avg_pool3d, max_pool3d, 3, input, norm_type, kernel_size, stride, ceil_mode)


def power_mean(mean, largest, dims, input, norm_type, kernel_size, stride, ceil_mode):
    """The mean of the powers, times the size of a window, and its root; windows cut off at the end count as whole ones."""
    if norm_type in (float("inf"), -float("inf")):
        sense = 1 if norm_type > 0 else -1
        return sense * largest(sense * input.abs(), kernel_size, stride, 0, 1, ceil_mode)
    count = prod(several("lp_pool", "kernel_size", kernel_size, dims, 1))
    out = mean(input.pow(norm_type), kernel_size, stride, 0, ceil_mode)
    return (sign(out) * relu(out.abs())).mul(count).pow(1.0 / norm_type)


@one_step
def adaptive_avg_pool1d(input, output_size):
    """The mean of each of output_size windows that divide a signal evenly: [N, C, length] or [C, length].

    >>> import minitorch as mt
    >>> mt.nn.functional.adaptive_avg_pool1d(mt.tensor([[1.0, 2.0, 3.0, 4.0, 5.0]]), 2)
    tensor([[2., 4.]])

    Errors: RuntimeError for sizes that do not fit, TypeError for anything that is not an int, NotImplementedError for integers.
    Source: PyTorch, torch.nn.functional.adaptive_avg_pool1d.
    """
    size = output_sizes("adaptive_avg_pool1d", input, output_size, 1)
    return squeeze(averaged(unsqueeze(input, -2), (1, *size)), -2)


@one_step
def adaptive_avg_pool2d(input, output_size):
    """The same of an image: [N, C, H, W] or [C, H, W]; output_size is an int, or an int or None (as long as it was) for each.

    >>> import minitorch as mt
    >>> mt.nn.functional.adaptive_avg_pool2d(mt.arange(12.0).reshape(1, 3, 4), (1, None))
    tensor([[[4., 5., 6., 7.]]])

    Errors are adaptive_avg_pool1d's. Source: PyTorch, torch.nn.functional.adaptive_avg_pool2d.
    """
    return averaged(input, output_sizes("adaptive_avg_pool2d", input, output_size, 2))


@one_step
def adaptive_avg_pool3d(input, output_size):
    """The same of a volume: [N, C, D, H, W] or [C, D, H, W]. Source: PyTorch, torch.nn.functional.adaptive_avg_pool3d."""
    return averaged(input, output_sizes("adaptive_avg_pool3d", input, output_size, 3))


def averaged(input, size):
    """The mean of each window."""
    dims, lengths = len(size), input.shape[-len(size) :]
    if size == (1,) * dims:
        return mean(input, tuple(range(-dims, 0)), True)
    xp = array_module(input._array)
    numbers = [[-(-(i + 1) * n // m) - i * n // m for i in range(m)] for n, m in zip(lengths, size, strict=True)]
    divisor = prod(xp.ix_(*[xp.asarray(one, "int64") for one in numbers]))
    return _avg_pool(input, evenly(input._array, size), size, divisor, f"AdaptiveAvgPool{dims}D")


@one_step
def adaptive_max_pool1d(input, output_size, return_indices=False):
    """The largest number of each of output_size windows that divide a signal evenly: [N, C, length] or [C, length].

    return_indices  -> (numbers, where each stood: int64)

    Errors are adaptive_avg_pool1d's. Source: PyTorch, torch.nn.functional.adaptive_max_pool1d.
    """
    size = output_sizes("adaptive_max_pool1d", input, output_size, 1)
    made = largest(unsqueeze(input, -2), (1, *size), return_indices)
    return tuple([squeeze(x, -2) for x in made]) if return_indices else squeeze(made, -2)


@one_step
def adaptive_max_pool2d(input, output_size, return_indices=False):
    """The same of an image: [N, C, H, W] or [C, H, W]; output_size is an int, or an int or None (as long as it was) for each.

    Errors are adaptive_avg_pool1d's. Source: PyTorch, torch.nn.functional.adaptive_max_pool2d.
    """
    return largest(input, output_sizes("adaptive_max_pool2d", input, output_size, 2), return_indices)


@one_step
def adaptive_max_pool3d(input, output_size, return_indices=False):
    """The same of a volume: [N, C, D, H, W] or [C, D, H, W]. Source: PyTorch, torch.nn.functional.adaptive_max_pool3d."""
    return largest(input, output_sizes("adaptive_max_pool3d", input, output_size, 3), return_indices)


def largest(input, size, return_indices):
    """The largest number of each window, and where it stood."""
    return pool(input, evenly(input._array, size), size, f"AdaptiveMaxPool{len(size)}D", return_indices)
