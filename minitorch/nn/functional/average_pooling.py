"""average_pooling: avg_pool1d to avg_pool3d and lp_pool1d to 3d: a mean, or a power mean, of every window (shelf)."""

from math import prod

from ...backend import array_module
from ...memory_format import marked
from ...ops.one_step import one_step
from ...ops.op import op
from ...ops.pointwise.arithmetic import sign
from ...ops.view.squeeze import squeeze, unsqueeze
from .activation import relu, single
from .memory_order import channels_are_innermost, ordered
from .pooling import max_pool1d, max_pool2d, max_pool3d
from .pooling_checks import COUNTS, check_gradient, check_tensor, ints, settings
from .windows import at_each_place, sliding

# --- the mean of each window ----------------------------------------------------------------------------------------------


@op(derivative=lambda x, windows, divisors, last, kind: f"{kind}Backward0")
def _avg_pool(x, windows, divisors, last, kind):
    """The sum of every window, divided by each of the divisors in turn: x [..., *S] -> [..., *size]. last: see means."""
    xp, given, x = array_module(x), x, single(x)
    total = xp.zeros((*x.shape[: -len(windows)], *[len(dim.starts) for dim in windows]), x.dtype)
    for which, numbers in at_each_place(windows):
        total[which] += x[numbers]
    return ordered(divided(total, divisors).astype(given.dtype, copy=False), last)


@op(derivative=lambda g, windows, divisors, shape, last, kind: f"{kind}Backward0")
def _avg_back(g, windows, divisors, shape, last, kind):
    """To every number its part of what the windows that it stands in are given: g [..., *size] -> [*shape]."""
    check_gradient(g, len(windows), kind)
    xp = array_module(g)  # of 16 bits every step is rounded, as in PyTorch's kernel
    whole, part = xp.zeros(shape, g.dtype), g
    for divisor in divisors:
        part = divided(single(part), (divisor,)).astype(g.dtype, copy=False)
    for which, numbers in reversed(list(at_each_place(windows))):  # so that windows are added in their order
        if isinstance(numbers[1], slice):
            whole[numbers] += part[which]
        else:  # several windows may have the same number there
            xp.add.at(whole, numbers, part[which])
    return ordered(whole, last)


_avg_pool.grad(
    x=lambda g, windows, divisors, last, kind, x_shape: _avg_back(
        g, windows, divisors, tuple(x_shape), last, f"{kind}Backward"
    )
)
_avg_back.grad(g=lambda g, windows, divisors, last, kind: _avg_pool(g, windows, divisors, last, kind))


def means(input, windows, divisors, kind):
    """The mean of every window of a tensor; of images it lies in memory as they do, and so does their gradient."""
    last = (
        len(windows) == 2 and input.dim() == 4 and channels_are_innermost(input._array)
    )  # PyTorch keeps no other order
    return _avg_pool(input, windows, divisors, last, kind)


def divided(total, divisors):
    """total / each divisor: a number, or an array with one for each window. Integers are cut off, not rounded."""
    xp = array_module(total)
    for divisor in divisors:
        total = total / xp.asarray(divisor, total.dtype) if total.dtype.kind != "i" else (
            xp.sign(total) * xp.sign(divisor) * (abs(total) // abs(divisor))
        )  # fmt: skip
    return total


def counts(xp, how, count_include_pad):
    """How many numbers each window has in one dimension, with those of the padding or without; one count if all are equal."""
    n, size, kernel, stride, padding, _ = how
    whole = padding if count_include_pad else 0
    if stride >= 1 and (padding == whole or not padding) and (size - 1) * stride - padding + kernel <= n + whole:
        return xp.full(1, kernel)
    starts = xp.arange(size) * stride - padding
    return xp.minimum(starts + kernel, n + whole) - xp.maximum(starts, -whole)


def average(name, dims, input, kernel_size, stride, padding, ceil_mode, count_include_pad, divisor_override):
    """Check the arguments and take the means. Of a signal, as PyTorch does, as of an image with one row."""
    if divisor_override == 0:
        raise RuntimeError("divisor must be not zero")
    how = settings(name, dims, input, kernel_size, stride, padding, 1, ceil_mode, ("int64",))
    if divisor_override is None:
        xp = array_module(input._array)
        divisor = prod(xp.ix_(*[counts(xp, one, count_include_pad) for one in how]))
    else:
        divisor = divisor_override
    windows = [sliding(*one) for one in how]
    if dims > 1:
        return means(input, windows, (divisor,), f"AvgPool{dims}D")
    row = sliding(1, 1, 1, 1, 0, 1)
    return squeeze(means(unsqueeze(input, -2), [row, *windows], (divisor,), "AvgPool2D"), -2)


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

    Errors: RuntimeError for sizes that do not fit, TypeError for what is no int.
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


# --- the power mean of each window ----------------------------------------------------------------------------------------


def lp_pool1d(input, norm_type, kernel_size, stride=None, ceil_mode=False):
    """(sum of x**p)**(1/p) of every window of a signal, p being norm_type: [N, C, length] or [C, length].

    kernel_size, stride, ceil_mode  as in avg_pool1d; norm_type inf gives the largest absolute value, -inf the smallest

    >>> import minitorch as mt
    >>> mt.nn.functional.lp_pool1d(mt.tensor([[3.0, 4.0, 6.0, 8.0]]), 2, 2)
    tensor([[ 5., 10.]])

    Errors: avg_pool1d's. Source: PyTorch, torch.nn.functional.lp_pool1d.
    """
    return power_mean(avg_pool1d, max_pool1d, kernel_size, input, norm_type, kernel_size, stride, ceil_mode)


def lp_pool2d(input, norm_type, kernel_size, stride=None, ceil_mode=False):
    """The same of an image: [N, C, H, W] or [C, H, W]. Source: PyTorch, torch.nn.functional.lp_pool2d."""
    count = prod(each("lp_pool2d", kernel_size, 2))
    return power_mean(avg_pool2d, max_pool2d, count, input, norm_type, kernel_size, stride, ceil_mode)


def lp_pool3d(input, norm_type, kernel_size, stride=None, ceil_mode=False):
    """The same of a volume: [N, C, D, H, W] or [C, D, H, W]. Source: PyTorch, torch.nn.functional.lp_pool3d."""
    count = prod(each("lp_pool3d", kernel_size, 3))
    return power_mean(avg_pool3d, max_pool3d, count, input, norm_type, kernel_size, stride, ceil_mode)


def each(name, kernel_size, dims):
    """kernel_size for each dimension; ValueError for another number of them."""
    several = isinstance(kernel_size, (tuple, list))
    if several and len(kernel_size) != dims:
        raise ValueError(f"{name}(): kernel_size must be an int or {COUNTS[dims]}, but got {kernel_size}")
    return ints(name, "kernel_size", kernel_size, dims)


def power_mean(mean, largest, count, input, norm_type, kernel_size, stride, ceil_mode):
    """The mean of the powers, times the size of a window, and its root; windows cut off at the end count as whole ones."""
    check_tensor(mean.__name__.replace("avg", "lp"), input)
    if norm_type in (float("inf"), -float("inf")):
        sense = 1 if norm_type > 0 else -1
        found = largest(input.abs() if sense > 0 else -input.abs(), kernel_size, stride, 0, 1, ceil_mode)
        return found if sense > 0 else -found
    powers = input.pow(norm_type)
    powers._array = marked(input._array, powers._array)
    out = mean(powers, kernel_size, stride, 0, ceil_mode)
    return (sign(out) * relu(out.abs())).mul(count).pow(1.0 / norm_type)
